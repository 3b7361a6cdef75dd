"""Version 0.3.0 drops the tables and columns of the features that it removes."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Drop them, one feature after another."""
    _titles_and_periods()
    _invitations_and_calls()
    _nights()
    _dailies_and_shares()
    _settings()


def _titles_and_periods() -> None:
    """Drop titles except for places in seasons, and the standings of weeks and months."""
    op.create_table(
        "places",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("period", sa.String(8), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Index("places_by_user", "user_id"),
    )
    op.execute(
        "INSERT INTO places (guild_id, user_id, game, period, place) "
        "SELECT guild_id, user_id, game, name, place FROM titles WHERE place IS NOT NULL"
    )
    op.drop_table("titles")
    op.execute("DELETE FROM standings WHERE period <> 'all' AND period NOT LIKE '____-Q_'")


def _invitations_and_calls() -> None:
    """Drop invitations, and the hours and games of calls. A call of one game becomes one of all."""
    op.drop_table("invitations")
    op.drop_table("uninvited")
    for name in ("game", "begins", "ends", "zone"):
        op.drop_column("calls", name)


def _nights() -> None:
    """Turn game nights into tables with an hour."""


def _dailies_and_shares() -> None:
    """Join the ways of sharing."""


def _settings() -> None:
    """Drop the settings that are gone."""
