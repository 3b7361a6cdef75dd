"""People who play short matches of any game in a row, with computers and rematches.

They also leave and return, pause, ignore deadlines, kick and vote. An `Account` records their
actions and the answers. `accounts` compares it with the log.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from bot.wire.ui import Address
from games import GAMES
from rig import LIMIT
from rig.processes import Wire, addressed, offered, words
from rig.waits import found, until

from ..games.hands import OFTEN, SHORT
from .databases import Database
from .sittings import CHANGES, Sitting, says_over
from .store import Store, agree

PACE = 1
"""Seconds for a decision, unless the host lifts the limit."""
DONE, REFUSED, UNCLEAR = "done", "refused", "unclear"
EVER = float("inf")
# A match of this number of people allows no removal.
_FEWEST = 2
RACES = 4
"""Deadlines of a match that all click at."""
_LEFT_IS = (
    "select 1 from seats join tables on id = table_id where table_id = ? "
    'and (({} "left" and user_id = ?) or ended_at is not null)'
)
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
    """A group in one channel, and a warden with staff rights there. Each match has some of them."""

    def __init__(self, database: Database, warden: str, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.database = database
        self.warden = warden
        self.everybody = [*self.people]
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
        await found(self.panels, lambda shown: [says_over(words(m)) for m in shown] == [True])

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
        paced = "select 1 from tables where id = ? and pace is not null"
        account.paced = bool(self.database.ask(paced, self.table))
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
            while not (begun := self.database.ask(query, ended)):
                clicks = [self.client.click(who, panel["id"], again) for who in late]
                answers = zip(late, await asyncio.gather(*clicks), strict=True)
                # On a busy machine an answer comes too late for Discord.
                late = [who for who, one in answers if one.get("state") != "answered"]
                await asyncio.sleep(0.05)
        [(self.table,)] = begun
        self.tables.append(self.table)
        self.picked.clear()
        self._record(before.computers, again_of=ended)
        assert self.account.paced == before.paced
        self.done["rematches"] += 1

    def control(self, message: Wire, kind: str) -> str:
        """Return this table's control of that kind on a message, or "" if there is none."""
        of_kind = (
            to for _, to in addressed(message) if (to.kind, to.table_id) == (kind, self.table)
        )
        return str(next(of_kind, ""))

    async def ask(self, person: str, kind: str, value: str | None = None) -> Wire:
        """Use a control behind the panel's ⋯, and return the answer."""

        async def once() -> Wire:
            return await self.client.act(person, await self.panel(), kind, value)

        # The panel may be posted again meanwhile.
        done = await found(once, lambda done: "error" not in done)
        shown: Wire = done["message"] or {"components": []}
        return shown

    async def stored(self, query: str, *values: Any) -> None:
        """Wait until the query returns rows for this table."""
        try:
            await until(lambda: self.database.ask(query, self.table, *values))
        except TimeoutError:
            seen = await self._seen()
            raise AssertionError(f"never at table {self.table}: {query}; {seen}") from None

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
        await self._besides()
        await asyncio.gather(*self.playing.values())
        await self.stored("select 1 from tables where id = ? and ended_at is not null")

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

    # Besides playing

    async def _besides(self) -> None:
        """Do some of this at random times, half of it while all choose again and again."""
        rng, paced = self.rng, self.account.paced
        doing = [
            (0.2, self._pause),
            (0.45 if paced else 0.0, self._doze),
            (0.9 if paced else 0.0, self._race),
            (0.18, self._leave),
            (0.06, self._send_away),
            (0.05, self._vote),
        ]
        rng.shuffle(doing)
        for often, do in doing:
            if rng.random() < often and self.database.phase(self.table) == "live":
                await asyncio.sleep(rng.uniform(0.0, 0.7))
                self.changes = rng.choice((CHANGES, 1.0))
                if self.people:
                    await do()
                self.changes = CHANGES

    async def _doze(self) -> None:
        """Ignore the match until the deadline, or until a computer has the seat."""
        self.dozing[self.rng.choice(self.people)] = self.rng.choice((2.2, 2.2, 2.2, 7.0))

    async def _race(self) -> None:
        """Choose again and again while the clock strikes, which it does within a second."""
        self.changes = 1.0
        query = "select deadline from tables where id = ? and deadline is not null"
        for _ in range(RACES):
            if not (due := self.database.ask(query, self.table)):
                return
            left = due[0][0] - time.time()
            for person in self.people:
                begins = self.rng.choice((-0.2, -0.2, self.rng.uniform(-0.2, 1.0)))
                self.dozing[person] = max(0.0, left + begins)
            await asyncio.sleep(max(0.0, left) + 1.2)
            self.done["races"] += 1

    async def _pause(self) -> None:
        steering = self.rng.choice((self._host(), self.warden))
        if "is paused" not in words(await self.ask(steering, "pause")):
            return
        since = time.time()
        # Long enough for the clock to act if it wrongly would.
        await asyncio.sleep(self.rng.choice((0.2, PACE + 1.2)))
        self.account.paused.append((since, time.time()))
        self.done["pauses"] += 1
        if self.rng.random() < 0.5:
            panel = await self.panel()
            resume = self.control(panel, "resume")
            for person in [*self.people] if resume else []:
                await self.client.click(person, panel["id"], resume)
        query = "select 1 from tables where id = ? and paused_at is not null and ended_at is null"
        while self.database.ask(query, self.table):
            await self.ask(steering, "resume")

    def _host(self) -> str:
        [(host,)] = self.database.ask("select host_id from tables where id = ?", self.table)
        return str(host)

    async def _leave(self) -> None:
        person = self.rng.choice(self.people)
        asked, started = await self.ask(person, "leave"), time.time()
        if not (leave := self.control(asked, "quit")):
            return
        done = await self.client.click(person, asked["id"], leave)
        if not await self._went(person, started):
            return
        if done.get("kind") == "update" and "You have left" in words(done["message"]):
            self.account.confirmed_gone[person] = time.time()
        undo = self.control(done.get("message") or {"components": []}, "undo")
        if undo and self.rng.random() < 0.3:
            await asyncio.sleep(self.rng.uniform(0.0, 0.5))
            await self._take_back(person, asked["id"], undo)

    async def _take_back(self, person: str, message: str, undo: str) -> None:
        done = await self.client.click(person, message, undo)
        # Its message may be gone by then.
        if "error" in done or done["kind"] == "message":
            return
        # Under load the change comes after its answer.
        await self.stored(_LEFT_IS.format("not"), int(person))
        if not self._left(person):
            started, _ = self.account.gone[person]
            self.account.gone[person] = (started, time.time())
            self.account.confirmed_gone.pop(person, None)
            self.done["taken back"] += 1
            await self.playing[person]
            self.people.append(person)
            self.playing[person] = asyncio.ensure_future(self.plays(person))

    def _left(self, person: str) -> bool:
        query = 'select 1 from seats where table_id = ? and user_id = ? and "left"'
        return bool(self.database.ask(query, self.table, int(person)))

    async def _send_away(self) -> None:
        if len(self.people) <= _FEWEST:
            return
        person, started = self.rng.choice(self.people), time.time()
        said = words(await self.ask(self.warden, "remove", person))
        if await self._went(person, started) and "was removed" in said:
            self.account.confirmed_gone[person] = time.time()
            self.account.sent_away.add(person)
            self.done["sent away"] += 1

    async def _went(self, person: str, started: float) -> bool:
        """Wait until a person has left and record it. Return False if the match ended first."""
        await self.stored(_LEFT_IS.format(""), int(person))
        if not self._left(person):
            return False
        since, _ = self.account.gone.get(person, (started, EVER))
        self.account.gone[person] = (since, EVER)
        self.people.remove(person)
        self.done["left"] += 1
        return True

    async def _vote(self) -> None:
        for person in self.rng.sample(self.people, self.rng.randint(1, len(self.people))):
            said = words(await self.ask(person, "vote"))
            if "vote counts" in said or "called off" in said:
                self.account.voted.add(person)
        self.done["votes"] += len(self.account.voted)
