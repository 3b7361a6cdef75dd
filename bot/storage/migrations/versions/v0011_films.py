"""Reveals that move: wanted or not, by server and by person."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the columns. Where pictures are wanted, so are films."""
    for table in ("servers", "readers"):
        column = sa.Column("moving", sa.Boolean, nullable=False, server_default=sa.true())
        op.add_column(table, column)
