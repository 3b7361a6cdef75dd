"""Worlds of Sinomilia that fit the turns of *hard*, and the worth of a round's end."""

import random
from collections.abc import Callable
from math import exp
from typing import Any

from bot.screens.finished import Finished
from games.core import Seat
from games.sinomilia import Change, Lay, Move
from games.sinomilia.computers.players import HARD, learned
from games.sinomilia.state import CARDS, State

RIVALS = "hard"
"""The other may mislead, so a move is worth what it is against strong play."""


def settled(begun: State, state: State) -> float | None:
    """Return the learned chance to win the match at the begin of a later round, or else None."""
    if state.round == begun.round:
        return None
    own, others = set(state.unused(Seat(0))), set(state.unused(Seat(1)))
    weights = learned()[min(max(1, min(len(own), len(others)) - 2), len(learned())) - 1]
    cards = sum(weights.cards[card] for card in own) - sum(weights.cards[card] for card in others)
    start = weights.start if state.starter == 0 else -weights.start
    lead = weights.lead * (state.chips[0] - state.chips[1])
    return 1 / (1 + exp(-(lead + start + cards)))


def fitting(past: Finished, due: int, seat: Seat) -> Callable[[random.Random], Any]:
    """Return a function that draws the position of a ply with another prediction of the other.

    Each card is as likely as it would make *hard* do what the other did in this round.
    """
    state, other = past.steps[due].state, Seat(1 - seat)
    if state.laid[other] is None:
        return lambda chance: state
    likely = dict.fromkeys(CARDS, 0.0)
    begun = next(ply for ply in range(due + 1) if past.steps[ply].state.round == state.round)
    for ply in range(begun + 1, due + 1):
        mover, text = past.record.moves[ply - 1]
        before, move = past.steps[ply - 1].state, past.game.parse_move(text)
        if mover != other:
            continue
        if isinstance(move, Lay):
            odds = _odds(past, ply, other, None)
            likely |= {one.card: chance for one, chance in odds.items() if isinstance(one, Lay)}
        elif before.phase == "turns":
            found = dict.fromkeys(CARDS, 0.0)
            for card, chance in likely.items():
                odds = _odds(past, ply, other, card) if chance else {}
                for one, often in odds.items():
                    if isinstance(move, Change) and isinstance(one, Change):
                        found[one.card] += chance * often
                    elif one == move:
                        found[card] += chance * often
            likely = found
    cards, chances = [*likely], [*likely.values()]

    def world(chance: random.Random) -> Any:
        card = chance.choices(cards, chances)[0]
        return state._replace(laid=_with(state.laid, other, card))

    return world


def _odds(past: Finished, ply: int, other: Seat, card: int | None) -> dict[Move, float]:
    """Return how often *hard* makes each move of a ply with that prediction."""
    before = past.steps[ply - 1].state
    state = before._replace(laid=_with(before.laid, other, card))
    view, legal = past.game.view(state, other), past.game.legal_moves(state, other)
    told = [e for step in past.steps[:ply] for e in step.events if e.to is None]
    odds = HARD.mix(view, told, legal)
    total = sum(odds)
    return {move: often / total for move, often in zip(legal, odds, strict=True)} if total else {}


def _with(laid: tuple[Any, Any], seat: Seat, card: int | None) -> tuple[Any, Any]:
    return (card, laid[1]) if seat == 0 else (laid[0], card)
