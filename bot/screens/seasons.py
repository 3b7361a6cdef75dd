"""Seasons in words: their names, and the podiums of a closed one. Pure."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from games.errors import N_

from ..play.names import escaped, plain
from ..storage.ratings import points
from ..storage.seasons import Placed
from ..storage.standings import ALL_GAMES
from ..words.i18n import Tongue
from .look import Look

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
# Letters of a name on a podium.
_NAME = 12
_NAMES = (N_("winter {year}"), N_("spring {year}"), N_("summer {year}"), N_("autumn {year}"))


def name(period: str, t: Tongue) -> str:
    """Return the name of a season. The quarters begin in January."""
    return t(_NAMES[int(period[-1]) - 1], year=period[:4])


def place_told(looks: Mapping[str, Look], game: str, place: int, period: str, t: Tongue) -> str:
    """Return a place in a season of a game in words."""
    return f"{MEDALS[place]} " + t(
        "{game}, {season}", game=_called(looks, game, t), season=name(period, t)
    )


def _called(looks: Mapping[str, Look], game: str, t: Tongue) -> str:
    if game == ALL_GAMES:
        return t("All games")
    return t(looks[game].name) if game in looks else game


def podiums(
    period: str, placed: Sequence[Placed], looks: Mapping[str, Look], t: Tongue
) -> list[str]:
    """Return the parts of the message at the end of a season: the podium of each game."""
    lines = []
    for game, places in groupby(placed, key=lambda one: one.game):
        if game in looks or game == ALL_GAMES:
            told = [
                f"{MEDALS[one.place]} **{escaped(plain(one.name) or '?', _NAME)}** {points(one.mu)}"
                for one in places
            ]
            emoji = looks[game].emoji if game in looks else "🏅"
            lines.append(" · ".join([f"{emoji} {_called(looks, game, t)}", *told]))
    if not lines:
        return []
    return [
        "### 🏆 " + t("The season is over: {season}", season=name(period, t)),
        "\n".join(lines),
        "-# "
        + t(
            "A podium takes four people with five rated matches each. Ratings go on as they are. "
            "`/{settings}` can switch this message off.",
            settings=t.word("command", "settings"),
        ),
    ]
