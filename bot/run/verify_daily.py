"""`python -m bot verify --daily N`: the proof of a daily deal, without the bot's database."""

import re
from collections.abc import Iterator

from games import find_game
from games.core import Seat, Step
from games.errors import GameError
from games.record import Record, record_of, replay

from ..play import daily
from ..screens.transcript import harmless, lines

_SECRET = re.compile(r"[0-9a-f]{64}")


def dealt(number: int, secret: str) -> Record | str:
    """Return the record of a day's deal without moves, or why there is none."""
    if number < 1 or not _SECRET.fullmatch(secret):
        return "a daily deal needs its number and the 64 digits of its secret"
    try:
        game = daily.daily_game()
        rules = daily.daily_of(game)
    except GameError as error:
        return str(error)
    return record_of(
        game,
        find_game(game).version,
        rules.options_line(),
        bytes.fromhex(secret),
        [0] * rules.seats,
        [],
        [daily.contribution(number)],
    )


def print_deal(record: Record) -> None:
    """Print the deal: the table, and the first choices of each seat."""
    steps = replay(record)
    for line in (*lines(record, steps), *_choices(record, steps[0])):
        print(harmless(line))


def _choices(record: Record, deal: Step[object]) -> Iterator[str]:
    game = find_game(record.game, record.version)
    for seat in map(Seat, range(record.seats)):
        moves = [game.move_text(move) for move in game.legal_moves(deal.state, seat)]
        yield f"Seat {seat + 1}: {' '.join(moves)}"
