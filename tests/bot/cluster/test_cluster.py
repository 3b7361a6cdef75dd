"""Two processes on one PostgreSQL, without Discord: who holds, keeps and hears what."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from bot.play.cluster import Sharing

from bot import storage
from bot.play.match import Match
from bot.storage import Database, Due
from bot.storage.listen import ALIVE_SECONDS, Holding, Line
from bot.words.errors import MoveTaken, NotSaved
from games.errors import IllegalMove

from ..stored_tables import NOW, ask, change, dealt, next_move, now, opened, started


async def until(true: Callable[[], bool]) -> None:
    """Wait for what other tasks bring about."""
    async with asyncio.timeout(20):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


class Process:
    """A database, and this process's place among the others; `heard` is what it was told."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.neighbours = Sharing(database)
        self.heard: list[tuple[str, int]] = []
        # Whom those who told of changes took for the keepers, as far as they are there.
        self.keepers: list[str | None] = []
        self.running: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Be there, and hear."""
        await self.neighbours.begin()
        self.run()

    def run(self) -> None:
        """Hear."""
        kinds = ("table", "claimed", "missed", "server", "processes", "died")
        self.running = asyncio.ensure_future(self.neighbours.run({k: self._hear(k) for k in kinds}))

    def _hear(self, kind: str) -> Callable[..., Awaitable[None]]:
        async def hear(number: int, tables: list[int] | None = None, **more: Any) -> None:
            if kind == "table":
                self.keepers.append(more["keeper"])
            self.heard += [(kind, one) for one in tables or [number]]

        return hear

    async def hears(self, *said: tuple[str, int]) -> None:
        """Wait until it has been told that."""
        await until(lambda: set(said) <= set(self.heard))

    async def die(self) -> None:
        """Do nothing any more, without a word."""
        assert self.running is not None
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)


@asynccontextmanager
async def processes(address: str, count: int = 2) -> AsyncIterator[list[Process]]:
    """So many of them, in one."""
    found = [Process(await Database.open(address)) for _ in range(count)]
    try:
        for one in found:
            await one.begin()
        yield found
    finally:
        for one in found:
            await one.die()
            await one.neighbours.close()
            await one.database.close()


class Subject:
    """A table as a process knows it."""

    def __init__(self, table_id: int) -> None:
        self.id = table_id
        self.keeper: str | None = None
        self.open = True
        self.moment: tuple[object, ...] = ()
        self.caught_up = 0
        self.fails = False

    def touched(self) -> None:
        """Nothing here asks for that."""

    async def catch_up(self) -> None:
        """Count how often others had changed it."""
        if self.fails:
            raise NotSaved("not now")
        self.caught_up += 1


async def test_whoever_gets_the_lock_knows_what_another_did_and_the_others_are_told(
    on_server: str,
) -> None:
    async with processes(on_server) as (one, two):
        table = await opened(one.database)
        mine, theirs = Subject(table.id), Subject(table.id)
        lock, other = one.neighbours.lock(mine), two.neighbours.lock(theirs)
        for _ in range(2):
            async with lock:
                pass
        assert mine.caught_up == 0, "nobody else has changed it"
        async with other:
            theirs.moment = ("changed",)
        assert theirs.caught_up == 1
        await one.hears(("table", table.id))
        async with other:
            pass
        assert theirs.caught_up == 1, "it knows what it did itself"
        async with lock:
            pass
        assert mine.caught_up == 1
        assert two.heard.count(("table", table.id)) == 0, "nothing was changed"


async def test_of_what_has_ended_all_are_told_so_whoever_keeps_it(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        table = await opened(one.database)
        await two.hears(("processes", 2))
        subject = Subject(table.id)
        subject.keeper = one.neighbours.name
        lock = one.neighbours.lock(subject)
        async with lock:
            subject.moment = ("changed",)
        await until(lambda: two.keepers == [one.neighbours.name])
        async with lock:
            subject.moment, subject.open = ("ended",), False
        await until(lambda: two.keepers == [one.neighbours.name, None])


async def test_who_could_not_catch_up_does_so_next_time(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        subject = Subject((await opened(one.database)).id)
        lock = two.neighbours.lock(subject)
        subject.fails = True
        with pytest.raises(NotSaved):
            async with lock:
                pass
        subject.fails = False
        async with lock:
            assert subject.caught_up == 1


async def test_one_at_a_time_holds_a_table_in_order_of_asking(on_server: str) -> None:
    async with processes(on_server, 3) as all_:
        number = (await opened(all_[0].database)).id
        locks = [one.neighbours.lock(Subject(number)) for one in all_]
        inside, order = list[int](), list[int]()
        for lock in locks:
            # Connected, nobody is late for another reason.
            async with lock:
                pass

        async def hold(who: int) -> None:
            async with locks[who]:
                inside.append(who)
                assert inside == [who], "two at once"
                await asyncio.sleep(0.2)
                order.append(who)
                inside.clear()

        tasks = []
        for who in (0, 1, 2, 0, 1, 2, 0):
            tasks.append(asyncio.ensure_future(hold(who)))
            await asyncio.sleep(0.1)
        await asyncio.gather(*tasks)
        assert sorted(order) == [0, 0, 0, 1, 1, 2, 2]
        assert order[:3] == [0, 1, 2]


async def test_a_cancelled_wait_holds_nothing(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        number = (await opened(one.database)).id
        lock, other = (p.neighbours.lock(Subject(number)) for p in (one, two))

        async def hold() -> None:
            async with other:
                pass

        for turns in range(12):
            async with lock:
                waiting = asyncio.ensure_future(hold())
                await asyncio.sleep(turns / 500)
                waiting.cancel()
                await asyncio.wait({waiting})
            async with asyncio.timeout(4), lock:
                pass


async def test_what_a_dead_process_kept_is_kept_by_one_of_the_others_in_time(
    on_server: str,
) -> None:
    async with processes(on_server, 3) as (one, two, three):
        ids = [(await opened(one.database)).id for _ in range(4)]
        ids.append((await started(two.database)).id)
        assert ask(on_server, "select count(distinct keeper) from tables") == [(2,)]
        await one.die()
        begun = asyncio.get_running_loop().time()

        def claimed() -> list[int]:
            return sorted(n for p in (two, three) for k, n in p.heard if k == "claimed")

        await until(lambda: set(claimed()) == set(ids[:4]))
        assert asyncio.get_running_loop().time() - begun < 5
        assert claimed() == ids[:4], "nobody claims twice, nor what somebody keeps"
        kept = [ask(on_server, f"select keeper from tables where id = {n}")[0][0] for n in ids]
        assert set(kept) <= {two.database.name, three.database.name}
        await three.hears(("processes", 2))


async def test_what_a_process_did_before_it_died_untold_is_looked_at(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        table, other = await opened(two.database), await opened(two.database)
        await two.hears(("processes", 2))
        await one.die()
        lock = one.neighbours.lock(subject := Subject(table.id))
        async with lock:
            subject.moment = ("changed",)
        await two.hears(("table", table.id))
        assert ("table", other.id) not in two.heard


async def test_whoever_keeps_tables_is_told_that_another_process_is_gone(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        await two.hears(("processes", 2))
        assert ("died", 0) not in two.heard
        await one.die()
        await two.hears(("died", 0))


async def test_what_is_told_while_a_process_begins_is_looked_at_as_soon_as_it_can(
    on_server: str,
) -> None:
    async with processes(on_server) as (one, two):
        table, other = await opened(one.database), await opened(one.database)
        late = Process(await Database.open(on_server))
        # It hears already, but nobody is there to look.
        await late.neighbours.begin()
        lock = one.neighbours.lock(subject := Subject(table.id))
        async with lock:
            subject.moment = ("changed",)
        await two.hears(("table", table.id))
        await asyncio.sleep(0.5)
        late.run()
        await late.hears(("table", table.id))
        late.heard.clear()
        async with lock, one.neighbours.lock(more := Subject(other.id)):
            subject.moment = more.moment = ("changed again",)
        await late.hears(("table", table.id), ("table", other.id))
        await late.die()
        await late.neighbours.close()
        await late.database.close()


async def test_whom_nobody_sees_any_more_keeps_nothing_whatever_is_told(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        table = await opened(two.database)
        await two.hears(("processes", 2))
        one.neighbours.tell("table", table.id, keeper="gone")
        await until(lambda: two.keepers == [None])
        one.neighbours.tell("table", table.id, keeper=one.neighbours.name)
        await until(lambda: two.keepers == [None, one.neighbours.name])


async def test_who_is_leaving_keeps_its_tables_until_it_says_that_it_is_gone(
    on_server: str,
) -> None:
    async with processes(on_server) as (one, two):
        table = await opened(one.database)
        await one.neighbours.deaf()
        await asyncio.sleep(ALIVE_SECONDS + 1.5)
        assert ("claimed", table.id) not in two.heard
        await one.die()
        await one.neighbours.close()
        await two.hears(("claimed", table.id))


async def test_who_gives_up_taking_a_table_holds_nothing_of_it(on_server: str) -> None:
    database = await Database.open(on_server)
    one, two = Holding(database.arguments, "one"), Holding(database.arguments, "two")
    number = (await opened(database)).id
    for holding in (one, two):
        # Connected, it takes a moment each time.
        line, _ = await holding.take(number)
        await holding.give(number, line)
    try:
        for steps in range(16):
            taking = asyncio.ensure_future(one.take(number))
            for _ in range(steps):
                await asyncio.sleep(0)
            # The server may have given it, but nobody has heard so.
            time.sleep(0.03)  # noqa: ASYNC251
            taking.cancel()
            if await asyncio.wait({taking}) and not taking.cancelled():
                await one.give(number, taking.result()[0])
            line, _ = await two.take(number)
            await two.give(number, line)
    finally:
        await one.close()
        await two.close()
        await database.close()


async def test_nobody_waits_for_a_connection_longer_than_for_an_answer(
    on_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = await Database.open(on_server)
    line = Line(database.arguments, "one")
    await line.ask("SELECT 1")
    monkeypatch.setattr("bot.storage.listen.PATIENCE", 1.0)
    try:
        asked = [line.ask("SELECT pg_sleep(0.7)") for _ in range(3)]
        *_, last = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(last, NotSaved), "its turn came after 1.4 s"
        assert await line.ask("SELECT 1")
    finally:
        await line.close()
        await database.close()


async def test_who_ends_in_order_is_followed_at_once(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        table = await opened(one.database)
        await one.die()
        await one.neighbours.close()
        async with asyncio.timeout(2.5):
            await two.hears(("claimed", table.id))


async def test_only_the_keeper_has_a_tables_clock(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        table = await started(one.database)
        await storage.tables.set_clock(one.database, table.id, NOW, NOW)
        assert await storage.tables.due(one.database, NOW + 1) == [table.id]
        assert await storage.tables.due(two.database, NOW + 1) == []
        assert await storage.tables.next_due(two.database) is None
        await storage.tables.give_time_again(two.database, NOW + 50, 50)
        assert await storage.tables.due(one.database, NOW + 1) == [table.id]


async def test_a_move_judged_by_what_is_no_longer_true_is_not_stored(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        match = await dealt(one.database)
        async with two.neighbours.lock(Subject(match.table.id)):
            pass
        with pytest.raises(MoveTaken):
            await match.submit(*next_move(match))
        assert ask(on_server, "select * from moves") == []
        async with one.neighbours.lock(Subject(match.table.id)):
            await match.submit(*next_move(match))
        assert ask(on_server, "select ply from moves") == [(1,)]


async def test_a_match_catches_up_with_moves_and_clock_of_another(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        mine = await dealt(one.database)
        change(on_server, f"update tables set pace = 30 where id = {mine.table.id}")
        table = await storage.tables.table(two.database, mine.table.id)
        assert table is not None
        theirs = await Match.load(table, two.database, now)
        async with two.neighbours.lock(Subject(table.id)):
            for _ in range(3):
                await theirs.submit(*next_move(theirs))
            await storage.tables.set_clock(two.database, table.id, NOW + 7, NOW + 7)
        again = await storage.tables.table(one.database, table.id)
        assert again is not None
        mine.table = again
        await mine.catch_up()
        assert (mine.moves, mine.state) == (theirs.moves, theirs.state)
        assert mine.deadline == NOW + 7


async def test_no_move_of_an_ended_match_is_stored(on_server: str) -> None:
    database = await Database.open(on_server)
    try:
        match = await dealt(database)
        await storage.tables.cancel(database, match.table.id, NOW)
        with pytest.raises(Exception, match="That match is over"):
            await match.submit(*next_move(match))
        assert ask(on_server, "select * from moves") == []
    finally:
        await database.close()


async def test_a_move_and_its_clock_are_one(on_server: str) -> None:
    database = await Database.open(on_server)
    try:
        one, two = await started(database), await started(database)
        await asyncio.gather(
            storage.moves.append(database, one.id, 1, 0, "55", NOW, None, Due(NOW + 5, NOW + 2)),
            storage.moves.append(database, two.id, 1, 0, "55", NOW, None),
            storage.moves.append(database, one.id, 2, 1, "56", NOW, None, Due(NOW + 9, NOW + 8)),
        )
        assert ask(on_server, "select deadline, due_at from tables order by id") == [
            (NOW + 9, NOW + 8),
            (None, None),
        ]
        with pytest.raises(MoveTaken):
            await storage.moves.append(database, two.id, 1, 0, "57", NOW, None, Due(NOW, NOW))
        assert ask(on_server, f"select due_at from tables where id = {two.id}") == [(None,)]
    finally:
        await database.close()


async def test_a_move_tells_other_processes_by_which_click_it_was_made(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        match = await dealt(one.database)
        seat, text = next_move(match)
        other = match.legal_texts(seat)[1]

        async def clicked() -> int:
            table = await storage.tables.table(two.database, match.table.id)
            assert table is not None
            return table.players[seat].click_id

        async with one.neighbours.lock(Subject(match.table.id)):
            await match.submit(seat, text, clicked=1 << 60)
            assert await clicked() == 1 << 60
            await match.submit(seat, other)
            assert await clicked() == 1 << 60, "nobody has clicked"
            with pytest.raises(IllegalMove):
                await match.submit(seat, other, clicked=1 << 61)
        assert await clicked() == 1 << 60


async def test_nobody_connects_any_more_once_all_is_closed(on_server: str) -> None:
    async with processes(on_server, 1) as (one,):
        line = Line(one.database.arguments, "a name")
        assert await line.ask("select 1")
        await line.drop()
        assert await line.ask("select 1"), "it has another connection"
        await line.close()
        with pytest.raises(NotSaved):
            await line.ask("select 1")
