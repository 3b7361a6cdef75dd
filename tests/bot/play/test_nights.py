"""Game nights without Discord: a paper example, thirty people in three rounds, two processes."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import asdict, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot import storage
from bot.play import lobby, nights
from bot.play.match import Match
from bot.play.nights import ZONES, Plan, award, clock, ranking, seating, usual_zone
from bot.run.nights import Nights
from bot.screens.parts import looks
from bot.storage import Database, StoredTable
from bot.storage import nights as stored
from bot.storage.nights import CHECK, FEW, OVER, PLAY, Chair, Gathering, Guest, NewNight, Night, Sat
from bot.storage.ownership import Owned
from bot.storage.privacy import everything, forget
from bot.storage.servers import ServerSettings
from bot.wire.ui import Drawn
from bot.words.errors import TableError
from bot.words.i18n import languages
from games.record import options_text
from tests.examples import ALL_AT_ONCE, FOR_TWO

from ..stored_tables import NOW, Where, ask, play

BEGINS = NOW + 3600


def guest(number: int, here: int = 0) -> Guest:
    """Return person 500, 501 and further, who came in that order."""
    return Guest(500 + number, f"P{number}", "en-US", number, NOW + number, here)


def plan(channel_id: int = 2, **values: Any) -> NewNight:
    """Return a night of three rounds, at tables of three, that person 500 hosts."""
    usual: dict[str, Any] = {"game": ALL_AT_ONCE, "rounds": 3, "size": 3, "made_at": NOW}
    times = {"begins_at": BEGINS, "due_at": BEGINS - nights.REMINDER}
    return NewNight(1, channel_id, "en-US", 500, **(usual | times | values))


# A paper example. G leaves in the second round, where H comes late, and C, D and F don't check in.
#
#               table 1                     table 2
#   Round 1     A 1st 24 of 24              E 1st 18: beats G, ties with F
#               B 2nd 16: beats C, D        F 1st 18
#               C 3rd  8: beats D           G 3rd  0
#               D 4th  0
#   Round 2     E 1st 24, A 2nd 18, H 3rd 12, B 4th 6: beats G, G left 0
#
#   A and E have 42. A met people with 30 + 76 points, E with 18 + 76: A wins. Then B 22, F 18,
#   H 12, C 8. G and D have nothing, and G met people with more.
_PAPER = (
    (1, 1, {"A": 1, "B": 2, "C": 3, "D": 4}),
    (1, 2, {"E": 1, "F": 1, "G": 3}),
    (2, 1, {"E": 1, "A": 2, "H": 3, "B": 4, "G": None}),
)


def test_points_and_ranking_are_those_on_paper() -> None:
    letters, chairs = "ABCDEFGH", list[Chair]()
    for number, table, ranks in _PAPER:
        got = award([Sat(500 + letters.index(x), r, r is None) for x, r in ranks.items()])
        people = {x: 500 + letters.index(x) for x in ranks}
        chairs += [
            Chair(number, one, table, ALL_AT_ONCE, 1, ranks[x], got[one])
            for x, one in people.items()
        ]
    night = Night(**asdict(plan(rounds=2, phase=OVER, round=2)), id=1)
    guests = tuple(replace(guest(at), name=x) for at, x in enumerate(letters))
    lines = ranking(Gathering(night, guests, tuple(chairs)))
    told = " ".join(f"{line.name}{line.points}" for line in lines)
    assert told == "A42 E42 B22 F18 H12 C8 G0 D0"
    assert [line.met for line in lines[:2]] == [106, 94]
    assert lines[0].ranks == (1, 2)
    assert lines[4].ranks == (None, 3)


def test_match_broken_off_brings_its_players_the_mean() -> None:
    assert award([Sat(1, None, False), Sat(2, None, True), Sat(3, None, False)]) == {
        1: 12,
        2: 0,
        3: 12,
    }


def test_odd_person_rests_in_a_game_for_two() -> None:
    night = Night(**asdict(plan(game=FOR_TWO, phase=CHECK, round=1)), id=1)
    chairs = seating(Gathering(night, tuple(guest(n, 1) for n in range(5)), ()))
    assert Counter(chair.number for chair in chairs) == {0: 1, 1: 2, 2: 2}
    done = tuple(replace(chair, points=12) for chair in chairs)
    night = replace(night, round=2)
    again = seating(Gathering(night, tuple(guest(n, 2) for n in range(5)), done))
    (first,), (second,) = ([c.user_id for c in all_ if not c.number] for all_ in (chairs, again))
    assert first != second


@pytest.mark.parametrize(
    ("zone", "day", "at"),
    [
        ("Europe/Berlin", date(2026, 10, 24), "2026-10-24T18:00:00Z"),
        ("Europe/Berlin", date(2026, 10, 25), "2026-10-25T19:00:00Z"),
        ("Asia/Tokyo", date(2026, 10, 25), "2026-10-25T11:00:00Z"),
        ("America/New_York", date(2026, 11, 1), "2026-11-02T01:00:00Z"),
    ],
)
def test_hour_is_one_of_the_hosts_own_day(zone: str, day: date, at: str) -> None:
    made = Plan(day, 20, zone)
    assert made.begins(NOW) == datetime.fromisoformat(at).timestamp()
    assert Plan.parse(str(made)) == made


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-10-25 25 Asia/Tokyo * 3 4",
        "2026-10-25 20 Asia/Nowhere * 3 4",
        "2026-10-25 20 Asia/Tokyo chess 3 4",
        "2026-10-25 20 Asia/Tokyo * 6 4",
        "2026-10-25 20 Asia/Tokyo * 3 9",
        "2026-13-25 20 Asia/Tokyo * 3 4",
        "2026-10-25 ² Asia/Tokyo * 3 4",
    ],
)
def test_forged_plan_is_refused(text: str) -> None:
    assert Plan.parse(text) is None


class Killed(Exception):
    """The end of a process."""


class Here:
    """A process's services for nights. It notes the messages, and dies after some tables."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.at = NOW
        self.looks = looks()
        self.posted: list[tuple[str, list[int]]] = []
        self.changed: list[str] = []
        self.servers = SimpleNamespace(of=self._settings)
        self.check_ins: dict[int, Any] = {}
        self.check_ins_elsewhere: dict[int, float] = {}
        self.delivery = SimpleNamespace(send=self._send)
        self.by_token = 0
        self.dies_after = 1000

    async def _settings(self, _guild_id: int) -> ServerSettings:
        return ServerSettings(pictures=False)

    async def _send(self, _drawn: object, _send: object) -> None:
        self.by_token += 1

    def now(self) -> float:
        """Return the time."""
        return self.at

    def look(self, game: str) -> Any:
        """Return a game's look."""
        return self.looks[game]

    def may_attach(self, _channel_id: int) -> bool:
        """Return False: files aren't permitted."""
        return False

    async def post_in(self, at: int, drawn: Drawn, *, nonce: str) -> Any:
        """Note a message."""
        return await self.call_in(at, drawn.text, [], nonce)

    async def call_in(self, _at: int, line: str, people: Iterable[int], nonce: str) -> Any:
        """Note a message and the people whom it notifies."""
        assert len(nonce) <= 25
        await asyncio.sleep(0.01)
        self.posted.append((line, [*people]))
        return SimpleNamespace(id=len(self.posted))

    async def change_in(self, _at: int, _message_id: int, drawn: Drawn) -> None:
        """Note a changed message."""
        self.changed.append(drawn.text)

    # Tables

    def ours(self, table_id: int) -> bool:
        """Return True for a table of this process."""
        return self.database.owned is None or table_id in self.database.owned

    async def opened(self, _stored: StoredTable, *, answers: bool) -> None:
        """Open a table, unless the process dies of it."""
        assert answers == (1 in self.check_ins)
        self.dies_after -= 1
        if self.dies_after < 0:
            raise Killed

    async def get(self, table_id: int) -> Any:
        """Return a table that can be started."""
        found = await storage.tables.table(self.database, table_id)
        assert found is not None
        start = lobby.start

        async def started(host_id: int, *, staff: bool) -> None:
            await start(self.database, found, host_id, staff=staff, now=self.at)

        async def done(*_: object) -> None:
            pass

        panel = SimpleNamespace(answered=lambda: None, moved_to=done)
        posts = SimpleNamespace(of=lambda _: panel, ready=done, panel=lambda: None)
        return SimpleNamespace(stored=found, start=started, posts=posts, lock=asyncio.Lock())

    async def go_on(self, at: float) -> float:
        """Do at a time what is due. Return the seconds until the next look."""
        self.at = max(at, self.at)
        this: Any = self
        return await Nights(this, this).go_on()


async def read(database: Database) -> Gathering:
    """Return the only night."""
    found = await stored.gathering(database, 1)
    assert found is not None
    return found


async def planned(database: Database) -> None:
    """Store a night whose card is posted."""
    night = await stored.make(database, plan(), guest(0), 1)
    await stored.said(database, night, 1000)


async def check_in(database: Database, number: int, people: Iterable[int]) -> None:
    """Press *I'm here* as these people."""
    for one in people:
        await stored.enter(database, 1, guest(one, number), nights.MOST)


async def play_tables(database: Database, leaving: int | None = None) -> None:
    """Play all matches to their end. One person may leave their table before."""

    async def play_one(table_id: int) -> None:
        table = await storage.tables.table(database, table_id)
        assert table is not None
        assert (table.phase, table.pace) == ("live", nights.PACE)
        seat = None if leaving is None else table.seat_of(leaving)
        if seat is not None:
            assert await storage.tables.leave(database, table_id, seat, 0, at=NOW)
        await play(await Match.load(table, database, lambda: NOW))

    await asyncio.gather(*map(play_one, await storage.tables.open_tables(database)))


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play matches of one round."""
    look = looks()[ALL_AT_ONCE]
    options = replace(look.facts.short, rounds=1)
    monkeypatch.setattr(type(look), "facts", replace(look.facts, short=options))


@pytest.mark.usefixtures("short")
async def test_thirty_people_play_three_rounds(database: Database, file: Where) -> None:
    here = Here(database)
    await planned(database)
    await check_in(database, 0, range(1, 30))
    await here.go_on(BEGINS - nights.REMINDER)
    assert [len(called) for _, called in here.posted] == [30]
    # Three don't check in, and the others play.
    await check_in(database, 1, range(27))
    await here.go_on(BEGINS - 1)
    assert (await read(database)).night.phase == CHECK
    here.dies_after = 4
    with pytest.raises(Killed):
        await here.go_on(BEGINS)
    # The process dies within the round, and another one opens the other tables.
    assert len(await storage.tables.open_tables(database)) == 5
    here = Here(database)
    await here.go_on(BEGINS + 1)
    first = await read(database)
    assert first.night.phase == PLAY
    assert len(first.chairs) == 27
    assert len(await storage.tables.open_tables(database)) == 9
    await here.go_on(BEGINS + 60)
    assert (await read(database)).night.round == 1, "the tables play"
    # Two come late, and one person leaves a match and the night.
    await check_in(database, 1, (30, 31))
    await play_tables(database, leaving=503)
    await stored.get_up(database, 1, 503)
    await here.go_on(BEGINS + 600)
    # The bot is killed between two rounds.
    if isinstance(file, Path):
        await database.close()
        database = await Database.open(file)
    here = Here(database)
    await here.go_on(BEGINS + 601)
    assert here.posted == [], "the check-in stands already"
    coming = [n for n in range(32) if n not in (3, 27, 28, 29)]
    await check_in(database, 2, [n for n in coming if n != 8])
    await here.go_on(BEGINS + 650)
    assert (await read(database)).night.phase == CHECK, "person 8 may still come"
    await here.go_on(BEGINS + 601 + nights.CHECK_IN)
    assert {c.user_id for c in (await read(database)).of_round(2)} == {
        500 + n for n in coming if n != 8
    }
    await play_tables(database)
    await here.go_on(BEGINS + 1500)
    # All who were there before are back, so the round begins early.
    await check_in(database, 3, coming)
    await here.go_on(BEGINS + 1501)
    assert (await read(database)).night.phase == PLAY
    await play_tables(database)
    await here.go_on(BEGINS + 2400)
    done = await read(database)
    assert done.night.phase == OVER
    _check_whole(done, file)
    # The third check-in mentions all but person 503, who left. The podium mentions no one.
    assert [len(called) for _, called in here.posted] == [31, 0]
    assert "wins the game night" in here.posted[-1][0]
    assert ranking(done)[0].name in here.posted[-1][0]
    if isinstance(file, Path):
        await database.close()


def _check_whole(done: Gathering, file: Where) -> None:
    """Check meetings, tables and points against the matches themselves."""
    tables = defaultdict[tuple[int, int], list[Chair]](list)
    for chair in done.chairs:
        tables[chair.round, chair.number].append(chair)
    pairs = Counter(
        frozenset({a.user_id, b.user_id})
        for chairs in tables.values()
        for a in chairs
        for b in chairs
        if a.user_id < b.user_id
    )
    assert set(pairs.values()) == {1}, "nobody meets twice"
    for chairs in tables.values():
        assert 3 <= len(chairs) <= 4
        (table_id,) = {chair.table_id for chair in chairs}
        ranks = dict(ask(file, f"select user_id, rank from seats where table_id = {table_id}"))
        assert set(ranks) == {chair.user_id for chair in chairs}
        if 503 in ranks:
            ranks[503] = 99
        for chair in chairs:
            others = [ranks[c.user_id] for c in chairs if c is not chair]
            mine = ranks[chair.user_id]
            share = sum((o > mine) + (o == mine) / 2 for o in others) / len(others)
            assert chair.points == pytest.approx(24 * share if chair.user_id != 503 else 0)
    totals = Counter[int]()
    for chair in done.chairs:
        totals[chair.user_id] += chair.points or 0
    lines = ranking(done)
    assert [line.points for line in lines] == sorted(totals.values(), reverse=True)
    assert {500 + n for n in (27, 28, 29)}.isdisjoint(line.user_id for line in lines)


@pytest.mark.usefixtures("short")
async def test_processes_begin_and_end_a_round_once(database: Database, file: Where) -> None:
    await planned(database)
    await check_in(database, 0, range(1, 9))
    others = [database] * 2
    if not isinstance(file, Path):
        others = [await Database.open(file) for _ in range(2)]
        for number, one in enumerate((database, *others)):
            one.share(Owned(f"process {number}"))
    houses = [Here(one) for one in (database, *others)]

    async def all_go_on(at: float) -> list[str]:
        await asyncio.gather(*(house.go_on(at) for house in houses))
        found = [text for house in houses for text, _ in house.posted]
        for house in houses:
            house.posted.clear()
        return found

    assert len(await all_go_on(BEGINS - nights.REMINDER)) == 1
    await check_in(database, 1, range(9))
    await all_go_on(BEGINS)
    await all_go_on(BEGINS + 10)
    assert ask(file, "select count(*) from tables where phase = 'live'") == [(3,)]
    assert ask(file, "select count(*), count(distinct user_id) from seats") == [(9, 9)]
    assert len(await all_go_on(BEGINS + nights.ROUND)) == 1, "the round has a limit"
    assert {chair.points for chair in (await read(database)).chairs} == {12}
    assert (await read(database)).night.round == 2
    if not isinstance(file, Path):
        for other in others:
            await other.close()


@pytest.mark.parametrize("dead", [False, True])
async def test_tables_are_left_to_the_process_with_a_token(
    database: Database, file: Where, dead: bool
) -> None:
    await planned(database)
    holder, other = Here(database), Here(database)
    await holder.go_on(BEGINS - nights.REMINDER)
    await check_in(database, 1, range(6))
    until = BEGINS + 840
    other.check_ins_elsewhere[1] = until
    pause = await other.go_on(BEGINS)
    assert (await read(database)).night.phase == PLAY
    live = "select count(*) from tables where phase = 'live'"
    assert ask(file, live) == [(0,)]
    if dead:
        await other.go_on(BEGINS + pause)
        assert pause < 20
    else:
        holder.check_ins[1] = SimpleNamespace(until=until, post=None, message_id=0)
        await holder.go_on(BEGINS)
        assert holder.by_token == 2, "no table costs a rate-limited request"
    assert ask(file, live) == [(2,)]


async def test_night_without_people_does_not_take_place(database: Database) -> None:
    here = Here(database)
    await planned(database)
    await here.go_on(BEGINS - nights.REMINDER)
    await check_in(database, 1, [0])
    await here.go_on(BEGINS)
    assert (await read(database)).night.phase == FEW
    assert "Too few people checked in" in here.changed[-1]


async def test_check_in_missed_by_the_bot_opens_again(database: Database) -> None:
    here = Here(database)
    await planned(database)
    await here.go_on(BEGINS - nights.REMINDER)
    here = Here(database)
    await here.go_on(BEGINS + 600)
    night = (await read(database)).night
    assert (night.phase, night.due_at) == (CHECK, BEGINS + 600 + nights.CHECK_IN)


async def test_one_night_a_channel_and_a_host(database: Database) -> None:
    await stored.make(database, plan(), guest(0), 1)
    with pytest.raises(TableError, match="in this channel already"):
        await stored.make(database, replace(plan(), host_id=501), guest(1), 1)
    with pytest.raises(TableError, match="tomorrow"):
        await stored.make(database, plan(3), guest(0), 1)
    assert await stored.make(database, plan(3, made_at=NOW + 86_401), guest(0), 1)


async def test_check_in_of_a_dead_process_comes_soon(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    due = BEGINS - nights.REMINDER
    await planned(database)
    dying = Here(database)

    async def dies(*_: object) -> None:
        raise Killed

    monkeypatch.setattr(dying, "call_in", dies)
    with pytest.raises(Killed):
        await dying.go_on(due)
    here = Here(database)
    await here.go_on(due + 5)
    assert here.posted == [], "the other process may still post it"
    await here.go_on(due + 20)
    assert len(here.posted) == 1


async def test_unanswered_check_in_is_posted_again_soon(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await planned(database)
    here, due = Here(database), BEGINS - nights.REMINDER

    async def fails(*_: object) -> None:
        raise OSError

    with monkeypatch.context() as patched:
        patched.setattr(here, "call_in", fails)
        pause = await here.go_on(due)
    assert pause < 60
    for n in range(1, 4):
        await here.go_on(due + n * pause)
    assert len(here.posted) == 1


@pytest.mark.parametrize("near", [False, True])
async def test_card_without_its_hosts_click_is_posted_soon(database: Database, near: bool) -> None:
    new, told = plan(), "Check-in opens"
    if near:
        new, told = plan(phase=CHECK, round=1, begins_at=NOW + 600, due_at=NOW + 600), "check in"
    await stored.make(database, new, guest(0), 1)
    here = Here(database)
    pause = await here.go_on(NOW)
    assert here.posted == [], "the click may still post it"
    assert pause < 60
    for n in range(1, 4):
        await here.go_on(NOW + n * pause)
    [(text, _)] = here.posted
    assert told in text
    assert (await read(database)).night.message_id == 1


async def test_persons_data_is_exported_and_deleted(database: Database, file: Where) -> None:
    here = Here(database)
    await planned(database)
    await check_in(database, 0, range(1, 4))
    await here.go_on(BEGINS - nights.REMINDER)
    await check_in(database, 1, range(4))
    drawn = await read(database)
    assert await stored.begin_round(database, drawn.night, seating(drawn), BEGINS)
    told = await everything(database, 500, NOW)
    assert [row["name"] for row in told["night_guests"]] == ["P0"]
    assert [row["game"] for row in told["night_seats"]] == [ALL_AT_ONCE]
    assert [row["channel_id"] for row in told["nights"]] == ["2"]
    assert await forget(database, 500)
    assert "500" not in str(ask(file, "select host_id from nights"))
    for table in ("night_guests", "night_seats"):
        assert ask(file, f"select count(*) from {table} where user_id = 500") == [(0,)]
    here = Here(database)
    await here.go_on(BEGINS)
    assert ask(file, "select count(*) from seats") == [(3,)], "the others play"


async def test_table_of_a_night_is_opened_once(database: Database, file: Where) -> None:
    await stored.make(database, plan(), guest(0), 1)
    night = (await read(database)).night
    await stored.turn(database, night, CHECK, 1, BEGINS)
    await check_in(database, 1, range(3))
    drawn = await read(database)
    assert await stored.begin_round(database, drawn.night, seating(drawn), BEGINS)
    people = [guest(n).player() for n in range(3)]
    place = lobby.Place(1, 2, "en-US")
    options = options_text(looks()[ALL_AT_ONCE].facts.short)

    async def opened() -> StoredTable | None:
        try:
            return await lobby.open_night(
                database, place, (1, 1), ALL_AT_ONCE, options, people, NOW, 60
            )
        except TableError:
            return None

    found = await asyncio.gather(opened(), opened(), opened())
    assert sum(table is not None for table in found) == 1
    assert ask(file, "select count(*) from tables") == [(1,)]
    (table,) = filter(None, found)
    assert [given.kind for given in table.contributions] == ["joined"] * 3, "all salts count"


async def test_nights_expire_after_their_end(database: Database, file: Where) -> None:
    await stored.make(database, plan(), guest(0), 1)
    await stored.make(database, replace(plan(3), host_id=501), guest(1), 1)
    over = (await read(database)).night
    await stored.turn(database, over, OVER, 3, BEGINS)
    await stored.expire(database, BEGINS)
    assert ask(file, "select count(*) from nights") == [(2,)]
    await stored.expire(database, BEGINS + 1)
    assert ask(file, "select phase from nights") == [("planned",)]
    assert ask(file, "select night_id from night_guests") == [(2,)]


def test_every_zone_shows_its_time() -> None:
    assert len(ZONES) == len(set(ZONES)) <= 25, "a list has room for 25"
    offsets = [clock(zone, 1768478400).utcoffset() for zone in ZONES]
    assert offsets == sorted(offsets, key=lambda one: (one or timedelta()).total_seconds())


@pytest.mark.parametrize("language", ["en-US", "ja", *languages()])
def test_suggested_zone_can_be_chosen(language: str) -> None:
    assert usual_zone(language) in ZONES
