"""The language of each post, because its reader may have no seat any more."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Add the column, empty in posts of before and in those that older processes store."""
    op.add_column("posts", sa.Column("locale", sa.String(16)))
