"""Broken copies of Bluff fail their laws."""

from dataclasses import replace

import pytest

from games.bluff import Bid, Bluff, BluffOptions, Move
from games.bluff import State as Cups
from games.bluff import View as CupsView
from games.chance import Chance
from games.core import Event, Seat, Step
from tests.games import laws
from tests.games.breaking import broken
from tests.games.hands import REDEAL, REVEALING
from tests.games.playing import random_match

from ..playing import registered


class RareLeak(Bluff):
    """The view contains the dice under the first cup now and then."""

    def view(self, state: Cups, seat: Seat | None) -> CupsView:
        view = super().view(state, seat)
        return replace(view, hand=state.hidden[0]) if sum(state.hidden[0]) % 10 == 0 else view


def test_law_7_a_rare_leak_takes_many_deals_to_find() -> None:
    with registered(RareLeak()):
        played = random_match("bluff", 2, BluffOptions(dice=4), 0)
        laws.laws_5_and_7(played, REDEAL["bluff"], times=1)
        with pytest.raises(AssertionError):
            laws.laws_5_and_7(played, REDEAL["bluff"])


def test_law_7_the_same_deal_again_is_no_other_deal() -> None:
    played = random_match("bluff", 3, BluffOptions(), 0)
    with pytest.raises(AssertionError, match="dealt anew"):
        laws.laws_5_and_7(played, lambda state, seat, rng: state)


class Meant(Event):
    """A bid and the number of the bidder's matching dice."""

    seat: Seat
    dice: int


class HonestBid(Bluff):
    """A public event after each bid that counts the bidder's matching dice."""

    def play(self, state: Cups, seat: Seat, move: Move, chance: Chance) -> Step[Cups]:
        after, events = super().play(state, seat, move, chance)
        if isinstance(move, Bid):
            events += (Meant(seat=seat, dice=state.hidden[seat].count(move.face)),)
        return Step(after, events)


@pytest.mark.parametrize("seats", [2, 4])
def test_law_10_finds_a_secret_in_a_public_event(seats: int) -> None:
    options, redeal, revealing = BluffOptions(dice=4), REDEAL["bluff"], REVEALING["bluff"]
    assert broken(Bluff, seats, options, redeal, revealing) == set()
    assert broken(HonestBid, seats, options, redeal, revealing) == {"10"}
