"""Seasons in words: a place of a person, and the podiums of a closed one. Pure."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from bot.play.names import escaped, plain
from bot.screens.look import Look
from bot.screens.naming import season_name
from bot.screens.ranking import medal_of
from bot.storage.ratings import points
from bot.storage.standings import ALL_GAMES
from bot.words.i18n import Tongue

from .seasons import Placed

# Letters of a name on a podium.
_NAME = 12


def place_told(looks: Mapping[str, Look], game: str, place: int, period: str, t: Tongue) -> str:
    """Return a place in a season of a game in words."""
    return f"{medal_of(place)} " + t(
        "{game}, {season}", game=_called(looks, game, t), season=season_name(period, t)
    )


def _called(looks: Mapping[str, Look], game: str, t: Tongue) -> str:
    if game == ALL_GAMES:
        return t("All games")
    return t(looks[game].name) if game in looks else game


def _placed(one: Placed) -> str:
    name = escaped(plain(one.name) or "?", _NAME)
    return f"{medal_of(one.place)} **{name}** {points(one.mu)}"


def podiums(
    period: str, placed: Sequence[Placed], looks: Mapping[str, Look], t: Tongue
) -> list[str]:
    """Return the parts of the message at the end of a season: the podium of each game."""
    lines = []
    for game, places in groupby(placed, key=lambda one: one.game):
        if game in looks or game == ALL_GAMES:
            told = [_placed(one) for one in places]
            emoji = looks[game].emoji if game in looks else "🏅"
            lines.append(" · ".join([f"{emoji} {_called(looks, game, t)}", *told]))
    if not lines:
        return []
    return [
        "### 🏆 " + t("The season is over: {season}", season=season_name(period, t)),
        "\n".join(lines),
        "-# "
        + t(
            "A podium takes four people with five rated matches each. Ratings go on as they are. "
            "`/{settings}` can switch this message off.",
            settings=t.word("command", "settings"),
        ),
    ]
