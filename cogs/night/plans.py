"""Game nights: the hour, the people, and the tables they sit down at. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

from games import GAMES
from games.core import Frozen

from .store import BEGUN, FEW, MISSED, OFF, Night

T = TypeVar("T")

DAYS = 14
"""The number of days to choose from."""
MOST = 40
"""Limit of the people of a night."""
SHORTLY = "soon"
"""The choice of an hour that means in ten minutes."""
REMINDER = 15 * 60.0
"""Seconds before the hour, when those who are in are mentioned."""
LATE = 15 * 60.0
"""Seconds after the hour within which tables still open if the bot was away."""
POSTING = 10.0
"""Seconds until the host's click leaves a card that isn't posted to the job."""
MOVED_PAUSE = 3600.0
"""Least seconds between two mentions because the hour of a night has changed."""
LARGEST = 5
"""The most people at a table."""
_SOON, _SHORTLY = 5 * 60.0, 10 * 60.0
_HOUR = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")

ZONES = (
    *("Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver"),
    *("America/Chicago", "America/New_York", "America/Bogota", "America/Halifax"),
    *("America/Sao_Paulo", "Atlantic/Azores", "Europe/London", "Africa/Lagos", "Europe/Berlin"),
    *("Europe/Athens", "Africa/Nairobi", "Europe/Moscow", "Asia/Dubai", "Asia/Karachi"),
    *("Asia/Kolkata", "Asia/Dhaka", "Asia/Bangkok", "Asia/Shanghai", "Asia/Tokyo"),
    *("Australia/Sydney", "Pacific/Auckland"),
)
"""The time zones to choose from by their present time, at most 25. Each keeps its summer time."""
_USUAL = {"ja": "Asia/Tokyo", "de": "Europe/Berlin", "zh": "Asia/Shanghai"}


def zone_of(zone: str, locale: str) -> str:
    """Return a time zone if it can be chosen, or the one that a person's language suggests."""
    if zone in ZONES:
        return zone
    if locale == "en-US":
        return "America/New_York"
    return _USUAL.get(locale.partition("-")[0], "Europe/London")


def clock(zone: str, now: float) -> datetime:
    """Return the time of day in a zone, at `now` in unix seconds."""
    return datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo(zone))


class Plan(Frozen):
    """The answers of a form, as texts.

    `day` is a date, or 0 or 1 for the host's today or tomorrow. `hour` is a time of that day, or
    `SHORTLY`.
    """

    day: str
    hour: str
    zone: str
    game: str

    def begins(self, opened: float, now: float) -> float | None:
        """Return the hour in unix seconds, or None if the answers can't be ours.

        `opened` is the time when the form was opened.
        """
        if self.zone not in ZONES or self.game not in GAMES:
            return None
        if self.hour == SHORTLY:
            return now + _SHORTLY
        time, day = _HOUR.fullmatch(self.hour), self._date(opened)
        if time is None or day is None:
            return None
        at = datetime(day.year, day.month, day.day, int(time[1]), int(time[2]))
        return at.replace(tzinfo=ZoneInfo(self.zone)).timestamp()

    def _date(self, opened: float) -> date | None:
        if self.day in ("0", "1"):
            return clock(self.zone, opened).date() + timedelta(days=int(self.day))
        try:
            return date.fromisoformat(self.day)
        except ValueError:
            return None


def first_plan(zone: str, game: str, now: float) -> Plan:
    """Return the suggested plan: this evening, or tomorrow's if that is near."""
    plan = Plan("0", "20:00", zone, game)
    begins = plan.begins(now, now) or 0.0
    return plan if begins >= now + 2 * REMINDER else replace(plan, day="1")


def plan_of(zone: str, game: str, begins_at: float, now: float) -> Plan:
    """Return the answers that gave a night its hour."""
    at, today = clock(zone, begins_at), clock(zone, now).date()
    after = (at.date() - today).days
    day = str(after) if after in (0, 1) else at.date().isoformat()
    return Plan(day, f"{at.hour}:{at.minute:02}", zone, game)


def may_begin(begins_at: float, now: float) -> bool:
    """Return True if an hour is neither past, too soon nor too far away."""
    return now + _SOON <= begins_at <= now + (DAYS + 2) * 86_400.0


def at_the_hour(night: Night, now: float) -> str:
    """Return the phase that follows the hour."""
    if night.game not in GAMES:
        return OFF
    if now > night.begins_at + LATE:
        return MISSED
    return BEGUN if night.guests else FEW


def seated(game: str, people: Sequence[T]) -> list[Sequence[T]]:
    """Return the people of each table, filled in order.

    The tables are as few as possible and as even as possible, the largest first.
    """
    number = -(-len(people) // min(LARGEST, GAMES[game].seats[-1]))
    found, at = list[Sequence[T]](), 0
    for left in range(number, 0, -1):
        size = -(-(len(people) - at) // left)
        found.append(people[at : at + size])
        at += size
    return found
