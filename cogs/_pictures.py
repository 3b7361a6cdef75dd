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

PICTURES: Mapping[str, Callable[[Sight], Picture | None]] = {
    "bluff": _bluff_picture.picture,
    "colorse": _colorse_picture.picture,
    "nimmt": _nimmt_picture.picture,
    "schwimmen": _schwimmen_picture.picture,
    "sinomilia": _sinomilia_picture.picture,
}


def picture(sight: Sight) -> Picture | None:
    """What those eyes see of a match; None in the lobby, and of a game that has no pictures."""
    found = PICTURES.get(sight.stored.game)
    return None if found is None or sight.lobby else found(sight)
