"""What a bot has kept: its log, and how the states in it look to everybody."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from bot import storage
from bot.client import Shinrisen
from bot.past import record_of
from bot.settings import Settings
from bot.storage import PANEL, Database
from bot.table import Table
from bot.tables import Tables
from cogs._game import GameCog
from games import GAMES
from games.record import replay

from .processes import Wire, components
from .sittings import Sitting, Told, play

_SHOWN = ("type", "content", "label", "custom_id", "placeholder")
Look = list[tuple[object, ...]]


def look(parts: list[Wire]) -> Look:
    """What can be seen of a message, and what its controls do."""
    return [
        (
            *(part.get(key) for key in _SHOWN),
            bool(part.get("disabled")),
            *((o["label"], o["value"], o.get("description")) for o in part.get("options") or []),
        )
        for part in components(parts)
    ]


class Kept:
    """A database, read while the bot writes to it."""

    def __init__(self, database: Database, client: Shinrisen) -> None:
        self.database = database
        cogs = (cog for key in GAMES for cog in vars(import_module(f"cogs.{key}")).values())
        drawing = {
            cog.look.key: cog.look
            for cog in cogs
            if isinstance(cog, type) and issubclass(cog, GameCog) and cog is not GameCog
        }
        self._tables = Tables(client, database, drawing)

    async def table(self, number: int) -> Table:
        """The table as it is kept now."""
        self._tables.close_table(number)
        return await self._tables.get(number)

    async def look(self, number: int, reader: int, picked: str = "") -> Look:
        """How the newest state looks to a reader, maybe with a choice half made."""
        table = await self.table(number)
        seat, screens = table.stored.seat_of(reader), table.screens
        drawn = screens.draw_panel() if seat is None else screens.draw_hand(seat, picked)
        return look(drawn.layout.to_components())  # type: ignore[no-untyped-call]

    async def check_log(self, number: int) -> None:
        """The log replays, without a gap."""
        stored = await storage.tables.table(self.database, number)
        assert stored is not None
        record = await record_of(self.database, stored)
        steps = replay(record)
        assert len(steps) == len(record.moves) + 1

    async def check_told(self, number: int, told: Sequence[Told]) -> int:
        """What people were told stands in the log; the number of moves confirmed.

        Every answer shows a state that the log has gone through, and either the move stands in the
        log or the state is of a later stage: then it was refused.
        """
        table = await self.table(number)
        match, ended = table.playing(), table.stored
        moves, looks = list(match.moves), {}
        stages: list[int] = []
        for ply in range(len(moves) + 1):
            match._replay([(int(seat), text) for seat, text in moves[:ply]])
            stages.append(match.stage)
            last = ply == len(moves)
            table.stored = ended if last else replace(ended, phase="live")
            for seat in range(len(ended.players)):
                layout = table.screens.draw_hand(seat).layout
                looks[ply, seat] = look(layout.to_components())  # type: ignore[no-untyped-call]
        confirmed = 0
        for one in told:
            shown = look(one.message["components"])
            fits = [ply for ply in range(len(moves) + 1) if shown == looks[ply, one.seat]]
            assert fits, f"table {number}: seat {one.seat} saw what never was: {shown}"
            there = [
                ply
                for ply, move in enumerate(moves)
                if move == (one.seat, one.text) and stages[ply] == one.stage and ply < fits[-1]
            ]
            refused = stages[fits[-1]] > one.stage
            assert there or refused, f"table {number}: {one.text} of seat {one.seat} is lost"
            confirmed += bool(there)
        return confirmed


@asynccontextmanager
async def kept(folder: Path) -> AsyncIterator[Kept]:
    """Read what the bot of that folder keeps."""
    file = folder / "shinrisen.sqlite3"
    database = await Database.open(file)
    client = Shinrisen(Settings(token="x", database=file), shard_count=1)
    try:
        yield Kept(database, client)
    finally:
        await client.http.close()
        await database.close()


async def agree(keeping: Kept, sittings: Sequence[Sitting], seconds: float = 60.0) -> None:
    """Wait until every panel and hand shows what the log says."""
    for sitting in sittings:
        last: object = None
        try:
            async with asyncio.timeout(seconds):
                while last := await _differs(keeping, sitting):
                    await asyncio.sleep(0.1)
        except TimeoutError:
            raise AssertionError(f"table {sitting.table} ({sitting.game}): {last}") from None


async def _differs(keeping: Kept, sitting: Sitting) -> object:
    panel = await sitting.panel()
    if look(panel["components"]) != (wanted := await keeping.look(sitting.table, PANEL)):
        return "the panel", look(panel["components"]), wanted
    for person in sitting.people:
        hand = await sitting.hand(person)
        shown = [] if hand is None else look(hand["components"])
        picks = sitting.picked.get(person, {""})
        looks = [await keeping.look(sitting.table, int(person), pick) for pick in picks]
        if shown not in looks:
            return person, shown, looks
    return None


async def check(keeping: Kept, sittings: Sequence[Sitting]) -> int:
    """Everything anybody was ever told at these tables is kept; the number of moves confirmed."""
    confirmed = 0
    for sitting in sittings:
        for number in sitting.tables:
            await keeping.check_log(number)
            told = [one for one in sitting.told if one.table == number]
            confirmed += await keeping.check_told(number, told)
    return confirmed


async def go_on(keeping: Kept, sittings: Sequence[Sitting], *, end: bool) -> None:
    """No match hangs: all go on, and if asked for are played to their end."""
    before = {s.table: (await keeping.table(s.table)).screens.ply for s in sittings}
    hanging = list(sittings)
    try:
        async with asyncio.timeout(900 if end else 60):
            while hanging:
                over = dict(zip(hanging, await play(hanging, 60 if end else 0.5), strict=True))
                hanging = [
                    sitting
                    for sitting in hanging
                    if not over[sitting]
                    and (
                        end
                        or (await keeping.table(sitting.table)).screens.ply
                        < before[sitting.table] + 2
                    )
                ]
    except TimeoutError:
        raise AssertionError(f"{[(s.table, s.game) for s in hanging]} hang") from None
