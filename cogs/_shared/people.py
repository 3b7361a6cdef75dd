"""What was told of a match, for its pictures."""

from collections.abc import Sequence

from bot.screens.look import Scene
from games.core import Event


def events(scene: Scene) -> list[Event]:
    """What those eyes were told, the latest last."""
    return [event for _, event in scene.story]


def since(told: Sequence[Event], *kinds: type[Event]) -> list[Event]:
    """From the latest of such events on; nothing if there is none."""
    found = [at for at, event in enumerate(told) if isinstance(event, kinds)]
    return list(told[found[-1] :]) if found else []
