"""Learned weights: named arrays in an `.npz` file beside the modules that use them."""

from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray


def load(package: str | None, name: str) -> dict[str, NDArray[Any]]:
    """Return the arrays of `<name>.npz` in a package, by name."""
    assert package is not None
    with (files(package) / f"{name}.npz").open("rb") as file:
        return dict(np.load(file, allow_pickle=False))
