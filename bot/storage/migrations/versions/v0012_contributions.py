"""Contributions to each seed in order, and the makers of automatic moves."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the table and the column. Players of open lobbies contribute in seat order.

    Matches that have begun keep no contributions, so their seed stays that of their salts.
    """
    op.create_table(
        "contributions",
        sa.Column(
            "table_id",
            sa.Integer,
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("text", sa.String(64), nullable=False),
        sa.Column("word", sa.String(40)),
    )
    op.create_index("contributions_by_user", "contributions", ["user_id"])
    op.execute(
        "INSERT INTO contributions (table_id, number, user_id, kind, text) "
        "SELECT table_id, row_number() OVER (PARTITION BY table_id ORDER BY seat), user_id, "
        "'joined', CAST(join_id AS VARCHAR(64)) FROM seats "
        "JOIN tables ON tables.id = table_id WHERE phase = 'lobby' AND kind = 'person'"
    )
    op.add_column("moves", sa.Column("made_by", sa.String(16)))
