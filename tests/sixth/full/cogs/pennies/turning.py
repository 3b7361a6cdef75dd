"""The turning point of a match of matching pennies, from its events."""

from bot.screens.look import Scene
from games.pennies import Shown

from .drawing import Decided


def turning_point(scene: Scene) -> Decided | None:
    """Return the last round, which decided the match."""
    shown = [event for event in scene.course if isinstance(event, Shown)]
    if scene.seat is None or not shown:
        return None
    return Decided(shown[-1].sides, len(shown), won=shown[-1].winner == scene.seat)
