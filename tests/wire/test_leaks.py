"""All requests of the bot in whole matches, checked against each reader's knowledge.

The playground records who can read each request. Afterwards each match is replayed from the
database. Every message must equal a screen drawn from its reader's own view at some ply so far. The
hidden parts are resampled for this. Texts that concern no match are also allowed.
"""

import asyncio
import itertools
import json
import os
import random
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot import storage
from bot.clicks import pages
from bot.screens import notice_lines
from bot.screens.finished import record_of
from bot.screens.look import Look
from bot.screens.notice_lines import Reason
from bot.screens.transcript import looks
from bot.storage import Player, StoredTable
from bot.wire.ui import Address
from bot.words.i18n import languages, tongue
from games import GAMES
from games.chance import Contribution
from games.core import Seat
from games.record import Record, replay
from playground.sent import PUBLIC
from rig import LIMIT
from rig.processes import Wire, addressed, at, components, listening, offered
from tests.examples import ALL_AT_ONCE, FOR_TWO

from ..catalogue import said
from ..drawing import Drawing, Moment, completions, copy_of, screen
from ..games.hands import PLAYS
from ..hidden import found, hidden, seed_texts, strings
from .databases import Database
from .sittings import Sitting, served

SOAK = bool(os.environ.get("SHINRISEN_SOAK"))
SESSIONS = int(os.environ.get("SHINRISEN_SESSIONS", "80" if SOAK else "1"))
MATCHES = 5 if SOAK else 1
ROOMS = 5
LANGUAGES = ("en-US", *languages())
# Plies and seconds that a screen may lag behind. It never shows a later ply.
_LAG, _LATE = 60, 5.0
# Tolerance in seconds. A move's time is taken before the move is stored and shown.
_HAIR = 0.002


@dataclass(frozen=True)
class Payload:
    """Content shown to one reader. `line` is that of a notice, which has nothing else."""

    at: float
    reader: str
    shown: Any
    raw: str
    line: str = ""


def payloads(sent: Sequence[Wire]) -> Iterator[Payload]:
    """Yield the shown contents: components, choices or a notice's line, and nothing beside it."""
    for one in sent:
        if one["reader"] is None or one["status"] >= 300:
            continue
        body = one["body"].get("data") or one["body"]
        assert not body.get("embeds"), body
        line, shown = body.get("content") or "", body.get("components", body.get("choices"))
        assert not (line and shown), one
        assert line or shown is not None or one["method"] == "GET", one
        text = json.dumps([body, one["files"]], ensure_ascii=False)
        yield Payload(one["at"], one["reader"], shown, text, line)


class Judge:
    """One match of the database and the messages sent during it."""

    def __init__(self, table: StoredTable, record: Record, times: list[float]) -> None:
        self.table = table
        self.record = record
        self.times = times
        self.steps = replay(self.record)
        self.drawing = Drawing(looks(), self.record, self.steps, table)
        self.seed = seed_texts(self.record)
        self.rng = random.Random(table.id)
        self.readers: dict[str, Player] = {str(p.user_id): p for p in table.players}
        self._drawn: dict[Any, set[str]] = {}
        self._watched: dict[int, set[str]] = {}
        self.explained = 0

    @property
    def decisions(self) -> int:
        """Number of decisions. A choice changed in the same stage is the same decision."""
        stages = (GAMES[self.record.game].stage(step.state) for step in self.steps)
        made = zip(self.record.moves, stages, strict=False)
        return len({(seat, stage) for (seat, _), stage in made})

    def check(self, payload: Payload) -> None:
        """Check that a payload shows nothing its reader may not know. Raises AssertionError."""
        ended = self.table.ended_at
        if ended is None or payload.at < ended:
            assert not any(text in payload.raw for text in self.seed), payload
        if self.table.started_at is None or payload.at < self.table.started_at:
            return
        if payload.line:
            self._check_line(payload)
            return
        if _tells_of_no_match(payload.shown):
            return
        player = self.readers.get(payload.reader)
        reader = None
        if payload.reader != PUBLIC:
            if player is None:
                self._check_watched(payload)
                return
            reader = Seat(self.table.seat_of(player.user_id) or 0)
        ply = self._explain(payload, reader)
        self.explained += 1
        if "ja" not in (player.locale if player else self.table.locale):
            secret = hidden(self.record.game, self.steps, ply, reader)
            shown = payload.shown
            if shown and "value" in shown[0]:
                shown = [{"value": c["value"], "label": c["name"]} for c in shown]
            leak = found(secret, shown)
            assert not leak, (payload.reader, ply, leak)

    def _check_watched(self, payload: Payload) -> None:
        """Check that a spectator's copy is the public view at a recent ply."""
        shown, plies = json.dumps(payload.shown, sort_keys=True), self._plies(payload)
        if not any(shown in self._copies(ply) for ply in plies):
            raise AssertionError(_shown_by_none(payload, plies))

    def _newest(self, payload: Payload) -> int:
        """Return the newest ply of a payload's time."""
        return sum(at <= payload.at + _HAIR for at in self.times)

    def _plies(self, payload: Payload) -> range:
        """Return the plies that a payload may show, the newest first."""
        newest = self._newest(payload)
        # Choices are changed many times a second while a reveal is shown.
        recent = sum(at <= payload.at - _LATE for at in self.times)
        return range(newest, max(-1, min(newest - _LAG, recent)), -1)

    def _copies(self, ply: int) -> set[str]:
        """Return the spectators' copies at a ply in all languages, in and after a reveal."""
        if ply not in self._watched:
            ways = itertools.product(self._moments(ply, None), LANGUAGES)
            self._watched[ply] = {json.dumps(copy_of(*way), sort_keys=True) for way in ways}
        return self._watched[ply]

    def _check_line(self, payload: Payload) -> None:
        """Check that a notice says what a spectator knew at some ply so far."""
        player = self.readers.get(payload.reader)
        t = tongue(self.table.locale if player is None else player.locale)
        plies = range(self._newest(payload) + 1)
        public = (self.drawing.known(ply, None, self.rng).sight(None) for ply in plies)
        ends = {notice_lines.words(why, sight, t) for sight in public for why in Reason}
        assert payload.line.endswith(tuple(ends)), payload.line

    def _explain(self, payload: Payload, reader: Seat | None) -> int:
        """Return the ply whose view draws this payload for its reader."""
        shown, plies = json.dumps(payload.shown, sort_keys=True), self._plies(payload)
        choices = payload.shown == [] or "value" in payload.shown[0]
        # Half choices are rare, so try screens without them first.
        for ply, halves in [*((ply, False) for ply in plies), *((ply, True) for ply in plies)]:
            if choices:
                if self._completes(ply, reader, payload.shown):
                    return ply
            elif shown in self._drawings(ply, reader, halves=halves):
                return ply
        raise AssertionError(f"{self.record.game}: {_shown_by_none(payload, plies)}")

    def _drawings(self, ply: int, reader: Seat | None, *, halves: bool) -> set[str]:
        """Return the screens at a ply, during and after a reveal. `halves` adds half choices."""
        key = ply, reader, halves
        if key not in self._drawn:
            self._drawn[key] = set(self._screens(*key))
        return self._drawn[key]

    def _screens(self, ply: int, reader: Seat | None, halves: bool) -> Iterator[str]:
        locale = self._locale(reader)
        for table in self._moments(ply, reader):
            picked, seen = [""], set[str]()
            while picked:
                pick = picked.pop()
                seen.add(pick)
                drawn = screen(table, reader, pick, locale)
                yield json.dumps(drawn, sort_keys=True)
                if halves and reader is not None:
                    picked += sorted(_picks(drawn) - seen - set(picked))

    def _moments(self, ply: int, reader: Seat | None) -> Iterator[Moment]:
        """Yield the match at a ply as a reader knows it, in and after a reveal."""
        pauses = type(looks()[self.record.game]).pause is not Look.pause
        held = (False, True) if pauses else (False,)
        running = (False, True) if ply == len(self.steps) - 1 else (False,)
        for pausing, yet in itertools.product(held, running):
            yield self.drawing.known(ply, reader, self.rng, held=pausing, running=yet)

    def _completes(self, ply: int, reader: Seat | None, shown: Any) -> bool:
        if reader is None:
            return False
        table = self.drawing.known(ply, reader, self.rng)
        t = tongue(self._locale(reader))
        words = {(text, word[:100]) for text, word in completions(table, reader, t)}
        return all((choice["value"], choice["name"]) in words for choice in shown)

    def _locale(self, reader: Seat | None) -> str:
        return self.table.locale if reader is None else self.table.players[reader].locale


def _shown_by_none(payload: Payload, plies: range) -> str:
    """Return what is wrong with a payload that none of these plies draws."""
    texts = "\n".join(text for _, text in strings(payload.shown))
    return f"{payload.reader} at {plies} can't be shown\n{texts}"


def _picks(drawn: Any) -> set[str]:
    found = set()
    for part, address in addressed({"components": drawn}):
        if address.kind == "pick" and not part.get("disabled"):
            found |= {o["value"] for o in part.get("options", [])} or {address.text}
    return found


def _spoken() -> re.Pattern[str]:
    """Return a pattern of all catalogue texts in all languages, with short fields."""
    texts = {m.id if isinstance(m.id, str) else m.id[0] for m in said() if m.id}
    translated = {
        tongue(language)._catalogue.gettext(text) for language in languages() for text in texts
    }
    parts = []
    for text in texts | translated:
        pieces = re.split(r"\{\w+\}", text)
        parts.append(r"[^\n]{0,40}".join(map(re.escape, pieces)))
    return re.compile("|".join(parts))


SPOKEN = _spoken()
RULES = {
    page
    for key, look in looks().items()
    for language in LANGUAGES
    for options in [GAMES[key].Options(**given) for given in PLAYS[key]]
    for page in look.rules(options, tongue(language))
}
FULL_TITLES = {look.full_title(tongue(one)) for look in looks().values() for one in LANGUAGES}
TITLE = re.compile(r"##?#? \S+ [^·\n]{1,20}( · (<#\d+>|[^\n]{1,20})){0,2}")
# A hand before the match may be sent just after its start.
SEATED = {
    tongue(language)("You sit on seat {seat}. Your hand comes here when the match starts.", seat=n)
    for language in LANGUAGES
    for n in range(1, 11)
}
# The first line of an answer that names the table.
_NAMED = re.compile(r"^-# \S+ [^·\n]{1,20} · [^\n]{1,20}(\n|$)")
_LOBBY = {"join", "leave", "cut", "start", "cancel", "rules", "options", "hand", "more"}
_TAUGHT = {
    way.component["custom_id"]
    for key in GAMES
    for way in pages.ways_to(pages.RULES, tongue("en-US"), key)
}
_MORE = {
    *(to.kind for to in map(Address.parse, _TAUGHT) if to is not None),
    *("rulespage", "rules", "hand", "fairness", "happened", "pause", "vote", "leave"),
    *("show", "remove", "cancel", "options", "cut", "seats", "call"),
}
"""Kinds of the controls behind ⋯, and on pages of the rules."""


def _tells_of_no_match(shown: Any) -> bool:
    """Return True for texts of the catalogue, rules pages and lobbies."""
    parts = list(components(shown)) if "type" in (shown or [{}])[0] else [{"custom_id": "x"}]
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    kinds = {address.kind if (address := Address.parse(i)) else "" for i in ids}
    if "join" in kinds:
        return kinds <= _LOBBY
    if not kinds <= _MORE | {"more"}:
        return False
    texts = [
        re.sub(r"^-# (🔒 )?(?=\D)", "", _NAMED.sub("", part["content"]))
        for part in parts
        if part["type"] == 10
    ]
    if "more" in kinds:
        title, _, line = "\n".join(texts).partition("\n")
        return TITLE.fullmatch(title) is not None and line in SEATED
    return all(
        not text
        or SPOKEN.fullmatch(text)
        or TITLE.fullmatch(text)
        or text in RULES | FULL_TITLES
        or re.fullmatch(r"-# \d/\d", text)
        for text in texts
    )


class Party(Sitting):
    """People who also type their moves, and look where they may and where they may not."""

    def __init__(self, database: Database, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.database = database
        self.everybody = [*self.people]

    async def act(self) -> None:
        """Act as a random player."""
        person = self.rng.choice(self.people)
        if self.rng.random() < 0.05:
            await self.look(person)
        await self.choose(person)

    async def play_out(self) -> None:
        """Act one after another until the end."""
        async with asyncio.timeout(2 * LIMIT):
            while self.database.phase(self.table) == "live":
                await self.act()

    async def click(self, person: str, message: str, address: Address, value: str | None) -> Wire:
        """Click or select a control, or type its move with autocompletion."""
        if address.kind != "move" or self.rng.random() >= 0.1:
            return await super().click(person, message, address, value)
        move = value or address.text
        typed = {"move": move[: self.rng.randrange(len(move) + 1)]}
        asked = {"channel": self.channel, "name": "move", "options": typed, "focused": "move"}
        await self.client.post(f"/{person}/autocomplete", **asked)
        return await self.client.command(person, self.channel, "move", move=move)

    async def look(self, person: str) -> None:
        """Use a random view, allowed or forbidden."""
        client, rng, panel = self.client, self.rng, await self.panel()
        stranger = rng.choice(self.everybody)
        match rng.randrange(4):
            case 0:
                await client.act(person, panel, rng.choice(("hand", "show")))
            case 1:
                await client.act(stranger, panel, "rules")
            case 2:
                forged = [at(panel, "hand"), at(panel, "record"), at(panel, "replay", 3, "0/next")]
                await client.click(stranger, panel["id"], rng.choice(forged), force=True)
            case 3:
                # A control of another player's hand, forged onto the public panel.
                hand = await self.hand(person)
                picks = [str(to) for to, _ in offered(hand or panel) if to.kind == "pick"]
                if picks:
                    other = rng.choice(self.people)
                    await client.click(other, panel["id"], rng.choice(picks), force=True)


async def _session(folder: Path, number: int) -> tuple[int, int]:
    """Play matches in several channels and judge them. Return how many, and their payloads."""
    folder.mkdir()
    file = folder / "shinrisen.sqlite3"
    with closing(Database(file)) as database:
        return await _judge(file, database, *await _evening(folder, database, number))


async def _evening(
    folder: Path, database: Database, number: int
) -> tuple[dict[str, list[str]], list[Wire], str]:
    """Play matches. Return the people by channel, all requests, and the bot's log."""
    async with served(folder, "--people", str(10 * ROOMS), "--no-limits") as (client, bot):
        sent, rooms, people = list[Wire](), {}, client.people
        for person in people[::4]:
            await client.post(f"/{person}/settings", locale="ja")
        games = [game for game in sorted(GAMES) for _ in range(ROOMS * MATCHES)]
        rng = random.Random(f"leaks {number}")
        rng.shuffle(games)
        # Each game at least once.
        games = [*sorted(GAMES), *games][: ROOMS * MATCHES]

        async def room(number: int) -> None:
            mine = people[number * 10 : number * 10 + 10]
            made = await client.post("/channels", name=f"room-{number}")
            rooms[made["id"]] = mine
            for game in games[number::ROOMS]:
                seated = rng.sample(mine, rng.choice(GAMES[game].seats))
                party = Party(database, client, rng, game, people=seated, channel=made["id"])
                party.everybody = mine
                await party.start(**rng.choice(PLAYS[game]))
                await party.play_out()
                await asyncio.sleep(2.2 if game == FOR_TWO else 0.5)

        async with listening(client, sent.append):
            await asyncio.gather(*map(room, range(ROOMS)))
            await asyncio.sleep(0.5)
        log = bot.logged()
    return rooms, sent, log


async def _judge(
    file: Path, aside: Database, rooms: dict[str, list[str]], sent: list[Wire], log: str
) -> tuple[int, int]:
    database = await storage.Database.open(file)
    judges: dict[str, list[Judge]] = {channel: [] for channel in rooms}
    for (number,) in aside.ask("select id from tables order by id"):
        table = await storage.tables.table(database, number)
        assert table is not None
        query = "select at from moves where table_id = ? order by ply"
        times = [at for (at,) in aside.ask(query, number)]
        judge = Judge(table, await record_of(database, table), times)
        judges[str(table.channel_id)].append(judge)
        assert not any(text in log for text in judge.seed), "the secret is in the log"
    await database.close()
    room_of = {person: channel for channel, people in rooms.items() for person in people}
    for one in sent:
        for payload in payloads([one]):
            # A payload belongs to its reader's room.
            channel = room_of.get(payload.reader) or one["channel"]
            running = [j for j in judges[channel] if j.table.opened_at <= payload.at]
            assert running, payload
            running[-1].check(payload)
    found = [judge for several in judges.values() for judge in several]
    for judge in found:
        assert judge.explained > judge.decisions / 2, "too little was watched"
    return len(found), sum(judge.explained for judge in found)


async def test_messages_reveal_nothing_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHINRISEN_DIRECTS_PER_MINUTE", "100000")
    for number in range(SESSIONS):
        matches, judged = await _session(tmp_path / str(number), number)
        assert matches == ROOMS * MATCHES
        print(f"session {number}: {matches} matches, {judged} payloads of matches")


async def test_debug_log_contains_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHINRISEN_LOG", "DEBUG")
    with closing(Database(tmp_path / "shinrisen.sqlite3")) as database:
        log = await _talkative(tmp_path, database)
        [(secret,)] = database.ask("select secret from tables")
        given = database.ask("select kind, text from contributions order by number")
    contributed = tuple(Contribution(None, kind, text) for kind, text in given)
    record = Record(ALL_AT_ONCE, 1, None, 3, secret, (), (), contributed)
    assert "DEBUG" in log
    assert not [text for text in seed_texts(record) if text in log]
    # discord.py logs the address of a form, which has neither a hand nor a move.
    log = re.sub(r".*unknown custom_id s2:optionsset:.*", "", log)
    # Hands and moves: nothing sent, received or stored.
    for term in ("s2:", "custom_id", "components", "content", "INSERT", "UPDATE", "executing"):
        assert term not in log, term
    assert not re.search(r"\b(Ana|Ben|Chie|ana|ben|chie)\b", log), "a name"
    assert not re.search(r"[\w-]{60,}", log), "a token of an interaction"
    assert "no-token-of-discord" not in log, "the bot's own"


async def _talkative(folder: Path, database: Database) -> str:
    """Return the log of a running match with faults."""
    async with served(folder, "--people", "3", "--no-limits") as (client, bot):
        party = Party(database, client, random.Random("talkative"))
        await party.start()
        faults = [(0, []), (0.6, ["429"]), (0.3, ["500", "unheard"]), (0.3, ["global"])]
        for share, kinds in faults:
            await client.post("/faults", share=share, kinds=kinds, wait=0.1)
            for _ in range(8):
                await party.act()
        await client.post("/faults", share=0.6, kinds=["429"], wait=0.1)
        for _ in range(40):
            if "rate limited" in bot.logged():
                break
            await party.act()
        await client.post("/gateway/drop")
        await client.post("/faults", share=0)
        await client.ready()
        assert "rate limited" in bot.logged(), "the log has messages about limits"
        return bot.logged()
