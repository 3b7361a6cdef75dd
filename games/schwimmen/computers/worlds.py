"""Schwimmen: the hands, the stock and the extra hand as they may be."""

import random
from dataclasses import dataclass, field

from ...cards import PACK, Card, Hand, arranged
from ...core import Seat
from ...thinking.thinker import Told, since
from ..events import DealBegan, Kept, Renewed, Swapped, SwappedAll, Took
from ..state import State, View
from ..thirty_one import THIRTY_ONE, worth

_CARDS = 3


@dataclass
class Known:
    """The open facts of this deal: cards that seats are known to hold, and cards laid away.

    `swaps` by seat, latest last: the cards it gave and took.
    """

    held: dict[Seat, set[Card]] = field(default_factory=dict)
    away: list[Card] = field(default_factory=list)
    swaps: dict[Seat, list[tuple[Card, Card]]] = field(default_factory=dict)


def known(view: View, told: Told) -> Known:
    """Return the knowledge of a seat about this deal."""
    _, after = since(told, DealBegan)
    found = Known({Seat(seat): set() for seat in range(view.seats)})
    table: Hand = ()
    for event in after:
        match event:
            case Kept(table=laid) | Took(table=laid):
                table = laid
            case Swapped(seat=seat, give=give, take=take):
                found.held[seat] = (found.held[seat] - {give}) | {take}
                found.swaps.setdefault(seat, []).append((give, take))
                table = tuple(give if card == take else card for card in table)
            case SwappedAll(seat=seat, give=give_all, take=take_all):
                found.held[seat] = set(take_all)
                found.swaps.pop(seat, None)
                table = give_all
            case Renewed(table=laid, reshuffled=reshuffled):
                found.away = [] if reshuffled else [*found.away, *table]
                table = laid
            case _:
                pass
    return found


def _may_be(hand: Hand, swaps: list[tuple[Card, Card]]) -> bool:
    """Return True if that hand was never worth showing. It would have ended the deal."""
    if worth(hand) >= THIRTY_ONE:
        return False
    for give, take in reversed(swaps):
        if take not in hand or give in hand:
            return False
        hand = arranged([give if card == take else card for card in hand])
        if worth(hand) >= THIRTY_ONE:
            return False
    return True


def imagine(view: View, told: Told, rng: random.Random) -> State:
    """Resample the unknown cards until no hand would have ended the deal before."""
    found = known(view, told)
    playing = [Seat(seat) for seat in range(view.seats) if not view.gone[seat]]
    held = found.held | ({} if view.seat is None else {view.seat: set(view.hand)})
    open_cards = {*view.table, *found.away}.union(*held.values())
    unseen = [card for card in PACK if card not in open_cards]
    while True:
        rng.shuffle(unseen)
        left, hands = list(unseen), {}
        for seat in playing:
            short = _CARDS - len(held[seat])
            hands[seat] = arranged([*held[seat], *left[:short]])
            del left[:short]
        if all(_may_be(hand, found.swaps.get(seat, [])) for seat, hand in hands.items()):
            break
    extra: Hand = ()
    if view.choosing:
        extra, left = arranged(left[:_CARDS]), left[_CARDS:]
    return State(
        options=view.options,
        deal=view.deal,
        dealer=view.dealer,
        stage=0,
        choosing=view.choosing,
        turn=next(iter(view.to_act)),
        turns=view.turns,
        hands=tuple(hands.get(Seat(seat), ()) for seat in range(view.seats)),
        extra=extra,
        table=view.table,
        stock=tuple(left),
        discards=tuple(found.away),
        passes=view.passes,
        closer=view.closer,
        lives=view.lives,
        gone=view.gone,
        results=view.results,
    )
