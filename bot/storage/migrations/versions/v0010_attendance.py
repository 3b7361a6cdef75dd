"""Moves that a computer or the clock made for a person, and each player's returns to the seat."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the columns. Earlier moves don't note the decision's author."""
    op.add_column(
        "moves", sa.Column("automatic", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("seats", sa.Column("returns", sa.Integer, nullable=False, server_default="0"))
