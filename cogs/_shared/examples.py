"""What the pages of the rules show: matches played by the rules, with the options of a table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from bot.drawing.picture import Picture
from bot.screens.look import Look
from bot.screens.sight import Sight
from bot.storage import Player, StoredTable
from bot.words.i18n import tongue
from games import bluff, find_game, nimmt, schwimmen
from games.chance import Chance, mix
from games.colorse import events
from games.core import Event, Seat, Step
from games.record import options_text

from .lessons import OTHERS, script

_MOST = 1_500
_NAMES = ("Ana", *OTHERS)


@dataclass(frozen=True, slots=True)
class Example:
    """A match from a fixed seed, after these moves, seen by everybody or by the first seat.

    With `until` it is played on by default moves until such an event, and that moment is shown.
    `options` makes those of the table fit, where a page tells of an option.
    """

    seed: int
    moves: str = ""
    until: tuple[type[Event], ...] = ()
    own: bool = False
    held: bool = False
    seats: int = 3
    options: Callable[[Any], Any] = lambda options: options


def _with_jokers(options: nimmt.NimmtOptions) -> nimmt.NimmtOptions:
    return replace(options, jokers=True, deck="full")


_MIDDLE = "1 chip-sun, 0 chip-sun, 1 chip-moon, 0 chip-sun"
EXAMPLES: Mapping[str, Sequence[Example]] = {
    "nimmt": (
        Example(4),
        Example(5, until=(nimmt.Took,), held=True),
        Example(4, own=True),
        Example(6, own=True, options=_with_jokers),
    ),
    "bluff": (
        Example(14, own=True),
        Example(14, moves="1 1x3, 2 1x4"),
        Example(14, until=(bluff.Challenged,), held=True),
    ),
    "schwimmen": (
        Example(40, moves="2 keep", own=True),
        Example(40, moves="2 keep, 0 TC-TH"),
        Example(40, until=(schwimmen.DealEnded,), held=True),
    ),
    "sinomilia": (
        Example(1, moves=f"1 sun, 0 5, 1 4, {_MIDDLE}", own=True, seats=2),
        Example(1, moves=f"1 sun, 0 5, 1 4, {_MIDDLE}, 1 pass, 0 pass", seats=2),
        Example(1, moves=f"1 sun, 0 5, 1 4, {_MIDDLE}, 1 pass, 0 pass", own=True, seats=2),
    ),
    "colorse": (
        Example(5),
        Example(5, moves="1 do, 0 zof", held=True),
        Example(20, moves="1 rau, 0 do, 0 take2", own=True),
        Example(5, until=(events.RoundWon,), held=True),
    ),
}
"""By game, an example for each page of its rules."""


@lru_cache(maxsize=128)
def example(look: Look, options: Any, page: int) -> Picture | None:
    """What that page (from 0) of the rules shows; None where there is nothing to show."""
    pages = EXAMPLES.get(look.key, ())
    if page >= len(pages):
        return None
    one = pages[page]
    options = one.options(options)
    steps = played(look.key, one, options)
    stored = StoredTable(
        id=0,
        guild_id=0,
        channel_id=0,
        locale="en-US",
        game=look.key,
        version=find_game(look.key).version,
        options=options_text(options),
        phase="live",
        host_id=0,
        opened_at=0.0,
        secret=b"",
        players=tuple(Player(0, name, "en-US", 0) for name in _NAMES[: one.seats]),
    )
    sight = Sight.at(stored, look, steps, Seat(0) if one.own else None)
    return replace(sight, held=one.held).picture(tongue("en-US"))


def played(key: str, one: Example, options: Any) -> list[Step[Any]]:
    """The steps of an example, with these options."""
    game, seed = find_game(key), mix(str(one.seed).encode(), ("0",) * one.seats)
    steps: list[Step[Any]] = [game.deal(one.seats, options, Chance(seed, 0))]

    def make(seat: Seat, move: Any) -> None:
        steps.append(game.play(steps[-1].state, seat, move, Chance(seed, len(steps))))

    for seat, text in script(one.moves):
        make(seat, game.parse_move(text))
    while one.until and len(steps) < _MOST:
        if any(isinstance(event, one.until) for event in steps[-1].events):
            break
        state = steps[-1].state
        if not (waiting := game.to_act(state)):
            break
        seat = min(waiting)
        make(seat, game.default_move(game.view(state, seat)))
    return steps
