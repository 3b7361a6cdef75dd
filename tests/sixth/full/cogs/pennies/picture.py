"""Descriptions of the pictures: from a view, and of a match's turning point."""

from bot.drawing.film import Film
from bot.screens.look import Marked, Scene, since
from games.pennies import Chose, Shown

from .drawing import Coins, Decided, Toss


def picture(scene: Scene) -> Coins | None:
    """Return the players with their points, their last coins and the own choice."""
    view = scene.view
    shown = since(scene.events, Shown)
    sides = shown[0].sides if shown and isinstance(shown[0], Shown) else ()
    return Coins(tuple(scene.people), view.points, sides)


def film(scene: Scene) -> Film | None:
    """Return the film of the coins that have just been shown."""
    new = scene.held and any(isinstance(event, Shown) for event in scene.latest(Chose))
    still = picture(scene) if new else None
    return Toss(still) if still is not None and still.sides else None


def moment(scene: Scene, marked: Marked) -> Coins:
    """Return a decision of a review: the chosen coin and the better one."""
    return Coins(tuple(scene.people), scene.view.points, (marked.played, marked.better))


def decisive(scene: Scene) -> Decided | None:
    """Return the last round, which decided the match."""
    shown = [event for event in scene.public_events if isinstance(event, Shown)]
    if scene.seat is None or not shown:
        return None
    return Decided(shown[-1].sides, len(shown), won=shown[-1].winner == scene.seat)
