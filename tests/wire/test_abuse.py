"""A hundred thousand forged, foreign and senseless interactions: nothing happens that may not.

After each one the database is compared with what the rules let that person do (`rulebook`); every
one is answered in time, nobody is pinged who isn't awaited, and the bot doesn't grow.
SHINRISEN_SOAK does all hundred thousand, otherwise seven hundred.
"""

import asyncio
import os
import re
from contextlib import closing
from pathlib import Path

import pytest

from games import GAMES
from games.core import Seat
from games.record import Record, parse_options, replay

from .abuser import BIDI, Abuser
from .processes import Client, Wire, buttons, components, playground, running_bot
from .rulebook import HERE, Rulebook
from .sitting import Database

SOAK = bool(os.environ.get("SHINRISEN_SOAK"))
ACTS = int(os.environ.get("SHINRISEN_ABUSES", "100000" if SOAK else "700"))
# Who waits in vain for an answer waits three seconds: many do at once.
ROOMS, PEOPLE = 16 if SOAK else 7, 6
# In kB: what the acts may leave behind after the first quarter of them.
_GROWTH = 5_000 + 0.2 * ACTS
_PINGING = re.compile(r"@everyone|@here|(?<!\\)<(?:@&|[#/]1|t:0)|://")


class Reader:
    """Reads all that the bot sends, and keeps nothing but the count."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.number = 0
        self.checked = 0
        self.refused: dict[int, int] = {}

    async def listen(self) -> None:
        """For ever."""
        while True:
            await self.fetch()
            await asyncio.sleep(0.2)

    async def fetch(self) -> None:
        """What is new."""
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
        text = "\n".join(texts)
        for user in allowed.get("users") or []:
            assert f"<@{user}>" in text, ("somebody is pinged who isn't named", one)
        if one["reader"] == "everybody":
            assert not _PINGING.search(text), text
            assert not set(BIDI) & set(text), text
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
    async with playground("--people", str(ROOMS * PEOPLE), "--no-limits") as client:
        async with running_bot(client, folder) as bot:
            world = await client.ready()
            people, abusers = world["people"], []
            for room in range(ROOMS):
                made = await client.post("/channels", name=f"room-{room}")
                book = Rulebook(database, int(made["id"]))
                mine = people[room * PEOPLE : (room + 1) * PEOPLE]
                abusers.append(Abuser(client, book, mine, made["id"], f"abuse {room}"))
            reader = Reader(client)
            listening = asyncio.ensure_future(reader.listen())
            sizes = []
            try:
                for _ in range(4):
                    work = [_some(abuser, ACTS // ROOMS // 4) for abuser in abusers]
                    await asyncio.gather(*work)
                    sizes.append(bot.size())
                    assert not listening.done(), listening.exception()
            finally:
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)
            await reader.fetch()
            log = bot.logged()
    assert "Traceback" not in log, log[log.index("Traceback") - 500 :][:3000]
    assert "ERROR" not in log
    assert sizes[-1] - sizes[0] < _GROWTH, sizes
    print(f"{reader.checked} messages read, refused {reader.refused}, {sizes} kB")
    return abusers


async def _some(abuser: Abuser, acts: int) -> None:
    enough = abuser.done + acts
    while abuser.done < enough:
        await abuser.one()


def _check_ended(database: Database) -> None:
    """Every match replays from its log, and its ranks are those of the rules."""
    query = "select id, game, version, options, secret, phase from tables where started_at not null"
    for number, key, version, options, secret, phase in database.ask(query):
        seats = database.ask(
            "select join_id, rank, score from seats where table_id = ? order by seat", number
        )
        moves = database.ask("select seat, move from moves where table_id = ? order by ply", number)
        game = GAMES[key]
        record = Record(
            game=key,
            version=version,
            options=parse_options(game, options),
            seats=len(seats),
            secret=secret,
            salts=tuple(str(salt) for salt, _, _ in seats),
            moves=tuple((Seat(seat), move) for seat, move in moves),
        )
        outcome = game.outcome(replay(record)[-1].state)
        assert (outcome is not None) == (phase == "over"), number
        if outcome is not None:
            assert [rank for _, rank, _ in seats] == list(outcome.ranks)
            assert [score for _, _, score in seats] == list(outcome.scores)


async def test_nobody_sits_at_two_hundred_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHINRISEN_DIRECTS_PER_MINUTE", "100000")
    lobbies = 200 if SOAK else 30
    async with playground("--people", str(lobbies + 1), "--no-limits") as client:
        async with running_bot(client, tmp_path) as bot:
            everywhere, *hosts = [person["id"] for person in (await client.ready())["people"]]
            refused = 0
            for number, host in enumerate(hosts, 1):
                if number % HERE == 1:
                    channel = (await client.post("/channels", name=f"room-{number}"))["id"]
                opened = await client.command(host, channel, "nimmt play")
                panel = opened["message"]
                done = await client.click(everywhere, panel["id"], buttons(panel)["Join"])
                assert done["state"] == "answered"
                refused += done["kind"] == "message"
            assert refused == lobbies - 20
            assert "Traceback" not in bot.logged()
    with closing(Database(tmp_path / "shinrisen.sqlite3")) as database:
        sitting = "select count(*) from seats where user_id = ?"
        assert database.ask(sitting, int(everywhere)) == [(20,)]
