"""Version 0.3.0 drops the tables and columns of the features that it removes."""

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
    """Drop titles, and the standings of weeks and months."""


def _invitations_and_calls() -> None:
    """Drop invitations, and the hours and games of calls."""


def _nights() -> None:
    """Turn game nights into tables with an hour."""


def _dailies_and_shares() -> None:
    """Join the ways of sharing."""


def _settings() -> None:
    """Drop the settings that are gone."""
