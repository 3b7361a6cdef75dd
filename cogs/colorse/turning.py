"""The turning point of a match of COLORSE, from its events."""

from bot.screens.look import Scene
from games.colorse.events import Placed, RoundBegan

from .drawing.turning import Vanished


def turning_point(scene: Scene) -> Vanished | None:
    """Return the most cards that vanished at once in the reader's box, or None without any."""
    number, found = 0, list[tuple[int, Placed]]()
    for event in scene.course:
        if isinstance(event, RoundBegan):
            number = event.round
        elif isinstance(event, Placed) and event.seat == scene.seat and event.vanished:
            found.append((number, event))
    if not found:
        return None
    # The latest of equal ones hurt most.
    round_, placed = max(found, key=lambda one: (len(one[1].vanished), one[0]))
    (_, first), *others = placed.vanished
    return Vanished(first, tuple(card for _, card in others), round_, number)
