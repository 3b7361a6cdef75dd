"""Upgrade of 0.1.0 to 0.2.0: ratings as strength, contributions, and columns of its tables."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from bot.storage.migrations.strength import rate_again

revision = "0027"
down_revision = "0007"


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
    rate_again(op.get_bind())
    columns = ["guild_id", "game", "period", "shown", "mu", "matches"]
    op.create_index("standings_by_mu", "standings", columns)


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
