"""The newest click of each player, so that none counts that another process served too late."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Of the clicks before nobody need know."""
    op.add_column("seats", sa.Column("click_id", sa.BigInteger, nullable=False, server_default="0"))
