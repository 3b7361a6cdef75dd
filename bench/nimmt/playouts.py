"""Two moves of 6 nimmt! played on to the round's end, all later cards by the learned habit."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from games.core import Event
from games.nimmt import GAME, TakeRow, View
from games.nimmt.computers.hands import deal_hands, generator, knowledge
from games.nimmt.computers.many import Floats, Ints, place, same_rows, split, trick
from games.nimmt.computers.nets import drawn, habit
from games.nimmt.computers.traits import Unseen

from .lessons import Table


def gains(
    view: View, told: Sequence[Event], played: str, other: str, worlds: int, rng: random.Random
) -> list[float]:
    """Return by world the bulls that the other move spares, against the others' mean."""
    seed = rng.getrandbits(64)
    costs = [_cost(view, told, text, worlds, random.Random(seed)) for text in (played, other)]
    return [float(gain) for gain in costs[0] - costs[1]]


def _cost(view: View, told: Sequence[Event], text: str, worlds: int, rng: random.Random) -> Floats:
    known, chance = knowledge(view, told), generator(rng)
    table: Any = object.__new__(Table)
    others = np.sort(deal_hands(known, worlds, chance), 1)
    own = np.repeat(np.sort(np.array(known.hand, np.int16))[:, None], worlds, 1)
    table.seats, table.deals, table.rng = view.seats, worlds, chance
    table.rows = same_rows(view.rows, worlds)
    table.hidden = np.zeros((worlds, 115), np.int16)
    for card in (*known.unseen, *known.hand):
        table.hidden[:, card // 10 if card >= 10 else card + 105] = 1
    taken = np.zeros((view.seats, worlds), np.float32)
    move = GAME.parse_move(text)
    if isinstance(move, TakeRow):
        # The seats' order doesn't matter, but the own one comes first here.
        for n, (seat, card) in enumerate(view.revealed):
            at = 0 if seat == view.seat else 1 + seat - (seat > (view.seat or 0))
            cards = np.full(worlds, card, np.int16)
            chosen = None if n else np.full(worlds, move.row, np.int16)
            taken[at] += place(table.rows, cards, chosen)
    else:
        public = Unseen(known.numbers_in_public())
        flat = others.swapaxes(0, 1).reshape(known.size, known.others * worlds)
        liked = habit()(table.rows.times(known.others), flat, public, known.others)
        places = drawn(liked, chance).reshape(known.others, worlds)
        shown, others = split(others, places)
        mine: Ints = np.full((1, worlds), move.card, np.int16)
        own = own[np.array(sorted(known.hand)) != move.card]
        cards = np.concatenate([mine, shown])
        table.show(cards)
        taken += trick(table.rows, cards)
    table.hands = np.concatenate([own[None], others])
    while table.hands.shape[1]:
        taken += table.play(table.choose(habit()))
    gain: Floats = taken[0] - taken[1:].mean(0)
    return gain
