"""Stored matches: their log, and the screens each reader should see."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from bot import storage
from bot.play.rivalry import rivalries
from bot.screens import frames
from bot.screens.finished import record_of
from bot.screens.remarks import last
from bot.screens.sight import Sight
from bot.screens.transcript import looks
from bot.storage import PANEL, Database, StoredTable
from bot.wire.ui import Address, Drawn
from bot.words.i18n import tongue
from bot.words.settings import IDLE_DAYS
from games import GAMES
from games.core import Seat, Step
from games.record import record_hash, replay
from rig import LIMIT
from rig.processes import Wire, components, words
from rig.waits import found

from .sittings import Answered, Sitting, play

_SHOWN = ("type", "content", "label", "custom_id", "placeholder")
Look = list[tuple[object, ...]]


def look(parts: list[Wire]) -> Look:
    """Return all visible texts of a message and the effects of its controls."""
    return [
        (
            *(part.get(key) for key in _SHOWN),
            bool(part.get("disabled")),
            *((o["label"], o["value"], o.get("description")) for o in part.get("options") or []),
        )
        for part in components(parts)
    ]


def controls(parts: list[Wire]) -> Look:
    """Return the effects of a message's controls, which are the same in every form of a screen.

    Only a picture cuts the story, which its own button opens.
    """
    return [
        (part["custom_id"], bool(part.get("disabled")), *sorted(values))
        for part in components(parts)
        if (at := Address.parse(part.get("custom_id") or "")) and at.kind != "happened"
        for values in [[option["value"] for option in part.get("options") or []]]
    ]


def _drawn(sight: Sight, reader: int) -> Drawn:
    """Return the panel, or a hand in its reader's language."""
    if sight.seat is None and reader == PANEL:
        return frames.panel(sight, tongue(sight.stored.locale))
    own = sight.stored.locale if sight.seat is None else sight.stored.players[sight.seat].locale
    return frames.hand(sight, tongue(own))


class Store:
    """A database, read while the bot writes to it. `seen` is what screens are compared by."""

    def __init__(self, database: Database, seen: Callable[[list[Wire]], Look] = look) -> None:
        self.database = database
        self.seen = seen

    async def table(self, number: int) -> StoredTable:
        """Return the stored table."""
        stored = await storage.tables.table(self.database, number)
        assert stored is not None
        return stored

    async def moves(self, number: int) -> list[tuple[int, str]]:
        """Return the moves of a match."""
        return await storage.moves.moves(self.database, number)

    async def steps(self, stored: StoredTable) -> list[Step[Any]]:
        """Return the match as its log replays, or [] before the start."""
        if stored.started_at is None:
            return []
        return replay(await record_of(self.database, stored))

    async def look(self, number: int, reader: int, picked: str = "") -> Look:
        """Return the newest screen of a reader, with a half choice if `picked`."""
        stored = await self.table(number)
        at = None if reader == PANEL else stored.seat_of(reader)
        seat = None if at is None else Seat(at)
        sight = await self._sight(stored, await self.steps(stored), seat)
        return self.seen(_drawn(replace(sight, now=time.time(), picked=picked), reader).components)

    async def _sight(
        self, stored: StoredTable, steps: Sequence[Step[Any]], seat: Seat | None
    ) -> Sight:
        """Return the sight of a seat after these steps."""
        sight = Sight.at(stored, looks()[stored.game], steps, seat)
        if sight.lobby:
            return sight
        hash_ = stored.ended and record_hash(await record_of(self.database, stored))
        sight = replace(sight, idle_days=IDLE_DAYS, record=hash_ or "")
        if stored.phase != "over":
            return sight
        cast = sight.look.computers
        return replace(
            sight,
            public_events=tuple(e for step in steps for e in step.events if e.to is None),
            remark=last(cast, stored) if seat is None and not stored.kind.alike else None,
            rivalry=(await rivalries(self.database, stored, cast)).get(seat),
        )

    async def check_log(self, number: int) -> None:
        """Check that the log replays without a gap."""
        stored = await self.table(number)
        assert len(await self.steps(stored)) == len(await self.moves(number)) + 1

    async def check_answers(self, number: int, answers: Sequence[Answered]) -> int:
        """Check that the log confirms all answers people got. Return the number of confirmed moves.

        Every answer shows a state of the log. The move is in the log, or it was refused because the
        state is of a later stage.
        """
        ended = await self.table(number)
        moves, steps, looks_ = await self.moves(number), await self.steps(ended), {}
        game = GAMES[ended.game]
        stages = [game.stage(step.state) for step in steps]
        for ply in range(len(steps)):
            stored = ended if ply == len(moves) else replace(ended, phase="live")
            for seat in range(len(ended.players)):
                sight = await self._sight(stored, steps[: ply + 1], Seat(seat))
                # The reveal before may still have been held.
                held = replace(sight, held=True, rivalry=None)
                both = (_drawn(one, seat).components for one in (sight, held))
                looks_[ply, seat] = [self.seen(parts) for parts in both]
        confirmed = 0
        for one in answers:
            shown, at = self.seen(one.message["components"]), ended.seat_of(one.person)
            assert at is not None
            fits = [ply for ply in range(len(moves) + 1) if shown in looks_[ply, at]]
            assert fits, f"table {number}: seat {at} saw what never was: {shown}"
            before = zip(moves[: fits[-1]], stages, strict=False)
            there = ((at, one.text), one.stage) in before
            refused = stages[fits[-1]] > one.stage
            here = [m for m, now in zip(moves, stages, strict=False) if now == one.stage]
            said = (one.began, one.ended, words(one.message), here)
            assert there or refused, f"table {number}: {one.text} of seat {at} is lost: {said}"
            confirmed += there
        return confirmed


@asynccontextmanager
async def open_store(
    where: Path | str, seen: Callable[[list[Wire]], Look] = look
) -> AsyncIterator[Store]:
    """Open the database of a bot's folder, or one at an address."""
    place = where if isinstance(where, str) else where / "shinrisen.sqlite3"
    database = await Database.open(place)
    try:
        yield Store(database, seen)
    finally:
        await database.close()


async def agree(store: Store, sittings: Sequence[Sitting], seconds: float = LIMIT) -> None:
    """Wait until every panel and hand shows the stored state."""
    for sitting in sittings:
        try:
            await found(partial(_differs, store, sitting), lambda last: last is None, seconds)
        except TimeoutError as error:
            raise AssertionError(f"table {sitting.table} ({sitting.game}): {error}") from None


async def _differs(store: Store, sitting: Sitting) -> object:
    panels = [store.seen(one["components"]) for one in await sitting.panels()]
    if panels[-1:] != [wanted := await store.look(sitting.table, PANEL)]:
        return "the panel", panels, wanted
    for person in sitting.people:
        hand = await sitting.hand(person)
        shown = [] if hand is None else store.seen(hand["components"])
        picks = sitting.picked.get(person, {""})
        looks = [await store.look(sitting.table, int(person), pick) for pick in picks]
        if shown not in looks:
            return person, shown, looks
    return None


async def check(store: Store, sittings: Sequence[Sitting]) -> int:
    """Check all answers people got at these tables. Return the number of confirmed moves."""
    confirmed = 0
    for number, answers in [(number, s.answers) for s in sittings for number in s.tables]:
        await store.check_log(number)
        here = [one for one in answers if one.table == number]
        confirmed += await store.check_answers(number, here)
    return confirmed


async def settled(
    store: Store, sittings: Sequence[Sitting], seconds: float = LIMIT, *, end: bool
) -> int:
    """Check all matches after faults, and that they go on. Return the number of confirmed moves."""
    await agree(store, sittings, seconds)
    await go_on(store, sittings, end=end)
    await agree(store, sittings, seconds)
    return await check(store, sittings)


async def go_on(store: Store, sittings: Sequence[Sitting], *, end: bool) -> None:
    """Check that no match is stuck: play two more moves, or to the end."""
    before = {s.table: len(await store.moves(s.table)) for s in sittings}
    hanging = list(sittings)
    try:
        async with asyncio.timeout(900 if end else LIMIT):
            while hanging:
                over = dict(zip(hanging, await play(hanging, 60 if end else 0.5), strict=True))
                hanging = [
                    sitting
                    for sitting in hanging
                    if not over[sitting]
                    and (end or len(await store.moves(sitting.table)) < before[sitting.table] + 2)
                ]
    except TimeoutError:
        raise AssertionError(f"{[(s.table, s.game) for s in hanging]} hang") from None
