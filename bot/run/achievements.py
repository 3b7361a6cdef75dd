"""The command `achievements`: titles and seasons of all kept matches, in the order of their ends.

A second run gives the same and adds nothing. Titles that people have stay.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path

from games.core import Seat
from games.errors import GameError

from ..play import titles
from ..play.past_seasons import Season
from ..play.shuffle import recorded
from ..play.titles import Name
from ..screens.parts import looks
from ..storage import Database, StoredTable, seasons
from ..storage import titles as stored_titles
from ..storage.file_lock import locked
from ..storage.standings import month, season
from ..storage.titles import GENERAL, Earned
from ..words.errors import StorageError

Key = tuple[int, int, Name]
"""A server, a person, and a title."""


def achievements(where: Path | str, *, count: bool) -> int:
    """Give the titles, or only count them. Print how many people have each, and return the status.

    A file must not be in use by a bot. Raises StorageError if it is, or if there is none.
    """
    if isinstance(where, Path) and not where.is_file():
        raise StorageError(
            f"There is no database {where}: name it in SHINRISEN_DATABASE, as for the bot."
        )
    with locked(where) if isinstance(where, Path) else nullcontext():
        asyncio.run(_run(where, count=count))
    return 0


async def _run(where: Path | str, *, count: bool) -> None:
    started = time.monotonic()
    database = await Database.open(where)
    try:
        review = Review(database)
        await review.read()
        closed = 0 if count else await review.store(time.time())
    finally:
        await database.close()
    print(*review.lines(), sep="\n")
    spent = time.monotonic() - started
    print(f"Rated matches: {review.matches}. Past seasons closed: {closed}. {spent:.0f} s.")


class Review:
    """All rated matches, the titles that they earn, and the seasons that they make.

    `new` holds the titles that people don't have yet, `matches` counts the matches.
    """

    def __init__(self, database: Database) -> None:
        self.new: dict[Key, Earned] = {}
        self.matches = 0
        self._database = database
        self._had: set[Key] = set()
        self._seasons: dict[tuple[int, str], Season] = {}
        # Opponents of each person in a server's current month, and the games that they have won.
        self._month = ""
        self._met: dict[tuple[int, int], set[int]] = {}
        self._won: dict[tuple[int, int], set[str]] = {}

    async def read(self) -> None:
        """Go through all rated matches."""
        held = await stored_titles.all_earned(self._database)
        self._had = {_key(one) for one in held}
        async for some in stored_titles.rated_matches(self._database):
            judged = [(stored, seats) for stored in some if (seats := self._counted(stored))]
            ids = [stored.id for stored, _ in judged]
            moves = await stored_titles.moves_of(self._database, ids)
            for stored, seats in judged:
                try:
                    record = recorded(stored, moves[stored.id], {})
                except GameError:
                    # Nothing can replay it here any more.
                    continue
                found = titles.earned(record)
                self._add(stored, {seat: found[seat] for seat in seats if seat in found})

    async def store(self, now: float) -> int:
        """Store the new titles and the seasons. Return the number of past seasons closed."""
        await stored_titles.give(self._database, self.new.values())
        for (guild_id, period), one in self._seasons.items():
            await seasons.fill(self._database, guild_id, period, one.lists)
        past = await seasons.ended(self._database, season(now))
        for guild_id, period in past:
            await seasons.close(self._database, guild_id, period, now, announced=True)
        return len(past)

    def lines(self) -> Iterator[str]:
        """Yield the number of people with each title, new ones included."""
        people = {(name, user_id) for _, user_id, name in self._had | {*self.new}}
        counted = Counter(name for name, _ in people)
        for (game, key), title in titles.every().items():
            of = "" if game == GENERAL else f" ({looks()[game].name if game in looks() else game})"
            number = counted[game, key]
            yield f"{title.name}{of}: {number} {'person' if number == 1 else 'people'}"

    def _counted(self, stored: StoredTable) -> list[Seat]:
        """Count a match. Return the seats that may earn a title by it that they don't have."""
        assert stored.ended_at is not None
        self.matches += 1
        guild_id, people = stored.guild_id, [player.user_id for player in stored.players]
        by_season = (guild_id, season(stored.ended_at))
        self._seasons.setdefault(by_season, Season()).add(stored)
        if self._month != month(stored.ended_at):
            self._month, self._met = month(stored.ended_at), {}
        for user_id in people:
            others = {other for other in people if other > 0 and other != user_id}
            self._met.setdefault((guild_id, user_id), set()).update(others)
        seats = titles.earners(stored)
        for seat in seats:
            if titles.has_won(stored, seat):
                self._won.setdefault((guild_id, people[seat]), set()).add(stored.game)
        enough = [
            seat for seat in seats if len(self._met[guild_id, people[seat]]) >= titles.OPPONENTS
        ]
        tongues = {(GENERAL, titles.TONGUES.key)}
        winners = [seat for seat in enough if titles.has_won(stored, seat)]
        for seat in winners:
            if titles.has_tongues(self._won[guild_id, people[seat]]):
                self._add(stored, {seat: tongues})
        names = [name for name in titles.every() if name[0] in (stored.game, GENERAL)]
        return [
            seat
            for seat in enough
            if any(not self._has((guild_id, people[seat], name)) for name in {*names} - tongues)
        ]

    def _has(self, key: Key) -> bool:
        return key in self._had or key in self.new

    def _add(self, stored: StoredTable, found: Mapping[Seat, Collection[Name]]) -> None:
        for one in titles.rows(stored, found):
            if not self._has(key := _key(one)):
                self.new[key] = one


def _key(one: Earned) -> Key:
    return one.guild_id, one.user_id, (one.game, one.name)
