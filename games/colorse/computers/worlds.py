"""COLORSE: the backs, the pack and the sealed sign as they may be."""

import random

from ...core import Seat
from ...thinking.thinker import Told
from ..cards import BACK, PACK, SIGNS, SPECIAL, Card, Sign
from ..state import State, Taken, View


def _printed(card: Card) -> Card:
    return SPECIAL if card.startswith(SPECIAL) else card


def imagine(view: View, told: Told, rng: random.Random) -> State:
    """Resample every card that shows its back, the pack, and the opponent's sealed sign."""
    unseen = list(PACK)
    visible = [card for box in view.boxes for card in box if card not in (None, BACK)]
    visible += [card for card in view.market if card not in (None, BACK)]
    visible += [taken.card for taken in view.taken if taken.card != BACK]
    visible += view.vanished
    if view.down is not None:
        visible.append(view.down)
    for card in visible:
        unseen.remove(_printed(card or ""))
    rng.shuffle(unseen)
    down = tuple(
        view.down if seat == view.seat else (unseen.pop() if BACK in box else None)
        for seat, box in enumerate(view.boxes)
    )
    market = tuple(unseen.pop() if card == BACK else card for card in view.market)
    taken = tuple(
        Taken(held.seat, held.number, unseen.pop(), held.down) if held.card == BACK else held
        for held in view.taken
    )
    return State(
        options=view.options,
        round=view.round,
        duel=view.duel,
        raus=view.raus,
        stage=0,
        parent=view.parent,
        wins=view.wins,
        boxes=view.boxes,
        down=down,
        market=market,
        pack=tuple(unseen),
        vanished=view.vanished,
        signs=_signs(view, rng),
        tasks=view.tasks,
        taken=taken,
        over=False,
    )


def _signs(view: View, rng: random.Random) -> tuple[Sign | None, Sign | None]:
    if view.signs is not None:
        return view.signs

    def sealed(seat: Seat) -> Sign | None:
        if seat not in view.chosen:
            return None
        return view.sign if seat == view.seat else rng.choice(SIGNS)

    return sealed(view.parent), sealed(view.child)
