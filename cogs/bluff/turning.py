"""The turning point of a match of Bluff, from its events."""

from bot.screens.look import Scene
from games import bluff

from .drawing.turning import Costly


def turning_point(scene: Scene) -> Costly | None:
    """Return the challenge that cost the reader the most dice, or None without a loss."""
    number, lifted, worst = 0, None, list[tuple[int, int, bluff.CupsLifted]]()
    for event in scene.course:
        match event:
            case bluff.RoundBegan(round=number):
                pass
            case bluff.CupsLifted():
                lifted = event
            case bluff.Lost(seat=seat, dice=dice) if seat == scene.seat and lifted is not None:
                worst.append((dice, number, lifted))
    if not worst:
        return None
    # The latest of equal losses hurt most.
    dice, round_, cups = max(worst, key=lambda one: one[:2])
    return Costly(cups.bid, cups.found, dice, round_, number)
