"""A cheat with two accounts: no rating without playing, no long stalls, no full channel.

The cheat does anything allowed at one table, in any order. The table is the real one, with its
storage, its clock and its rules of consent. Only screens and thinking are left out. The other
people play honestly: they move when it is their turn, and do nothing else. SHINRISEN_SOAK plays a
thousand evenings of each game.
"""

import os
import random
from collections import Counter
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import select

from bot import storage
from bot.play import consent, lobby
from bot.screens.look import FILMED
from bot.screens.transcript import looks
from bot.storage import Database, Player, StoredTable
from bot.storage.schema import moves
from bot.tables.table import Table
from games import GAMES
from games.errors import GameError
from games.record import options_text

from ..stored_tables import table_of

PACE = 30
PLACE = lobby.Place(guild_id=1, channel_id=2, locale="en-US")
CHEATS = (1001, 1002)
# Maximum number of acts in one evening.
_ACTS = 400
_COMPUTERS = 3000
_DAY = 24 * 3600.0

ACTS = (
    *(*["move"] * 12, *["wait"] * 3, *["back"] * 3, "leave", "take back", "kick", "end", "win"),
    *("pause", "go on", "prolong", "cancel", "start"),
)


class Idle:
    """Replaces a table's posts and its computers. It does nothing."""

    def __init__(self, *_: Any) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        return lambda *_, **__: None


@pytest.fixture(autouse=True)
def _unshown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out screens, thinking and chance."""
    monkeypatch.setattr("bot.storage.contributions.secrets.token_bytes", bytes)
    monkeypatch.setattr("bot.tables.table.Posts", Idle)
    monkeypatch.setattr("bot.tables.table.Deciding", Idle)


_HELD = SimpleNamespace(held=0)


@dataclass
class Night:
    """One match with a cheat. `now` is the time, advanced only by waiting.

    `pauses` holds each pause's author and start. `done` counts the acts that were allowed.
    """

    database: Database
    key: str
    rng: random.Random
    now: float = 1_700_000_000.0
    pace: int | None = PACE
    clicks: int = 0
    moved_at: float = 0.0
    done: Counter[str] = field(default_factory=Counter)
    table: Any = None
    people: list[int] = field(default_factory=list)

    def house(self) -> Any:
        """Return the services that a table uses, without Discord."""
        return SimpleNamespace(
            database=self.database,
            now=lambda: self.now,
            looks=looks(),
            look=lambda key: looks()[key],
            servers=SimpleNamespace(of=AsyncMock(return_value=_HELD), known=lambda _: _HELD),
            metrics=SimpleNamespace(moved=lambda *_: None),
            deadline_changed=lambda due_at: None,
            pictures=SimpleNamespace(on=False),
            idle_seconds=7 * _DAY,
            quiet_seconds=6 * _DAY,
            warning_seconds=_DAY,
            watch=lambda task: None,
        )

    @property
    def stored(self) -> StoredTable:
        """The table as its owner keeps it."""
        return self.table.stored  # type: ignore[no-any-return]

    @property
    def honest(self) -> list[int]:
        """The people who don't cheat."""
        return [person for person in self.people if person not in CHEATS]

    async def begin(self) -> None:
        """Seat honest people and one or two accounts of the cheat, in any order, and start."""
        game, rng = GAMES[self.key], self.rng
        fewest, most = game.seats[0], min(4, game.seats[-1])
        seats = rng.randint(fewest, most)
        cheats = CHEATS[: rng.randint(1, min(2, seats - 1))]
        self.people = [*cheats, *range(1, 1 + seats - len(cheats))]
        rng.shuffle(self.people)
        host, *others = [Player(p, f"P{p}", "en-US", rng.getrandbits(60)) for p in self.people]
        options = options_text(game.Options())
        stored = await lobby.open_lobby(
            self.database, PLACE, self.key, options, host, self.now, pace=self.pace
        )
        self.table = Table(self.house(), print, print, stored, ())
        for player in others:
            await self.table.join(player)
        await self.table.start(host.user_id, staff=False)
        self.moved_at = self.now

    async def play(self) -> None:
        """Act as the cheat until the match has ended. After too many acts call it off."""
        for _ in range(_ACTS):
            if not self.table.state.open:
                return
            await self._honest()
            await self._computers()
            if not self.table.state.open:
                return
            await self.act(self.rng.choice(CHEATS), self.rng.choice(ACTS))
            await self._computers()
        await storage.tables.cancel(self.database, self.stored.id, self.now)

    async def act(self, person: int, act: str) -> None:
        """Act once as an account of the cheat. What is refused must change nothing."""
        before = self.stored
        try:
            await self._act(person, act)
        except GameError:
            assert self.stored == before or act == "wait", (act, before, self.stored)
        else:
            self.done[act] += 1

    async def _act(self, person: int, act: str) -> None:
        table, rng = self.table, self.rng
        match act:
            case "move":
                await self._move(person)
            case "wait":
                await self.wait(rng.choice((1.0, PACE / 2, PACE / 2, PACE + 1.0, 700.0)))
            case "leave":
                await table.people.leave(person)
            case "take back":
                await table.people.take_back(person)
            case "back":
                await table.people.back(person)
            case "kick":
                await table.people.kick(person, rng.choice(self.people), staff=False)
            case "end":
                await table.people.vote_end(person)
            case "win":
                await table.people.take_win(person)
            case "pause" | "go on":
                await table.people.pause(person, staff=False, resume=act == "go on")
            case "prolong":
                await table.people.prolong(person)
            case "cancel":
                await table.cancel(person, staff=False, running=True)
            case "start":
                await table.start(person, staff=False)
            case _:
                pytest.fail(f"no such act: {act}")

    async def wait(self, seconds: float) -> None:
        """Advance the clock, and ring the table at each of its times."""
        until = self.now + seconds
        while self.table.state.open:
            stored = await storage.tables.table(self.database, self.stored.id)
            assert stored is not None
            if stored.due_at is None or stored.due_at > until:
                break
            self.now = max(self.now, stored.due_at)
            before = self.table.state.match.ply
            await self.table.deadlines.ring()
            self._note(before)
            await self._computers()
            await self._honest()
        self.now = max(self.now, until)
        self.check_stall()

    def _note(self, before: int) -> None:
        """Remember the time of the last change, by a move or by a pause's end."""
        if self.table.state.match.ply > before:
            self.moved_at = self.now

    def check_stall(self) -> None:
        """Raise AssertionError if the match stands still for longer than its rules allow."""
        stored = self.stored
        if not self.table.state.open or self.pace is None:
            return
        if stored.paused_at is not None:
            wanted = consent.rests_long(stored)
            assert wanted or self.now - stored.paused_at < consent.PAUSE_SECONDS, stored
        for player in stored.players:
            assert player.pauses <= consent.PAUSES or not self._others(player), stored
        # Time without a move: a reveal, the decision's time, and all pauses that may fall into it.
        pauses = sum(player.pauses for player in stored.players) * consent.PAUSE_SECONDS
        wishing = consent.rests_long(stored) or self._others_absent()
        assert wishing or self.now - self.moved_at <= FILMED + PACE + pauses + 1.0, stored

    def _others(self, player: Player) -> bool:
        return any(p.playing and p.user_id != player.user_id for p in self.stored.players)

    def _others_absent(self) -> bool:
        """Return True if no honest person plays any more."""
        return not any(p.playing and p.user_id in self.honest for p in self.stored.players)

    async def _honest(self) -> None:
        """Make the decisions of the honest people who are to act."""
        while self.table.state.open and self.stored.paused_at is None:
            waiting = [p for p in self.honest if self._to_act(p)]
            if not waiting:
                return
            await self._move(waiting[0])

    def _to_act(self, person: int) -> bool:
        seat = self.stored.seat_of(person)
        match = self.table.state.match
        return seat is not None and seat in match.to_act and self.stored.players[seat].playing

    async def _move(self, person: int) -> None:
        seat, match = lobby.seated(self.stored, person), self.table.state.playing()
        legal = match.legal_texts(seat) or ["55"]
        self.clicks += 1
        before = match.ply
        await self.table.move(person, self.rng.choice(legal), clicked=self.clicks)
        self._note(before)

    async def _computers(self) -> None:
        """Make the decisions of all seats that no person plays."""
        for _ in range(_COMPUTERS):
            match = self.table.state.match
            if not self.table.state.open or self.stored.paused_at is not None:
                return
            theirs = [s for s in sorted(match.to_act) if not self.stored.players[s].playing]
            if not theirs:
                return
            # Computers wait until a reveal has been looked at.
            self.now = max(self.now, match.holds.until)
            legal, before = match.legal_texts(theirs[0]), match.ply
            await self.table.computer_moves(theirs[0], self.rng.choice(legal), match.stage, "test")
            self._note(before)
        raise AssertionError("computers never end")


EVENINGS = 1000 if os.environ.get("SHINRISEN_SOAK") else 12
_SHARE = 4


async def decided(database: Database, table: StoredTable) -> tuple[Counter[int], Counter[int]]:
    """Return the number of each seat's moves, and of those that no person made."""
    query = select(moves.c.seat, moves.c.automatic).where(moves.c.table_id == table.id)
    async with database.read() as db:
        rows = (await db.execute(query)).all()
    return Counter(seat for seat, _ in rows), Counter(seat for seat, auto in rows if auto)


async def check_ratings(database: Database, table: StoredTable) -> int:
    """Check that each risen rating was played for. Return the number of rated seats."""
    made, missed = await decided(database, table)
    rated = [p for p in table.players if p.rating_after is not None]
    assert not (rated and any(player.wronged for player in table.players)), table
    assert not (rated and table.phase != "over"), table
    for seat, player in enumerate(table.players):
        if player.rating_after is None or player.rating_after <= (player.rating_before or 0.0):
            continue
        stayed = not (player.left or player.away or player.absent)
        assert stayed, (seat, made, missed, table)
        assert _SHARE * missed[seat] <= made[seat], (seat, made, missed, table)
    return len(rated)


@pytest.mark.sqlite
@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.costly
async def test_cheat_gains_no_rating_and_stalls_no_match(database: Database, key: str) -> None:
    rated, done = 0, Counter[str]()
    for number in range(EVENINGS):
        night = Night(database, key, random.Random(f"{key} {number}"))
        await night.begin()
        await night.play()
        table = await table_of(database, night.stored.id)
        rated += await check_ratings(database, table)
        done += night.done
    print(f"{key}: {EVENINGS} evenings, {rated} rated seats, {dict(done)}")
    assert done["move"]
    assert done["pause"]
    assert done["leave"]
