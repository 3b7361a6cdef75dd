"""Remarks of computers: a server's setting, and the choice of each table."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the columns. Everywhere remarks are on at first."""
    for table in ("servers", "tables"):
        column = sa.Column("remarks", sa.Boolean, nullable=False, server_default="1")
        op.add_column(table, column)
