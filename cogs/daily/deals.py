"""The daily deal: the same deal for all people of a UTC day, with one try.

The game that has a `daily` part in its cog's folder is played. All else here is of no game.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from bot.play.computers import Cast, seated
from bot.storage import Player
from bot.words.parts import part
from games import GAMES
from games.chance import DAILY, Contribution, mixed
from games.core import Event, Frozen, Seat
from games.errors import N_, GameError
from games.record import Record, options_text

MODE = "daily"
"""The mode of its matches."""
FIRST = date(2026, 1, 1)
"""The day of deal 1. All hosts count alike, and each draws its own secrets."""
AHEAD = 7
"""Days from the drawing of a secret to its deal."""
PACE = 120
"""Seconds for a decision."""
PLAYER = Seat(0)
"""The person's seat."""
STRONG = "hard"
"""The computer that plays the deal in the person's place after the day."""
GRACE = 600.0
"""Seconds after the end of a deal's day. A try that was begun may be finished in them."""
_DAY = 86400.0
_WEEK = 7


class Daily(Frozen):
    """A game's daily deal.

    options: the options of its match.
    rivals: the strengths of the computers, by seat from 1.
    line: the deal in a sentence.
    sign: a decision that cost something, in a line of results.
    costs: what each decision of a seat cost, from the match's public events.
    decisions: the number of the player's decisions.
    """

    options: Any
    rivals: tuple[str, ...]
    line: str
    sign: str
    costs: Callable[[Sequence[Event], Seat], tuple[int, ...]]
    decisions: int

    @property
    def seats(self) -> int:
        """The number of seats."""
        return 1 + len(self.rivals)

    def options_line(self) -> str:
        """Return the options as they are stored."""
        return options_text(self.options)

    def computers(self, cast: Cast, promise: str) -> list[Player]:
        """Return the computers. The promise picks their characters, so all people meet the same."""
        found: list[Player] = []
        for kind in self.rivals:
            found.append(seated(cast, kind, found, promise))
        return found


@cache
def daily_game() -> str:
    """Return the key of the game with a daily deal, the first of several. Raises GameError."""
    for key in sorted(GAMES):
        if part(key, "daily") is not None:
            return key
    raise GameError(N_("No game here has a daily deal."))


def daily_of(game: str) -> Daily:
    """Return a game's daily deal. Raises GameError if it has none."""
    module = part(game, "daily") if game in GAMES else None
    found = None if module is None else module.DAILY
    if not isinstance(found, Daily):
        raise GameError(N_("No game here has a daily deal."))
    return found


def number_at(now: float) -> int:
    """Return the number of the deal at a time in unix seconds."""
    return (datetime.fromtimestamp(now, UTC).date() - FIRST).days + 1


def ends(number: int) -> float:
    """Return the end of a deal's day in unix seconds."""
    first = datetime(FIRST.year, FIRST.month, FIRST.day, tzinfo=UTC).timestamp()
    return first + number * _DAY


def closes(number: int) -> float:
    """Return the end of the last tries at a deal in unix seconds."""
    return ends(number) + GRACE


def number_of(closes_at: float) -> int:
    """Return the number of the deal whose last tries end then."""
    return number_at(closes_at - GRACE) - 1


def open_at(now: float) -> list[int]:
    """Return the deals that may be finished at a time, the day's own first."""
    return sorted({number_at(now), number_at(now - GRACE)}, reverse=True)


def seed_of(secret: bytes, number: int) -> bytes:
    """Return the seed of a deal."""
    return mixed(secret, [contribution(number)])


def contribution(number: int) -> Contribution:
    """Return the only contribution to a deal's seed, its number."""
    return Contribution(None, DAILY, str(number))


def this_week(numbers: Sequence[int], today: int) -> int:
    """Return how many of these deals belong to the week of a day, from its Monday on."""
    monday = today - (FIRST.weekday() + today - 1) % _WEEK
    return sum(monday <= number <= today for number in numbers)


def best_run(numbers: Sequence[int]) -> int:
    """Return the largest number of these deals on consecutive days."""
    best = run = 0
    for before, number in zip([None, *numbers], numbers, strict=False):
        run = run + 1 if before is not None and number == before + 1 else 1
        best = max(best, run)
    return best


def costs(game: str, events: Sequence[Event]) -> tuple[int, ...]:
    """Return the costs of the person's decisions in a deal, from its public events."""
    return daily_of(game).costs(events, PLAYER)


def differs(record: Record) -> GameError | None:
    """Return why a record that names a daily deal isn't one, or None."""
    try:
        rules = daily_of(record.game)
    except GameError as error:
        return error
    if (record.options, record.seats) != (rules.options, rules.seats):
        return GameError(N_("The options or the seats aren't those of a daily deal."))
    return None
