"""Schwimmen: the notation of the rules page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import parse_card
from games.errors import InvalidMove
from games.schwimmen import GAME, Keep, Pass, Swap, SwapAll, Take


def test_the_notation_of_the_rules_page() -> None:
    king, seven = parse_card("KH"), parse_card("7S")
    moves = {
        "keep": Keep(),
        "take": Take(),
        "KH-7S": Swap(king, seven),
        "KH-7S!": Swap(king, seven, close=True),
        "all": SwapAll(),
        "all!": SwapAll(close=True),
        "pass": Pass(),
        "pass!": Pass(close=True),
    }
    for text, move in moves.items():
        assert GAME.parse_move(text) == move
        assert GAME.move_text(move) == text


@pytest.mark.parametrize("text", ["", "keep!", "KH", "KH-", "KH-7S!!", "10H-7S", "kh-7s", "ALL"])
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(InvalidMove, match="KH-7S"):
        GAME.parse_move(text)


_PIECES = ["KH", "7S", "TD", "10", "-", "!", "pass", "all", "keep", "take", " ", "x"]


@given(st.lists(st.sampled_from(_PIECES), max_size=4).map("".join) | st.text(max_size=12))
def test_any_text_is_a_move_or_an_invalid_move(text: str) -> None:
    try:
        move = GAME.parse_move(text)
    except InvalidMove:
        return
    assert GAME.move_text(move) == text
