"""Law 6: any match of Sinomilia ends within the bound of its datasheet."""

import pytest

from games import sinomilia
from games.core import Event, Seat
from games.sinomilia import GAME, Change, Chip, Pass, State
from games.sinomilia.state import Face

from ..playing import chance, only
from .rounds import round_of, take

# The datasheet's: 45 rounds of 2 predictions and at most 21 turns, and the toss.
ROUNDS, TURNS = 45, 21


def test_a_match_of_45_rounds_can_be_played() -> None:
    """Two rounds of two 9s before each round that uses up a single card, chips kept level."""
    state, events = round_of((None, None)), list[Event]()
    while GAME.outcome(state) is None:
        if state.nines < 2:
            # The starter loses three by this, and so does the other in the next round.
            state, more = take(state._replace(laid=(9, 9)), "chip-sun pass pass")
        else:
            card = min(state.unused(Seat(state.round // 3 % 2)))
            laid = (9, card) if state.round // 3 % 2 else (card, 9)
            state, more = take(state._replace(laid=laid), "pass pass")
        events += more
    assert state.round == ROUNDS
    assert only(events, sinomilia.MatchEnded).why == "cards"


@pytest.mark.parametrize("chips", [(15, 15), (1, 29), (3, 27)])
def test_the_longest_round_has_21_turns(chips: tuple[int, int]) -> None:
    known: dict[State, int] = {}

    def longest(state: State) -> int:
        """Turns by themselves included, from here to the round's end."""
        # Which faces lie there matters to no turn but the next.
        suns: list[Face] = ["sun" for _ in state.table]
        still = state._replace(stage=0, table=tuple(suns))
        if still not in known:
            found = []
            for move in (Chip("sun"), Chip("moon"), Change(4), Pass()):
                if move in GAME.legal_moves(still, still.turn):
                    after = GAME.play(still, still.turn, move, chance()).state
                    over = after.round > 1 or after.over
                    found.append(after.stage + (0 if over else longest(after)))
            known[still] = max(found)
        return known[still]

    assert longest(round_of((4, 4), chips=chips)) == TURNS
