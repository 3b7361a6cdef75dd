"""Cost of a move: our bot and a bare one, in turn, each on a processor of its own.

Stand-ins and people use the other processors. The bots are measured alternately, so that other load
slows all alike. Processor time is the main figure, because it limits the moves of a process.
"""

import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import repeat
from pathlib import Path
from statistics import median

from rig.processes import Client, playground

from . import markdown
from .clicking import THINKING, Figure, clicking, each
from .filling import Sitting, fill, places_of
from .process import Process, apart, bot

MANY = 1_000
PLAYERS = (1, 10, 100, MANY)
ROUNDS, SECONDS = 7, 1.5

HEAD = markdown.head("clicks", "ours", "bare, stores a row", "ratio")

Contender = tuple[Client, Process, list[Sitting]]
"""A bot and its people at their tables."""


async def measure(count: int, seconds: float = SECONDS, rounds: int = ROUNDS) -> list[str]:
    """Return the rows of a number of players."""
    own = apart()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        bots = [await stack.enter_async_context(kind(folder, count, own)) for kind in (_ours, bare)]
        pause, long = (THINKING, 2) if count == MANY else (0.0, 1)
        found: list[list[Figure]] = [[], []]
        for number in range(rounds + 1):
            for figures, (client, process, sittings) in zip(found, bots, strict=True):
                some = sittings[:count]
                figure = await clicking(client, [process], some, long * seconds, pause)
                # The first round contains one-time work.
                if number:
                    figures.append(figure)
    who = "1 player" if count == 1 else f"{count:,} players"
    return list(_rows(who + (" with time to think" if count == MANY else ""), found))


@asynccontextmanager
async def bare(folder: Path, people: int, core: int | None = None) -> AsyncIterator[Contender]:
    """Run the reference bot that stores a row, see `bare_bot`."""
    async with playground("--people", str(people), "--no-limits") as client:
        command = ("bench.bare_bot", str(folder / "bare.sqlite3"))
        async with bot(client, folder / "unused", *command, core=core) as process:
            world = await client.get("/world")
            channel, sittings = world["channels"][0]["id"], []
            for person in world["people"]:
                shown = await client.command(person["id"], channel, "bare")
                sittings.append(Sitting(person["id"], shown["message"]["id"], repeat("count")))
            yield client, process, sittings


@asynccontextmanager
async def _ours(folder: Path, people: int, core: int) -> AsyncIterator[Contender]:
    """Run our bot with as many live tables of four as there are people."""
    # Each table seats four.
    people = max(people, 4)
    # Tables share their people's messages, so each loses its files to the others at the start.
    lost = ("The referenced attachment was not found.",)
    async with playground("--people", str(people), "--no-limits", refused=lost) as client:
        file = folder / "shinrisen.sqlite3"
        sittings = await fill(file, *await places_of(client), people)
        async with bot(client, file, "bot", "run", core=core) as process:
            await each(client, sittings)
            yield client, process, sittings


def _rows(who: str, found: list[list[Figure]]) -> Iterator[str]:
    """Yield rows of a Markdown table: medians of all rounds, of processor time also the range."""
    for what, form, name in (
        ("processor time a move", "{:.2f} ms", "cpu"),
        ("moves a second", "{:,.0f}", "rate"),
        ("acknowledged: p50", "{:,.1f} ms", "p50"),
        ("acknowledged: p99", "{:,.1f} ms", "p99"),
    ):
        each_ = [[getattr(figure, name) for figure in figures] for figures in found]
        texts = [form.format(median(values)) for values in each_]
        if name == "cpu":
            texts = [
                f"{text} ({min(values):.2f}–{max(values):.2f})"
                for text, values in zip(texts, each_, strict=True)
            ]
        yield markdown.row(f"{what}, {who}", *texts, f"{median(each_[0]) / median(each_[1]):.2f}")
    late = [sum(figure.late for figure in figures) for figures in found]
    yield markdown.row(f"answered late, {who}", *late, "")
