"""Cost of a move: our bot and two bare ones, in turn, each on a processor of its own.

Stand-ins and people use the other processors. The bots are measured alternately, so that other load
slows all alike. Processor time is the main figure, because it limits the moves of a process.
"""

import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from statistics import median

from rig.processes import Client, playground

from .clicking import Figure, at_once, each, thinking
from .filling import Sitting, fill
from .places import places_of
from .process import Process, apart, bot

PLAYERS = (1, 10, 100)
MANY = 1_000
ALL = (*PLAYERS, MANY)
ROUNDS = 7
SECONDS = 1.5
OURS, EDITS, STORES = "ours", "bare, only edits", "bare, stores a row too"


@dataclass
class Contender:
    """A bot, its people at their tables, and its figures by number of players."""

    client: Client
    process: Process
    sittings: list[Sitting]
    found: dict[int, list[Figure]] = field(default_factory=dict)

    def middle(self, players: int, name: str) -> float:
        """Return the median of a figure over all rounds."""
        figures: list[float] = [getattr(figure, name) for figure in self.found[players]]
        return median(figures)

    def spread(self, players: int) -> tuple[float, float]:
        """Return the least and the greatest processor time of a move over all rounds."""
        costs = [figure.cpu for figure in self.found[players]]
        return min(costs), max(costs)


async def measure(
    players: Sequence[int] = ALL, seconds: float = SECONDS, rounds: int = ROUNDS
) -> dict[str, Contender]:
    """Measure all bots and return them by name, in about five minutes."""
    own, found = apart(), dict[str, Contender]()
    for count in players:
        # Restart for each count, because reminders to idle people would cost time.
        async with AsyncExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            row = str(folder / "bare.sqlite3")
            contenders = {
                EDITS: await stack.enter_async_context(bare(folder, count, own)),
                STORES: await stack.enter_async_context(bare(folder, count, own, row)),
                OURS: await stack.enter_async_context(ours(folder, count, own)),
            }
            await compete(contenders, [count], seconds, rounds)
        for name, one in contenders.items():
            found.setdefault(name, one).found.update(one.found)
    return found


async def compete(
    contenders: dict[str, Contender], players: Sequence[int], seconds: float, rounds: int
) -> None:
    """Measure the bots in turn."""
    for count in players:
        for number in range(rounds + 1):
            for one in contenders.values():
                click, long = (thinking, 2) if count == MANY else (at_once, 1)
                sat = one.sittings[:count]
                figure = await click(one.client, one.process, sat, long * seconds)
                # The first round contains one-time work.
                if number:
                    one.found.setdefault(count, []).append(figure)


@asynccontextmanager
async def bare(folder: Path, people: int, core: int, *arguments: str) -> AsyncIterator[Contender]:
    """Run a reference bot, see `bare_bot`."""
    async with playground("--people", str(people), "--no-limits") as client:
        command = ("bench.bare_bot", *arguments)
        async with bot(client, folder / "unused", *command, core=core) as process:
            world = await client.get("/world")
            channel, sittings = world["channels"][0]["id"], []
            for person in world["people"]:
                shown = await client.command(person["id"], channel, "bare")
                sittings.append(Sitting(person["id"], shown["message"]["id"], repeat("count")))
            yield Contender(client, process, sittings)


@asynccontextmanager
async def ours(folder: Path, people: int, core: int) -> AsyncIterator[Contender]:
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
            yield Contender(client, process, sittings)


HEAD = f"| clicks | {OURS} | {EDITS} | ratio | {STORES} | ratio |\n|---|---|---|---|---|---|"


def lines(found: dict[str, Contender]) -> list[str]:
    """Return rows of a Markdown table, our bot beside the two bare ones."""
    mine, rows = found[OURS], []
    for players in mine.found:
        who = "1 player" if players == 1 else f"{players:,} players"
        who += " with time to think" if players == MANY else ""
        for what, form, name in (
            ("processor time a move", "{:.2f} ms", "cpu"),
            ("moves a second", "{:,.0f}", "rate"),
            ("acknowledged: p50", "{:,.1f} ms", "p50"),
            ("acknowledged: p99", "{:,.1f} ms", "p99"),
        ):
            own = mine.middle(players, name)
            cells = [f"{what}, {who}", form.format(own) + _between(mine, players, name)]
            for bare_bot in (found[EDITS], found[STORES]):
                other = bare_bot.middle(players, name)
                cell = form.format(other) + _between(bare_bot, players, name)
                cells += [cell, f"{own / other:.2f}"]
            rows.append(f"| {' | '.join(cells)} |")
        late = [sum(one.late for one in found[name].found[players]) for name in found]
        rows.append(f"| answered late, {who} | {late[2]} | {late[0]} | | {late[1]} | |")
    return rows


def _between(one: Contender, players: int, name: str) -> str:
    """Return the range over the rounds if `name` is processor time, else nothing."""
    least, most = one.spread(players)
    return f" ({least:.2f}–{most:.2f})" if name == "cpu" else ""
