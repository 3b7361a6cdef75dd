"""Hours of calls in the person's own time zone, daylight saving included."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.play.calling import ZONES, clock, tried, usual_zone, wants
from bot.storage.calls import Wish
from bot.words.i18n import languages

WISH = Wish(1, 2, "*", 18, 22, "Europe/Berlin")


def at(text: str) -> float:
    """Return a moment, UTC, in unix seconds."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("now", "wanted"),
    [
        ("2026-01-15 16:59", False),
        ("2026-01-15 17:00", True),
        ("2026-01-15 20:59", True),
        ("2026-01-15 21:00", False),
        ("2026-07-15 15:59", False),
        ("2026-07-15 16:00", True),
        ("2026-07-15 20:00", False),
    ],
)
def test_hours_are_those_of_the_persons_clock(now: str, wanted: bool) -> None:
    assert wants(WISH, "any", at(now)) is wanted


@pytest.mark.parametrize(("hour", "wanted"), [(22, True), (3, True), (6, False), (21, False)])
def test_hours_go_on_over_midnight(hour: int, wanted: bool) -> None:
    night = Wish(1, 2, "*", 22, 6, "Asia/Tokyo")
    assert wants(night, "any", at(f"2026-01-15 {(hour - 9) % 24:02}:30")) is wanted


def test_equal_hours_mean_round_the_clock() -> None:
    whole = Wish(1, 2, "*", 5, 5, "Asia/Tokyo")
    assert all(wants(whole, "any", at(f"2026-01-15 {hour:02}:00")) for hour in range(24))


def test_every_zone_shows_its_time() -> None:
    assert len(ZONES) == len(set(ZONES)) <= 25, "a list has room for 25"
    now = at("2026-01-15 12:00")
    offsets = [clock(zone, now).utcoffset() for zone in ZONES]
    assert offsets == sorted(offsets, key=lambda one: (one or timedelta()).total_seconds())


@pytest.mark.parametrize("language", ["en-US", "ja", *languages()])
def test_suggested_zone_can_be_chosen(language: str) -> None:
    assert usual_zone(language) in ZONES


def test_people_called_longest_ago_keep_no_one_out() -> None:
    wishes = [Wish(1, user_id, "*", None, None, "Asia/Tokyo") for user_id in range(40)]
    found = [[wish.user_id for wish in tried(wishes, table_id)] for table_id in range(100)]
    assert {len(one) for one in found} == {12}
    assert all(one[:6] == [*range(6)] for one in found), "those called longest ago come first"
    assert {user_id for one in found for user_id in one} == {*range(40)}
    assert tried(wishes[:3], 1) == wishes[:3]
