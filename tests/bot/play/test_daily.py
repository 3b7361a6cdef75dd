"""Daily deals in the database: one secret, one try, the same answers, one end."""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.play.rivalry import rivalries
from bot.play.shuffle import recorded
from bot.run.verify import HOLDS, verify
from bot.screens.transcript import looks
from bot.storage import Database, Player, hashes, tables
from bot.storage.meetings import meetings
from bot.storage.privacy import everything, forget, scrub, to_scrub
from bot.words.errors import TableError
from cogs.daily import deals, store
from cogs.daily.store import Deal
from games.record import dumps

from ...cogs.daily.daily_here import Posted, answers, lined, played
from ..stored_tables import HERE, NOW, Where, ask

ROOT = Path(__file__).parents[3]
GAME = deals.daily_game()
ANA, BEN = Player(500, "Ana", "de", 7), Player(501, "Ben", "ja", 8)
SECRET = bytes(range(32))


@pytest.fixture
async def deal(database: Database) -> Deal:
    """Draw the deal of a day."""
    return await store.deal(database, 9, GAME)


async def test_secret_is_drawn_once_by_all_processes(database: Database, peer: Database) -> None:
    drawn = [store.deal(one, 9, GAME) for one in (database, peer) * 8]
    assert len({deal.secret for deal in await asyncio.gather(*drawn)}) == 1


async def test_alike_play_meets_alike_answers_in_another_order(database: Database) -> None:
    deal = Deal(9, GAME, SECRET)
    first = await played(database, deal, ANA, backwards=False)
    second = await played(database, deal, BEN, backwards=True)
    assert len(second.moves) > len(first.moves), "choices were changed"
    assert answers(second) == answers(first)


async def test_computers_answer_otherwise_on_another_day(database: Database) -> None:
    monday = await played(database, Deal(9, GAME, SECRET), ANA, backwards=False)
    tuesday = await played(database, Deal(10, GAME, SECRET), ANA, backwards=False)
    assert answers(monday) != answers(tuesday)


async def test_record_of_a_try_is_verified(database: Database, deal: Deal, tmp_path: Path) -> None:
    match = await played(database, deal, ANA, backwards=True)
    file = tmp_path / "record.txt"
    file.write_text(dumps(match.record), encoding="utf-8")
    assert "\ndaily - 9\n" in file.read_text(encoding="utf-8")
    assert verify(file, computers=True) == HOLDS
    makers = {ply: "easy.1" for ply, _ in match.record.makers}
    assert recorded(match.table, match.moves, makers) != match.record


@pytest.mark.usefixtures("quick_rivals")
async def test_deals_are_no_meetings_with_computers(database: Database) -> None:
    cast = looks()[GAME].computers
    for number in (8, 9):
        deal = await store.deal(database, number, GAME)
        match = await played(database, deal, ANA, backwards=False)
        ended = await tables.table(database, match.table.id)
        assert ended is not None
        assert ended.phase == "over"
        assert await rivalries(database, ended, cast) == {}
    assert await meetings(database, HERE.guild_id, ANA.user_id, GAME) == []


@pytest.mark.usefixtures("quick_rivals")
async def test_deletion_leaves_a_hash_until_the_day_ends(
    database: Database, deal: Deal, file: Where
) -> None:
    await lined(database, deal, 2)
    assert await forget(database, 500)
    assert [run.user_id for run in await store.lines(database, 9, 1)] == [501]
    with pytest.raises(TableError, match="one try a day"):
        await played(database, deal, ANA, backwards=False)
    found = await everything(database, 500, NOW)
    assert (found["daily_runs"], found["hashes"]) == ([], ["daily_runs"])
    assert (await everything(database, 501, NOW))["hashes"] == []
    assert not await forget(database, 500), "nothing else is left"
    await scrub(database)
    await hashes.expire(database, NOW)
    assert not await to_scrub(database)
    await store.played_by_computer(database, 9, 7, [7], "the day is over")
    await hashes.expire(database, NOW)
    assert ask(file, "select user_id from daily_runs") == [(501,)]
    assert await to_scrub(database), "the file may keep a trace of the hash"


@pytest.mark.usefixtures("quick_rivals")
async def test_results_expire_and_secrets_stay(database: Database, deal: Deal, file: Where) -> None:
    await lined(database, deal, 1)
    await store.expire(database, 9)
    assert ask(file, "select count(*) from daily_runs") == [(1,)]
    await store.expire(database, 10)
    for table in ("daily_runs", "daily_boards"):
        assert ask(file, f"select count(*) from {table}") == [(0,)]
    assert await store.known(database, 9) == deal


@pytest.mark.usefixtures("quick_rivals")
async def test_day_is_closed_once_by_many_tasks(
    database: Database, deal: Deal, file: Where
) -> None:
    await lined(database, deal, 2)
    bots = [Posted(database, deals.closes(9) + 60) for _ in range(4)]
    await asyncio.gather(*(one.close() for one in bots))
    late = Posted(database, deals.closes(9) + 7200)
    await late.close()
    posted = [text for one in (*bots, late) for text in one.posted]
    assert len(posted) == 2, "one in each server"
    assert ask(file, "select count(*) from daily_boards where closed") == [(2,)]
    played_on = await store.known(database, 9)
    assert played_on is not None
    assert played_on.score == sum(played_on.marks)


@pytest.mark.served
async def test_four_processes_and_a_restart_close_a_day_once(on_server: str) -> None:
    database = await Database.open(on_server)
    deal = await store.deal(database, 9, GAME)
    await lined(database, deal, 2)

    def process() -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", "tests.cogs.daily.daily_here", on_server, "9"]
        return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)

    four = [process() for _ in range(4)]
    # One dies somewhere in the middle.
    await asyncio.sleep(1.5)
    four[0].send_signal(signal.SIGKILL)
    printed = [await asyncio.to_thread(one.communicate) for one in four]
    # It starts again, later than another process would have taken over.
    await database.close()
    database = await Database.open(on_server)
    later = Posted(database, deals.closes(9) + 3600)
    await later.close()
    lines = [line for out, _ in printed for line in out.splitlines()]
    posted = sorted([*lines, *(f"posted in {n}" for n in later.channels)])
    assert posted == ["posted in 10", "posted in 20"]
    assert ask(on_server, "select count(*), count(distinct user_id) from daily_runs") == [(2, 2)]
    await database.close()
