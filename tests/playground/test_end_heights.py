"""The heights of ends in the page, in a column of Discord's width.

Every game is played out with the fewest and the most players, whose names have 32 letters.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

from playwright.async_api import Browser

from bot.drawing.emojis import emojis
from bot.drawing.file import File
from bot.screens import frames, result
from bot.screens import heights as screen_heights
from bot.screens.sight import Sight
from bot.screens.transcript import looks
from bot.wire.ui import button_rows
from bot.words.i18n import languages, tongue
from games import GAMES
from games.core import Seat
from games.record import record_hash

from ..drawing import stored_of
from ..games.playing import Playthrough, random_match
from . import ruler
from .conftest import in_chromium
from .ruler import NAME, is_full, message, tables

LIMIT, FULL = 800, 900
"""Greatest height of an end in pixels, and with the most players."""
# Pixels: a suit's sign, from another font, makes its line higher.
_SIGN = 2
NAMES = (NAME, "Anastasia")
SEEDS = range(3)
# Least pixels of a line of buttons with its gap.
_LINE = 44
_EMOJIS = {name: f"<:{name}_abc123:{10**18 + at}>" for at, name in enumerate(emojis())}

pytestmark = in_chromium


@dataclass(frozen=True)
class End:
    """The end of a match on one reader's screen (None: the channel). `called_off`: unfinished."""

    game: str
    seats: int
    language: str
    seed: int
    reader: int | None
    called_off: bool
    name: str

    @property
    def limit(self) -> int:
        """Greatest height in pixels."""
        return FULL if is_full(self.game, self.seats) else LIMIT

    def __str__(self) -> str:
        where = "channel" if self.reader is None else "hand"
        kind = "called off" if self.called_off else "over"
        return f"{self.game:10} {self.seats:2} {self.language:5} {where:7} {kind:10}"


def ends() -> Iterator[End]:
    """Yield every game's ends, with the fewest, the most and one less than the most players."""
    for key, language, seed in product(sorted(GAMES), ("en-US", *languages()), SEEDS):
        for many in tables(key):
            for reader, off, name in product((None, 0, many - 1), (False, True), NAMES):
                yield End(key, many, language, seed, reader, off, name)


@cache
def _played(key: str, seats: int, seed: int) -> Playthrough:
    return random_match(key, seats, GAMES[key].Options(), seed)


def sight_of(end: End) -> Sight:
    """Return everything that the screen of an end is drawn from, with its pictures."""
    match = _played(end.game, end.seats, end.seed)
    record, steps = match.record, match.steps
    if end.called_off:
        steps = steps[: 1 + len(steps) // 2]
    outcome = GAMES[end.game].outcome(steps[-1].state)
    phase = "cancelled" if outcome is None else "over"
    ranks = [None] * end.seats if outcome is None else outcome.ranks
    scores = [None] * end.seats if outcome is None else outcome.scores
    players = tuple(
        replace(p, name=end.name, rank=rank, score=score, rating_before=25.0, rating_after=26.0)
        for p, rank, score in zip(stored_of(record).players, ranks, scores, strict=True)
    )
    stored = replace(stored_of(record), id=1234, players=players, phase=phase, why="idle")
    # The evening makes the long ones longer.
    evening = (players,) if end.name == NAMES[0] else ()
    t, seat = tongue(end.language), None if end.reader is None else Seat(end.reader)
    sight = replace(
        Sight.at(replace(stored, evening=evening), looks()[end.game], steps, seat),
        record=record_hash(record),
        emojis=_EMOJIS,
        course=tuple(e for step in steps for e in step.events if e.to is None),
    )
    first, below = sight.picture(t), sight.picture_below(t)
    return replace(
        sight,
        file=None if first is None else File(first, "first.png", b""),
        below=None if below is None else File(below, "below.png", b""),
    )


def drawn(end: End) -> dict[str, Any]:
    """Return the end as the page's message."""
    sight, t = sight_of(end), tongue(end.language)
    return message(
        frames.panel(sight, t) if end.reader is None else frames.hand(sight, t), end.language
    )


async def heights(browser: Browser, wanted: list[End]) -> list[float]:
    """Return the heights of these ends in pixels."""
    async with ruler.opened(browser, sight_of(wanted[0]).stored.channel_id) as measure:
        return [height.whole for height in await measure.heights(list(map(drawn, wanted)))]


async def test_every_end_is_short(chromium: Browser) -> None:
    wanted = list(ends())
    measured = await heights(chromium, wanted)
    over = [
        f"{end} {height:.0f} of {end.limit}"
        for end, height in zip(wanted, measured, strict=True)
        if height > end.limit + _SIGN
    ]
    assert over == [], "\n".join(over)


async def test_buttons_of_ends_take_as_many_lines_as_estimated(chromium: Browser) -> None:
    # Too many of them would cost the second picture its room.
    wanted = [end for end in ends() if end.seed == 0 and not end.called_off]
    estimated = []
    for end in wanted:
        sight, t = sight_of(end), tongue(end.language)
        rows = button_rows(result.ways(sight.stored, t))
        estimated.append(screen_heights.of_rows(rows) // _LINE)
    async with ruler.opened(chromium, sight_of(wanted[0]).stored.channel_id) as measure:
        lines = await measure.lines(list(map(drawn, wanted)))
    differing = {
        f"{end}: {told} lines, not {real}"
        for end, told, real in zip(wanted, estimated, lines, strict=True)
        if told != real
    }
    assert differing == set(), "\n".join(sorted(differing))
