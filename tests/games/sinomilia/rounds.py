"""Rounds of Sinomilia in a short notation of words."""

from typing import Any

from games.core import Event, Seat
from games.sinomilia import GAME, SinomiliaOptions, State, Turned

from ..playing import chance


def round_of(predictions: tuple[int | None, int | None], **fields: Any) -> State:
    """Return a round with these predictions. Seat 0, the starter, is to act."""
    starter = fields.pop("starter", Seat(0))
    dealt = GAME.deal(2, fields.pop("options", SinomiliaOptions()), chance(0)).state
    return dealt._replace(starter=starter, turn=starter, laid=predictions, **fields)


def take(state: State, text: str) -> tuple[State, list[Event]]:
    """The seats in turn do what the words say."""
    events: list[Event] = []
    for word in text.split():
        step = GAME.play(state, state.turn, GAME.parse_move(word), chance())
        state = step.state
        events += step.events
    return state, events


def turned(events: list[Event]) -> list[tuple[int, int, bool]]:
    """Which cards were turned up, in order: seat, card, whether the first."""
    return [(e.seat, e.card, e.first) for e in events if isinstance(e, Turned)]
