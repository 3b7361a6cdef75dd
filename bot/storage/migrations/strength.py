"""Ratings as strength (mu) with a floor of sigma, computed again from the stored matches."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from bot.storage.ratings import FLOOR, Rating, rate

# Matches whose seats are read together, and seats that are written together.
_AT_ONCE = 500

_tables = sa.table("tables", *map(sa.column, ("id", "guild_id", "game", "phase", "ended_at")))
_seats = sa.table(
    "seats",
    *map(sa.column, ("table_id", "seat", "user_id", "rank", "rating_before", "rating_after")),
)
_standings = sa.table(
    "standings", *map(sa.column, ("guild_id", "game", "period", "user_id", "mu", "sigma"))
)

List = tuple[int, str, str]
"""Server, game and period."""


def rate_again(db: sa.Connection) -> None:
    """Rate all stored matches, oldest first. Write mu and sigma of the seats and standings.

    A person whose data was deleted has an id of their own in each match, so they count as a new
    opponent. Matches and wins stay as they are.
    """
    lists: defaultdict[List, dict[int, Rating]] = defaultdict(dict)
    changed: list[dict[str, object]] = []
    for match, seats in _matches(db):
        at = datetime.fromtimestamp(match.ended_at, UTC)
        for game in ("*", match.game):
            for period in (f"{at:%Y-%m}", f"{at:%G-W%V}", "all"):
                ratings = lists[match.guild_id, game, period]
                before = [ratings.get(seat.user_id, Rating()) for seat in seats]
                after = rate(before, [seat.rank for seat in seats])
                ratings.update(
                    (seat.user_id, rating)
                    for seat, rating in zip(seats, after, strict=True)
                    if seat.user_id > 0
                )
        # The last list is the game's of all time.
        for seat, old, new in zip(seats, before, after, strict=True):
            key = {"of_table": match.id, "of_seat": seat.seat}
            changed.append(key | {"old": old.mu, "new": new.mu})
        if len(changed) > _AT_ONCE:
            _write_seats(db, changed)
            changed.clear()
    _write_seats(db, changed)
    _write_standings(db, lists)


def _matches(db: sa.Connection) -> Iterator[tuple[Any, list[Any]]]:
    """Return each rated match with its seats, ordered by the end of the match."""
    t, s = _tables.c, _seats.c
    ended = db.execute(
        sa.select(t.id, t.guild_id, t.game, t.ended_at)
        .where(t.phase == "over")
        .order_by(t.ended_at, t.id)
    ).all()
    query = (
        sa.select(s.table_id, s.seat, s.user_id, s.rank)
        .where(s.table_id.in_(sa.bindparam("ids", expanding=True)))
        .where(s.rating_after.is_not(None), s.rank.is_not(None))
        .order_by(s.table_id, s.seat)
    )
    for begin in range(0, len(ended), _AT_ONCE):
        part = ended[begin : begin + _AT_ONCE]
        seats: defaultdict[int, list[Any]] = defaultdict(list)
        for seat in db.execute(query, {"ids": [match.id for match in part]}):
            seats[seat.table_id].append(seat)
        yield from ((match, seats[match.id]) for match in part if match.id in seats)


def _write_seats(db: sa.Connection, changed: list[dict[str, object]]) -> None:
    one = (
        sa.update(_seats)
        .where(_seats.c.table_id == sa.bindparam("of_table"))
        .where(_seats.c.seat == sa.bindparam("of_seat"))
        .values(rating_before=sa.bindparam("old"), rating_after=sa.bindparam("new"))
    )
    if changed:
        db.execute(one, changed)


def _write_standings(db: sa.Connection, lists: dict[List, dict[int, Rating]]) -> None:
    s = _standings.c
    # Standings without a stored match keep their mu, but no sigma stays below the floor.
    db.execute(sa.update(_standings).where(s.sigma < FLOOR).values(sigma=FLOOR))
    keys = ("guild_id", "game", "period", "user_id")
    one = (
        sa.update(_standings)
        .where(*(s[key] == sa.bindparam(f"of_{key}") for key in keys))
        .values(mu=sa.bindparam("new_mu"), sigma=sa.bindparam("new_sigma"))
    )
    for (guild_id, game, period), ratings in lists.items():
        db.execute(
            one,
            [
                {"of_guild_id": guild_id, "of_game": game, "of_period": period}
                | {"of_user_id": user_id, "new_mu": rating.mu, "new_sigma": rating.sigma}
                for user_id, rating in ratings.items()
            ],
        )
