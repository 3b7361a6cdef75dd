"""Changes of settings with their values before and after."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the columns. Earlier changes have no values."""
    for name in ("before", "after"):
        op.add_column("changes", sa.Column(name, sa.Text))
