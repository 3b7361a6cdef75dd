"""Game nights: the plan, the draw of a round, points and the ranking. Pure, without Discord."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from games import GAMES

from ..storage.nights import CHECK, Chair, Gathering, Guest, Sat
from .swiss import MEAN, drawn, met_at, points, resting, sizes

MIXED = "*"
"""The game of a night that plays another one each round."""
ROUNDS, SIZES = range(2, 6), range(3, 6)
"""The numbers of rounds, and of people at a table, to choose from."""
DAYS = 14
"""The number of days to choose from."""
MOST = 40
"""Limit of the people of a night."""
A_DAY = 1
"""Limit of the nights that a host plans in a day."""
SHORTLY, SHORTLY_SECONDS = 24, 10 * 60.0
"""The choice of an hour that means in ten minutes, and its seconds."""
SOON = 5 * 60.0
"""Least seconds from the plan to the first round."""
REMINDER = 15 * 60.0
"""Seconds before the first round, when its check-in opens and mentions those who are in."""
CHECK_IN = 3 * 60.0
"""Seconds for the check-in of a later round, and least seconds for one after the bot was away."""
LATE = 60.0
"""Seconds after the end of a check-in that show that the bot was away."""
POSTING = 10.0
"""Seconds until the host's click leaves a card that isn't posted to the chore."""
TOLD = 24 * 3600.0
"""Seconds before a cancelled night within which those who are in are mentioned."""
TOO_LATE = 3 * 3600.0
"""Seconds after the planned hour that call off a night which hasn't begun."""
ROUND = 3600.0
"""Time limit of a round in seconds. A match that lasts longer counts as broken off."""
PACE = 60
"""Longest time limit for a decision, in seconds."""
_EVENING = 20

ZONES = (
    *("Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver"),
    *("America/Chicago", "America/New_York", "America/Bogota", "America/Halifax"),
    *("America/Sao_Paulo", "Atlantic/Azores", "Europe/London", "Africa/Lagos", "Europe/Berlin"),
    *("Europe/Athens", "Africa/Nairobi", "Europe/Moscow", "Asia/Dubai", "Asia/Karachi"),
    *("Asia/Kolkata", "Asia/Dhaka", "Asia/Bangkok", "Asia/Shanghai", "Asia/Tokyo"),
    *("Australia/Sydney", "Pacific/Auckland"),
)
"""The time zones to choose from, at most 25. Each keeps its own daylight saving time."""
_USUAL = {"ja": "Asia/Tokyo", "de": "Europe/Berlin", "zh": "Asia/Shanghai"}


def usual_zone(locale: str) -> str:
    """Return the time zone that a person's language suggests."""
    return _USUAL.get(locale.partition("-")[0], "Europe/London")


def clock(zone: str, now: float) -> datetime:
    """Return the time of day in a zone, at `now` in unix seconds."""
    return datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo(zone))


@dataclass(frozen=True, slots=True)
class Plan:
    """The choices of a host. The hour is one of their day in their time zone, or `SHORTLY`."""

    day: date
    hour: int
    zone: str
    game: str = MIXED
    rounds: int = 3
    size: int = 4

    def begins(self, now: float) -> float:
        """Return the time of the first round in unix seconds."""
        if self.hour == SHORTLY:
            return now + SHORTLY_SECONDS
        at = datetime(self.day.year, self.day.month, self.day.day, self.hour)
        return at.replace(tzinfo=ZoneInfo(self.zone)).timestamp()

    def may_begin(self, now: float) -> bool:
        """Return True if the first round is neither past, too soon nor too far away."""
        return now + SOON <= self.begins(now) <= now + (DAYS + 1) * 86_400.0

    def __str__(self) -> str:
        return f"{self.day} {self.hour} {self.zone} {self.game} {self.rounds} {self.size}"

    @classmethod
    def parse(cls, text: str) -> "Plan | None":
        """Return the plan in a text, or None if it can't be one of ours."""
        parts = text.split(" ")
        if len(parts) != 6:
            return None
        day, hour, zone, game, rounds, size = parts
        if not all(_is_number(one) for one in (hour, rounds, size)):
            return None
        if int(hour) > SHORTLY or zone not in ZONES or not (game == MIXED or game in GAMES):
            return None
        if int(rounds) not in ROUNDS or int(size) not in table_sizes(game):
            return None
        try:
            return cls(date.fromisoformat(day), int(hour), zone, game, int(rounds), int(size))
        except ValueError:
            return None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 3


def first_plan(zone: str, now: float) -> Plan:
    """Return the suggested plan: this evening, or tomorrow's if that is near."""
    plan = Plan(clock(zone, now).date(), _EVENING, zone)
    if plan.begins(now) - now < 2 * REMINDER:
        plan = Plan(plan.day + timedelta(days=1), _EVENING, zone)
    return plan


def days(zone: str, now: float) -> list[date]:
    """Return the days to choose from."""
    today = clock(zone, now).date()
    return [today + timedelta(days=n) for n in range(DAYS)]


def table_sizes(game: str) -> range:
    """Return the sizes of tables to choose from. A game for two has only tables of two."""
    if game == MIXED:
        return SIZES
    seats = GAMES[game].seats
    low, high = max(SIZES[0], seats[0]), min(SIZES[-1], seats[-1])
    return range(low, high + 1) if low <= high else range(seats[-1], seats[-1] + 1)


def game_of(game: str, number: int, people: int, first: int = 0) -> str | None:
    """Return the game of a round with that many people, or None if they are too few.

    A mixed night plays all games for three and more in turn. `first` shifts their order.
    """
    keys = [game]
    if game == MIXED:
        keys = [key for key in sorted(GAMES) if GAMES[key].seats[-1] >= SIZES[0]]
        at = (first + number) % len(keys)
        keys = keys[at:] + keys[:at]
    return next((key for key in keys if people >= GAMES[key].seats[0]), None)


def expected(gathering: Gathering) -> list[Guest]:
    """Return the people that a check-in waits for, because they came to the round before."""
    night = gathering.night
    return [g for g in gathering.guests if not g.gone and g.here >= night.round - 1]


def present(gathering: Gathering) -> list[Guest]:
    """Return the people who checked in for the round."""
    return [g for g in gathering.guests if not g.gone and g.here == gathering.night.round]


def all_here(gathering: Gathering) -> bool:
    """Return True if a later round can begin before its time."""
    night, here = gathering.night, present(gathering)
    return night.phase == CHECK and night.round > 1 and len(here) == len(expected(gathering)) > 1


def seating(gathering: Gathering) -> list[Chair]:
    """Draw a round: the seats of all who checked in. Return nothing if they are too few.

    The salts of their clicks decide the order of those without a seat so far.
    """
    night, people = gathering.night, {guest.user_id: guest for guest in present(gathering)}
    game = game_of(night.game, night.round, len(people), night.id)
    if game is None:
        return []
    order = {line.user_id: at for at, line in enumerate(ranking(gathering))}
    ranked = sorted(people, key=lambda one: (order.get(one, len(order)), people[one].salt))
    allowed = table_sizes(game)
    fewest = max(GAMES[game].seats[0], min(allowed[0], len(people)))
    tables = sizes(len(people), min(max(night.size, allowed[0]), allowed[-1]), fewest, allowed[-1])
    rests = Counter(chair.user_id for chair in gathering.chairs if not chair.number)
    resters = resting(ranked, len(people) - sum(tables), rests)
    playing = [one for one in ranked if one not in resters]
    found = [Chair(night.round, one, 0, game) for one in resters]
    for number, table in enumerate(drawn(playing, tables, met_at(_tables(gathering))), 1):
        found += [Chair(night.round, one, number, game) for one in table]
    return found


def _tables(gathering: Gathering) -> list[list[int]]:
    """Return the people of all tables so far."""
    found: dict[tuple[int, int], list[int]] = defaultdict(list)
    for chair in gathering.chairs:
        if chair.number:
            found[chair.round, chair.number].append(chair.user_id)
    return [*found.values()]


def award(sat: Sequence[Sat]) -> Mapping[int, int]:
    """Return the points of a table by person. Those who left get none.

    A match that broke off brings the mean to those who stayed.
    """
    ranks = [None if one.gone else one.rank for one in sat]
    got = points(ranks)
    if all(one.rank is None for one in sat):
        got = tuple(0 if one.gone else MEAN for one in sat)
    return {one.user_id: number for one, number in zip(sat, got, strict=True)}


@dataclass(frozen=True, slots=True)
class Line:
    """A person's standing: their points, and those of all whom they met.

    `ranks` are the ranks at the tables by round (None: none).
    """

    user_id: int
    name: str
    points: int
    met: int
    ranks: tuple[int | None, ...]


def ranking(gathering: Gathering) -> list[Line]:
    """Return the standings of all who have had a seat, the best first. Each has their own place.

    On equal points the points of all people met decide, then those of the newest round. Then the
    first who came in is ahead.
    """
    total = Counter[int]()
    for chair in gathering.chairs:
        total[chair.user_id] += chair.points or 0
    met = Counter[int]()
    for table in _tables(gathering):
        for one in table:
            met[one] += sum(total[other] for other in table) - total[one]
    rounds = range(1, gathering.night.round + 1)
    at = {(chair.user_id, chair.round): chair for chair in gathering.chairs}

    def line(guest: Guest) -> Line:
        mine = [at.get((guest.user_id, number)) for number in rounds]
        ranks = tuple(None if chair is None else chair.rank for chair in mine)
        return Line(guest.user_id, guest.name, total[guest.user_id], met[guest.user_id], ranks)

    def late(one: Line) -> list[int]:
        chairs = [at.get((one.user_id, number)) for number in reversed(rounds)]
        return [0 if chair is None else -(chair.points or 0) for chair in chairs]

    seated = {chair.user_id for chair in gathering.chairs}
    lines = [line(guest) for guest in gathering.guests if guest.user_id in seated]
    return sorted(lines, key=lambda one: (-one.points, -one.met, late(one)))
