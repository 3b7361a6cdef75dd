"""Films of each table, on or off."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Add the column. Every table follows its server's setting at first."""
    column = sa.Column("moving", sa.Boolean, nullable=False, server_default="1")
    op.add_column("tables", column)
