"""Finished matches: found newest first, read from an index, and deleted by age."""

from types import SimpleNamespace

import pytest
from sqlalchemy import func, insert, select, update
from sqlalchemy.dialects import sqlite

from bot import storage
from bot.run import chores as task
from bot.run.doctor import growth
from bot.screens import finished as replays
from bot.screens.finished import ended
from bot.storage import Database
from bot.storage.finished import Outlook, expire, finished, query
from bot.storage.schema import moves, posts, seats, standings, tables
from bot.words.errors import TableError
from tests.examples import ALL_AT_ONCE, IN_TURN

from ..stored_tables import HERE, NOW, Where, ask, dealt, opened, play, started
from .standing import made


def here(guild_id: int | None = HERE.guild_id) -> Outlook:
    """Return the outlook of a spectator who sees the channel of all tables here."""
    places = frozenset({HERE.channel_id})
    return Outlook(1, guild_id, places, guarded=places)


async def numbers(database: Database, guild_id: int = HERE.guild_id, **asked: object) -> list[int]:
    found = await finished(database, here(guild_id), **({"limit": 100} | asked))  # type: ignore[arg-type]
    return [match.id for match in found]


async def test_finished_matches_are_filtered_newest_first(database: Database) -> None:
    await made(database, [1.0])
    await made(database, [2.0], guild_id=9)
    await made(database, [3.0], phase="cancelled")
    await made(database, [4.0], game=IN_TURN)
    await made(database, [5.0], users=(200, 100))
    await made(database, [4.0], users=(300, 301))
    running, lobby = (await started(database)).id, (await opened(database)).id
    assert await numbers(database) == [5, 6, 4, 1], "equal ends: the higher number first"
    assert await numbers(database, limit=2, offset=1) == [6, 4]
    assert await numbers(database, limit=2, offset=999_999_999 * 5) == []
    assert await numbers(database, guild_id=9) == [2]
    assert await numbers(database, game=IN_TURN) == [4]
    assert await numbers(database, user_id=200) == [5]
    assert await numbers(database, user_id=101, game=ALL_AT_ONCE) == [1]
    assert await numbers(database, user_id=777) == []
    (first, *_) = await finished(database, here(), limit=1)
    assert [(p.name, p.rank) for p in first.players] == [("P200", 1), ("P100", 2)]
    closed = (await opened(database)).id
    assert await storage.tables.cancel(database, closed, NOW)
    for number in (1, 3):
        assert (await ended(database, number, here())).id == number
    for number, why in (
        (2, "no match 2 in this server"),
        (777, "no match 777"),
        (running, "isn't over"),
        (lobby, "isn't over"),
        (closed, "cancelled before"),
    ):
        with pytest.raises(TableError, match=why):
            await ended(database, number, here())
    with pytest.raises(TableError):
        await ended(database, 1, here(None))


@pytest.mark.sqlite
@pytest.mark.parametrize("game", [None, ALL_AT_ONCE])
@pytest.mark.parametrize("user_id", [None, 100])
async def test_page_of_matches_is_read_from_an_index(
    database: Database, file: Where, game: str | None, user_id: int | None
) -> None:
    await made(database, [float(n) for n in range(30)])
    asked = query(here(), game=game, user_id=user_id, limit=6, offset=5)
    text = asked.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
    plan = "\n".join(row[3] for row in ask(file, f"explain query plan {text}"))
    assert "SCAN" not in plan, plan
    if user_id is None:
        assert "tables_by_guild" in plan
        assert "TEMP B-TREE" not in plan, plan
    else:
        assert "seats_by_user" in plan or "one_seat_a_player" in plan, plan


async def test_cached_replay_checks_access_and_drops_deleted_names(database: Database) -> None:
    match = await dealt(database)
    await play(match)
    number = match.table.id
    first = await replays.finished(database, number, here())
    assert (await replays.finished(database, number, here())).steps is first.steps
    async with database.begin() as db:
        await db.execute(update(seats).where(seats.c.seat == 0).values(name="", user_id=-1))
    assert (await replays.finished(database, number, here())).table.players[0].name == ""
    with pytest.raises(TableError):
        await replays.finished(database, number, here(9))


# Deletion by age


async def _count(database: Database, table: object) -> int:
    async with database.read() as db:
        return await db.scalar(select(func.count()).select_from(table)) or 0  # type: ignore[arg-type]


async def _ended(database: Database, count: int) -> None:
    """Store matches that ended at 100, 200 … seconds."""
    for _ in range(count):
        await play(await dealt(database))
    async with database.begin() as db:
        await db.execute(update(tables).values(ended_at=tables.c.id * 100.0))


async def test_old_matches_are_deleted_and_standings_stay(database: Database) -> None:
    await _ended(database, 3)
    await opened(database)
    ranked = await _count(database, standings)
    assert ranked > 0
    assert await expire(database, 100.0) == 0, "none is older"
    assert await expire(database, 300.0) == 2
    assert await storage.tables.table(database, 1) is None
    assert await storage.tables.table(database, 3) is not None
    assert await storage.tables.table(database, 4) is not None, "a lobby has no age"
    assert await _count(database, standings) == ranked
    for table in (moves, seats):
        async with database.read() as db:
            assert await db.scalar(select(func.min(table.c.table_id))) == 3


async def test_match_whose_end_is_not_shown_stays(database: Database) -> None:
    await play(await dealt(database))
    async with database.begin() as db:
        await db.execute(insert(posts).values(table_id=1, reader=0, ply=3))
    assert await expire(database, float("inf")) == 0
    assert await storage.tables.table(database, 1) is not None


async def test_job_deletes_in_steps(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.storage.finished._STEP", 2)
    monkeypatch.setattr(task, "_STEP", 0.0)
    await _ended(database, 5)
    bot = SimpleNamespace(
        database=database, settings=SimpleNamespace(keep_days=10), now=lambda: 501.0 + 10 * 86_400
    )
    await task.expire_matches.run(bot, 0)
    assert await _count(database, tables) == 0


def test_doctor_names_size_and_growth() -> None:
    assert growth(16_000_000, 10_000, 0) == (
        "16.0 MB, 10,000 ended matches, kept for ever (SHINRISEN_KEEP_DAYS); "
        "1,000 more take about 1.6 MB"
    )
    assert "deleted after 30 days; 1,000 more take about 2 MB" in growth(90_000, 3, 30)
