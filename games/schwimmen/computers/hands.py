"""Schwimmen: the others' likely hands, judged by their takes, discards and closes.

A seat is assumed to swap for its hand's worth and prospects, carelessly now and then. It closes
from some worth on. That worth differs by seat and shows in earlier deals.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from ...cards import PACK, Card, Hand
from ...core import Event, Seat
from ...thinking.thinker import Told
from ..events import Closed, DealBegan, DealEnded, Kept, Passed, Renewed, Swapped, SwappedAll, Took
from ..state import MOST_TURNS, Result, View
from .habit import KINDS, likelihood
from .many import PASS, PLACE, Floats, Hands, Ints, after_moves, codes, numbers, ranking, worths

CLOSE_FROM = (16.0, 19.0, 21.0, 23.0, 25.0, 27.0, 29.0, 31.0)
"""The worths that a seat may close from. The last one never closes."""

_STRANGER = (0.02, 0.06, 0.08, 0.1, 0.45, 0.15, 0.1, 0.04)
"""The odds of these worths before anything is known of a seat."""

_CARDS = 3
_NONE: Hand = ()
_DEALS = 12
"""The number of earlier deals that are analysed."""

_TRIES = 4
"""The number of worlds drawn for each one wanted."""

_CLOSES, _CLOSES_BELOW = 0.9, 0.04
_KEEPS_FROM, _KEEPS_SURE = 17.0, 2.0


@dataclass(frozen=True, slots=True)
class Act:
    """A seat's turn: the table before it, and True if it might have closed."""

    seat: Seat
    table: Hand
    free: bool
    give: Card | None = None
    take: Card | None = None
    whole: bool = False
    closed: bool = False


@dataclass
class Deal:
    """The open facts of a deal in order, and its end if it has ended."""

    acts: list[Act]
    away: list[Card]
    keeper: Seat | None = None
    result: Result | None = None


def generator(rng: random.Random) -> np.random.Generator:
    """A numpy generator that follows from a computer's own chance."""
    return np.random.Generator(np.random.SFC64(rng.getrandbits(64)))


def deals(told: Told) -> list[Deal]:
    """The deal that is played and some before it, latest first."""
    found: list[Deal] = []
    end = len(told)
    for at in range(len(told) - 1, -1, -1):
        if isinstance(told[at], DealBegan):
            found.append(_read(told[at:end]))
            end = at
            if len(found) > _DEALS:
                break
    return found


def _read(told: Sequence[Event]) -> Deal:
    deal = Deal([], [])
    seats = {event.seat for event in told if isinstance(event, Swapped | SwappedAll | Passed)}
    may_close, table = True, _NONE
    for event in told:
        free = may_close and len(deal.acts) < (MOST_TURNS - 1) * len(seats)
        match event:
            case Kept(seat=seat, table=laid):
                deal.keeper, table = seat, laid
            case Took(table=laid):
                table = laid
            case Swapped(seat=seat, give=give, take=take):
                deal.acts.append(Act(seat, table, free, give, take))
                table = tuple(give if card == take else card for card in table)
            case SwappedAll(seat=seat, give=gave):
                deal.acts.append(Act(seat, table, free, whole=True))
                table = gave
            case Passed(seat=seat):
                deal.acts.append(Act(seat, table, free))
            case Closed():
                deal.acts[-1] = replace(deal.acts[-1], closed=True)
                may_close = False
            case Renewed(table=laid, reshuffled=reshuffled):
                deal.away = [] if reshuffled else [*deal.away, *table]
                table = laid
            case DealEnded(result=result):
                deal.result = result
            case _:
                pass
    return deal


@dataclass(frozen=True)
class Style:
    """The chance of each closing worth, and of each kind of swapping, of a seat."""

    closes: Floats
    kinds: Floats


def styles(before: Sequence[Deal], seats: int, swap_all: bool) -> list[Style]:
    """Return the judgement of each seat by deals that ended, all hands open."""
    closes = np.tile(np.log(_STRANGER), (seats, 1))
    seen: list[tuple[Seat, list[int], list[int], int, bool]] = []
    for deal in before:
        if deal.result is None:
            continue
        held = [list(hand) for hand in deal.result.hands]
        for act in reversed(deal.acts):
            hand = held[act.seat]
            if not hand:
                continue
            if act.free:
                closes[act.seat] += np.log(
                    _closing_odds(worths()[codes(numbers(hand))], act.closed)
                )
            move = PASS
            if act.whole:
                # The cards given in a whole swap aren't looked up.
                held[act.seat] = []
                continue
            if act.give is not None and act.take is not None:
                slot = hand.index(act.take)
                hand[slot] = act.give
                move = 3 * slot + act.table.index(act.take)
            seen.append((act.seat, numbers(hand), numbers(act.table), move, not act.free))
    kinds = np.tile(np.log(KINDS), (seats, 1))
    for last in (False, True):
        some = [sight for sight in seen if sight[4] == last]
        if some:
            hands, tables = (np.array([sight[n] for sight in some]).T for n in (1, 2))
            moves = np.array([sight[3] for sight in some])
            odds = np.log(likelihood(after_moves(hands, tables, swap_all), moves, last))
            np.add.at(kinds, [sight[0] for sight in some], odds.T)
    return [Style(*map(_evened, pair)) for pair in zip(closes, kinds, strict=True)]


def _evened(logs: Any) -> Floats:
    odds = np.exp(logs - logs.max())
    found: Floats = (odds / odds.sum()).astype(np.float32)
    return found


def _closing_odds(worth: Any, closed: bool) -> Any:
    """Return the chance by closing worth that a seat closes, or doesn't, with such a hand."""
    would = np.where(worth >= np.array(CLOSE_FROM, np.float32), _CLOSES, _CLOSES_BELOW)
    return would if closed else 1 - would


@dataclass(frozen=True)
class Worlds:
    """The hidden part of a deal in many worlds. Worlds are the last axis.

    `hands`: axes [place, card, world]. `rest`: axes [card, world]. Also the closing worth and the
    kind of each place.
    """

    hands: Hands
    rest: Ints
    close_from: Floats
    kinds: Ints

    def part(self, begin: int, end: int | None) -> "Worlds":
        """Some of the worlds."""
        at = slice(begin, end)
        return Worlds(
            self.hands[:, :, at], self.rest[:, at], self.close_from[:, at], self.kinds[:, at]
        )


def imagine_many(view: View, told: Told, worlds: int, rng: np.random.Generator) -> Worlds:
    """Worlds that fit what a seat knows, the likelier the more often.

    For each of the others all hands that it may hold are judged, and hands drawn by that. Where two
    would hold the same card the world gives way to another.
    """
    before = deals(told)
    now = before[0] if before else Deal([], [])
    style = styles(before[1:], view.seats, view.options.swap_all)
    playing = [seat for seat in range(view.seats) if not view.gone[seat]]
    lines = {seat: _Line(seat, now) for seat in playing if seat != view.seat}
    open_cards = {*view.hand, *view.table, *now.away}
    for line in lines.values():
        open_cards |= {card for card in line.now if card is not None}
    unseen = np.array([PLACE[card] for card in PACK if card not in open_cards], np.int64)
    many = _TRIES * worlds
    hands = np.empty((len(playing), _CARDS, many), np.int64)
    close_from = np.full((len(playing), many), CLOSE_FROM[-1], np.float32)
    kinds = np.ones((len(playing), many), np.int64)
    used = np.zeros(many, np.int64)
    if view.seat in playing:
        hands[playing.index(view.seat)] = np.array(numbers(view.hand))[:, None]
    for seat, line in sorted(lines.items(), key=lambda pair: len(pair[1].hidden)):
        place = playing.index(seat)
        may, likely, kind = line.judged(unseen, style[seat], view.options.swap_all)
        marks = (1 << may[line.hidden]).sum(0)
        odds = likely.sum(1)
        drawn = _drawn(odds, many, rng)
        fits = (marks[drawn] & used) == 0
        if not fits.any():
            free = (marks & used[0]) == 0
            drawn[0], fits[0] = _drawn(np.where(free, odds, 0), 1, rng)[0], True
        kept = fits.nonzero()[0]
        kept = kept[np.arange(many) * len(kept) // many]
        drawn = drawn[kept]
        used = used[kept] | marks[drawn]
        hands, close_from, kinds = hands[:, :, kept], close_from[:, kept], kinds[:, kept]
        hands[place] = may[:, drawn]
        kinds[place] = _each(kind[drawn], rng)
        least = _each(likely[drawn], rng)
        close_from[place] = np.array(CLOSE_FROM)[least]
    # Worlds that lie side by side are of one origin: take them from all over.
    chosen = rng.permutation(worlds) * _TRIES + rng.integers(_TRIES)
    gone = (used[chosen] >> unseen[:, None]) & 1
    left = len(unseen) - sum(len(line.hidden) for line in lines.values())
    rest = unseen[(gone + rng.random(gone.shape)).argsort(0)[:left]]
    return Worlds(hands[:, :, chosen], rest, close_from[:, chosen], kinds[:, chosen])


def _drawn(odds: Floats, times: int, rng: np.random.Generator) -> Ints:
    """Some of them, drawn by their odds."""
    total = np.cumsum(odds, dtype=np.float64)
    found: Ints = np.searchsorted(total, rng.random(times) * total[-1], side="right")
    return np.minimum(found, len(odds) - 1)


def _each(odds: Floats, rng: np.random.Generator) -> Ints:
    """Draw one item for each, by its odds on the last axis."""
    total = np.cumsum(odds, 1)
    found: Ints = (total[:, :-1] <= rng.random((len(odds), 1)) * total[:, -1:]).sum(1)
    return found


class _Line:
    """One seat's three cards through a deal: which of them are open, and what it did with them."""

    def __init__(self, seat: int, deal: Deal) -> None:
        self.now: list[Card | None] = [None] * _CARDS
        self.first: list[Card | None] = [None] * _CARDS
        self.acts: list[tuple[Act, int]] = []
        self.kept = deal.keeper == seat
        for act in deal.acts:
            if act.seat != seat:
                continue
            if act.whole:
                # All three cards are open now, so the moves before reveal nothing more.
                self.now, self.first = list(act.table), list(act.table)
                self.acts, self.kept = [], False
                continue
            slot = -1
            if act.give is not None:
                slot = self.now.index(act.give if act.give in self.now else None)
                if self.now[slot] is None:
                    self.first[slot] = act.give
                self.now[slot] = act.take
            self.acts.append((act, slot))
        self.hidden = [slot for slot, card in enumerate(self.now) if card is None]

    def judged(self, unseen: Ints, style: Style, swap_all: bool) -> tuple[Ints, Floats, Floats]:
        """Return all hands that a seat may hold, and the likelihood of its acts by closing worth
        and by kind.
        """
        best = ranking()
        chosen = _choices(len(unseen), len(self.hidden))
        hands = np.empty((_CARDS, chosen.shape[1]), np.int64)
        for slot, card in enumerate(self.now):
            if card is not None:
                hands[slot] = PLACE[card]
        hands[self.hidden] = unseen[chosen]
        then = hands.copy()
        for slot, card in enumerate(self.first):
            if card is not None:
                then[slot] = PLACE[card]
        closes = np.repeat(style.closes[None].astype(np.float64), then.shape[1], 0)
        found = np.repeat(style.kinds[:, None], then.shape[1], 1)
        found[:, best.ranks[codes(then)] >= best.shown] = 0
        if self.kept:
            found *= 0.1 + 0.9 / (1 + np.exp((_KEEPS_FROM - worths()[codes(then)]) / _KEEPS_SURE))
        for act, slot in self.acts:
            table = np.array(numbers(act.table))[:, None]
            move = PASS if act.take is None else 3 * slot + act.table.index(act.take)
            after = after_moves(then, np.repeat(table, then.shape[1], 1), swap_all)
            found *= likelihood(after, move, not act.free)
            if act.take is not None:
                then[slot] = PLACE[act.take]
                found[:, best.ranks[codes(then)] >= best.shown] = 0
            if act.free:
                closes *= _closing_odds(worths()[codes(then)][:, None], act.closed)
        return hands, np.maximum(found.sum(0), np.float32(1e-12))[:, None] * closes, found.T


@lru_cache(256)
def _choices(cards: int, chosen: int) -> Ints:
    """Return all ways to choose a number of cards. The choice is the last axis."""
    found = list(combinations(range(cards), chosen))
    return np.array(found, np.int64).reshape(len(found), chosen).T
