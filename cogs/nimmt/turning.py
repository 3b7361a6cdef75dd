"""The turning point of a match of 6 nimmt!, from its events."""

from bot.screens.look import Scene
from games import nimmt

from .drawing.turning import Dearest


def turning_point(scene: Scene) -> Dearest | None:
    """Return the dearest row that the reader took, the first of equal ones, or None."""
    found, number = dict[int, nimmt.Took](), 0
    for event in scene.course:
        if isinstance(event, nimmt.RoundBegan):
            number = event.round
        elif isinstance(event, nimmt.Took) and event.seat == scene.seat:
            before = max((took.bulls for took in found.values()), default=0)
            if event.bulls > before:
                found[number] = event
    if not found:
        return None
    number_of, took = max(found.items(), key=lambda one: one[1].bulls)
    return Dearest(took.cards, took.card, took.bulls, number_of, number)
