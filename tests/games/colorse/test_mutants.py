"""A broken copy of COLORSE fails its law."""

from typing import Any

import pytest

from games.chance import Chance
from games.colorse import Colorse, Show
from games.colorse.events import Chose as ChoseSign
from games.colorse.state import ColorseOptions
from games.core import Seat, Step
from tests.games.breaking import broken
from tests.games.hands import REDEAL, REVEALING


class TellsOfChanges(Colorse):
    """All seats hear of a changed sign."""

    def play(self, state: Any, seat: Seat, move: Any, chance: Chance) -> Step[Any]:
        after, events = super().play(state, seat, move, chance)
        changed = isinstance(move, Show) and state.signs[seat != state.parent] is not None
        return Step(after, (*events, ChoseSign(seat=seat)) if changed else events)


@pytest.mark.parametrize("seats", [3, 4])
def test_law_4_looks_at_two_of_several_seats_too(seats: int) -> None:
    options = ColorseOptions(rounds=1)
    assert broken(Colorse, seats, options, REDEAL["colorse"], REVEALING["colorse"]) == set()
    assert broken(TellsOfChanges, seats, options, REDEAL["colorse"], REVEALING["colorse"]) == {"4"}
