"""Facts about COLORSE for the generic tests."""

import random
from collections.abc import Sequence

from games.colorse import events
from games.colorse.cards import BACK, DOWN, SPECIAL
from games.colorse.state import ColorseOptions, State
from games.core import Event, Seat

from ..secrets import Hidden

OPTIONS = [ColorseOptions(rounds=1), ColorseOptions(), ColorseOptions(rounds=3)]
GOLDEN = {
    "three_seats": (3, ColorseOptions(rounds=1), 216),
    "four_seats": (4, ColorseOptions(rounds=2), 1176),
}


def redeal(state: State, seat: Seat | None, rng: random.Random) -> State:
    """Shuffle backs, face-down cards taken, the market's and the pack.

    Change other sealed signs.
    """
    *face_up, under = state.market
    backs = [s for s, card in enumerate(state.down) if card is not None and s != seat]
    # A single card that waits to be placed is visibly a SPECIAL, because other cards don't wait.
    placing = state.tasks[0].seat if state.tasks and state.tasks[0].kind == "place" else None
    lone = placing if [t.seat for t in state.taken].count(placing or Seat(0)) == 1 else None
    unseen = [t for t in state.taken if t.down and t.seat not in (seat, lone)]
    # Two cards that wait are visibly unequal unless SPECIAL.
    beside = {t.card for t in state.taken if t.seat == placing and not t.down} - {SPECIAL}
    hidden = [
        *state.pack,
        *(card for s in backs if (card := state.down[s]) is not None),
        *(t.card for t in unseen),
        *([] if under is None else [under]),
    ]
    rng.shuffle(hidden)
    while unseen and hidden[-1] in beside:
        rng.shuffle(hidden)
    taken = tuple(t._replace(card=hidden.pop()) if t in unseen else t for t in state.taken)
    down = tuple(hidden.pop() if s in backs else card for s, card in enumerate(state.down))
    first, second = state.signs
    if first is None and second is not None and seat != state.child():
        second = rng.choice(("do", "zof", "rau"))
    if second is None and first is not None and seat != state.parent:
        first = rng.choice(("do", "zof", "rau"))
    return state._replace(
        down=down,
        taken=taken,
        market=(*face_up, None if under is None else hidden.pop()),
        signs=(first, second),
        pack=tuple(hidden),
    )


SEALED = r"do|zof|rau"
REVEALING = (
    events.Revealed,
    events.TurnedUp,
    events.Placed,
    events.Lost,
    events.Looked,
    events.Refilled,
)
STUBBORN = (("rau",), ("zof", "take2"), ("do", "take3", "place2"))
PLAYS = [{"rounds": 1}]
LASTING = {"rounds": 1}
OFTEN = 5
NO_MOVES = ["S", "dodo", "take0", "take4", "take", "place3", "place1:S", "place1:", "place:r", "rg"]
SERVES = "duelling"


def bound(seats: int, options: ColorseOptions) -> int:
    """Each of 4 × `rounds` rounds: a colour per seat, 100 duels of three signs and two cards."""
    return 4 * options.rounds * (seats + 100 * (3 * 2 + 2 * 2))


_SQUARES = {"R": "🟥", "G": "🟩", "B": "🟦", "Y": "🟨"}


def hidden(state: State, reader: Seat | None, told: Sequence[Event]) -> Hidden:
    """Sealed signs, and the rare cards that lie face down and nowhere else."""
    prose = []
    first, second = state.signs
    if None in (first, second):
        for seat, sign in ((state.parent, first), (state.child(), second)):
            if sign is not None and seat != reader:
                prose += [rf"Chosen: \*\*{sign.title()}", rf"{sign.title()} ✓"]
    known = {card for box in state.boxes for card in box} | {*state.market[:DOWN], *state.vanished}
    known |= {t.card for t in state.taken if not t.down or t.seat == reader}
    if reader is not None:
        known.add(state.down[reader])
    for event in told:
        match event:
            case events.Dealt(card=card) | events.Looked(card=card):
                known.add(card)
            case events.Took(card=card) | events.Lost(card=card):
                known.add(card)
            case events.Placed(card=card, vanished=vanished):
                known |= {card, *(gone for _, gone in vanished)}
            case events.RoundWon(box=box):
                known |= set(box)
            case events.RoundBegan(cards=cards) | events.Refilled(market=cards):
                known |= set(cards)
    down = [*state.down, state.market[DOWN], *(t.card for t in state.taken if t.down)]
    for card in {c for c in down if c is not None and c != BACK} - known:
        squares = "".join(_SQUARES[c] for c in "RGBY" if c in card) or "⭐"
        # The name of a colour is no card: "🟦 Blue".
        prose.append(rf"{squares} {card}(?![A-Za-z:])")
    return Hidden(prose)
