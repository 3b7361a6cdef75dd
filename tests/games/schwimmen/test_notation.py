"""Schwimmen: the notation of the rules page."""

import pytest

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


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("K♥-7♠", "KH-7S"),
        ("k♥\ufe0f – 7♤", "KH-7S"),
        ("10H-7S", "TH-7S"),
        ("a♦ → 10♣ !", "AD-TC!"),
    ],
)
def test_moves_are_read_as_people_type_them(typed: str, text: str) -> None:
    assert GAME.move_text(GAME.parse_move(typed)) == text


@pytest.mark.parametrize(
    "text", ["", "keep!", "KH", "KH-", "KH-7S!!", "110H-7S", "KH7S", "K♥♥-7S", "6H-7S"]
)
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(InvalidMove, match="KH-7S"):
        GAME.parse_move(text)
