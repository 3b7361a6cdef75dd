"""The optimizer Adam of the nets that scripts train."""

from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Adam:
    """The state of the steps of a net, a dataclass of arrays that change in place."""

    def __init__(self, net: Any) -> None:
        self.net, self.t = net, 0
        self.names = [field.name for field in fields(net)]
        self.m = {n: np.zeros_like(getattr(net, n)) for n in self.names}
        self.v = {n: np.zeros_like(getattr(net, n)) for n in self.names}

    def step(self, slope: dict[str, NDArray[np.float32]], rate: float) -> None:
        """Change the net by one step."""
        self.t += 1
        for n in self.names:
            g = slope[n]
            self.m[n] += 0.1 * (g - self.m[n])
            self.v[n] += 0.001 * (g * g - self.v[n])
            m = self.m[n] / (1 - 0.9**self.t)
            v = self.v[n] / (1 - 0.999**self.t)
            w = getattr(self.net, n)
            w -= (rate * m / (np.sqrt(v) + 1e-8)).astype(np.float32)
