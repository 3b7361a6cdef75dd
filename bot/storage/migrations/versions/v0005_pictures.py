"""Pictures: who wants them or doesn't, whatever their server has."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Nobody has chosen yet."""
    op.create_table(
        "readers",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("pictures", sa.Boolean, nullable=False),
    )
