"""What the suites need to know of COLORSE."""

import random

from games.colorse_cards import SPECIAL
from games.colorse_state import ColorseOptions, State
from games.core import Seat

OPTIONS = [ColorseOptions(rounds=1), ColorseOptions(), ColorseOptions(rounds=3)]
GOLDEN = {
    "three_seats": (3, ColorseOptions(rounds=1), 216),
    "four_seats": (4, ColorseOptions(rounds=2), 1176),
}


def redeal(state: State, seat: Seat | None, rng: random.Random) -> State:
    """Backs, cards taken face down, the market's and the pack shuffled; other sealed signs."""
    *face_up, under = state.market
    backs = [s for s, card in enumerate(state.down) if card is not None and s != seat]
    # One card that waits to be placed is a SPECIAL, as everybody can tell: others don't wait.
    placing = state.tasks[0].seat if state.tasks and state.tasks[0].kind == "place" else None
    lone = placing if [t.seat for t in state.taken].count(placing or Seat(0)) == 1 else None
    unseen = [t for t in state.taken if t.down and t.seat not in (seat, lone)]
    # Two that wait aren't equal unless SPECIAL, as everybody can tell too.
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
