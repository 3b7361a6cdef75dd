"""The distance between levels of 6 nimmt! at several numbers of seats.

`python -m bench.nimmt.levels` measures each pair for a minute, or for a number of seconds. A deal
is played by weaker computers alone, then with a stronger one in each seat in turn. What the
stronger one spares in a seat is compared with what the weaker one spared there.
"""

import sys
import time
from math import sqrt
from statistics import fmean, stdev

from bench.ladder import AtRandom, play, share_of_win
from games import GAMES
from games.core import Seat
from games.nimmt.computers.players import EASY, HARD, NORMAL
from games.record import parse_options
from games.thinking.thinker import Thinker

PAIRS: dict[str, tuple[Thinker, Thinker]] = {
    "hard among normal": (HARD, NORMAL),
    "normal among easy": (NORMAL, EASY),
    "easy among random": (EASY, AtRandom()),
}
TABLES = [(options, seats) for options in ("", " jokers=yes") for seats in (2, 4, 7, 10)]
TABLES.append((" deck=tactical", 4))
_LEAST, _MOST = 4, 300


def measured(options: str, seats: int, better: Thinker, worse: Thinker, seconds: float) -> str:
    """Return the bulls spared per deal and the share of wins, each with two standard errors."""
    chosen = parse_options(GAMES["nimmt"], f"rounds=1{options}")
    spared: list[float] = []
    wins: list[float] = []
    end = time.monotonic() + seconds
    while len(spared) < _LEAST or (len(spared) < _MOST and time.monotonic() < end):
        deal, rows = f"levels{len(spared)}", list[float]()
        alone = play("nimmt", chosen, [worse] * seats, deal, 0, [])
        for seat in range(seats):
            players = [better if at == seat else worse for at in range(seats)]
            outcome = play("nimmt", chosen, players, deal, seat, [])
            rows.append(alone.scores[seat] - outcome.scores[seat])
            wins.append(share_of_win(outcome, Seat(seat)))
        spared.append(fmean(rows))
    return f"{_with_error(spared)} bulls, wins {_with_error(wins)}, {len(spared)} deals"


def _with_error(found: list[float]) -> str:
    return f"{fmean(found):.2f} ± {2 * stdev(found) / sqrt(len(found)):.2f}"


def main(seconds: float = 60) -> None:
    for options, seats in TABLES:
        for name, (better, worse) in PAIRS.items():
            found = measured(options, seats, better, worse, seconds)
            print(f"{seats} seats{options}, {name}: {found}", flush=True)


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
