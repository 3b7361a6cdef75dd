"""Personal choices of pictures, independent of the server's setting."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the table `readers`, empty."""
    op.create_table(
        "readers",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("pictures", sa.Boolean, nullable=False),
    )
