"""A position is reached by legal moves alone."""

import pytest

from games import GAMES
from games.errors import MoveError
from games.position import Position, wandered
from games.record import replay


@pytest.mark.parametrize("key", GAMES)
def test_position_is_the_replay_of_its_record(key: str) -> None:
    position = wandered(key, GAMES[key].seats[0], 3, 5)
    assert position.steps() == replay(position.record)
    assert len(position.record.moves) == 5


@pytest.mark.parametrize("key", GAMES)
def test_illegal_move_reaches_no_position(key: str) -> None:
    with pytest.raises(MoveError):
        Position(key, GAMES[key].seats[0], 3, "0 never").steps()
