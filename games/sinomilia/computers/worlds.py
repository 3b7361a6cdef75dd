"""Sinomilia: what the other may have predicted."""

import random

from ...thinking.thinker import Told
from ..state import TOSSER, Card, State, View


def imagine(view: View, told: Told, rng: random.Random) -> State:
    """The other's prediction, any of the cards that they have not used."""
    laid: list[Card | None] = [None, None]
    base = State(
        options=view.options,
        round=view.round,
        stage=0,
        starter=view.starter,
        nines=view.nines,
        chips=view.chips,
        table=view.table,
        changed=view.changed,
        used=view.used,
        before=view.before,
        actor=view.actor,
        turn=next(iter(view.to_act)) if view.phase == "turns" else view.starter or TOSSER,
        over=False,
    )
    for seat in view.laid:
        laid[seat] = view.prediction if seat == view.seat else rng.choice(base.unused(seat))
    return base._replace(laid=(laid[0], laid[1]))
