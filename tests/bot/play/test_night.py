"""Game nights without Discord: hours, tables, two processes, dying ones, and those of 0.2.0."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from datetime import datetime
from functools import partial
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

from bot import storage
from bot.play import lobby
from bot.run.jobs import Jobs
from bot.screens.naming import named
from bot.screens.transcript import looks
from bot.storage import Database, StoredTable
from bot.storage.fence import ARRIVED, Arrived
from bot.storage.privacy import everything, forget
from bot.storage.servers import ServerSettings
from bot.wire.ui import Drawn
from bot.words.errors import CarriedOut, TableError
from bot.words.i18n import tongue
from cogs.night import jobs, plans
from cogs.night import store as stored
from cogs.night.plans import Plan, first_plan, plan_of, seated
from cogs.night.store import BEGUN, MISSED, OLD, OVER, PLANNED, Guest, Night
from games import GAMES
from tests.examples import ALL_AT_ONCE, FOR_TWO

from ..rung import rung
from ..stored_tables import NOW, Where, ask, change, holding, reopened

BEGINS = NOW + 3600
UPGRADES = Path(__file__).parents[1] / "storage" / "upgrades"


def guest(number: int) -> Guest:
    """Return person 500, 501 and further, who came in that order."""
    return Guest(500 + number, f"P{number}", "en-US", number, NOW + number)


def plan(channel_id: int = 2, host: int = 0, **values: Any) -> Night:
    """Return a night that person 500 hosts, or a later one."""
    night = Night(1, channel_id, "en-US", 500 + host, ALL_AT_ONCE, "Asia/Tokyo", NOW, BEGINS)
    return replace(night, guests=(guest(host),), **values)


@pytest.mark.parametrize(
    ("zone", "day", "hour", "at"),
    [
        ("Europe/Berlin", "2026-10-24", "20:00", "2026-10-24T18:00:00Z"),
        ("Europe/Berlin", "2026-10-25", "20:00", "2026-10-25T19:00:00Z"),
        ("Asia/Tokyo", "2026-10-25", "9:30", "2026-10-25T00:30:00Z"),
        ("America/New_York", "2026-11-01", "20:00", "2026-11-02T01:00:00Z"),
        ("Asia/Tokyo", "0", "23:00", "2026-10-21T14:00:00Z"),
        ("America/New_York", "1", "0:00", "2026-10-21T04:00:00Z"),
    ],
)
def test_hour_is_one_of_the_hosts_own_day(zone: str, day: str, hour: str, at: str) -> None:
    # It is the 21st in Tokyo, and the 20th in New York.
    opened = datetime.fromisoformat("2026-10-20T18:00:00Z").timestamp()
    begins = Plan(day, hour, zone, ALL_AT_ONCE).begins(opened, opened)
    assert begins == datetime.fromisoformat(at).timestamp()
    assert plan_of(zone, ALL_AT_ONCE, begins, opened).begins(opened, opened) == begins


@pytest.mark.parametrize(
    "answers",
    [
        ("", "", "", ""),
        ("0", "24:00", "Asia/Tokyo", ALL_AT_ONCE),
        ("0", "20", "Asia/Tokyo", ALL_AT_ONCE),
        ("2", "20:00", "Asia/Tokyo", ALL_AT_ONCE),
        ("2026-13-01", "20:00", "Asia/Tokyo", ALL_AT_ONCE),
        ("0", "20:00", "Asia/Nowhere", ALL_AT_ONCE),
        ("0", "20:00", "Asia/Tokyo", "chess"),
    ],
)
def test_forged_answers_are_refused(answers: tuple[str, str, str, str]) -> None:
    assert Plan(*answers).begins(NOW, NOW) is None


def test_first_plan_is_this_evening_while_it_is_far() -> None:
    midnight = datetime.fromisoformat("2026-10-20T00:00:00Z").timestamp()
    for hour in range(24):
        now = midnight + 3600 * hour
        for zone in plans.ZONES:
            begins = first_plan(zone, ALL_AT_ONCE, now).begins(now, now)
            assert begins is not None
            assert now + 2 * plans.REMINDER <= begins < now + 25 * 3600
            assert plans.may_begin(begins, now)


@pytest.mark.parametrize("game", [*GAMES])
def test_tables_are_filled_in_order_and_even(game: str) -> None:
    most = min(plans.LARGEST, GAMES[game].seats[-1])
    for people in range(1, plans.MOST + 1):
        tables = seated(game, range(people))
        assert [one for table in tables for one in table] == list(range(people))
        sizes = [len(table) for table in tables]
        assert sizes == sorted(sizes, reverse=True)
        assert most >= sizes[0] <= sizes[-1] + 1
        assert len(sizes) == -(-people // most)
        # After a crash between two tables, the others are the same.
        assert seated(game, range(people)[sizes[0] :]) == tables[1:]
    assert seated(game, ()) == []


class Killed(Exception):
    """The end of a process."""


class Here:
    """A process's services for plans. It notes the messages, and dies after some tables."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.at = NOW
        self.looks = looks()
        self.posted: list[tuple[str, list[int]]] = []
        self.changed: list[str] = []
        self.refused: Exception | None = None
        self.servers = SimpleNamespace(of=AsyncMock(return_value=ServerSettings()))
        self.dies_after = 1000
        self.house = self.tables = self
        self.settings = SimpleNamespace(keep_days=None)
        self.jobs = Jobs(database, self.now, lambda: None)
        self.jobs.bind(self, jobs)

    def now(self) -> float:
        """Return the time."""
        return self.at

    async def post_in(
        self, _at: int, what: Drawn | str, people: Iterable[int] = (), *, once: str
    ) -> Any:
        """Note a message and the people whom it notifies."""
        await asyncio.sleep(0.01)
        if self.refused is not None:
            raise self.refused
        self.posted.append((what if isinstance(what, str) else what.text, [*people]))
        return SimpleNamespace(id=len(self.posted))

    async def change_in(self, _at: int, _message_id: int, drawn: Drawn) -> None:
        """Note a changed message."""
        self.changed.append(drawn.text)
        if self.refused is not None:
            raise self.refused

    async def opened(self, _stored: StoredTable, *, answers: bool) -> None:
        """Open a table, unless the process dies of it."""
        assert not answers
        self.dies_after -= 1
        if self.dies_after < 0:
            raise Killed

    async def stored(self, table_id: int) -> StoredTable | None:
        """Return a stored table."""
        return await storage.tables.table(self.database, table_id)

    async def get(self, table_id: int) -> Any:
        """Return a table that can be started."""
        found = await self.stored(table_id)
        assert found is not None
        start = partial(lobby.start, self.database, found, now=self.at)
        panel = SimpleNamespace(want=lambda: None, rest=AsyncMock())
        posts = SimpleNamespace(of=lambda _: panel, refresh=lambda: None)
        return SimpleNamespace(stored=found, start=start, posts=posts)

    async def go_on(self, at: float) -> float:
        """Do at a time what is due. Return the seconds until the next look."""
        self.at = max(at, self.at)
        coming = await rung(self.jobs)
        return inf if coming is None else coming - self.at


async def read(database: Database) -> Night:
    """Return the only night."""
    found = await stored.night(database, 1)
    assert found is not None
    return found


async def planned(database: Database, people: int = 1, **values: Any) -> None:
    """Store a night whose card is posted, with that many people in."""
    guests = tuple(map(guest, range(people)))
    night = await stored.make(database, replace(plan(**values), guests=guests))
    await stored.show(database, night, 1000)


async def test_night_begins_once_on_many_processes(database: Database, file: Where) -> None:
    await planned(database, 11)
    others = [database] * 2
    if not isinstance(file, Path):
        others = [await Database.open(file) for _ in range(2)]
        for number, one in enumerate((database, *others)):
            holding(file, one, 3, [number])
    houses = [Here(one) for one in (database, *others)]

    async def all_go_on(at: float) -> None:
        await asyncio.gather(*(house.go_on(at) for house in houses))

    await all_go_on(BEGINS - plans.REMINDER - 1)
    assert [house.posted for house in houses] == [[], [], []]
    for late in range(0, 60, 20):
        await all_go_on(BEGINS - plans.REMINDER + late)
    [(line, people)] = [one for house in houses for one in house.posted]
    game = named(looks(), ALL_AT_ONCE, tongue("en-US"))
    assert line.startswith(f"{game}: the game night begins in 15 minutes. <@500> <@501> ")
    assert people == [500 + n for n in range(11)]
    for late in range(0, 60, 20):
        await all_go_on(BEGINS + late)
    assert (await read(database)).phase == OVER
    assert ask(file, "select count(*) from tables where phase = 'live'") == [(3,)]
    assert ask(file, "select count(*), count(distinct user_id) from seats") == [(11, 11)]
    assert len([text for house in houses for text in house.changed]) == 1
    if not isinstance(file, Path):
        for other in others:
            await other.close()


async def test_people_get_one_table_of_a_night(database: Database, file: Where) -> None:
    await planned(database, 3)
    night = await read(database)
    people = [one.player() for one in night.guests]
    await jobs.open_night(database, night, people, BEGINS, None)
    with pytest.raises(TableError):
        await jobs.open_night(database, night, people, BEGINS, None)
    assert ask(file, "select count(*) from tables") == [(1,)]


async def test_death_between_tables_loses_no_person(database: Database, file: Where) -> None:
    await planned(database, 12)
    dying = Here(database)
    dying.dies_after = 1
    await dying.go_on(BEGINS)
    assert (await read(database)).phase == BEGUN
    here = Here(database)
    await here.go_on(BEGINS + 60)
    assert ask(file, "select count(*) from tables where phase = 'live'") == [(3,)]
    tables = {one.table_id for one in (await read(database)).guests}
    assert len(tables - {None}) == 3
    assert "Table 3: " in here.changed[-1]
    table = await storage.tables.table(database, 1)
    assert table is not None
    assert [given.kind for given in table.contributions] == ["joined"] * 4, "all salts count"


@pytest.mark.parametrize("people", [0, 3])
async def test_too_late_nothing_opens(database: Database, file: Where, people: int) -> None:
    await planned(database, people)
    here = Here(database)
    await here.go_on(BEGINS + plans.LATE + 1)
    assert (await read(database)).phase == MISSED
    assert "I was away at this hour" in here.changed[-1]
    assert ask(file, "select count(*) from tables") == [(0,)]


async def test_unanswered_mention_is_posted_again_soon(database: Database) -> None:
    await planned(database)
    here, due = Here(database), BEGINS - plans.REMINDER
    here.refused = OSError()
    pause = await here.go_on(due)
    assert pause < 60
    here.refused = None
    for n in range(1, 4):
        await here.go_on(due + n * pause)
    assert len(here.posted) == 1


async def test_change_wins_over_the_hour(database: Database) -> None:
    await planned(database)
    night = await read(database)
    assert await stored.change(database, night, begins_at=BEGINS + 60, called=True)
    assert not await stored.change(database, night, phase=BEGUN), "an older version begins nothing"
    assert (await read(database)).begins_at == BEGINS + 60


async def test_one_night_a_channel_and_a_host(database: Database) -> None:
    first = await stored.make(database, plan())
    with pytest.raises(TableError, match="in this channel already"):
        await stored.make(database, plan(host=1))
    with pytest.raises(TableError, match="tomorrow"):
        await stored.make(database, plan(3))
    assert await stored.last_plan(database, 500, NOW + 86_401) == first
    assert await stored.last_plan(database, 501, NOW) is None
    assert await stored.make(database, plan(3, made_at=NOW + 86_401))


async def test_places_of_a_night_are_limited(database: Database) -> None:
    await planned(database, plans.MOST)
    night = await read(database)
    with pytest.raises(TableError, match="Every place"):
        await stored.press(database, night, guest(plans.MOST), plans.MOST)
    await stored.press(database, night, guest(7), plans.MOST)
    await stored.press(database, night, guest(plans.MOST), plans.MOST)
    await Here(database).go_on(BEGINS)
    with pytest.raises(TableError, match="over"):
        await stored.press(database, night, guest(7), plans.MOST)


async def test_persons_data_is_exported_and_deleted(database: Database, file: Where) -> None:
    await planned(database, 4, game=FOR_TWO)
    told = await everything(database, 500, NOW)
    assert [row["name"] for row in told["night_guests"]] == ["P0"]
    assert [row["zone"] for row in told["nights"]] == ["Asia/Tokyo"]
    assert await forget(database, 500)
    assert ask(file, "select host_id, zone from nights") == [(0, "")]
    await Here(database).go_on(BEGINS)
    query = "select user_id from seats order by table_id, seat"
    assert ask(file, query) == [(501,), (502,), (503,)], "the others play"


async def test_ended_nights_expire(database: Database, file: Where) -> None:
    await planned(database, 2)
    here = Here(database)
    await here.go_on(BEGINS)
    await here.go_on(BEGINS + 29 * 86_400)
    assert ask(file, "select phase from nights") == [(OVER,)]
    await here.go_on(BEGINS + 30 * 86_400)
    for table in ("nights", "night_guests", "jobs"):
        assert ask(file, f"select count(*) from {table}") == [(0,)]


# Databases of version 0.2.0


@pytest.fixture
async def earlier(file: Path) -> AsyncIterator[Database]:
    """Open a database of 0.2.0 with two planned nights, three that run, and an ended one."""
    shutil.copy(max(UPGRADES.glob("v*.sqlite3")), file)
    for name in ("night_seats", "night_guests", "nights"):
        change(file, f"delete from {name}")
    columns = "id, guild_id, channel_id, locale, host_id, rounds, size, made_at, begins_at, due_at"
    for number, phase, game, message in (
        (1, "planned", ALL_AT_ONCE, 11),
        (2, "planned", "*", 12),
        (3, "check", "*", 13),
        (4, "play", ALL_AT_ONCE, "null"),
        (5, "play", ALL_AT_ONCE, 15),
        (6, "over", ALL_AT_ONCE, 16),
    ):
        values = f"{number}, 1, {number}, 'de', 500, 3, 4, {NOW}, {BEGINS}, {BEGINS}"
        change(
            file,
            f"insert into nights ({columns}, phase, game, message_id, said, round, event_id) "
            f"values ({values}, '{phase}', '{game}', {message}, 0, 1, 77)",
        )
        for at, gone in enumerate((False, True, False)):
            one = f"{number}, {500 + at}, 'P{at}', 'de', {at}, {at}, 1, {gone}"
            change(file, f"insert into night_guests values ({one})")
    change(file, f"insert into night_seats values (5, 1, 500, 1, '{ALL_AT_ONCE}', 1, null, null)")
    database = await Database.open(file)
    yield database
    await database.close()


@pytest.mark.sqlite
async def test_nights_of_0_2_0_go_on_or_end_with_a_sentence(earlier: Database, file: Path) -> None:
    rows = ask(file, "select id, phase, game from nights order by id")
    phases = (PLANNED, PLANNED, OLD, OLD, OLD)
    assert rows == [(number, phase, ALL_AT_ONCE) for number, phase in enumerate(phases, 1)]
    assert ask(file, "select night_id, user_id from night_guests") == [
        *((1, 500), (1, 502), (2, 500), (2, 502))
    ]
    assert ask(file, "select 1 from sqlite_master where name = 'night_seats'") == []
    here = Here(earlier)
    await here.go_on(NOW)
    assert sum("P0" in text and "P2" in text for text in here.changed) == 2
    assert here.posted == [], "the message of night 4 was never posted"
    await here.go_on(BEGINS)
    assert ask(file, f"select count(*) from tables where opened_at = {BEGINS}") == [(2,)]
    told = await everything(earlier, 500, NOW)
    assert [row["phase"] for row in told["nights"]] == [OVER, OVER, OLD, OLD, OLD]
    await here.go_on(BEGINS + 30 * 86_400)
    assert ask(file, "select count(*) from nights") == [(0,)]


@pytest.mark.sqlite
@pytest.mark.parametrize(("status", "code"), [(0, 0), (404, 10008), (404, 10003), (403, 50013)])
async def test_card_of_0_2_0_is_changed_once(
    earlier: Database, file: Path, status: int, code: int
) -> None:
    here = Here(earlier)
    if status:
        answer: Any = SimpleNamespace(
            status=status, reason="", headers={"Content-Type": "application/json"}
        )
        kind = discord.NotFound if status == 404 else discord.Forbidden
        here.refused = kind(answer, {"code": code, "message": ""})
    for ends in (2, 0):
        here.changed.clear()
        await here.go_on(here.at + 60)
        assert sum("„Revanche“" in text for text in here.changed) == ends
    assert {*ask(file, "select distinct phase from nights where shown < version")} <= {(PLANNED,)}


async def test_press_on_a_card_is_carried_out_once(on_server: str) -> None:
    async with reopened(on_server) as database:
        holding(on_server, database)
        night = await stored.make(database, plan())
        ARRIVED.set(Arrived({"id": 1 << 60}, 0.0))
        await stored.press(database, night, guest(7), 9)
        # The process was killed, and the next one serves the click, too.
        ARRIVED.set(Arrived({"id": 1 << 60}, 0.0))
        with pytest.raises(CarriedOut):
            await stored.press(database, night, guest(7), 9)
    assert ask(on_server, "select count(*) from night_guests where user_id = 507") == [(1,)]
