"""Cost, rate and answer times of a click that changes a sealed card, beside a bare bot's.

Both bots work in turn on a processor of their own, so that other load slows both alike. Processor
time is the main figure, because it limits the moves of a process.
"""

import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import repeat
from pathlib import Path
from statistics import median

from rig.processes import GONE, Client, playground

from . import Row
from .clicking import THINKING, Figure, clicking, each
from .filling import Sitting, fill, overlapping, places_of
from .process import Process, apart, bot

MANY = 1_000
PLAYERS = (1, 10, 100, MANY)
ROUNDS, SECONDS = 7, 1.5

HEAD = ("clicks", "ours", "bare, stores a row", "ratio")

Contender = tuple[Client, list[Process], list[Sitting]]
"""A bot in its processes, and its people at their tables."""


async def measure(count: int, seconds: float = SECONDS) -> list[Row]:
    """Return the rows of a number of players."""
    own = apart()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        # Each table seats four.
        mine = ours(folder / "shinrisen.sqlite3", max(count, 4), core=own)
        bots = [await stack.enter_async_context(one) for one in (mine, bare(folder, count, own))]
        client, _, sittings = bots[0]
        await each(client, sittings)
        pause, long = (THINKING, 2) if count == MANY else (0.0, 1)
        found: list[list[Figure]] = [[], []]
        for number in range(ROUNDS + 1):
            for figures, (client, processes, sittings) in zip(found, bots, strict=True):
                figure = await clicking(client, processes, sittings[:count], long * seconds, pause)
                # The first round contains one-time work.
                if number:
                    figures.append(figure)
    who = "1 player" if count == 1 else f"{count:,} players"
    return list(_rows(who + " with time to think" * (count == MANY), found))


@asynccontextmanager
async def bare(folder: Path, people: int, core: int | None = None) -> AsyncIterator[Contender]:
    """Run the reference bot that stores a row, see `bare_bot`."""
    async with playground("--people", str(people), "--no-limits") as client:
        command = ("bench.bare_bot", str(folder / "bare.sqlite3"))
        async with bot(client, {}, *command, core=core) as process:
            sittings = []
            for person in client.people:
                shown = await client.command(person, client.channels[0], "bare")
                sittings.append(Sitting(person, shown["message"]["id"], repeat("count")))
            yield client, [process], sittings


@asynccontextmanager
async def ours(
    where: Path | str,
    people: int,
    processes: Sequence[Mapping[str, str]] = ({},),
    *,
    core: int | None = None,
) -> AsyncIterator[Contender]:
    """Run our bot with as many live tables of four as there are people.

    `where`: a SQLite file, or an address on PostgreSQL. `processes`: settings of each.
    """
    key = "SHINRISEN_DATABASE" if isinstance(where, Path) else "DATABASE_URL"
    async with AsyncExitStack() as stack:
        # Tables share their people's messages, so each loses its files to the others at the start.
        there = playground("--people", str(people), "--no-limits", refused=(GONE,))
        client = await stack.enter_async_context(there)
        sittings = await fill(where, client.guild, overlapping(await places_of(client), people))
        here = {key: str(where)}
        runs = [bot(client, here | dict(sets), "bot", "run", core=core) for sets in processes]
        yield client, [await stack.enter_async_context(run) for run in runs], sittings


def _rows(who: str, found: list[list[Figure]]) -> Iterator[Row]:
    """Yield medians of all rounds, of processor time also the range."""
    for what, form, name in (
        ("processor time a move", "{:.2f} ms ({:.2f}–{:.2f})", "cpu"),
        ("moves a second", "{:,.0f}", "rate"),
        ("acknowledged: p50", "{:,.1f} ms", "p50"),
        ("acknowledged: p99", "{:,.1f} ms", "p99"),
    ):
        both = [[getattr(figure, name) for figure in figures] for figures in found]
        texts = [form.format(median(one), min(one), max(one)) for one in both]
        yield (f"{what}, {who}", *texts, f"{median(both[0]) / median(both[1]):.2f}")
    late = [sum(figure.late for figure in figures) for figures in found]
    yield (f"answered late, {who}", *late, "")
