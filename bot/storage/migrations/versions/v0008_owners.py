"""Owners of tables: an epoch for each, and interactions forwarded from process to process."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the epoch, the queue of interactions and an index of open tables by owner."""
    op.add_column("tables", sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))
    op.drop_column("tables", "changed_by")
    op.add_column("processes", sa.Column("backend", sa.Integer))
    served = op.get_bind().dialect.name == "postgresql"
    op.create_table(
        "forwarded",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("taken_by", sa.String(32)),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("came_at", sa.Float, nullable=False),
        sa.Column("deferred", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("acted", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("done", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("hops", sa.Integer, nullable=False, server_default="0"),
        # The rows live for seconds: they need not survive a crash of the server.
        prefixes=["UNLOGGED"] if served else [],
    )
    still = sa.text("phase IN ('lobby', 'live')")
    op.create_index(
        "tables_open_by_keeper", "tables", ["keeper"], postgresql_where=still, sqlite_where=still
    )
