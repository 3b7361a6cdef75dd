"""The table and the message of each invitation, so that it can be closed with its table."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Add the columns, null in invitations of before."""
    op.add_column("invitations", sa.Column("table_id", sa.Integer))
    op.add_column("invitations", sa.Column("channel_id", sa.BigInteger))
    op.add_column("invitations", sa.Column("message_id", sa.BigInteger))
