"""Upgrade of 0.1.0 to 0.2.0: ratings as strength, contributions, and columns of its tables."""

from collections import defaultdict
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

from bot.storage.ratings import FLOOR, Rating, rate

revision = "0027"
down_revision = "0007"

_RATED = """
SELECT tables.id, guild_id, game, seat, user_id, rank
FROM tables JOIN seats ON table_id = tables.id
WHERE phase = 'over' AND rating_after IS NOT NULL AND rank IS NOT NULL
ORDER BY ended_at, tables.id, seat
"""
_SEAT = """
UPDATE seats SET rating_before = :old, rating_after = :new WHERE table_id = :table AND seat = :seat
"""
_STANDING = """
UPDATE standings SET mu = :mu, sigma = :sigma
WHERE guild_id = :guild AND game = :game AND period = 'all' AND user_id = :user
"""


def upgrade() -> None:
    """Add the columns that stay. All stored matches are rated again."""
    _strength()
    _columns()
    # Players of open lobbies contribute in seat order. Matches that have begun keep no
    # contributions, so their seed stays that of their salts.
    op.execute(
        "INSERT INTO contributions (table_id, number, user_id, kind, text) "
        "SELECT table_id, row_number() OVER (PARTITION BY table_id ORDER BY seat), user_id, "
        "'joined', CAST(join_id AS VARCHAR(64)) FROM seats "
        "JOIN tables ON tables.id = table_id WHERE phase = 'lobby' AND kind = 'person'"
    )


def _strength() -> None:
    op.drop_index("standings_by_ordinal", "standings")
    op.drop_column("standings", "ordinal")
    for end in ("before", "after"):
        # Plain SQL, because alembic would copy the whole table on SQLite.
        op.execute(f"ALTER TABLE seats RENAME COLUMN ordinal_{end} TO rating_{end}")
    _rate_again(op.get_bind())
    columns = ["guild_id", "game", "period", "shown", "mu", "matches"]
    op.create_index("standings_by_mu", "standings", columns)


def _rate_again(db: sa.Connection) -> None:
    """Rate all stored matches, oldest first. Write mu and sigma of the seats and standings.

    A person whose data was deleted has an id of their own in each match, so they count as a new
    opponent. Standings of weeks and months are dropped later.
    """
    lists: defaultdict[tuple[int, str], dict[int, Rating]] = defaultdict(dict)
    changed = []
    for (table_id, guild_id, game), match in groupby(db.execute(sa.text(_RATED)), lambda r: r[:3]):
        seats = [*match]
        # The seats get the ratings of their game.
        for which in ("*", game):
            ratings = lists[guild_id, which]
            before = [ratings.get(seat.user_id, Rating()) for seat in seats]
            after = rate(before, [seat.rank for seat in seats])
            people = zip(seats, after, strict=True)
            ratings |= {seat.user_id: rating for seat, rating in people if seat.user_id > 0}
        changed += [
            {"table": table_id, "seat": seat.seat, "old": old.mu, "new": new.mu}
            for seat, old, new in zip(seats, before, after, strict=True)
        ]
    standings = [
        {"guild": guild_id, "game": game, "user": user_id, "mu": one.mu, "sigma": one.sigma}
        for (guild_id, game), ratings in lists.items()
        for user_id, one in ratings.items()
    ]
    # Standings without a stored match keep their mu, but no sigma stays below the floor.
    op.execute(f"UPDATE standings SET sigma = {FLOOR} WHERE sigma < {FLOOR}")
    for query, values in ((_SEAT, changed), (_STANDING, standings)):
        if values:
            db.execute(sa.text(query), values)


def _columns() -> None:
    op.drop_column("tables", "changed_by")
    added = {
        "tables": (sa.Column("resumed_at", sa.Float), _given("moving", sa.Boolean, "1")),
        "seats": (
            _given("returns", sa.Integer),
            sa.Column("wants_gone", sa.Integer),
            _given("pauses", sa.Integer),
            _given("wants_rest", sa.Boolean),
        ),
        "moves": (_given("automatic", sa.Boolean), sa.Column("made_by", sa.String(16))),
        "posts": (sa.Column("locale", sa.String(16)),),
        "servers": (_given("moving", sa.Boolean, "1"),),
        "readers": (_given("moving", sa.Boolean, "1"),),
        "changes": (sa.Column("before", sa.Text), sa.Column("after", sa.Text)),
    }
    for table, columns in added.items():
        for column in columns:
            op.add_column(table, column)


def _given(name: str, kind: Any, first: str = "0") -> sa.Column[Any]:
    """Return a column without null, with its value in the rows that are there."""
    return sa.Column(name, kind, nullable=False, server_default=first)
