"""COLORSE: decisions as the rules page writes them, and as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.colorse import GAME, Move, Paint, Place, Show, Take
from games.errors import InvalidMove


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("do", Show("do")),
        ("Do", Show("do")),
        ("ＲＡＵ", Show("rau")),
        (" zof\n", Show("zof")),
        ("R", Paint("R")),
        ("r", Paint("R")),
        ("Ｙ", Paint("Y")),
        ("take3", Take(2)),
        ("take 1", Take(0)),
        ("ｔａｋｅ２", Take(1)),
        ("place1", Place(1)),
        ("Place 2", Place(2)),
        ("place1:R", Place(1, "R")),
        ("place1: r", Place(1, "R")),
        ("ｐｌａｃｅ２：ｂ", Place(2, "B")),
    ],
)
def test_typed_moves_are_read_as_they_are_meant(typed: str, move: Move) -> None:
    assert GAME.parse_move(typed) == move


@pytest.mark.parametrize(
    "text",
    ["", "S", "dodo", "take0", "take4", "take", "place3", "place1:S", "place1:", "place:r", "rg"],
)
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(InvalidMove, match=r"\.$"):
        GAME.parse_move(text)


@given(st.text(max_size=12) | st.from_regex(r"(do|[RGBYS]|take\d|place\d(:[RGBYS])?)"))
def test_any_text_is_a_move_or_an_invalid_move(text: str) -> None:
    try:
        move = GAME.parse_move(text)
    except InvalidMove:
        return
    assert GAME.parse_move(GAME.move_text(move)) == move
