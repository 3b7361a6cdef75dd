"""The pictures of all games by key."""

from collections.abc import Callable, Mapping

from bot.drawing.picture import Picture
from bot.sight import Sight

from . import (
    _bluff_picture,
    _colorse_picture,
    _nimmt_picture,
    _schwimmen_picture,
    _sinomilia_picture,
)
from ._around import picture_of_end, picture_of_lobby

PICTURES: Mapping[str, Callable[[Sight], Picture | None]] = {
    "bluff": _bluff_picture.picture,
    "colorse": _colorse_picture.picture,
    "nimmt": _nimmt_picture.picture,
    "schwimmen": _schwimmen_picture.picture,
    "sinomilia": _sinomilia_picture.picture,
}


def picture(sight: Sight) -> Picture | None:
    """What those eyes see of a table; None of a game that has no pictures, or what never began."""
    found = PICTURES.get(sight.stored.game)
    if found is None or sight.lobby:
        return picture_of_lobby(sight)
    return picture_of_end(sight) or found(sight)
