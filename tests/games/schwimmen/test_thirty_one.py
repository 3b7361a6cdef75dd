"""French-suited cards, and what a hand of three is worth in Schwimmen."""

from collections import Counter

import pytest

from games.cards import PACK, Card, find_card, parse_card
from games.errors import InvalidMove
from games.schwimmen import thirty_one
from games.schwimmen.thirty_one import counting_suit, strength, worth

from .positions import cards

# Cards


def test_the_pack_has_32_cards_of_four_suits() -> None:
    assert len(set(PACK)) == 32
    assert Counter(card.suit for card in PACK) == dict.fromkeys("CSHD", 8)
    assert [str(card) for card in PACK[:8]] == ["AC", "KC", "QC", "JC", "TC", "9C", "8C", "7C"]


def test_cards_read_back_as_written() -> None:
    assert all(parse_card(str(card)) == card for card in PACK)
    assert find_card("KH") == Card("K", "H")
    for text in ("", "K", "10H", "6H", "KX", "kh", "HK", "KH "):
        assert find_card(text) is None
        with pytest.raises(InvalidMove):
            parse_card(text)


# Worth of a hand


@pytest.mark.parametrize(
    ("hand", "doubled", "suit"),
    [
        ("7H 8H 9H", 48, "H"),
        ("AC AS KH", 22, "C"),
        ("JC JS JH", 61, None),
        ("TC TS TH", 61, None),
        ("7C 7S 7H", 61, None),
        ("7S 8S 9S", 48, "S"),
        ("AH KH TH", 62, "H"),
        ("AD QD JD", 62, "D"),
        ("AC AS AH", 64, None),
        ("KH QH 7H", 54, "H"),
        ("AH KH 9D", 42, "H"),
        ("KC QS AD", 22, "D"),
        ("KH 9S 7D", 20, "H"),
        ("7C 7S 8H", 16, "H"),
    ],
)
def test_the_worth_of_a_hand(hand: str, doubled: int, suit: str | None) -> None:
    assert worth(cards(hand)) == doubled
    assert counting_suit(cards(hand)) == suit


# Comparing hands


@pytest.mark.parametrize(
    "better_first",
    [
        [f"{rank}C {rank}S {rank}H" for rank in "AKQJT987"],
        ["AC AS AH", "AD KD QD", "KC KS KH"],
        ["7C 8C 9C", "7S 8S 9S", "7H 8H 9H", "7D 8D 9D"],
        ["AC KC TC", "AS KS TS", "AH KH TH", "AD KD TD"],
        ["JC JS JH", "TC TS TH", "7S 8S 9S", "7H 8H 9H", "AC AS KD"],
        ["JC KH QD", "KH QS 7D"],
    ],
)
def test_hands_are_compared_by_worth_rank_then_suit(better_first: list[str]) -> None:
    strengths = [strength(cards(hand)) for hand in better_first]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(strengths)


def test_equal_suits_of_a_hand_count_the_better_one() -> None:
    assert counting_suit(cards("KH QS 7D")) == "S"
    assert strength(cards("KH QS 7D")) == strength(cards("TS 8H 9D"))


def test_equal_hands_have_one_strength_in_any_order() -> None:
    assert strength(cards("KH 9S 7D")) == strength(cards("QH 9C 8D"))
    assert strength(cards("KH 7H AS")) == strength(cards("QH 7H 9C"))
    assert strength(cards("9H 7H 8H")) == strength(cards("7H 8H 9H"))
    assert strength(cards("KH QS 7D")) == strength(cards("QS 7D KH"))


def test_constants_are_the_worths_they_name() -> None:
    assert worth(cards("9C 9S 9D")) == thirty_one.THREE_OF_A_RANK
    assert worth(cards("AS QS JS")) == thirty_one.THIRTY_ONE
    assert worth(cards("AC AH AD")) == thirty_one.FIRE
