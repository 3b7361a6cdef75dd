"""What changed between moves: each player's newest click, and when a table changed without one.

No click counts that another process serves after a newer one, and no change stays unshown.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Of what was before nobody need know."""
    op.add_column("seats", sa.Column("click_id", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("changed_ply", sa.Integer))
