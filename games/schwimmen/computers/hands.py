"""Schwimmen: the hidden cards in many worlds, as far as takes and closes show them."""

import random
from dataclasses import dataclass, field

import numpy as np

from ...cards import PACK, Card, Hand
from ...core import Seat
from ...thinking.thinker import Told, since
from ..events import DealBegan, Kept, Renewed, Swapped, SwappedAll, Took
from ..state import View
from .many import Floats, Hands, Ints, codes, numbers, ranking, worths

CLOSE_FROM = (16.0, 19.0, 21.0, 23.0, 25.0, 27.0, 29.0, 31.0)
"""The worths that a seat may close from. The last one never closes."""

_ODDS = (0.02, 0.06, 0.08, 0.1, 0.45, 0.15, 0.1, 0.04)
"""The odds of these worths."""

_CARDS = 3
_TRIES, _TRIES_CLOSED = 2, 6
"""The number of worlds drawn for each one wanted: usually, and when few fit a close."""

_HARDLY = 1e-6
"""The odds of a world that doesn't fit, in case none does."""


def generator(rng: random.Random) -> np.random.Generator:
    """A numpy generator that follows from a computer's own chance."""
    return np.random.Generator(np.random.SFC64(rng.getrandbits(64)))


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


@dataclass(frozen=True)
class Worlds:
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
    held = {seat: view.hand if seat == view.seat else (*seen.held[Seat(seat)],) for seat in playing}
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
