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
from collections import Counter
from contextlib import closing
from pathlib import Path

from bot.run.health import pss
from games import GAMES
from rig import LIMIT
from rig.processes import GONE, Bot, Wire, components, listening, playground, running_bot

from .abuser import BIDI, Abuser
from .databases import Database
from .rooms import Premises, furnish, open_lounges
from .rulebook import Rulebook
from .store import open_store

SOAK = bool(os.environ.get("SHINRISEN_SOAK"))
ACTS = int(os.environ.get("SHINRISEN_ABUSES", "100000" if SOAK else "700"))
# An unanswered click takes three seconds, so run many rooms at once.
ROOMS, PEOPLE = 16 if SOAK else 8, 6
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

    def __init__(self) -> None:
        self.checked = 0
        self.refused = Counter[int]()

    def hear(self, one: Wire) -> None:
        """Check a request."""
        if one["method"] in ("POST", "PATCH") and "users/@me" not in one["path"]:
            self._check(one)
        if one["status"] >= 400:
            self.refused[one["status"]] += 1

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
        await _check_ended(tmp_path, database)
    changes = sum((abuser.rulebook.changes for abuser in abusers), Counter[str]())
    slowest = max(abuser.slowest for abuser in abusers)
    print(f"{sum(a.done for a in abusers)} answered, slowest {slowest:.0f} ms; changed {changes}")
    for what in ("opened", "joined", "lobby → live", "moved"):
        assert changes.get(what), (what, changes)


async def _abuse(folder: Path, database: Database) -> list[Abuser]:
    place = ("--people", str(ROOMS * PEOPLE), "--servers", "2", "--no-limits")
    async with playground(*place, refused=[GONE]) as client:
        # Each act completes before the next one starts, even under load.
        client.patient = True
        if not SOAK:
            await client.post("/limits", answer=_ANSWER)
        # Without a clock only the people's acts change a match.
        rooms = await furnish(client, ROOMS, PEOPLE)
        premises = Premises(database, rooms, await open_lounges(client))
        abusers = []
        for number, room in enumerate(rooms):
            book = Rulebook(database, int(room.channel))
            abusers.append(Abuser(client, book, room, premises, f"abuse {number}"))
        reader = Reader()
        async with listening(client, reader.hear):
            async with running_bot(client, folder) as bot:
                await _three(bot, abusers)
                older = folder / "older.sqlite3"
                _copy(folder / "shinrisen.sqlite3", older)
                await _part(abusers, 1)
            # Table numbers repeat from here on, and old controls are still on screens.
            _copy(older, folder / "shinrisen.sqlite3")
            for abuser in abusers:
                abuser.rulebook.restored()
            async with running_bot(client, folder) as bot:
                await _three(bot, abusers)
                log = bot.logged()
    errors = [line for line in log.splitlines() if "ERROR" in line]
    assert not errors, "\n".join(errors)
    print(f"{reader.checked} messages read, refused {reader.refused}")
    return abusers


def _copy(file: Path, to: Path) -> None:
    """Copy one database over another."""
    with closing(sqlite3.connect(file)) as db, closing(sqlite3.connect(to)) as other:
        db.backup(other)


async def _three(bot: Bot, abusers: list[Abuser]) -> None:
    """Run three sevenths of all acts and check the bot's memory."""
    sizes = []
    for sevenths in (2, 0.5, 0.5):
        await _part(abusers, sevenths)
        sizes.append(pss(str(bot.pid)))
    grown = [after - before for before, after in itertools.pairwise(sizes)]
    # A leak grows all the time, a buffer once.
    assert min(grown) < _GROWTH / 2, sizes
    print(f"{sizes} bytes")


async def _part(abusers: list[Abuser], sevenths: float) -> None:
    """Run a share of all acts, in sevenths."""

    async def some(abuser: Abuser) -> None:
        enough = abuser.done + round(ACTS / ROOMS / 7 * sevenths)
        while abuser.done < enough:
            await abuser.one()

    await asyncio.gather(*map(some, abusers))


async def _check_ended(folder: Path, database: Database) -> None:
    """Check that every match replays from its log and that its ranks follow the rules."""
    async with open_store(folder) as store:
        for (number,) in database.ask("select id from tables where started_at > 1"):
            stored = await store.table(number)
            outcome = GAMES[stored.game].outcome((await store.steps(stored))[-1].state)
            over, players = stored.phase == "over", stored.players
            taken = over and sum(player.playing for player in players) == 1
            assert taken or (outcome is not None) == over, number
            if outcome is not None and over:
                assert [player.score for player in players] == list(outcome.scores)
                stayed = [n for n, player in enumerate(players) if not player.left]
                ranks = [player.rank or 0 for player in players]
                assert len(stayed) < len(players) or ranks == list(outcome.ranks)
                for one, other in itertools.permutations(stayed, 2):  # players who left rank last
                    before = outcome.ranks[one] < outcome.ranks[other]
                    assert (ranks[one] < ranks[other]) == before, number
