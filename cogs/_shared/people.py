"""Events of a match, as its pictures show them."""

from collections.abc import Sequence

from bot.screens.look import Scene
from games.core import Event


def events(scene: Scene) -> list[Event]:
    """Return the events that the reader knows, the latest last."""
    return [event for _, event in scene.story]


def since(told: Sequence[Event], *kinds: type[Event]) -> list[Event]:
    """Return the events since the latest of some kinds, or none without one."""
    found = [at for at, event in enumerate(told) if isinstance(event, kinds)]
    return list(told[found[-1] :]) if found else []
