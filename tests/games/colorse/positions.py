"""Positions of COLORSE."""

from typing import Any

from games.colorse import GAME
from games.colorse.cards import EMPTY, SIGNS, Box
from games.colorse.state import ColorseOptions, State
from games.core import Event, Seat

from ..playing import chance


def box(text: str) -> Box:
    """A box as the rules write it, bottom row first: `R G B / . . .`, its end left out."""
    cells = [None if cell == "." else cell for cell in text.replace("/", " ").split()]
    return (*cells, *EMPTY[len(cells) :])


def position(*boxes: str, market: str = "R G B", **fields: Any) -> State:
    """Return a position before the signs of a duel. Seat 0 is the parent by default."""
    seats = len(boxes)
    state = State(
        options=ColorseOptions(),
        round=1,
        duel=1,
        stage=1,
        parent=Seat(0),
        wins=(0,) * seats,
        boxes=tuple(map(box, boxes)),
        down=(None,) * seats,
        market=tuple(market.split()),
        pack=tuple("YBGR" * 6),
    )
    return state._replace(**fields)


LAST_CARD = position(
    *("## G B / G R", "## G", "B"), market="B Y R", down=("S", "RB", None), wins=(1, 1, 0)
)
"""Seat 0 fills its box with the next card it takes, its first one lying face down."""


def play(state: State, *moves: str) -> tuple[State, list[Event]]:
    """Play each move by the seat that is to make it. Signs by parent, then child."""
    events: list[Event] = []
    for number, text in enumerate(moves):
        seat = state.parent if text in SIGNS and state.signs[0] is None else state.child()
        if text not in SIGNS:
            (seat,) = GAME.to_act(state)
        step = GAME.play(state, seat, GAME.parse_move(text), chance(number + 1))
        state = step.state
        events += step.events
    return state, events


def boxes(state: State) -> list[str]:
    return [" ".join(card or "." for card in cells) for cells in state.boxes]


def of(events: list[Event], kind: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def legal(state: State, seat: int) -> list[str]:
    return [GAME.move_text(move) for move in GAME.legal_moves(state, Seat(seat))]
