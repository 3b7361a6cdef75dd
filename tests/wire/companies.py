"""People who play short matches of any game in a row, with computers and rematches.

An `Account` records their actions and the answers. `accounts` compares it with the log.
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from bot.wire.ui import Address
from games import GAMES
from rig import LIMIT
from rig.processes import Client, Wire, components, offered, words

from ..games.hands import OFTEN, SHORT
from .databases import Database
from .sittings import Sitting, says_over, tables
from .store import Store, agree

PACE = 1
"""Seconds for a decision, unless the host lifts the limit."""
DONE, REFUSED, UNCLEAR = "done", "refused", "unclear"
_LATEST = 24
# Seconds until others look at their hands: after a click, and without one.
_SOON, _LATER = 0.1, 0.4


@dataclass(frozen=True)
class Click:
    """A clicked move, its time, and the outcome it showed.

    `read`: done if the answer is the new hand, refused if it is private words, else unclear.
    `number` is the interaction id.
    """

    stage: int
    text: str
    started: float
    read: str
    number: str = ""


@dataclass
class Account:
    """One match as its people know it. Keys are their ids, times are unix seconds.

    `seated`: all players by seat, computers too. `gone`: period of a computer's play instead of a
    person. `confirmed_gone`: time of the answer that a person left or was removed. `paused`:
    periods of a confirmed pause.
    """

    table: int
    game: str
    people: list[str]
    computers: int
    again_of: int | None = None
    paced: bool = True
    clicks: dict[str, list[Click]] = field(default_factory=dict)
    gone: dict[str, tuple[float, float]] = field(default_factory=dict)
    confirmed_gone: dict[str, float] = field(default_factory=dict)
    sent_away: set[str] = field(default_factory=set)
    paused: list[tuple[float, float]] = field(default_factory=list)
    voted: set[str] = field(default_factory=set)
    seated: list[str] = field(default_factory=list)


class Company(Sitting):
    """A fixed group of people in one channel, with a warden who has staff rights there."""

    def __init__(
        self,
        client: Client,
        world: Wire,
        rng: random.Random,
        database: Database,
        *,
        people: list[str],
        channel: str,
        warden: str,
    ) -> None:
        super().__init__(client, world, rng, people=people, channel=channel)
        self.database = database
        self.everybody = people
        self.warden = warden
        self.latest = _LATEST
        self.account = Account(0, "", [], 0)
        self.accounts: list[Account] = []
        self.done: Counter[str] = Counter()
        self._stirred = asyncio.Event()
        # Seconds a person will ignore the match.
        self.dozing: dict[str, float] = {}
        # Tasks of the people who sit there and click.
        self.playing: dict[str, asyncio.Task[None]] = {}
        self._hands_seen: dict[str, Wire | None] = {}

    async def run(self, store: Store, matches: Iterator[int]) -> None:
        """Play matches one after another, each to its end."""
        again = False
        for _ in matches:
            if again:
                await self._rematch()
            else:
                await self._sit_down()
            await self._play_out()
            if self.people:
                # Every screen of the players who stayed shows the end.
                await self._one_panel()
                await agree(store, [self])
            stayed = len(self.people) == len(self.account.people)
            over = self.database.phase(self.table) == "over"
            again = over and stayed and self.rng.random() < 0.3
            self.answers.clear()

    async def _one_panel(self) -> None:
        """Wait until the channel shows one message of this table, with the end."""
        shown: list[Wire] = []
        try:
            async with asyncio.timeout(LIMIT):
                while [says_over(words(message)) for message in shown] != [True]:
                    await asyncio.sleep(0.1)
                    seen = await self.client.messages(self.people[0], self.channel, self.latest)
                    public = [message for message in seen if message["ephemeral_for"] is None]
                    shown = [message for message in public if self.table in tables(message)]
        except TimeoutError:
            said = [words(message) for message in shown]
            raise AssertionError(f"table {self.table} has not one panel: {said}") from None

    # Sitting down

    async def _sit_down(self) -> None:
        rng = self.rng
        self.game = rng.choices([*OFTEN], [*OFTEN.values()])[0]
        seats = rng.randint(GAMES[self.game].seats[0], min(3, GAMES[self.game].seats[-1]))
        computers = int(rng.random() < 0.08)
        self.people = rng.sample(self.everybody, seats - computers)
        more: dict[str, Any] = {"computers": 1} if computers else {}
        if rng.random() < 0.3:
            more["table.pace"] = "none"
        await self.start(**SHORT[self.game], **more)
        self._record(computers)

    async def missing(self) -> list[str]:
        """Return the people without a seat."""
        await asyncio.sleep(0.1)
        sitting = self._sitting()
        return [person for person in self.people if person not in sitting]

    def _sitting(self) -> list[str]:
        query = "select user_id from seats where table_id = ? order by seat"
        return [str(user) for (user,) in self.database.ask(query, self.table)]

    def _record(self, computers: int, again_of: int | None = None) -> None:
        """Begin the account of a match that has begun."""
        self.dozing.clear()
        account = Account(self.table, self.game, [*self.people], computers, again_of)
        account.seated = self._sitting()
        query = "select 1 from tables where id = ? and pace is not null"
        account.paced = bool(self.database.ask(query, self.table))
        people = [user for user in account.seated if int(user) > 0]
        assert sorted(people) == sorted(self.people), (self.table, people, self.people)
        self.account = account
        self.accounts.append(account)

    async def _rematch(self) -> None:
        """Click *Rematch* as all players at once, which starts the match."""
        ended, before = self.table, self.account
        self.people = [*before.people]
        panel = await self.panel()
        again, late = self.control(panel, "again"), self.people
        query = "select id from tables where again_of = ? and phase <> 'lobby'"
        async with asyncio.timeout(LIMIT):
            while not (found := self.database.ask(query, ended)):
                clicks = [self.client.click(who, panel["id"], again) for who in late]
                answers = zip(late, await asyncio.gather(*clicks), strict=True)
                # On a busy machine an answer comes too late for Discord.
                late = [who for who, one in answers if one.get("state") != "answered"]
                await asyncio.sleep(0.05)
        [(self.table,)] = found
        self.tables.append(self.table)
        self.picked.clear()
        self._record(before.computers, again_of=ended)
        assert self.account.paced == before.paced
        self.done["rematches"] += 1

    def control(self, message: Wire, kind: str) -> str:
        """Return this table's control of that kind on a message, or "" if there is none."""
        for part in components(message["components"]):
            address = Address.parse(part.get("custom_id") or "")
            if address is not None and (address.kind, address.table_id) == (kind, self.table):
                return str(part["custom_id"])
        return ""

    async def ask(self, person: str, kind: str, *values: str) -> Wire:
        """Use a control behind the panel's ⋯, and return the answer."""
        done = await self.client.act(person, await self.panel(), kind, *values)
        assert "error" not in done, done
        shown: Wire = done["message"] or {"components": []}
        return shown

    async def until(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Wait until the query returns rows for this table."""
        try:
            async with asyncio.timeout(LIMIT):
                while not (found := self.database.ask(query, self.table, *values)):
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(
                f"never at table {self.table}: {query}; {await self._seen()}"
            ) from None
        return found

    # Playing

    async def _play_out(self) -> None:
        """Play and act besides, until the match has ended for each person."""
        for person in self.people:
            self.playing[person] = asyncio.ensure_future(self.plays(person))
        ending = asyncio.ensure_future(self._end())
        try:
            while not (await asyncio.wait({ending}, timeout=LIMIT))[0]:
                if time.time() > self._moved() + LIMIT:
                    raise AssertionError(f"table {self.table} hangs: {await self._seen()}")
            await ending
        finally:
            for task in (ending, *self.playing.values()):
                task.cancel()
            self.playing.clear()
        self.done[self.game] += 1

    async def _end(self) -> None:
        await self.besides()
        await asyncio.gather(*self.playing.values())
        await self.until("select 1 from tables where id = ? and ended_at is not null")

    def _moved(self) -> float:
        """Return the time of the latest move, or 0."""
        query = "select coalesce(max(at), 0) from moves where table_id = ?"
        [(at,)] = self.database.ask(query, self.table)
        return float(at)

    async def _seen(self) -> Any:
        """Return all known facts about a match that is stuck."""
        query = "select phase, pace, deadline, due_at, paused_at from tables where id = ?"
        hands = [(who, await self.hand(who)) for who in self.account.people]
        seen_hands = [(who, hand and words(hand), hand and offered(hand)) for who, hand in hands]
        clicks = {who: clicks[-9:] for who, clicks in self.account.clicks.items()}
        lately = replace(self.account, clicks=clicks)
        return self.game, self.database.ask(query, self.table), self.people, seen_hands, lately

    async def plays(self, person: str) -> None:
        """Click controls of the hand until the match is over or this person has left."""
        while person in self.people:
            if (doze := self.dozing.pop(person, 0.0)) > 0:
                await asyncio.sleep(doze)
            clicks = self.clicks
            if await self.choose(person):
                return
            if self.clicks != clicks:
                self._stirred.set()
                self._stirred = asyncio.Event()
                # Pause before repeating a refused click.
                await asyncio.sleep(0.3 if self._refused(person) else 0.01)
            elif not await self._come_back(person):
                with_others = asyncio.ensure_future(self._stirred.wait())
                stirred, _ = await asyncio.wait({with_others}, timeout=_LATER)
                with_others.cancel()
                await asyncio.sleep(_SOON if stirred else 0.0)

    async def hand(self, person: str) -> Wire | None:
        """Return the newest direct message of this table, or None."""
        hand = self._hands_seen[person] = await super().hand(person)
        return hand

    def _refused(self, person: str) -> bool:
        return [click.read for click in self.account.clicks.get(person, [])[-1:]] == [REFUSED]

    async def _come_back(self, person: str) -> bool:
        """Take the seat back if a computer plays there."""
        hand = self._hands_seen.get(person)
        back = "" if hand is None else self.control(hand, "back")
        if hand is not None and back:
            await self.client.click(person, hand["id"], back)
            self.done["came back"] += 1
        return bool(back)

    async def click(self, person: str, message: str, address: Address, value: str | None) -> Wire:
        """Click or select a control and record the answer."""
        started = time.time()
        done = await super().click(person, message, address, value)
        if "error" not in done and address.kind == "move":
            text = address.text if value is None else value
            read = {"update": DONE, "message": REFUSED}.get(done["kind"] or "", UNCLEAR)
            mine = self.account.clicks.setdefault(person, [])
            mine.append(Click(address.stage, text, started, read, done["interaction"]))
        return done

    async def besides(self) -> None:
        """Act at the table besides playing. Subclasses override this."""
