"""Events of a match, as its pictures show them."""

from collections.abc import Sequence

from bot.screens.look import Scene
from games.core import Event


def events(scene: Scene) -> list[Event]:
    """Return the events that the reader knows, the latest last."""
    return [event for _, event in scene.story]


def latest(scene: Scene, *sealed: type[Event]) -> list[Event]:
    """Return the public events of the latest move, sealed choices apart."""
    told = [one for one in scene.story if one[1].to is None and not isinstance(one[1], sealed)]
    return [event for ply, event in told if ply == told[-1][0]]


def since(told: Sequence[Event], *kinds: type[Event]) -> list[Event]:
    """Return the events since the latest of some kinds, or none without one."""
    found = [at for at, event in enumerate(told) if isinstance(event, kinds)]
    return list(told[found[-1] :]) if found else []
