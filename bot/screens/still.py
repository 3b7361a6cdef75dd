"""Screens whose controls serve no clicks: the steps of a replay, and a hand in a pause."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from discord import ui

from ..wire.fitting import Still
from ..wire.ui import Address, Attached, Part


def still(parts: Sequence[Part]) -> list[Part]:
    """Return the parts with dead controls."""
    numbers = itertools.count()
    return [
        part
        if isinstance(part, str | Attached | ui.Separator)
        else Still(_dead(part.to_component_dict(), numbers))
        for part in parts
    ]


def _dead(component: dict[str, Any], numbers: Iterator[int]) -> dict[str, Any]:
    """Return a component with its controls disabled."""
    dead = dict(component)
    if "custom_id" in component:
        # No handler serves this kind: a forged click is refused like any stale one.
        dead |= {"disabled": True, "custom_id": str(Address("still", 0, next(numbers)))}
    if "components" in component:
        dead["components"] = [_dead(one, numbers) for one in component["components"]]
    if "accessory" in component:
        dead["accessory"] = _dead(component["accessory"], numbers)
    return dead
