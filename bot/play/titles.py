"""Titles that matches earn, decided by their logs alone.

The `titles` part of a game's cog declares the game's own. All else here is of no game. A person
earns titles in rated matches among people, with opponents enough in the month so far.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from games import GAMES, find_game
from games.core import Event, Outcome, Seat, Step
from games.errors import N_, GameError
from games.record import Record, steps

from ..storage import Database, StoredTable
from ..storage import titles as stored_titles
from ..storage.titles import GENERAL, Earned
from ..words.parts import part

OPPONENTS = 3
"""Fewest different opponents in rated matches of the month, up to the match itself."""
_CROWD = 3
"""Fewest players of a comeback."""

Name = tuple[str, str]
"""A title: a game's key, or GENERAL, and the title's key."""


@dataclass(frozen=True, slots=True)
class Log:
    """A match that its rules ended: all its steps, and its outcome."""

    steps: tuple[Step[Any], ...]
    outcome: Outcome

    @property
    def events(self) -> Iterator[Event]:
        """All events in order, hidden ones included."""
        return (event for step in self.steps for event in step.events)

    @property
    def last(self) -> Any:
        """The last position."""
        return self.steps[-1].state

    @property
    def winner(self) -> Seat | None:
        """The only seat of the first rank, or None."""
        ranks = self.outcome.ranks
        return Seat(ranks.index(1)) if ranks.count(1) == 1 else None

    def won(self, condition: Callable[[Seat], bool]) -> tuple[Seat, ...]:
        """Return the winner if it meets a condition, else no seat."""
        winner = self.winner
        return (winner,) if winner is not None and condition(winner) else ()


@dataclass(frozen=True, slots=True)
class Title:
    """A title: its stored key, its name, its condition in words, and the seats that earned it."""

    key: str
    name: str
    why: str
    earned: Callable[[Log], Collection[Seat]] = lambda _: ()


@dataclass(frozen=True, slots=True)
class Titles:
    """A game's titles. `values` are those of the seats in a position, and more is better."""

    own: tuple[Title, ...]
    values: Callable[[Any], Sequence[Any]] | None = None


TONGUES = Title("tongues", N_("Five tongues"), N_("win each game once"))
COMEBACK = Title(
    "comeback", N_("Comeback"), N_("win a match of three or more after being last at half time")
)


@cache
def of_game(game: str) -> Titles:
    """Return a game's titles, none if it leaves them out."""
    module = part(game, "titles")
    found = Titles(()) if module is None else module.TITLES
    assert isinstance(found, Titles)
    return found


def every() -> dict[Name, Title]:
    """Return all titles, those of the games first."""
    own = {(game, title.key): title for game in sorted(GAMES) for title in of_game(game).own}
    return own | {(GENERAL, title.key): title for title in (TONGUES, COMEBACK)}


def earned(record: Record) -> dict[Seat, set[Name]]:
    """Return the titles that a match's log earns by seat. A log that can't be replayed earns none.

    Only TONGUES needs other matches.
    """
    try:
        played = tuple(steps(record))
    except GameError:
        return {}
    outcome = find_game(record.game, record.version).outcome(played[-1].state)
    if outcome is None:
        return {}
    log, own = Log(played, outcome), of_game(record.game)
    found: dict[Seat, set[Name]] = {}
    for title in own.own:
        for seat in title.earned(log):
            found.setdefault(seat, set()).add((record.game, title.key))
    for seat in came_back(log, own):
        found.setdefault(seat, set()).add((GENERAL, COMEBACK.key))
    return found


def came_back(log: Log, own: Titles) -> Collection[Seat]:
    """Return the winner if all others stood better after half of the moves."""
    if own.values is None or len(log.outcome.ranks) < _CROWD:
        return ()
    values = own.values(log.steps[len(log.steps) // 2].state)
    return log.won(lambda seat: values.count(values[seat]) == 1 and values[seat] == min(values))


def earners(stored: StoredTable) -> list[Seat]:
    """Return the seats that may earn titles: people who stayed in a rated match to its end."""
    if stored.phase != "over" or stored.why is not None:
        return []
    return [
        Seat(seat)
        for seat, player in enumerate(stored.players)
        if player.rating_after is not None and player.user_id > 0
        if not player.left and player.left_ply is None
    ]


def has_won(stored: StoredTable, seat: Seat) -> bool:
    """Return True for the only seat of the first rank."""
    ranks = [player.rank for player in stored.players]
    return ranks[seat] == 1 and ranks.count(1) == 1


def has_tongues(won: Collection[str]) -> bool:
    """Return True if these are all games."""
    return {*GAMES} <= {*won}


async def give(database: Database, stored: StoredTable, record: Record) -> list[Earned]:
    """Store the titles that a match has earned, and return those that were new by it."""
    enough = [
        seat
        for seat in earners(stored)
        if await stored_titles.opponents(database, stored, stored.players[seat].user_id)
        >= OPPONENTS
    ]
    if enough:
        found = {seat: names for seat, names in earned(record).items() if seat in enough}
        for seat in enough:
            user_id = stored.players[seat].user_id
            if has_won(stored, seat):
                won = await stored_titles.games_won(database, stored, user_id)
                if has_tongues(won):
                    found.setdefault(seat, set()).add((GENERAL, TONGUES.key))
        await stored_titles.give(database, rows(stored, found))
    return await stored_titles.of_match(database, stored.id)


def rows(stored: StoredTable, found: Mapping[Seat, Collection[Name]]) -> list[Earned]:
    """Return the titles of a match's seats as they are stored."""
    assert stored.ended_at is not None
    return [
        Earned(stored.guild_id, stored.players[seat].user_id, *name, stored.id, stored.ended_at)
        for seat, names in found.items()
        for name in sorted(names)
    ]
