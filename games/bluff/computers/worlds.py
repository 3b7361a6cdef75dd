"""Bluff: the dice that may lie under other cups."""

import random

from ...thinking.thinker import Told
from ..events import Lost, RoundBegan
from ..state import FACES, Dice, State, View


def out(view: View, told: Told) -> tuple[int, ...]:
    """The round each seat lost its last die in, or 0."""
    rounds, now = [0] * view.seats, 0
    for event in told:
        if isinstance(event, RoundBegan):
            now = event.round
        elif isinstance(event, Lost) and not event.left:
            rounds[event.seat] = now
    return tuple(rounds)


def imagine(view: View, told: Told, rng: random.Random) -> State:
    """Reroll every hidden die of the others."""

    def under(seat: int) -> Dice:
        if seat == view.seat:
            return view.hand
        return tuple(sorted(rng.choices(FACES, k=view.left[seat] - len(view.shown[seat]))))

    return State(
        options=view.options,
        round=view.round,
        stage=0,
        left=view.left,
        hidden=tuple(map(under, range(view.seats))),
        shown=view.shown,
        bids=view.bids,
        turn=next(iter(view.to_act)),
        showed=view.showed,
        out=out(view, told),
        over=False,
    )
