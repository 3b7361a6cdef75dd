"""The claims of the lesson of Schwimmen hold by the rules."""

import itertools

import pytest

from cogs.lesson.learning import LESSONS
from games import schwimmen
from games.cards import PACK, arranged
from games.schwimmen.thirty_one import swapped, worth
from tests.cogs.lesson.deciding import good, state, told

SCHWIMMEN = LESSONS["schwimmen"]


def worths(number: int) -> dict[str, float]:
    """Return the worth of the hand after each swap of one card."""
    now = state(SCHWIMMEN, number)
    return {
        f"{give}-{take}": worth(swapped(now.hands[0], give, take)) / 2
        for give, take in itertools.product(now.hands[0], now.table)
    }


@pytest.mark.parametrize(
    ("number", "before", "best", "second"), [(1, 19, 29, 20), (2, 10, 30.5, 20)]
)
def test_best_swap_is_worth_this(number: int, before: float, best: float, second: float) -> None:
    assert worth(state(SCHWIMMEN, number).hands[0]) / 2 == before
    found = sorted(worths(number).items(), key=lambda one: -one[1])
    assert found[0] == (good(SCHWIMMEN, number)[0], best)
    assert found[1][1] == second


def test_closing_with_a_good_hand_makes_another_lose() -> None:
    assert worth(state(SCHWIMMEN, 3).hands[0]) / 2 == 28
    assert max(worths(3).values()) < 28
    (ended,) = [e for e in told(SCHWIMMEN, 3, "pass!") if isinstance(e, schwimmen.DealEnded)]
    assert [worth(hand) / 2 for hand in ended.result.hands] == [28, 21, 20]
    assert ended.result.losers == (2,)


def test_the_whole_middle_may_be_worth_most() -> None:
    now = state(SCHWIMMEN, 4)
    assert (worth(now.hands[0]) / 2, worth(now.table) / 2) == (11, 28)
    assert {card.suit for card in now.table} == {"D"}
    assert max(worths(4).values()) == 19


def test_an_unseen_hand_is_mostly_better_than_ten() -> None:
    own = state(SCHWIMMEN, 5).hands[0]
    rest = [card for card in PACK if card not in own]
    hands = [worth(arranged(hand)) / 2 for hand in itertools.combinations(rest, 3)]
    assert worth(own) / 2 == 10
    assert round(100 * sum(value > 10 for value in hands) / len(hands)) == 74
    assert round(sum(hands) / len(hands)) == 16
