"""Deliberate races: people click at the deadline, and while others pause or leave.

A `Race` is one table with an event that must not mix with any click, such as a deadline. It
records each outcome that a person reads, to compare it with the log.
"""

import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.wire.ui import Address
from games import GAMES
from games.core import Seat
from rig import LIMIT
from rig.processes import Client, Wire, buttons, offered, words
from tests.examples import ALL_AT_ONCE

from .sitting import Database
from .store import Store

GAME = GAMES[ALL_AT_ONCE]

KINDS = ("deadline", "pause", "leave", "kick")
DONE, REFUSED, UNCLEAR = "done", "refused", "unclear"
SEATED = 6
"""Number of people at one table."""
PACE = 1
"""Seconds for a decision, below any choice on the screens, set in the server's settings."""
_CHOSEN = re.compile(r"Chosen: \*\*(\d+)")
# Greatest delay of the clock in seconds.
_CLOCK_SECONDS = 1.0


@dataclass(frozen=True)
class Click:
    """A click on a card, its time, and the outcome it showed.

    `read`: done if the answer shows this card as chosen, refused if a private answer says why, else
    unclear. `number` is the interaction id.
    """

    stage: int
    text: str
    started: float
    read: str
    number: str = ""


@dataclass
class Race:
    """One table, the clicks at it, and the times of its pause or of a departure.

    `warden` has staff rights.
    """

    client: Client
    database: Database
    kind: str
    people: list[str]
    channel: str
    warden: str
    rng: random.Random
    table: int = 0
    panel: Wire = field(default_factory=dict)
    # Ids by seat.
    seated: list[str] = field(default_factory=list)
    clicks: dict[str, list[Click]] = field(default_factory=dict)
    # Period of a pause confirmed to all.
    paused: tuple[float, float] | None = None
    # Person who left, and the time of the confirmation.
    gone: tuple[str, float] | None = None
    # Commands with their answers.
    answers: list[tuple[str, str]] = field(default_factory=list)
    struck: asyncio.Event = field(default_factory=asyncio.Event)
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> None:
        """Sit down, race, and record the clicks."""
        client, (host, *others) = self.client, self.people
        panel = self.panel = await self._answer(host, ALL_AT_ONCE)
        self.table = _table(panel)
        for person in others:
            await client.click(person, panel["id"], buttons(panel)["Join"])
        async with asyncio.timeout(LIMIT):
            # Under load the panel shows a new player late.
            while "Start" not in buttons(panel := await self._now(host, panel)):
                await asyncio.sleep(0.02)
        await client.click(host, panel["id"], buttons(panel)["Start"])
        await self._stored("select deadline from tables where id = ?", self.table)
        # Under load the order of seats may differ from the order of clicks.
        query = "select user_id from seats where table_id = ? order by seat"
        self.seated = [str(user_id) for (user_id,) in self.database.ask(query, self.table)]
        watching = asyncio.ensure_future(self._watch())
        race: dict[str, Callable[[], Awaitable[None]]] = {
            "deadline": self._deadline,
            "pause": self._pause,
            "leave": self._leave,
            "kick": self._kick,
        }
        racing = [asyncio.ensure_future(self._clicks(person)) for person in self.people]
        try:
            await race[self.kind]()
        finally:
            self.over.set()
            await asyncio.gather(*racing, watching)

    # Events

    async def _deadline(self) -> None:
        """Wait for the deadline without any other event."""
        first = self._deadline_at()
        async with asyncio.timeout(LIMIT):
            while self._deadline_at() == first:
                await asyncio.sleep(0.01)

    async def _pause(self) -> None:
        await asyncio.sleep(self.rng.uniform(0.1, 1.3))
        await self._act(self.people[0], "pause")
        since = await self._stored("select paused_at from tables where id = ?", self.table)
        before = self._moves()
        # Long enough for the clock to act if it wrongly would.
        await asyncio.sleep(self.rng.choice((0.1, 1.2)))
        assert self._moves() == before, f"table {self.table} was played while paused"
        self.paused = (since, time.time())
        await self._act(self.people[0], "resume")
        await asyncio.sleep(0.2)

    async def _leave(self) -> None:
        await asyncio.sleep(self.rng.uniform(0.1, 1.3))
        person = self.rng.choice(self.people)
        await self._act(person, "leave", asks=True)
        await self._went(person)

    async def _kick(self) -> None:
        await asyncio.sleep(self.rng.uniform(0.1, 1.3))
        person = self.rng.choice(self.people[1:])
        await self._act(self.warden, "remove", person)
        await self._went(person)

    async def _went(self, person: str) -> None:
        query = 'select case when "left" then 1 end from seats where table_id = ? and user_id = ?'
        await self._stored(query, self.table, int(person))
        self.gone = (person, time.time())
        await asyncio.sleep(0.3)

    async def _answer(self, person: str, name: str) -> Wire:
        """Run a command and return its answer. Under load the answer is deferred."""
        done = await self.client.command(person, self.channel, name)
        found = done["message"] or await self.client.announced(person, self.channel, done)
        shown: Wire = found
        return shown

    async def _stored(self, query: str, *values: int) -> float:
        """Wait until the command is stored, under load after its answer, and return the value."""
        try:
            async with asyncio.timeout(LIMIT):
                while (found := self.database.ask(query, *values)[0][0]) is None:
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(f"{self.kind} at table {self.table}: {self.answers}") from None
        return float(found)

    async def _act(self, person: str, kind: str, *values: str, asks: bool = False) -> None:
        """Use a control behind ⋯, and confirm its question.

        A late or missing answer asks nothing. Then it took effect or is repeated.
        """
        done = await self.client.act(person, self.panel, kind, *values)
        self.answers.append((kind, _said(done)))
        if not asks:
            return
        if done["message"] is None:
            await self._act(person, kind, *values, asks=True)
        elif asked := buttons(done["message"]):
            yes = next(iter(asked.values()))
            done = await self.client.click(person, done["message"]["id"], yes)
            self.answers.append((yes, _said(done)))

    def _deadline_at(self) -> float:
        [(deadline,)] = self.database.ask("select deadline from tables where id = ?", self.table)
        return float(deadline or 0.0)

    def _moves(self) -> list[tuple[int, str]]:
        query = "select seat, move from moves where table_id = ? order by ply"
        return [(seat, move) for seat, move in self.database.ask(query, self.table)]

    async def _watch(self) -> None:
        """Watch for the first move without a click, which is the clock's."""
        while not self.over.is_set() and not self.struck.is_set():
            for seat, move in self._moves():
                mine = self.clicks.get(self.seated[seat], [])
                if move not in [click.text for click in mine]:
                    self.struck.set()
            await asyncio.sleep(0.003)
        self.struck.set()

    # Clicking

    async def _clicks(self, person: str) -> None:
        rng, mine = self.rng, self.clicks.setdefault(person, [])
        done = await self.client.act(person, self.panel, "hand")
        hand = done["message"]
        if self.kind == "deadline":
            await self._ready(rng)
        while not self.over.is_set():
            found = [address for address, _ in offered(hand) if address.kind == "move"]
            if not found:
                return
            address = rng.choice(found)
            started = time.time()
            done = await self.client.click(person, hand["id"], str(address))
            if "error" in done:
                # A follow-up has changed the message between reading and clicking.
                hand = await self._now(person, hand)
                continue
            mine.append(Click(address.stage, address.text, started, _read(address, done)))
            if done["kind"] == "update":
                hand = done["message"]
            await asyncio.sleep(rng.uniform(0.0, 0.03))

    async def _ready(self, rng: random.Random) -> None:
        """Wait until about the deadline, or for the clock's first move."""
        if rng.random() < 0.5:
            await self.struck.wait()
            await asyncio.sleep(rng.uniform(0.0, 0.02))
        else:
            left = self._deadline_at() - time.time()
            await asyncio.sleep(max(0.0, left + rng.uniform(-0.2, _CLOCK_SECONDS)))

    async def _now(self, person: str, shown: Wire) -> Wire:
        """Return the current state of that message."""
        seen = await self.client.messages(person, self.channel, last=30)
        return next((m for m in seen if m["id"] == shown["id"]), shown)

    # Checks

    async def check(self, store: Store) -> dict[str, int]:
        """Check that no confirmed click was changed and return the number of clicks by outcome.

        Raises AssertionError if one was.
        """
        stored = await store.table(self.table)
        moves, steps = await store.moves(self.table), await store.steps(stored)
        states = [step.state for step in steps]
        counts = dict.fromkeys((DONE, REFUSED, UNCLEAR, "by the clock"), 0)
        for seat, person in enumerate(self.seated):
            mine = self.clicks.get(person, [])
            for click in mine:
                counts[click.read] += 1
            late = guessed = 0
            for stage in {GAME.stage(state) for state in states}:
                logged = [
                    text
                    for (who, text), state in zip(moves, states, strict=False)
                    if who == seat and GAME.stage(state) == stage
                ]
                here = self._compare(person, [c for c in mine if c.stage == stage], logged)
                late, guessed = late + here[0], guessed + here[1]
            counts["by the clock"] += late
            player = stored.players[seat]
            # An unclear click may match the clock's move by chance. While a computer thinks for a
            # departed player, others may click the clock's choice.
            assert late or guessed or self.gone or not player.misses, (
                self.table,
                person,
                "a miss for one who chose",
            )
        self._check_pause(self._times())
        self._check_gone(stored, moves, states)
        return counts

    def _compare(self, person: str, clicks: list[Click], logged: list[str]) -> tuple[int, int]:
        """Return the number of the clock's or a computer's moves, and of matched unclear clicks."""
        try:
            return self._fit(person, clicks, logged)
        except AssertionError:
            if self.gone is None or not logged:
                raise
            # While a computer thinks for a departed player, others may change the clock's choice.
            return self._fit(person, clicks, logged, late=1)

    def _fit(
        self, person: str, clicks: list[Click], logged: list[str], *, late: int = 0
    ) -> tuple[int, int]:
        """Match clicks to logged moves. The clock made the first `late` of these."""
        why = (self.kind, self.table, person, clicks, logged)
        left, confirmed, guessed = logged[late:], 0, 0
        chosen = ""
        for click in clicks:
            if click.read == DONE and click.text == chosen and left[:1] != [chosen]:
                # An unclear click has chosen it already.
                confirmed += 1
            elif click.read == DONE:
                assert left, ("a card read as chosen is not in the log", why)
                assert left[0] == click.text, ("a card read as chosen was replaced", why)
                confirmed += 1
                chosen = left.pop(0)
            elif click.read == UNCLEAR and left and left[0] == click.text:
                chosen = left.pop(0)
                guessed += 1
        assert late + len(left) <= 1, ("moves that nobody made", why)
        assert not (left and confirmed), ("the clock replaced a card read as chosen", why)
        return late + len(left), guessed

    def _times(self) -> list[float]:
        query = "select at from moves where table_id = ? order by ply"
        return [at for (at,) in self.database.ask(query, self.table)]

    def _check_pause(self, times: list[float]) -> None:
        if self.paused is not None:
            since, until = self.paused
            played = [at for at in times if since < at < until]
            assert not played, (self.table, "moves while paused", self.paused, played)

    def _check_gone(self, stored: Any, moves: list[tuple[int, str]], states: list[Any]) -> None:
        """Check that a computer plays for the departed player, by the rules."""
        if self.gone is None:
            return
        person, since = self.gone
        seat = self.seated.index(person)
        player = stored.players[seat]
        assert player.left, (self.kind, self.table, "sits there still")
        late = [c for c in self.clicks[person] if c.started > since and c.read == DONE]
        assert not late, (self.table, "a click counted after leaving", late)
        for ply, (who, text) in enumerate(moves):
            if who == seat and ply >= player.left_ply:
                legal = [GAME.move_text(m) for m in GAME.legal_moves(states[ply], Seat(who))]
                assert text in legal, (self.table, "moved after leaving", text)


async def run(client: Client, database: Database, plan: Sequence[str], rooms: int) -> list[Race]:
    """Run these races, in `rooms` channels at a time, each with people of its own."""
    everybody = (await client.ready())["people"]
    [warden] = [person["id"] for person in everybody if person["staff"]]
    players = [person["id"] for person in everybody if not person["staff"]]
    races, kinds = list[Race](), iter(plan)

    async def room(at: int) -> None:
        made = (await client.post("/channels", name=f"room-{at}"))["id"]
        mine = players[at * SEATED : (at + 1) * SEATED]
        for number, kind in enumerate(kinds):
            rng = random.Random(f"race {at} {number}")
            race = Race(client, database, kind, mine, made, warden, rng)
            races.append(race)
            await race.run()
            await _call_off(client, race, warden)

    await asyncio.gather(*map(room, range(rooms)))
    return races


async def count(store: Store, races: Sequence[Race]) -> Counter[str]:
    """Check all races and return the number of clicks by outcome."""
    counts: Counter[str] = Counter()
    for race in races:
        counts.update(await race.check(store))
    print(f"{Counter(race.kind for race in races)}; cards clicked: {counts}")
    return counts


async def _call_off(client: Client, race: Race, warden: str) -> None:
    """Cancel the match before the next race. Under load the command is repeated."""
    async with asyncio.timeout(LIMIT):
        while race.database.phase(race.table) == "live":
            asked = (await client.act(warden, race.panel, "cancel"))["message"]
            for custom_id in list(buttons(asked).values())[:1] if asked else []:
                await client.click(warden, asked["id"], custom_id)
            await asyncio.sleep(0.05)


def _read(address: Address, done: Wire) -> str:
    """Return the outcome an answer to a card click shows."""
    if done["kind"] == "message":
        return REFUSED
    if done["kind"] != "update":
        return UNCLEAR
    stages = {found.stage for found, _ in offered(done["message"])}
    chosen = _CHOSEN.search(words(done["message"]))
    if stages == {address.stage} and chosen is not None and chosen[1] == address.text:
        return DONE
    return UNCLEAR


def _said(done: Wire) -> str:
    """Return a short description of an answer."""
    shown = done.get("message")
    return f"{done.get('state')} {done.get('kind')}: {words(shown) if shown else done}"


def _table(panel: Wire) -> int:
    found = (Address.parse(custom_id) for custom_id in buttons(panel).values())
    return next(address.table_id for address in found if address is not None)


def counted(log: list[Wire]) -> list[Wire]:
    """Return the requests counted in Discord's global limit of 50 a second."""
    return [r for r in log if not r["path"].startswith(("/webhooks/", "/interactions/"))]
