"""Matches whose rules this version of the bot can't play, by game and rules version."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import text

from games import playable

from ..storage.database import Database

VERSIONS = "SELECT game, version, phase, count(*) FROM tables GROUP BY game, version, phase"
"""Query for the counted matches."""
Counted = Mapping[tuple[str, int, str], int]


def ending(counted: Counted) -> list[str]:
    """Return a sentence for each kind of running match that a start would call off."""
    return [
        f"{number} running match{'es' * (number != 1)} of {game} (rules {version}) will be called "
        "off, unrated: run the version before until they are over"
        for (game, version, phase), number in sorted(counted.items())
        if phase == "live" and not playable(game, version)
    ]


def unverifiable(counted: Counted) -> int:
    """Return the number of ended matches that can't be replayed or verified here."""
    return sum(
        number
        for (game, version, phase), number in counted.items()
        if phase == "over" and not playable(game, version)
    )


def ended(counted: Counted) -> int:
    """Return the number of ended matches."""
    return sum(n for (_, _, phase), n in counted.items() if phase in ("over", "cancelled"))


async def running(database: Database) -> Counted:
    """Return the number of running matches by game, rules version and phase."""
    live = VERSIONS.replace("GROUP", "WHERE phase = 'live' GROUP")
    return counted(await database.rows(text(live)))


def counted(rows: Iterable[Sequence[Any]]) -> Counted:
    """Return the numbers of a query by the other columns."""
    return {(game, version, phase): number for game, version, phase, number in rows}
