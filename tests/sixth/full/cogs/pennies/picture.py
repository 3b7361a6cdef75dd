"""Descriptions of the pictures, from a view."""

from bot.drawing.picture import Picture
from bot.screens.look import Scene
from games.pennies import Shown

from .._shared.people import events, since
from .drawing import Coins


def picture(scene: Scene) -> Picture | None:
    """Return the players with their points, their last coins and the own choice."""
    view = scene.view
    if view is None:
        return None
    shown = since(events(scene), Shown)
    sides = shown[0].sides if shown and isinstance(shown[0], Shown) else ()
    return Coins(tuple(scene.people), view.points, sides)
