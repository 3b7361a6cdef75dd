"""Leaderboards that list people from one match."""

import pytest


@pytest.fixture(autouse=True)
def listed_at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """List people from one match, except in tests of that number."""
    if "newcomers" not in request.fixturenames:
        monkeypatch.setattr("cogs.leaderboard.cog.MATCHES_NEEDED", 1)


@pytest.fixture
def newcomers() -> None:
    """List people from the real number of matches."""
