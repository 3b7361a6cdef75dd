"""Examples on the pages of the rules: matches played with the options of a table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from bot.drawing.picture import Picture
from bot.screens.look import Look
from bot.screens.sight import Sight
from bot.storage import Player, StoredTable
from bot.words.i18n import tongue
from games import find_game
from games.chance import Chance
from games.core import Event, Seat, Step
from games.record import Record, options_text, replay

_MOST = 1_500
_NAMES = ("Ana", "Ben", "Chie")


@dataclass(frozen=True, slots=True)
class Example:
    """A match from a fixed seed after some moves, as a spectator or the first seat sees it.

    `drawn`: a picture that stands in its place.
    `until`: default moves follow until such an event, which is then shown.
    `own`: the first seat's view.
    `held`: the pause after a reveal.
    `options`: changes the table's options where a page explains an option.
    """

    seed: int = 0
    moves: str = ""
    until: tuple[type[Event], ...] = ()
    own: bool = False
    held: bool = False
    seats: int = 3
    drawn: Picture | None = None
    options: Callable[[Any], Any] = lambda options: options


@lru_cache(maxsize=128)
def example(look: Look, examples: tuple[Example, ...], options: Any, page: int) -> Picture | None:
    """Return the picture of a rules page (from 0), or None if it has no example."""
    if page >= len(examples):
        return None
    one = examples[page]
    if one.drawn is not None:
        return one.drawn
    options = one.options(options)
    steps = played(look.key, one, options)
    stored = demonstrated(look.key, options, _NAMES[: one.seats])
    sight = Sight.at(stored, look, steps, Seat(0) if one.own else None)
    return replace(sight, held=one.held).picture(tongue("en-US"))


def pictured(examples: tuple[Example, ...]) -> Callable[[Look, Any, int], Picture | None]:
    """Return a look's method `example` for the pages of its rules."""
    return lambda look, options, page: example(look, examples, options, page)


def played(key: str, one: Example, options: Any) -> list[Step[Any]]:
    """Return the steps of an example with these options."""
    game, record = find_game(key), scripted(key, options, one.seats, one.seed, one.moves)
    steps = replay(record)
    while one.until and len(steps) < _MOST:
        if any(isinstance(event, one.until) for event in steps[-1].events):
            break
        state = steps[-1].state
        if not (waiting := game.to_act(state)):
            break
        seat = min(waiting)
        move = game.default_move(game.view(state, seat))
        steps.append(game.play(state, seat, move, Chance(record.seed, len(steps))))
    return steps


def scripted(key: str, options: Any, seats: int, seed: int, moves: str) -> Record:
    """Return the record of moves in a line, from a fixed seed."""
    version, secret = find_game(key).version, str(seed).encode()
    return Record(key, version, options, seats, secret, ("0",) * seats, tuple(script(moves)))


def demonstrated(
    game: str, options: Any, names: Sequence[str], secret: bytes = b"", locale: str = "en-US"
) -> StoredTable:
    """Return a running table without people. Its names are printed, and call no person."""
    rules = game, find_game(game).version, options_text(options)
    table = StoredTable(0, 0, 0, locale, *rules, "live", 0, 0.0, secret, started_at=0.0)
    return replace(table, players=tuple(Player(0, name, locale, 0) for name in names))


def script(moves: str) -> list[tuple[Seat, str]]:
    """Return the moves in a line, `seat move, seat move …`."""
    parts = [part.split() for part in moves.split(",") if part.strip()]
    return [(Seat(int(seat)), text) for seat, text in parts]
