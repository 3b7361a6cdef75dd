"""Worlds of Schwimmen that fit the turns of *normal* computers."""

import random
from collections.abc import Callable, Collection, Mapping
from math import log
from typing import Any

from bot.screens.finished import Finished
from games.cards import Card, Hand, arranged
from games.core import Seat
from games.schwimmen import Keep, Swap, SwapAll
from games.schwimmen.computers.players import NORMAL
from games.schwimmen.computers.worlds import imagine, known
from games.schwimmen.state import State
from games.schwimmen.thirty_one import THIRTY_ONE, worth

_WORLDS, _THIN, _BURN = 4000, 4, 2000
# Weight of a turn that *normal* would not have made with that hand: on the walk, and of its worlds.
_LEAST, _HARDLY = 0.02, 0.0005


def fitting(past: Finished, due: int, seat: Seat) -> Callable[[random.Random], Any]:
    """Return a function that draws the position of a ply with other cards out of sight.

    Hands are as likely as they would make their players do what they did in this deal. By the rules
    alone a seat that closed would hold any hand, so that no one loses to it. The worlds come from a
    walk: hidden cards change places, more readily where that fits better. Worlds that don't
    fit a turn are steps of the walk, hardly ever drawn.
    """
    rng = random.Random(0)
    told = [
        event
        for step in past.steps[: due + 1]
        for event in step.events
        if event.to is None or seat in event.to
    ]
    view = past.view(due, seat)
    sure = known(view, told).held
    world = imagine(view, told, rng)
    likely, worlds = _likely(past, due, seat, world, rng), list[State]()
    weights = list[float]()
    while len(worlds) < _WORLDS:
        for _ in range(_THIN if worlds else _BURN):
            other = _changed(world, seat, sure, rng)
            weight = _likely(past, due, seat, other, rng)
            if weight >= likely * rng.random():
                world, likely = other, weight
        worlds.append(world)
        weights.append(likely ** (log(_HARDLY) / log(_LEAST) - 1))
    return lambda chance: chance.choices(worlds, weights)[0]


def _changed(
    world: State, seat: Seat, sure: Mapping[Seat, Collection[Card]], rng: random.Random
) -> State:
    """Return a world with two hidden cards in each other's place."""
    hands = [[*hand] for hand in world.hands]
    stock = [*world.stock]
    hidden = [
        (hand, at)
        for other, hand in enumerate(hands)
        for at, card in enumerate(hand)
        if other != seat and card not in sure.get(Seat(other), ())
    ]
    hidden += [(stock, at) for at in range(len(stock))]
    (one, at), (two, there) = rng.choice(hidden), rng.choice(hidden)
    one[at], two[there] = two[there], one[at]
    return world._replace(hands=tuple(map(arranged, hands)), stock=tuple(stock))


def _likely(past: Finished, due: int, seat: Seat, world: State, rng: random.Random) -> float:
    """Return the weight of a world: each turn of another seat fits its hand, or hardly does."""
    hands: dict[Seat, Hand] = {Seat(n): hand for n, hand in enumerate(world.hands)}
    likely, deal = 1.0, past.steps[due].state.deal
    for ply in range(due, 0, -1):
        before = past.steps[ply - 1].state
        if before.deal != deal:
            break
        mover, text = past.record.moves[ply - 1]
        if mover == seat or mover not in hands:
            continue
        if worth(hands[mover]) >= THIRTY_ONE:
            # It would have ended the deal.
            return 0.0
        move = past.game.parse_move(text)
        if isinstance(move, Swap):
            hand = [move.give if card == move.take else card for card in hands[mover]]
            hands[mover] = arranged(hand)
        elif isinstance(move, SwapAll) or (before.choosing and not isinstance(move, Keep)):
            # The hand before lay open, and says nothing about this one.
            del hands[mover]
            continue
        shown = tuple(
            hands[mover] if other == mover else kept for other, kept in enumerate(before.hands)
        )
        state = before._replace(hands=shown)
        legal = past.game.legal_moves(state, mover)
        made = NORMAL.choose(past.game.view(state, mover), (), legal, rng)
        likely *= 1.0 if made == move else _LEAST
    return likely
