"""Titles that matches earn, in words. Pure."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from ..play import titles
from ..play.names import called
from ..storage import StoredTable
from ..storage.titles import GENERAL, Earned
from ..words.i18n import Tongue
from ..words.speech import listed
from .look import Look

SIGN = "🎖️"
# People that the line of a match names, so that it stays one.
_MOST = 4


def line(
    stored: StoredTable, earned: Sequence[Earned], t: Tongue, letters: int, reader: int | None
) -> str:
    """Return the new titles of a match's players in one line, nothing without any.

    A single one stands with its condition. Profiles have those of all. `reader` is the player who
    reads, None in public.
    """
    known = titles.every()
    players = {player.user_id: player for player in stored.players}
    told, whys = list[str](), list[str]()
    for user_id, theirs in groupby(earned, key=lambda one: one.user_id):
        found = [known.get((one.game, one.name)) for one in theirs]
        names = [t(title.name) for title in found if title is not None]
        whys += [t(title.why) for title in found if title is not None]
        if names and user_id in players:
            who = called(players[user_id], t, letters, reader)
            told.append(t("{who}: {titles}", who=who, titles=f"**{listed(names, t)}**"))
    more = whys if len(whys) == 1 else ["…"] * (len(told) > _MOST)
    return f"{SIGN} " + " · ".join([*told[:_MOST], *more]) if told else ""


def described(looks: Mapping[str, Look], game: str, name: str, t: Tongue) -> str:
    """Return a title with its game and its condition, or nothing if it is unknown here."""
    title = titles.every().get((game, name))
    if title is None:
        return ""
    of = "" if game == GENERAL or game not in looks else f" · {t(looks[game].name)}"
    return f"**{t(title.name)}**{of} · {t(title.why)}"
