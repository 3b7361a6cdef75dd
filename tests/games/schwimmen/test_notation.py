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


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("kh-7s", "KH-7S"),
        ("K♥-7♠", "KH-7S"),
        ("k♥\ufe0f – 7♤", "KH-7S"),
        ("10H-7S", "TH-7S"),
        ("a♦ → 10♣ !", "AD-TC!"),
        ("ＫＨ－７Ｓ！", "KH-7S!"),
        (" Pass ! ", "pass!"),
        ("ALL", "all"),
        ("Ｋｅｅｐ", "keep"),
        ("Take ", "take"),
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


_PIECES = [
    "KH",
    "7S",
    "TD",
    "10",
    "-",
    "!",
    "pass",
    "all",
    "keep",
    "take",
    " ",
    "x",
    "♥",
    "－",
    "！",
]


@given(st.lists(st.sampled_from(_PIECES), max_size=4).map("".join) | st.text(max_size=12))
def test_any_text_is_a_move_or_an_invalid_move(text: str) -> None:
    try:
        move = GAME.parse_move(text)
    except InvalidMove:
        return
    assert GAME.parse_move(GAME.move_text(move)) == move
