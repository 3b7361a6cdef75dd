"""A hundred thousand forged, foreign and meaningless interactions, without a forbidden effect.

In rooms of two servers, in channels, threads and restricted channels, people try every action at
every table. Halfway an older backup is restored, so that table numbers repeat. After each act the
database is compared with the `rulebook`. Every interaction is answered, only awaited players are
pinged, and the bot's memory doesn't grow. SHINRISEN_SOAK runs all hundred thousand on Discord's
three seconds, otherwise seven hundred.
"""

import asyncio
import itertools
import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.run.health import pss
from games import GAMES
from games.chance import Contribution
from games.core import Seat
from games.record import Record, parse_options, replay
from rig import LIMIT
from rig.processes import GONE, Bot, Client, Wire, components, playground, running_bot

from .abuser import BIDI, Abuser
from .rooms import Premises, furnish, open_lounges, play_in_secret
from .rulebook import Rulebook
from .sitting import Database

SOAK = bool(os.environ.get("SHINRISEN_SOAK"))
ACTS = int(os.environ.get("SHINRISEN_ABUSES", "100000" if SOAK else "700"))
# An unanswered click takes three seconds, so run many rooms at once.
ROOMS, PEOPLE, STRANGERS = 16 if SOAK else 8, 6, 3
# Time limit of an answer in seconds. Only soaks run on a machine that keeps Discord's three.
_ANSWER = LIMIT / 4
# Growth in bytes allowed to the bot in a seventh of all acts, after two that fill its caches. More
# comes at once, such as cyclic garbage, which is collected rarely.
_GROWTH = 2_560_000 + 102 * ACTS
_PINGING = re.compile(r"@everyone|@here|(?<!\\)<(?:@&|[#/]1|t:0)|://")

_ISOLATED = re.compile("\u2068([^\u2068\u2069]*)\u2069")
"""A name that the bot isolates from the direction of the text around it."""


class Reader:
    """Reads everything the bot sends and stores only counts."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.number = 0
        self.checked = 0
        self.refused: dict[int, int] = {}

    async def listen(self) -> None:
        """Fetch new requests until cancelled."""
        while True:
            await self.fetch()
            await asyncio.sleep(0.2)

    async def fetch(self) -> None:
        """Fetch and check the new requests."""
        for one in await self.client.get(f"/log?after={self.number}"):
            assert one["number"] == self.number + 1, "the playground forgot too soon"
            self.number = one["number"]
            if one["method"] in ("POST", "PATCH") and "users/@me" not in one["path"]:
                self._check(one)
            if one["status"] >= 400:
                self.refused[one["status"]] = self.refused.get(one["status"], 0) + 1

    def _check(self, one: Wire) -> None:
        body = one["body"]
        if "callback" in one["path"]:
            if body["type"] not in (4, 7):
                return
            body = body["data"]
        self.checked += 1
        allowed = body.get("allowed_mentions")
        assert allowed is not None, one
        assert not {"parse", "roles"} & {name for name, value in allowed.items() if value}, one
        texts = [c["content"] for c in components(body.get("components") or []) if c["type"] == 10]
        text = "\n".join([*texts, body.get("content") or ""])
        for user in allowed.get("users") or []:
            assert f"<@{user}>" in text, ("somebody is pinged who isn't named", one)
        if one["reader"] == "public":
            assert not _PINGING.search(text), text
            assert not set(BIDI) & set(_ISOLATED.sub(r"\1", text)), text
        else:
            assert not allowed.get("users"), one


async def test_nothing_happens_that_the_rules_do_not_allow(tmp_path: Path) -> None:
    with closing(Database(tmp_path / "shinrisen.sqlite3")) as database:
        abusers = await _abuse(tmp_path, database)
        _check_ended(database)
    changes: dict[str, int] = {}
    for abuser in abusers:
        for what, number in abuser.rulebook.changes.items():
            changes[what] = changes.get(what, 0) + number
    slowest = max(abuser.slowest for abuser in abusers)
    print(f"{sum(a.done for a in abusers)} answered, slowest {slowest:.0f} ms; changed {changes}")
    for what in ("opened", "joined", "lobby → live", "moved"):
        assert changes.get(what), (what, changes)


async def _abuse(folder: Path, database: Database) -> list[Abuser]:
    people = str(ROOMS * PEOPLE + STRANGERS)
    place = ("--people", people, "--servers", "2", "--no-limits")
    async with playground(*place, refused=[GONE]) as client:
        # Each act completes before the next one starts, even under load.
        client.patient = True
        if not SOAK:
            await client.post("/limits", answer=_ANSWER)
        everybody = [person["id"] for person in (await client.get("/world"))["people"]]
        rooms = await furnish(client, folder, ROOMS, PEOPLE)
        await play_in_secret(client, folder, everybody[-STRANGERS:])
        premises = Premises(database, rooms, await open_lounges(client))
        abusers = []
        for number, room in enumerate(rooms):
            book = Rulebook(database, int(room.channel))
            abusers.append(Abuser(client, book, room, premises, f"abuse {number}"))
        reader = Reader(client)
        async with running_bot(client, folder) as bot:
            await _three(bot, abusers, reader)
            older = folder / "older.sqlite3"
            _copy(folder / "shinrisen.sqlite3", older)
            await _part(abusers, reader, 1)
        # Table numbers repeat from here on, and old controls are still on screens.
        _copy(older, folder / "shinrisen.sqlite3")
        for abuser in abusers:
            abuser.rulebook.restored()
        async with running_bot(client, folder) as bot:
            await _three(bot, abusers, reader)
            log = bot.logged()
        await reader.fetch()
    errors = [line for line in log.splitlines() if "ERROR" in line]
    assert not errors, "\n".join(errors)
    print(f"{reader.checked} messages read, refused {reader.refused}")
    return abusers


def _copy(file: Path, to: Path) -> None:
    """Copy one database over another."""
    with closing(sqlite3.connect(file)) as db, closing(sqlite3.connect(to)) as other:
        db.backup(other)


async def _three(bot: Bot, abusers: list[Abuser], reader: Reader) -> None:
    """Run three sevenths of all acts and check the bot's memory."""
    await _part(abusers, reader, 2)
    sizes = [pss(str(bot.pid))]
    for _ in range(2):
        await _part(abusers, reader, 0.5)
        sizes.append(pss(str(bot.pid)))
    grown = [after - before for before, after in itertools.pairwise(sizes)]
    # A leak grows all the time, a buffer once.
    assert min(grown) < _GROWTH / 2, sizes
    print(f"{sizes} bytes")


async def _part(abusers: list[Abuser], reader: Reader, sevenths: float) -> None:
    """Run a share of all acts, in sevenths."""
    acts = round(ACTS / ROOMS / 7 * sevenths)
    listening = asyncio.ensure_future(reader.listen())
    try:
        await asyncio.gather(*(_some(abuser, acts) for abuser in abusers))
        assert not listening.done(), listening.exception()
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def _some(abuser: Abuser, acts: int) -> None:
    enough = abuser.done + acts
    while abuser.done < enough:
        await abuser.one()


def _check_ended(database: Database) -> None:
    """Check that every match replays from its log and that its ranks follow the rules."""
    query = "select id, game, version, options, secret, phase from tables where started_at > 1"
    for number, key, version, options, secret, phase in database.ask(query):
        seats = database.ask(
            "select rank, score, left from seats where table_id = ? order by seat", number
        )
        moves = database.ask("select seat, move from moves where table_id = ? order by ply", number)
        query = "select kind, text from contributions where table_id = ? order by number"
        given = database.ask(query, number)
        game = GAMES[key]
        record = Record(
            game=key,
            version=version,
            options=parse_options(game, options),
            seats=len(seats),
            secret=secret,
            salts=(),
            moves=tuple((Seat(seat), move) for seat, move in moves),
            contributions=tuple(Contribution(None, *row) for row in given),
        )
        outcome = game.outcome(replay(record)[-1].state)
        staying = "select count(*) from seats where table_id = ? and not left and not away"
        taken = phase == "over" and database.ask(staying, number) == [(1,)]
        assert taken or (outcome is not None) == (phase == "over"), number
        if outcome is not None and phase == "over":
            assert [score for _, score, _ in seats] == list(outcome.scores)
            stayed = [n for n, (*_, left) in enumerate(seats) if not left]
            ranks = [rank for rank, _, _ in seats]
            if len(stayed) == len(seats):
                assert ranks == list(outcome.ranks)
            for one, other in itertools.permutations(stayed, 2):  # players who left rank last
                before = outcome.ranks[one] < outcome.ranks[other]
                assert (ranks[one] < ranks[other]) == before, number
