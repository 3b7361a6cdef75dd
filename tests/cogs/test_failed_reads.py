"""A database that can't be read for a moment: no match ends by it, and every end is shown."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot import storage
from bot.clicks import opening
from bot.storage import Database, StoredTable
from bot.tables.lifecycle import AGAIN_SECONDS
from bot.tables.state import State
from bot.tables.table import Table
from bot.words.errors import StorageError
from tests.examples import ALL_AT_ONCE

from .evening import Evening, Patch, Three, Two, answer, answers, components, said, until, words
from .forgetting import delete
from .solitary import unsaved

pytestmark = pytest.mark.evening(check_errors=False)


QUICKLY = 20.0
"""Seconds of the machine's time. In it the bot makes up for what it couldn't do."""


async def gone(*_: object, **_named: object) -> Any:
    """Read from a database that isn't there."""
    raise StorageError("the connection is gone")


def unreadable_once(monkeypatch: Patch) -> list[State]:
    """Fail the first read of the row of an open table. Return the states whose read failed."""
    reload, failed = State.reload, list[State]()

    async def failing(state: State) -> None:
        if not failed:
            failed.append(state)
            await gone()
        await reload(state)

    monkeypatch.setattr(State, "reload", failing)
    return failed


async def test_pause_and_end_are_shown_though_unreadable(monkeypatch: Patch, e: Two) -> None:
    last_at, reads = storage.moves.last_at, list[int]()

    async def failing(database: Database, table_id: int) -> float | None:
        reads.append(table_id)
        if len(reads) > 1:
            await gone()
        return await last_at(database, table_id)

    ana, _ = await e.begin(rounds=1)
    with unreadable(monkeypatch):
        await e.pause(ana)
        assert "Ana paused the match" in e.panel_words()
        await e.press(ana, "Go on")
        assert "Go on" not in e.buttons(e.panel())
    with monkeypatch.context() as down:
        down.setattr(storage.moves, "last_at", failing)
        assert "nothing has changed" in said(await e.vote(ana))
    assert e.rows("select wants_end from seats") == [(0,), (0,)]
    failed = unreadable_once(monkeypatch)
    await e.play_out(seed=1, plies=60)
    assert failed
    await e.wait(AGAIN_SECONDS + 1)
    for screen in (e.panel_words(), *map(e.hand_words, e.people)):
        assert "the end" in screen


@contextmanager
def unreadable(monkeypatch: Patch) -> Iterator[None]:
    """Fail all reads of the row of an open table."""
    with monkeypatch.context() as down:
        down.setattr(State, "reload", gone)
        yield


async def test_win_is_shown_once_though_it_was_unreadable(monkeypatch: Patch, e: Two) -> None:
    ana, ben = await e.begin(rounds=1)
    card = next(iter(e.moves(ana).values()))
    await e.leave(ben)
    await e.wait(61)
    take = e.buttons(e.hand(ana))["Take the win"]
    hand = e.hand(ana)
    with unreadable(monkeypatch):
        await ana.user.click(hand, custom_id=take)
        assert e.rows("select phase from tables") == [("over",)]
        refused = await ana.user.click(hand, custom_id=card)
        assert "That match is over." in [words(m.components) for m in answers(refused)]
        await e.wait(AGAIN_SECONDS + 1)
    await e.wait(AGAIN_SECONDS + 1)
    for screen in (e.panel_words(), e.hand_words(ana)):
        assert "took the win" in screen


async def test_lobby_changes_though_it_is_unreadable(monkeypatch: Patch, e: Three) -> None:
    await e.open(e.ana, ALL_AT_ONCE)
    monkeypatch.setattr(storage.tables, "table", gone)
    for person in (e.ben, e.chie):
        await e.press(person, "Join")
    assert "3. **Chie**" in e.panel_words()
    await e.press(e.chie, "Leave")
    await e.choose(e.ana, "Add computer, hard")
    await e.set_options(e.ana, **{"table.pace": "90"})
    await e.ana.submit_modal(await e.press(e.ana, "Cut"), {"text": "banana"})
    panel = e.panel_words()
    for shown in ("2. **Ben**", "3. **🤖", "90 s", "banana"):
        assert shown in panel
    assert "Chie" not in panel


async def test_lobby_opens_stays_and_closes_though_unreadable(monkeypatch: Patch, e: Two) -> None:
    with monkeypatch.context() as down:
        down.setattr(opening, "called_to", gone)
        shown = await e.open(e.ana, ALL_AT_ONCE)
    assert [words(m.components) for m in answers(shown)] == [e.panel_words()]
    join = e.buttons(e.panel())["Join"]
    await e.press(e.ben, "Join")
    await e.restart()
    with monkeypatch.context() as down:
        down.setattr("bot.play.servers.settings_of", gone)
        assert "nothing has changed" in said(await e.press(e.ana, "Start"))
    assert e.rows("select phase from tables") == [("lobby",)]
    with unreadable(monkeypatch):
        await e.choose(e.ana, "Cancel the table")
        assert e.rows("select phase from tables") == [("cancelled",)]
        await e.ben.click(e.panel(), custom_id=join)
        await e.wait(AGAIN_SECONDS + 1)
    await e.wait(AGAIN_SECONDS + 1)
    assert "Join" not in e.buttons(e.panel())


async def test_rematch_opens_though_its_match_is_unreadable(monkeypatch: Patch, e: Two) -> None:
    read = storage.tables.table

    async def failing(database: Database, table_id: int) -> StoredTable | None:
        if len(e.rows("select id from tables")) > 1:
            await gone()
        return await read(database, table_id)

    ana, ben = await e.played(rounds=1)
    with monkeypatch.context() as down:
        down.setattr(storage.tables, "table", failing)
        done = await e.press(ana, "Rematch")
        assert [words(m.components) for m in answers(done)] == [e.panel_words()]
    with unsaved(monkeypatch, "start"):
        await e.press(ben, "Join")
    assert "2. **Ben**" in e.panel_words(), "his seat is taken though it can't start"
    await e.press(ana, "Start")
    assert e.moves(ben)


async def test_deletion_ends_no_match_unreadable_for_a_moment(monkeypatch: Patch, e: Three) -> None:
    await e.begin(rounds=1)
    e.bot.tables.let_go(1)
    with monkeypatch.context() as down:
        keep_unread(down, 1, StorageError)
        assert "nothing has changed" in await delete(e, e.ana)
    assert e.rows("select phase from tables") == [("live",)]
    assert "Ana" in e.panel_words()
    failed = unreadable_once(monkeypatch)
    assert "nothing here leads to you" in await delete(e, e.ana)
    assert failed
    assert e.rows("select phase from tables") == [("live",)], "the others play on"
    await e.wait(AGAIN_SECONDS + 1)
    assert "Ana" not in e.panel_words()
    assert "Ana" not in repr((await e.bot.tables.get(1)).stored)


async def two(e: Evening) -> int:
    """Open two tables that aren't loaded. Return the number of the first to be read."""
    for person in e.people:
        await e.open(person, ALL_AT_ONCE)
    numbers = await storage.tables.open_tables(e.bot.database)
    for number in numbers:
        e.bot.tables.let_go(number)
    return numbers[0]


def keep_unread(monkeypatch: Patch, number: int, error: type[Exception]) -> None:
    """Fail each try to load the table with that number."""
    take_up = Table.take_up

    async def failing(table: Table) -> None:
        if table.id == number:
            raise error("the connection is gone")
        await take_up(table)

    monkeypatch.setattr(Table, "take_up", failing)


@pytest.mark.parametrize("error", [StorageError, RuntimeError])
@pytest.mark.parametrize("left", ["server", "channel"])
async def test_unreadable_table_keeps_no_other_open(
    monkeypatch: Patch, error: type[Exception], left: str, e: Two
) -> None:
    first = await two(e)
    monkeypatch.setattr("bot.tables.tables.AGAIN_SECONDS", 0.01)
    with monkeypatch.context() as down:
        keep_unread(down, first, error)
        if left == "server":
            await e.bot.tables.leave_server(e.guild.id)
        else:
            await e.bot.tables.channel_gone(e.channel.id)
        assert await storage.tables.open_tables(e.bot.database) == [first]
    if error is not RuntimeError:
        still_open = f"select 1 from tables where id = {first} and phase = 'lobby'"
        await until(lambda: not e.rows(still_open), "its end is tried again", QUICKLY)


async def test_unreadable_table_keeps_no_other_from_redrawing(monkeypatch: Patch, e: Two) -> None:
    await e.open(e.ben, ALL_AT_ONCE)
    await e.press(e.ana, "Join")
    await e.open(e.ana, ALL_AT_ONCE)
    first, other = await storage.tables.open_tables(e.bot.database, user_id=e.ana.id)
    redrawn = list[int]()
    e.bot.tables.let_go(first)
    posts = (await e.bot.tables.get(other)).posts
    with monkeypatch.context() as down:
        keep_unread(down, first, StorageError)
        down.setattr(posts, "refresh", lambda: redrawn.append(other))
        await e.bot.tables.show_anew(e.ana.id)
    assert redrawn == [other]
    last = [*await storage.privacy.tied(e.bot.database, e.ana.id)][-1]
    e.bot.tables.let_go(last)
    keep_unread(monkeypatch, last, StorageError)
    assert "nothing has changed" in await delete(e, e.ana), "nor is the other left"
    sits = e.rows(f"select table_id from seats where user_id = {e.ana.id}")
    assert sorted(sits) == [(1,), (2,)]


@pytest.mark.parametrize(
    "unread", ["bot.storage.tables.open_tables", "bot.tables.table.Table.take_up"]
)
async def test_wish_shows_though_hands_are_unread(monkeypatch: Patch, unread: str, e: Two) -> None:
    await e.begin(rounds=1)
    shown = await e.ana.slash(e.channel, "me")
    e.bot.tables.let_go(1)
    with monkeypatch.context() as down:
        down.setattr(unread, gone)
        done = await e.ana.click(answer(shown), label="Words only")
    (told,) = answers(done)
    assert "Words only ✓" in str([*components(told.components)])


async def test_lost_time_is_given_once_though_unreadable(monkeypatch: Patch, e: Two) -> None:
    await e.paced(60)
    match = await e.match()
    before = match.deadline
    assert before is not None
    failed = unreadable_once(monkeypatch)
    await e.bot.tables.give_time_again(20.0)
    assert failed
    await until(lambda: match.deadline == before + 20, "it knows the time given", QUICKLY)
    with unreadable(monkeypatch):
        giving = asyncio.ensure_future(e.bot.tables.give_time_again(20.0))
        done, _ = await asyncio.wait({giving}, timeout=30.0)
        giving.cancel()
        assert done, "the clock waits for this"
    await until(lambda: match.deadline == before + 40, "it knows all time given", QUICKLY)


async def test_unread_deadline_is_not_kept_before_its_time(monkeypatch: Patch, e: Two) -> None:
    await e.paced(60)
    with unreadable(monkeypatch):
        await e.bot.tables.give_time_again(50.0)
        await e.wait(85)
        assert e.rows("select count(*) from moves") == [(0,)], "there are 110 s"
    await e.wait(40)
    assert e.rows("select count(*) from moves") != [(0,)]
