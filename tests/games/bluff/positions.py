"""Positions of Bluff."""

from collections.abc import Sequence

from games.bluff import GAME, Bid, BluffOptions, Dice, State
from games.core import Seat, Step

from ..playing import chance


def dice(text: str) -> Dice:
    """Dice as the rules write them: `1 1 2 3 *`."""
    return tuple(6 if face == "*" else int(face) for face in text.split())


def bid(text: str) -> Bid:
    move = GAME.parse_move(text)
    assert isinstance(move, Bid)
    return move


def position(
    hands: str,
    bids: str = "",
    *,
    turn: int = 0,
    shown: str = "",
    options: BluffOptions | None = None,
    out: Sequence[int] = (),
    number: int = 1,
) -> State:
    """Return a position in a round: dice by seat, separated by `/`.

    Bids are `seat:bid`, in order.
    """
    hidden = tuple(dice(hand) for hand in hands.split("/"))
    open_dice = tuple(dice(s) for s in shown.split("/")) if shown else ((),) * len(hidden)
    made = [part.split(":") for part in bids.split()]
    return State(
        options=options or BluffOptions(),
        round=number,
        stage=1,
        left=tuple(len(a) + len(b) for a, b in zip(hidden, open_dice, strict=True)),
        hidden=hidden,
        shown=open_dice,
        bids=tuple((Seat(int(seat)), bid(text)) for seat, text in made),
        turn=Seat(turn),
        out=tuple(out) or (0,) * len(hidden),
    )


def play(state: State, text: str) -> Step[State]:
    """The seat to act does that."""
    return GAME.play(state, state.turn, GAME.parse_move(text), chance())
