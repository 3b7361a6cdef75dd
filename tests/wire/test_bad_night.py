"""A night of bad days: all that can happen to two bots, one after another, in random order.

People play all five games meanwhile. Strikes are the playground's own list, PostgreSQL's and the
machine's. Processes are killed by SIGKILL in some of them.
"""

import asyncio
import os
import random
import re
import signal
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from pathlib import Path

import pytest

from bot.run.verify import HOLDS, verify
from bot.screens.finished import record_of
from games.record import dumps, record_hash
from playground.faults import BAD_DAY
from playground.scenarios import SCENARIOS, Act
from rig import postgres
from rig.processes import GONE, Bot, Client, playground, words

from ..conftest import prepare
from ..hidden import seed_texts
from .several import bots
from .sittings import OPTIONS, SEATS, Sitting, five, play, tables
from .store import Store, controls, open_store, settled

SOAK = bool(os.environ.get("SHINRISEN_SOAK"))
COUNT = 2
KILLS = int(os.environ.get("SHINRISEN_KILLS", "20" if SOAK else "4"))
SEED = int(os.environ.get("SHINRISEN_SEED", str(time.time_ns() % 10_000)))
# Seconds of a strike, and of a silent server.
LASTS, SILENT = (3.0, 15.0) if SOAK else (0.5, 4.0)
PEOPLE = str(sum(SEATS.values()))
_MENDED_BY_NO_START = 2


class Night:
    """Two bots, their database, and the people who play."""

    def __init__(self, client: Client, folder: str, running: Sequence[Bot]) -> None:
        self.client, self.folder, self.running = client, folder, running
        self.rng = random.Random(SEED)
        self.sittings: list[Sitting] = []

    async def sit_down(self) -> None:
        """Start a match of each game, each second one in a thread."""
        self.sittings = await five(self.client, self.rng, self.client.channels[0])
        for one in self.sittings:
            one.latest = 40
        await self._start(self.sittings)

    async def _start(self, sittings: Sequence[Sitting]) -> None:
        for one in sittings:
            async with asyncio.timeout(60):
                while True:
                    # If there is no panel or form, the host tries again.
                    with suppress(KeyError, TimeoutError):
                        await one.start(**OPTIONS[one.game])
                        break
                    await asyncio.sleep(0.5)

    async def strike(self, name: str, *, kill: bool) -> None:
        """Strike while all play, and perhaps kill a process. Then start rematches."""
        rng, began = self.rng, time.monotonic()
        ending = await STRIKES[name](self)
        playing = asyncio.ensure_future(play(self.sittings, LASTS))
        try:
            await asyncio.sleep(rng.uniform(0.0, LASTS))
            if kill:
                dead = rng.choice(self.running)
                await dead.end(signal.SIGKILL)
                dead.begin()
            over = await playing
        finally:
            await ending()
        await self._stand_up()
        again = [one for one, ended in zip(self.sittings, over, strict=True) if ended]
        await self._start(again)
        print(f"{name}{', a kill' if kill else ''}: {time.monotonic() - began:.1f} s", flush=True)

    async def _stand_up(self) -> None:
        """Wait until both processes are connected. Start one that ended, as a supervisor does."""
        async with asyncio.timeout(120):
            while (await self.client.world())["bot"]["connections"] != COUNT:
                for bot in self.running:
                    if bot.status is not None:
                        assert bot.status != _MENDED_BY_NO_START, bot.logged()[-2000:]
                        bot.begin()
                await asyncio.sleep(0.05)


Ending = Callable[[], Awaitable[object]]


def _of_discord(name: str) -> Callable[[Night], Awaitable[Ending]]:
    """Return a scenario of the playground as a strike at a random table."""

    async def strike(night: Night) -> Ending:
        scenario, client, rng = SCENARIOS[name], night.client, night.rng
        at, threads = rng.choice(night.sittings), night.sittings[1::2]
        fields = {
            "channel": at.channel,
            "thread": rng.choice(threads).channel,
            "panel": (await at.panel())["id"],
            "person": rng.choice(at.people),
        }

        async def do(acts: Sequence[Act]) -> None:
            for path, body in acts:
                done = await client.post(path.format(**fields), **body)
                assert "error" not in done, done

        await do(scenario.begin)
        return lambda: do(scenario.end)

    return strike


async def _asleep(night: Night) -> Ending:
    bot = night.rng.choice(night.running)
    os.kill(bot.pid, signal.SIGSTOP)

    async def wake() -> None:
        if bot.status is None:
            os.kill(bot.pid, signal.SIGCONT)

    return wake


async def _crashed(night: Night) -> Ending:
    postgres.crash(night.folder)
    return lambda: postgres.recovered(night.folder)


async def _silent(night: Night) -> Ending:
    postgres.silence(night.folder)

    async def end() -> None:
        await asyncio.sleep(SILENT)
        postgres.silence(night.folder, end=True)

    return end


STRIKES: Mapping[str, Callable[[Night], Awaitable[Ending]]] = {
    **{name: _of_discord(name) for name in SCENARIOS},
    "a process asleep": _asleep,
    "PostgreSQL restarted": _crashed,
    "PostgreSQL silent": _silent,
}


# A short run has other ones each time.
STRUCK = len(STRIKES) if SOAK else len(STRIKES) // 3


async def test_night_of_bad_days_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if postgres.programs() is None:
        pytest.skip(postgres.NONE_HERE)
    print(f"SHINRISEN_SEED={SEED}", flush=True)
    monkeypatch.setenv("RIG_HASTY", "1")
    monkeypatch.setenv("SHINRISEN_PICTURES", "on")
    began, refused = time.monotonic(), [BAD_DAY, GONE]
    with postgres.running(tmp_path / "postgres", prepare, safe=True) as folder:
        address = postgres.address(folder, "empty")
        given = ("--people", PEOPLE, "--no-limits", "--scatter")
        async with playground(*given, refused=refused) as client:
            async with bots(client, tmp_path, address, COUNT) as running:
                night = Night(client, folder, running)
                await night.sit_down()
                order = night.rng.sample([*STRIKES], STRUCK)
                deadly = night.rng.sample(range(len(order)), KILLS)
                for number, name in enumerate(order):
                    await night.strike(name, kill=number in deadly)
                async with open_store(address, controls) as store:
                    confirmed = await settled(store, night.sittings, 90, end=True)
                    secrets = await proved(store, night.sittings, tmp_path)
                left = sum([await no_post_is_doubled(sitting) for sitting in night.sittings])
                assert left <= KILLS * sum(SEATS.values()), "only kills leave old posts behind"
                no_log_tells(running, [client.token, *secrets])
    print(
        f"{len(order)} strikes, {KILLS} kills, {sum(len(s.tables) for s in night.sittings)} "
        f"matches, {confirmed} moves confirmed, {left} old posts left behind, "
        f"{time.monotonic() - began:.0f} s"
    )
    assert confirmed > KILLS


async def proved(store: Store, sittings: Sequence[Sitting], folder: Path) -> list[str]:
    """Check each record by `verify`. Return the secrets of all."""
    found, file = [], folder / "record.json"
    for number in [number for sitting in sittings for number in sitting.tables]:
        record = await record_of(store.database, await store.table(number))
        file.write_text(dumps(record), encoding="utf-8")
        with redirect_stdout(None):
            assert verify(file, record=record_hash(record)) == HOLDS, number
        found += seed_texts(record)
    return found


async def no_post_is_doubled(sitting: Sitting) -> int:
    """Check that no post stands twice. Return the number of old ones that were left behind.

    A process that is killed between a new post and the deletion of the old one leaves it.
    """
    left = 0
    places = [(sitting.channel, sitting.people[0]), *(("dm", person) for person in sitting.people)]
    for where, reader in places:
        seen = await sitting.client.messages(reader, where)
        for number in sitting.tables:
            there = [m for m in seen if m["ephemeral_for"] is None and number in tables(m)]
            shown = [words(message) for message in there]
            assert len({*shown}) == len(shown), (sitting.game, number, where, shown)
            left += max(0, len(shown) - 1)
    return left


def no_log_tells(running: Sequence[Bot], secrets: Sequence[str]) -> None:
    """Check that no log has a traceback, a secret, or the token of an interaction."""
    for bot in running:
        log = bot.logged()
        assert "Traceback" not in log, log
        assert not [text for text in secrets if text in log]
        assert not re.search(r"[\w-]{60,}", log), "a token of an interaction"
