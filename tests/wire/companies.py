"""People who play one short match after another, of any game, with computers and rematches.

What they do and read at a table is kept in an `Account`, to be held against the log.
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
from rig.processes import Client, Wire, buttons, components, offered, words

from ..games.hands import OFTEN, SHORT
from .kept import Kept, agree
from .racing import DONE, REFUSED, UNCLEAR, Click
from .sitting import Database
from .sittings import Sitting, tables, told_end

PACE = 1
"""Seconds for a decision, where the host doesn't lift them."""
_LATEST = 24
# Without a move for so long a match hangs.
_STUCK = 60.0
# So long after a click others look at what it has changed for them; and without one.
_SOON, _LATER = 0.1, 0.4


@dataclass
class Account:
    """One match as its people know it. They are told apart by their ids, times are unix seconds.

    `seated`: by seat, the computers too. `gone`: from when to when a computer may have played for
    them; `told`: since when they have read that they left, or was read that they were removed.
    `paused`: between these times everybody could know that the match rests.
    """

    table: int
    game: str
    people: list[str]
    computers: int
    again_of: int | None = None
    paced: bool = True
    clicks: dict[str, list[Click]] = field(default_factory=dict)
    gone: dict[str, tuple[float, float]] = field(default_factory=dict)
    told: dict[str, float] = field(default_factory=dict)
    sent_away: set[str] = field(default_factory=set)
    paused: list[tuple[float, float]] = field(default_factory=list)
    voted: set[str] = field(default_factory=set)
    seated: list[str] = field(default_factory=list)


class Company(Sitting):
    """The same people in the same channel, with a warden who may steer any table there."""

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
        # Who is about to look away, and for how many seconds.
        self.dozing: dict[str, float] = {}
        # Those who sit there and click.
        self.playing: dict[str, asyncio.Task[None]] = {}
        self._hands_seen: dict[str, Wire | None] = {}

    async def run(self, keeping: Kept, matches: Iterator[int]) -> None:
        """Play as long as there are matches to be played, each to its end."""
        again = False
        for _ in matches:
            if again:
                await self._rematch()
            else:
                await self._sit_down()
            await self._play_out()
            if self.people:
                # Every screen of those who stayed tells the end.
                await self._one_panel()
                await agree(keeping, [self])
            stayed = len(self.people) == len(self.account.people)
            over = self.database.phase(self.table) == "over"
            again = over and stayed and self.rng.random() < 0.3
            self.told.clear()

    async def _one_panel(self) -> None:
        """Wait until the channel shows one message of this table, which tells the end."""
        shown: list[Wire] = []
        try:
            async with asyncio.timeout(_STUCK):
                while [told_end(words(message)) for message in shown] != [True]:
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
        host, *others = self.people = rng.sample(self.everybody, seats - computers)
        more = {"computers": 1} if computers else {}
        panel = await self.ask(host, f"{self.game} play", **SHORT[self.game], **more)
        address = Address.parse(buttons(panel)["Join"])
        assert address is not None
        self._new(address.table_id, computers)
        self.account.paced = rng.random() < 0.5
        if not self.account.paced:
            pace = self.control(panel, "pace")
            done = await self.client.click(host, panel["id"], pace, values=["none"])
            assert done.get("state") == "answered", done
            await self.until("select 1 from tables where id = ? and pace is null")
        joined = await asyncio.gather(*(self._join(person, panel) for person in others))
        sitting = self._sitting()
        for person, told in zip(others, joined, strict=True):
            assert person in sitting or not told, f"table {self.table}: {person} lost the seat"
        while missing := [person for person in others if person not in self._sitting()]:
            # Their answers were only announced, or the panel has changed under their hands.
            await asyncio.sleep(0.2)
            await asyncio.gather(*(self._join(person, panel) for person in missing))
        start = str(replace(address, kind="start"))
        while self.database.phase(self.table) == "lobby":
            await self.client.click(host, panel["id"], start)
            await asyncio.sleep(0.05)
        self._begun()

    def _new(self, table: int, computers: int, again_of: int | None = None) -> None:
        self.table = table
        self.tables.append(table)
        self.picked.clear()
        self.dozing.clear()
        self.account = Account(table, self.game, [*self.people], computers, again_of)
        self.accounts.append(self.account)

    async def _join(self, person: str, panel: Wire) -> bool:
        """Click *Join*; whether the answer says that they sit there."""
        done = await self.client.click(person, panel["id"], buttons(panel)["Join"])
        return done.get("state") == "answered" and done["kind"] == "update"

    def _sitting(self) -> list[str]:
        query = "select user_id from seats where table_id = ? order by seat"
        return [str(user) for (user,) in self.database.ask(query, self.table)]

    def _begun(self) -> None:
        self.account.seated = self._sitting()
        people = [user for user in self.account.seated if int(user) > 0]
        assert sorted(people) == sorted(self.people), (self.table, people, self.people)

    async def _rematch(self) -> None:
        """All who played click *Rematch* below the table at once: it begins by itself."""
        ended, before = self.table, self.account
        self.people = [*before.people]
        panel = await self.panel()
        again = self.control(panel, "again")
        click = self.client.click
        done = await asyncio.gather(*(click(who, panel["id"], again) for who in self.people))
        assert not [one for one in done if one.get("state") != "answered"], (ended, done)
        [(table,)] = await self.until("select id from tables where again_of = ?")
        self._new(table, before.computers, again_of=ended)
        self.account.paced = before.paced
        await self.until("select 1 from tables where id = ? and phase <> 'lobby'")
        self._begun()
        self.done["rematches"] += 1

    def control(self, message: Wire, kind: str) -> str:
        """The control of that kind of this table on a message, or "" if there is none."""
        for part in components(message["components"]):
            address = Address.parse(part.get("custom_id") or "")
            if address is not None and (address.kind, address.table_id) == (kind, self.table):
                return str(part["custom_id"])
        return ""

    async def ask(self, person: str, name: str, **options: Any) -> Wire:
        """The message that answers a command: on a busy day it is only announced at first."""
        done = await self.client.command(person, self.channel, name, **options)
        assert "error" not in done, done
        shown: Wire = done["message"] or await self.client.announced(person, self.channel, done)
        return shown

    async def until(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Wait until the query finds something of this table."""
        try:
            async with asyncio.timeout(_STUCK):
                while not (found := self.database.ask(query, self.table, *values)):
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(
                f"never at table {self.table}: {query}; {await self._seen()}"
            ) from None
        return found

    # Playing

    async def _play_out(self) -> None:
        """All click, and some do what people do besides, until the match has ended for each."""
        for person in self.people:
            self.playing[person] = asyncio.ensure_future(self.plays(person))
        ending = asyncio.ensure_future(self._end())
        try:
            while not (await asyncio.wait({ending}, timeout=_STUCK))[0]:
                if time.time() > self._moved() + _STUCK:
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
        """When the latest move was made, if any was."""
        query = "select coalesce(max(at), 0) from moves where table_id = ?"
        [(at,)] = self.database.ask(query, self.table)
        return float(at)

    async def _seen(self) -> Any:
        """What there is to be known of a match that hangs."""
        query = "select phase, pace, deadline, due_at, paused_at, keeper from tables where id = ?"
        hands = [(who, await self.hand(who)) for who in self.account.people]
        told = [(who, hand and words(hand), hand and offered(hand)) for who, hand in hands]
        clicks = {who: clicks[-9:] for who, clicks in self.account.clicks.items()}
        lately = replace(self.account, clicks=clicks)
        return self.game, self.database.ask(query, self.table), self.people, told, lately

    async def plays(self, person: str) -> None:
        """Click what the hand offers, until the match is over or this person has gone."""
        while person in self.people:
            if (doze := self.dozing.pop(person, 0.0)) > 0:
                await asyncio.sleep(doze)
            clicks = self.clicks
            if await self.choose(person):
                return
            if self.clicks != clicks:
                self._stirred.set()
                self._stirred = asyncio.Event()
                # Nobody insists.
                await asyncio.sleep(0.3 if self._refused(person) else 0.01)
            elif not await self._come_back(person):
                with_others = asyncio.ensure_future(self._stirred.wait())
                stirred, _ = await asyncio.wait({with_others}, timeout=_LATER)
                with_others.cancel()
                await asyncio.sleep(_SOON if stirred else 0.0)

    async def hand(self, person: str) -> Wire | None:
        """The newest direct message of this table, if there is one yet."""
        hand = self._hands_seen[person] = await super().hand(person)
        return hand

    def _refused(self, person: str) -> bool:
        return [click.read for click in self.account.clicks.get(person, [])[-1:]] == [REFUSED]

    async def _come_back(self, person: str) -> bool:
        """Whoever finds a computer on their seat takes it back."""
        hand = self._hands_seen.get(person)
        back = "" if hand is None else self.control(hand, "back")
        if hand is not None and back:
            await self.client.click(person, hand["id"], back)
            self.done["came back"] += 1
        return bool(back)

    async def click(self, person: str, message: str, address: Address, value: str | None) -> Wire:
        """Click or select there, and note what could be made of the answer."""
        begun = time.time()
        done = await super().click(person, message, address, value)
        if "error" not in done and address.kind == "move":
            text = address.text if value is None else value
            read = {"update": DONE, "message": REFUSED}.get(done["kind"] or "", UNCLEAR)
            mine = self.account.clicks.setdefault(person, [])
            mine.append(Click(address.stage, text, begun, read, done["interaction"]))
        return done

    async def besides(self) -> None:
        """What some of them do while the match runs."""
