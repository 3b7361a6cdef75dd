"""Order of changes between moves: each player's newest click, and a table's changes without a move.

A click served after a newer one doesn't count, and every change is shown.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the columns. Earlier changes need no values."""
    op.add_column("seats", sa.Column("click_id", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("changed_ply", sa.Integer))
