"""6 nimmt!: the hands that others may hold."""

import random

from ...core import Seat
from ...thinking.thinker import Told, since
from ..cards import JOKERS, NUMBERS, ROWS, Card, is_joker
from ..events import Dealt, Revealed, RoundBegan
from ..state import HAND, NimmtOptions, State, View


def pack(options: NimmtOptions, seats: int) -> list[Card]:
    """All cards of a round, jokers too."""
    numbers = NUMBERS[: HAND * seats + ROWS] if options.deck == "tactical" else NUMBERS
    return [*(JOKERS if options.jokers else ()), *numbers]


def seen(view: View, told: Told) -> tuple[set[Card], set[Seat]]:
    """The cards of this round that were open once or are one's own, and who has shown a joker."""
    began, after = since(told, RoundBegan)
    known = {card for row in view.rows for card in row} | set(view.hand)
    known |= {card for _, card in view.revealed}
    if began is not None:
        known |= {card for row in began.rows for card in row}
    jokers: set[Seat] = set()
    for event in after:
        if isinstance(event, Dealt):
            known |= set(event.hand)
        elif isinstance(event, Revealed):
            known |= {card for _, card in event.cards}
            jokers |= {seat for seat, card in event.cards if is_joker(card)}
    return known, jokers


def imagine(view: View, told: Told, rng: random.Random) -> State:
    """Deal other hands from the unseen cards. Each seat was dealt a joker first."""
    known, jokers = seen(view, told)
    unseen = [card for card in pack(view.options, view.seats) if card not in known]
    rng.shuffle(unseen)
    hands: list[list[Card]] = [[] for _ in range(view.seats)]
    others = [seat for seat in range(view.seats) if seat != view.seat]
    if view.options.jokers:
        left = [card for card in unseen if is_joker(card)]
        for seat in others:
            if Seat(seat) not in jokers and view.hand_sizes[seat] and left:
                hands[seat].append(left.pop())
        dealt = {card for hand in hands for card in hand}
        unseen = [card for card in unseen if card not in dealt]
    for seat in others:
        short = view.hand_sizes[seat] - len(hands[seat])
        hands[seat] += unseen[:short]
        del unseen[:short]
    if view.seat is not None:
        hands[view.seat] = list(view.hand)
    chosen: list[Card | None] = [None] * view.seats
    for sealed in view.chosen:
        chosen[sealed] = view.choice if sealed == view.seat else rng.choice(hands[sealed])
    return State(
        options=view.options,
        round=view.round,
        trick=view.trick,
        stage=0,
        rows=view.rows,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        chosen=tuple(chosen),
        waiting=view.revealed,
        round_bulls=view.round_bulls,
        history=view.history,
        over=False,
    )
