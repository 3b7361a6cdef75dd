"""Behind which walls a match was played, and what is deleted but not yet scrubbed."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Of earlier matches nobody knows whether their channel was a thread: both stay null."""
    op.add_column("tables", sa.Column("parent_id", sa.BigInteger))
    op.add_column("tables", sa.Column("private", sa.Boolean))
    op.create_table(
        "unscrubbed", sa.Column("id", sa.Integer, primary_key=True), sqlite_autoincrement=True
    )
