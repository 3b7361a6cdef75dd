"""Schwimmen: moves tried in many worlds, each played by habit to the end of the deal.

Takes and closes show hidden cards in part.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp, factorial

import numpy as np

from ...cards import PACK, Card, Hand, arranged
from ...core import Frozen, Seat
from ...thinking.players import Told, since
from .. import Move, Swap, SwapAll, Take
from ..events import DealBegan, Kept, Renewed, Swapped, SwappedAll, Took
from ..state import View
from .many import (
    ALL,
    CODES,
    PASS,
    Floats,
    Hands,
    Ints,
    Many,
    codes,
    numbers,
    ranking,
    reaches,
    worths,
)

AHEAD = 0.4
"""The weight of a hand's prospects against its worth."""

_SHOWN = 100.0
_TIE = np.float32(1e-5)


@lru_cache(1)
def likings() -> Floats:
    """The liking of a hand by code: for its worth, and for its worth and prospects."""
    best, now = ranking(), worths()
    soon = now + AHEAD * (reaches() - now)
    soon = np.where(best.ranks >= best.shown, _SHOWN + now, soon)
    last = best.ranks.astype(np.float32)
    # A tie of hands goes to the stronger one, a tie of moves to the pass.
    return np.concatenate([last, soon + last * np.float32(1e-5)])


def liking(hand: Hand) -> float:
    """Return the liking of a hand while the deal continues."""
    return float(likings()[CODES + codes(numbers(hand))])


def turn(many: Many, close_from: Floats) -> None:
    """One turn by habit. `close_from`: the worth that it closes from, by place and first world."""
    after = many.after_moves()
    last = (many.closer >= 0) | many.last_round()
    liked = likings()[after + CODES * ~last]
    liked[PASS] += _TIE
    moves = liked.argmax(0)
    hand = after[moves, np.arange(len(moves))]
    close = ~last & (worths()[hand] >= close_from[many.place, many.number])
    many.turn(moves, close)


def playout(many: Many, close_from: Floats) -> Ints:
    """Play on to the end of the deal.

    Return the seats that lost a life by first world, a bit for each place.
    """
    while len(many.number):
        turn(many, close_from)
    return many.lost


CLOSE_FROM = (16.0, 19.0, 21.0, 23.0, 25.0, 27.0, 29.0, 31.0)
"""The worths that a seat may close from. The last one never closes."""

_ODDS = (0.02, 0.06, 0.08, 0.1, 0.45, 0.15, 0.1, 0.04)
"""The odds of these worths."""

_CARDS = 3
_TRIES, _TRIES_CLOSED = 2, 6
"""The number of worlds drawn for each one wanted: usually, and when few fit a close."""

_HARDLY = 1e-6
"""The odds of a world that doesn't fit, in case none does."""


@dataclass
class Known:
    """The open facts of this deal: the cards that seats were seen to take, and those laid away."""

    held: dict[Seat, set[Card]]
    away: list[Card] = field(default_factory=list)


def known(view: View, told: Told) -> Known:
    """Return the knowledge of a seat about this deal."""
    found = Known({Seat(seat): set() for seat in range(view.seats)})
    table: Hand = ()
    for event in since(told, DealBegan)[1]:
        match event:
            case Kept(table=laid) | Took(table=laid):
                table = laid
            case Swapped(seat=seat, give=give, take=take):
                found.held[seat] = (found.held[seat] - {give}) | {take}
                table = tuple(give if card == take else card for card in table)
            case SwappedAll(seat=seat, give=given, take=taken):
                found.held[seat], table = set(taken), given
            case Renewed(table=laid, reshuffled=reshuffled):
                found.away = [] if reshuffled else [*found.away, *table]
                table = laid
            case _:
                pass
    return found


class Worlds(Frozen):
    """The hidden part of a deal in many worlds. Worlds are the last axis.

    `hands`: axes [place, card, world]. `rest`: axes [card, world]. Also the closing worth of each
    place.
    """

    hands: Hands
    rest: Ints
    close_from: Floats

    def part(self, begin: int, end: int | None) -> "Worlds":
        """Some of the worlds."""
        at = slice(begin, end)
        return Worlds(self.hands[:, :, at], self.rest[:, at], self.close_from[:, at])


def imagine_many(view: View, told: Told, worlds: int, rng: np.random.Generator) -> Worlds:
    """Worlds that fit what a seat knows.

    The others hold the cards that they were seen to take, and any others. No hand would have been
    shown before, and who closed holds enough to close.
    """
    seen = known(view, told)
    many = worlds * (_TRIES if view.closer is None else _TRIES_CLOSED)
    playing = [seat for seat in range(view.seats) if not view.gone[seat]]
    # In an order of their own, which that of a set isn't.
    held = {
        seat: view.hand if seat == view.seat else arranged([*seen.held[Seat(seat)]])
        for seat in playing
    }
    out = set(view.table).union(seen.away, *held.values())
    unseen = np.array(numbers([card for card in PACK if card not in out]), np.int64)
    cards, at = unseen[rng.random((len(unseen), many)).argsort(0)], 0
    hands = np.empty((len(playing), _CARDS, many), np.int64)
    for place, seat in enumerate(playing):
        open_, short = numbers(held[seat]), _CARDS - len(held[seat])
        hands[place, : len(open_)] = np.array(open_, np.int64)[:, None]
        hands[place, len(open_) :] = cards[at : at + short]
        at += short
    close_from = rng.choice(np.array(CLOSE_FROM, np.float32), (len(playing), many), p=_ODDS)
    coded = codes(hands.swapaxes(0, 1))
    fits = (ranking().ranks[coded] < ranking().shown).all(0)
    if view.closer is not None:
        place = playing.index(view.closer)
        fits &= worths()[coded[place]] >= close_from[place]
    odds = np.where(fits, 1.0, _HARDLY)
    chosen = rng.choice(many, worlds, p=odds / odds.sum())
    return Worlds(hands[:, :, chosen], cards[at:, chosen], close_from[:, chosen])


class Ahead(Frozen):
    """Knows what the others took, takes a closer for strong, and tries its moves.

    Every move is played to the end of the deal in a few worlds that fit, then the best in many. The
    lives then give the chance to win the match. `close`: from what worth on it closes itself, later
    in the deal.
    """

    few: int
    worlds: int
    best: int
    close: float = 25.0

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """The move with the best chance to be the last swimmer."""
        return self.weigh(view, told, legal, rng)[0][0]

    def weigh(
        self, view: View, told: Told, legal: Sequence[Move], rng: random.Random
    ) -> list[tuple[Move, float]]:
        """Each move, best first, and the chance to be the last swimmer with it.

        Moves that fall back early are judged in fewer worlds, and come after the others.
        """
        chance = np.random.Generator(np.random.SFC64(rng.getrandbits(64)))
        worlds = imagine_many(view, told, self.few + self.worlds, chance)
        worlds.close_from[_place(view)] = self.close
        first = _chances(view, worlds.part(0, self.few), legal, chance).mean(1)
        order = [legal[n] for n in first.argsort(kind="stable")[::-1].tolist()]
        worth = sorted(first.tolist(), reverse=True)
        best = order[: self.best]
        again = _chances(view, worlds.part(self.few, None), best, chance).mean(1)
        share = self.few / (self.few + self.worlds)
        both = [share * a + (1 - share) * b for a, b in zip(worth, again.tolist(), strict=False)]
        ranked = sorted(zip(best, both, strict=True), key=lambda pair: -pair[1])
        rest = zip(order[self.best :], worth[self.best :], strict=True)
        return ranked + [(move, min(much, min(both))) for move, much in rest]


def _playing(view: View) -> list[int]:
    return [seat for seat in range(view.seats) if not view.gone[seat]]


def _place(view: View) -> int:
    assert view.seat is not None
    return _playing(view).index(view.seat)


def _chances(view: View, worlds: Worlds, moves: Sequence[Move], rng: np.random.Generator) -> Floats:
    """Return the chance to be the last swimmer after this deal. Axes [move, world]."""
    many = tried(view, worlds, moves, rng)
    lost = playout(many, np.tile(worlds.close_from, (1, len(moves))))
    lives = tuple(view.lives[seat] for seat in _playing(view))
    found: Floats = chances(lives, _place(view))[lost].reshape(len(moves), -1)
    return found


def tried(view: View, worlds: Worlds, moves: Sequence[Move], rng: np.random.Generator) -> Many:
    """Every move made in all the worlds, one move's worlds after the other's."""
    many = _begun(view, worlds, len(moves), rng)
    count = worlds.hands.shape[2]
    if not view.choosing:
        chosen = np.repeat([_number(view, move) for move in moves], count)
        many.turn(chosen, np.repeat([getattr(move, "close", False) for move in moves], count))
        return many
    taken = np.repeat([isinstance(move, Take) for move in moves], count)
    hand = many.hands[many.place]
    hand[:, taken], many.table[:, taken] = many.table[:, taken], hand[:, taken]
    many.place = (many.place + 1) % many.seats
    shown = ranking().ranks[codes(hand)] >= ranking().shown
    if shown.any():
        many.end(shown)
    return many


def _number(view: View, move: Move) -> int:
    match move:
        case Swap(give, take):
            return 3 * view.hand.index(give) + view.table.index(take)
        case SwapAll():
            return ALL
        case _:
            return PASS


def _begun(view: View, worlds: Worlds, times: int, rng: np.random.Generator) -> Many:
    """Repeat a position in all worlds. A dealer's extra hand lies on the table."""
    playing, count = _playing(view), worlds.hands.shape[2] * times
    rest = worlds.rest
    if view.choosing:
        table, rest = np.tile(rest[:3], (1, times)), rest[3:]
    else:
        table = np.repeat(np.array(numbers(view.table), np.int64)[:, None], count, 1)
    stock = np.zeros((len(PACK) - 3 * len(playing), count), np.int64)
    drawn = len(stock) - len(rest)
    stock[drawn:] = np.tile(rest, (1, times))
    closer = -1 if view.closer is None else playing.index(view.closer)
    return Many(
        hands=np.tile(worlds.hands, (1, 1, times)),
        table=table,
        stock=stock,
        drawn=np.full(count, drawn),
        passes=np.full(count, view.passes),
        closer=np.full(count, closer),
        place=_place(view),
        turns=view.turns,
        swap_all=view.options.swap_all,
        rng=rng,
    )


_END = 40.0
_STEPS = 400
_MOST = 6
"""The most losses that put a seat out: five lives, and swimming."""


@lru_cache(1)
def _curves() -> tuple[Floats, Floats]:
    """The chance of a number of losses by a time, and the rate of the last one.

    Axes [losses, time].
    """
    times = (np.arange(_STEPS) + 0.5) * _END / _STEPS
    now = [[t**n * exp(-t) / factorial(n) for t in times] for n in range(_MOST)]
    density: Floats = (np.array(now) * _END / _STEPS).astype(np.float32)
    past: Floats = (np.cumsum(density, 1) - density / 2).astype(np.float32)
    return past, density


@lru_cache(4096)
def last_swimmer(own: int, others: tuple[int, ...]) -> float:
    """Return the chance to be the last one in with these lives, all seats equally strong.

    One of n seats loses at a time, each as likely. That equals n clocks that run alike. The result
    is the chance that the seat's clock rings its last after all others.
    """
    past, now = _curves()
    chance = now[own].copy()
    for lives in others:
        chance *= past[lives]
    return float(chance.sum())


@lru_cache(256)
def chances(lives: tuple[int, ...], own: int) -> Floats:
    """Return a place's chance to be the last swimmer, by the seats that lose a life (a bit for each
    place).
    """
    everybody = range(len(lives))
    found = []
    for lost in range(1 << len(lives)):
        after = [lives[at] - (lost >> at & 1) for at in everybody]
        if max(after) < 0:
            after = list(lives)
        found.append(_chance(after, own))
    return np.array(found, np.float32)


def _chance(lives: Sequence[int], own: int) -> float:
    if lives[own] < 0:
        return 0.0
    others = sorted(n for at, n in enumerate(lives) if at != own and n >= 0)
    return last_swimmer(lives[own], tuple(others))
