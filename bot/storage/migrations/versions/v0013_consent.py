"""Votes to remove a player, each player's pauses, votes for a longer one, and its end."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the columns. Earlier pauses aren't counted for a player."""
    op.add_column("tables", sa.Column("resumed_at", sa.Float))
    op.add_column("seats", sa.Column("wants_gone", sa.Integer))
    op.add_column("seats", sa.Column("pauses", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("wants_rest", sa.Boolean, nullable=False, server_default="0"))
