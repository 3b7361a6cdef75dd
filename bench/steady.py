"""Requests to Discord for many tables of three, with a click every four seconds.

All of Discord's limits apply. Counted requests fall under the global limit of fifty a second.
Answers to clicks and edits by their tokens don't. A hand is behind from the move that starts a
decision until it shows that decision.
"""

import asyncio
import random
import sqlite3
import tempfile
import time
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.wire.ui import Address
from games.chance import Chance, Contribution, mixed
from games.core import Seat
from rig.processes import Client, Wire, components, offered, playground

from .filling import GAME, Place, fill
from .opening import know, opened
from .places import places_of
from .process import bot

TABLES = (10, 20, 40, 100)
SECONDS = 120.0
SEATS = 3
# Mean thinking time in seconds. Waiting for the slowest of three brings the interval between clicks
# to four seconds.
_THINKING = 2.0
# Time limit in seconds for all screens to become idle afterwards.
_REST = 120.0


@dataclass(frozen=True)
class Steady:
    """Figures for a number of tables.

    `clicks`: per second. `rate`, `busiest`: counted requests in an average and in the busiest
    second. `counted`, `uncounted`: requests per move. `behind`: sorted seconds hands were behind.
    `never`: hands still behind at the end. `rest`: seconds until idle afterwards, or None.
    """

    tables: int
    clicks: float
    moves: int
    late: int
    rate: float
    busiest: int
    counted: float
    uncounted: float
    refused: int
    behind: list[float]
    never: int
    rest: float | None

    def row(self) -> str:
        """Return this as a row of a Markdown table."""
        p50, p99, most = (_part(self.behind, share) for share in (0.5, 0.99, 1.0))
        rest = "no" if self.rest is None else f"{self.rest:.0f} s"
        cells = [
            *(self.tables, f"{self.clicks:.1f}", f"{self.rate:.1f}", self.busiest),
            *(f"{self.counted:.2f}", f"{self.uncounted:.2f}", self.refused, self.late),
            *(f"{p50:.2f} s", f"{p99:.1f} s", f"{most:.1f} s", self.never, rest),
        ]
        return f"| {' | '.join(map(str, cells))} |"


HEAD = (
    "| tables | clicks a second | counted requests a second | in the busiest second "
    "| counted a move | uncounted a move | refused (429) | clicks answered late "
    "| hands behind: p50 | p99 | most "
    "| never brought up | at rest after |\n" + "|---" * 13 + "|"
)


def _part(times: Sequence[float], share: float) -> float:
    return times[min(len(times) - 1, int(len(times) * share))] if times else float("nan")


class Seen:
    """Decisions shown in hands, from the bot's requests."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.number = 0
        # Times and stages of each reader's hand.
        self.shown: dict[str, list[tuple[float, int]]] = {}
        self.counted: Counter[int] = Counter()

    def newest(self, reader: str) -> int:
        """Return the stage of the newest decision this person has seen, or -1."""
        shown = self.shown.get(reader)
        return shown[-1][1] if shown else -1

    async def listen(self) -> None:
        """Fetch new requests until cancelled."""
        while True:
            await self.fetch()
            await asyncio.sleep(0.2)

    async def fetch(self) -> bool:
        """Fetch new requests and return True if there were any."""
        new = await self.client.get(f"/log?after={self.number}")
        for one in new:
            self.number = one["number"]
            if not one["path"].startswith(("/interactions/", "/webhooks/")):
                self.counted[int(one["at"])] += 1
            if one["status"] < 300 and one["reader"] is not None:
                body = one["body"].get("data") or one["body"]
                if stages := _stages(body.get("components") or []):
                    self.shown.setdefault(one["reader"], []).append((one["at"], max(stages)))
        return bool(new)


def _stages(parts: list[Wire]) -> list[int]:
    addresses = (Address.parse(part.get("custom_id") or "") for part in components(parts))
    return [found.stage for found in addresses if found is not None and found.kind == "move"]


@dataclass
class _Clicks:
    """Number of clicks, and of those answered too late."""

    made: int = 0
    late: int = 0


async def measure(
    seconds: float = SECONDS, tables: Sequence[int] = TABLES, *, at_once: bool = False
) -> list[Steady]:
    """Measure these numbers of tables, one after another.

    `at_once`: people open the tables at the same time. Otherwise the matches run already.
    """
    return [await _with(count, seconds, at_once=at_once) for count in tables]


async def _with(count: int, seconds: float, *, at_once: bool) -> Steady:
    async with playground("--people", str(count * SEATS)) as client:
        with tempfile.TemporaryDirectory() as name:
            file = Path(name) / "shinrisen.sqlite3"
            places = await _fill(client, file, count, at_once=at_once)
            async with bot(client, file, "bot", "run", per_second=45) as process:
                # The start's work doesn't count.
                if at_once:
                    await process.rest()
                else:
                    for place in places:
                        await client.dealt(str(place.user_id))
                await client.post("/limits", on=True)
                return await _run(client, file, count, places, seconds, at_once=at_once)


async def _fill(client: Client, file: Path, count: int, *, at_once: bool) -> list[Place]:
    """Create matches, each in a channel of its own, and return the places of their people.

    Discord's limits are lifted for this. `at_once`: create no matches yet.
    """
    await client.post("/limits", on=False)
    made = [(await client.post("/channels", name=f"room-{n}"))["id"] for n in range(count)]
    # Table 1 seats the places 3, 4 and 5.
    channels = [made[person // SEATS] for person in range(count * SEATS)]
    guild, places = await places_of(client, channels)
    if at_once:
        await know(file, places)
    else:
        await fill(file, guild, places, count, seats_each=SEATS)
    return places


async def _run(
    client: Client,
    file: Path,
    count: int,
    places: Sequence[Place],
    seconds: float,
    *,
    at_once: bool,
) -> Steady:
    seen, clicks = Seen(client), _Clicks()
    await seen.fetch()
    seen.counted.clear()
    listening = asyncio.ensure_future(seen.listen())
    before, started = await client.get("/counts"), time.time()
    people = [str(place.user_id) for place in places]
    opening = []
    for at in range(0, len(places) if at_once else 0, SEATS):
        channel = str(places[at].channel_id)
        opening.append(_open(client, people[at : at + SEATS], channel, clicks))
    playing = (_click(client, p, seen, clicks, started + seconds) for p in people)
    await asyncio.gather(*opening, *playing)
    ended = time.time()
    rest = await _rest(client, ended)
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    await seen.fetch()
    after = await client.get("/counts")
    with closing(sqlite3.connect(file)) as db:
        moves = db.execute("select count(*) from moves where at > ?", (started,)).fetchone()[0]
        behind, never = _behind(db, seen, started)
    more = {what: after[what] - before[what] for what in ("counted", "uncounted", "refused")}
    within = [made for second, made in seen.counted.items() if second < ended]
    return Steady(
        tables=count,
        clicks=clicks.made / seconds,
        moves=moves,
        late=clicks.late,
        rate=sum(within) / (ended - started),
        busiest=max(within, default=0),
        counted=more["counted"] / max(1, moves),
        uncounted=more["uncounted"] / max(1, moves),
        refused=more["refused"],
        behind=behind,
        never=never,
        rest=rest,
    )


async def _open(client: Client, people: Sequence[str], channel: str, clicks: _Clicks) -> None:
    for done in await opened(client, people, channel):
        clicks.made += 1
        clicks.late += done.get("state") == "failed"


async def _click(client: Client, person: str, seen: Seen, clicks: _Clicks, end: float) -> None:
    """Decide by the newest hand at each new decision, until the end."""
    rng, decided = random.Random(person), -1
    while time.time() < end:
        if seen.newest(person) <= decided:
            await asyncio.sleep(0.1)
            continue
        await asyncio.sleep(min(rng.expovariate(1 / _THINKING), max(0.0, end - time.time())))
        hands = [m for m in await client.messages(person, last=4) if m["ephemeral_for"] is None]
        found = [found for found, _ in offered(hands[-1]) if found.kind == "move"] if hands else []
        if not found:
            continue
        address = rng.choice(found)
        done = await client.click(person, hands[-1]["id"], str(address))
        if "error" not in done:
            decided = address.stage
            clicks.made += 1
            clicks.late += done.get("state") == "failed"


async def _rest(client: Client, since: float) -> float | None:
    """Return the seconds until the bot was idle, or None.

    Idle means five seconds without requests.
    """
    last, quiet = await client.get("/counts"), time.time()
    while time.time() < since + _REST:
        await asyncio.sleep(0.5)
        now = await client.get("/counts")
        if now != last:
            last, quiet = now, time.time()
        elif time.time() > quiet + 5:
            return max(0.0, quiet - since)
    return None


def _behind(db: sqlite3.Connection, seen: Seen, started: float) -> tuple[list[float], int]:
    """Return the sorted delays between a decision and its hand, and the number of missing hands.

    Decisions a player caused by their own click don't count.
    """
    behind, never = [], 0
    begun = "select id, secret, started_at from tables where started_at is not null"
    for number, secret, dealt in db.execute(begun):
        query = "select user_id from seats where table_id = ? order by seat"
        seats = db.execute(query, (number,)).fetchall()
        shown = [deque(seen.shown.get(str(user), ())) for (user,) in seats]
        query = "select seat, move, at from moves where table_id = ? order by ply"
        moves = db.execute(query, (number,)).fetchall()
        query = "select kind, text from contributions where table_id = ? order by number"
        given = [Contribution(None, *row) for row in db.execute(query, (number,))]
        for seat, stage, at in _decisions(mixed(secret, given), len(seats), dealt, moves):
            if at < started:
                continue
            while shown[seat] and (shown[seat][0][1] < stage or shown[seat][0][0] < at - 1):
                shown[seat].popleft()
            if shown[seat]:
                behind.append(max(0.0, shown[seat][0][0] - at))
            else:
                never += 1
    return sorted(behind), never


def _decisions(
    seed: bytes, seats: int, dealt: float, moves: Sequence[tuple[int, str, float]]
) -> list[tuple[Seat, int, float]]:
    """Return each decision as seat, stage and start time, except for the player who caused it."""
    state = GAME.deal(seats, GAME.Options(), Chance(seed, 0)).state
    found = [(seat, GAME.stage(state), dealt) for seat in sorted(GAME.to_act(state))]
    for ply, (mover, text, at) in enumerate(moves, 1):
        before = GAME.stage(state)
        state = GAME.play(state, Seat(mover), GAME.parse_move(text), Chance(seed, ply)).state
        if GAME.stage(state) != before:
            others = sorted(GAME.to_act(state) - {mover})
            found += [(seat, GAME.stage(state), at) for seat in others]
    return found
