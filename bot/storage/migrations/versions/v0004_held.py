"""How long what was turned up stands before what comes next, as each server's staff set it."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the seconds of a held moment."""
    op.add_column("servers", sa.Column("held", sa.Integer, nullable=False, server_default="4"))
