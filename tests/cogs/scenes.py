"""Pictures of matches at a moment."""

from functools import cache

from bot.drawing.picture import Picture
from bot.screens.sight import Sight
from bot.screens.transcript import looks
from bot.words.i18n import tongue
from games import GAMES

from ..drawing import Drawing
from ..games.playing import random_match

EN = tongue("en-US")


@cache
def match(key: str, seats: int) -> tuple[Drawing, int]:
    """Return a random match and its last ply."""
    played = random_match(key, seats, GAMES[key].Options(), 5)
    return Drawing(looks(), played.record, played.steps), len(played.steps) - 1


def picture(sight: Sight) -> Picture | None:
    return sight.picture(EN)
