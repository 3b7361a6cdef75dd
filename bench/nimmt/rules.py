"""Deals of 6 nimmt! per second, by the Game protocol and by a bare loop over lists."""

import random
import statistics
import time
from collections.abc import Callable, Iterator

from games.chance import Chance
from games.nimmt import GAME, NimmtOptions

SEATS = 4
_OPTIONS = NimmtOptions(rounds=1)


def by_the_rules(deals: int, rng: random.Random) -> None:
    """Play random deals of ten tricks by the rules."""
    for _ in range(deals):
        seed = rng.randbytes(32)
        state = GAME.deal(SEATS, _OPTIONS, Chance(seed, 0)).state
        ply = 0
        while waiting := GAME.to_act(state):
            for seat in waiting:
                ply += 1
                moves = GAME.legal_moves(state, seat)
                move = rng.choice(moves)
                state = GAME.play(state, seat, move, Chance(seed, ply)).state


def bare(deals: int, rng: random.Random) -> None:
    """Play the same with plain lists, without events, views, checks and records."""
    worth = [0] * 105
    for n in range(1, 105):
        worth[n] = 7 if n == 55 else 5 if n % 11 == 0 else 3 if n % 10 == 0 else 2 - (n % 5 > 0)
    for _ in range(deals):
        pack = list(range(1, 105))
        rng.shuffle(pack)
        hands = [pack[seat * 10 : seat * 10 + 10] for seat in range(SEATS)]
        rows = [[card] for card in sorted(pack[-4:])]
        bulls = [0] * SEATS
        for _ in range(10):
            played = []
            for seat, hand in enumerate(hands):
                card = rng.choice(hand)
                hand.remove(card)
                played.append((card, seat))
            played.sort()
            for card, seat in played:
                best, end = -1, 0
                for number, row in enumerate(rows):
                    if end < row[-1] < card:
                        best, end = number, row[-1]
                low = best < 0
                if low:
                    best = rng.randrange(4)
                if low or len(rows[best]) == 5:
                    bulls[seat] += sum(worth[c] for c in rows[best])
                    rows[best] = [card]
                else:
                    rows[best].append(card)


def _rate(play: Callable[[int, random.Random], None], deals: int) -> float:
    start = time.perf_counter()
    play(deals, random.Random(1))
    return deals / (time.perf_counter() - start)


def deals_per_second(deals: int = 50, turns: int = 41) -> tuple[float, float]:
    """Return the median rates by the rules and bare, measured alternately in short turns."""
    pairs = [(_rate(by_the_rules, deals), _rate(bare, deals)) for _ in range(turns)]
    return statistics.median(pair[0] for pair in pairs), statistics.median(p[1] for p in pairs)


def rows() -> Iterator[str]:
    """Yield the rows of the table that `make bench` prints."""
    ours, bare = deals_per_second()
    figures = f"{ours:,.0f} | {bare:,.0f} (plain lists) | {ours / bare:.2f}"
    yield f"| 6 nimmt! deals a second | {figures} |"
