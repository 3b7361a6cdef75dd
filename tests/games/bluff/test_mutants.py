"""Broken copies of Bluff fail their laws."""

from dataclasses import dataclass, replace

import pytest

from games.bluff import Bid, Bluff, BluffOptions, Move, Rolled
from games.bluff import State as Cups
from games.bluff import View as CupsView
from games.chance import Chance
from games.core import Event, Seat, Step
from tests.games import hands, laws
from tests.games.breaking import broken, fails
from tests.games.golden import FOLDER, law_8
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


@dataclass(frozen=True, slots=True, kw_only=True)
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


class OpenRoll(Bluff):
    """The first roll is addressed to all."""

    def deal(self, seats: int, options: BluffOptions, chance: Chance) -> Step[Cups]:
        state, events = super().deal(seats, options, chance)
        told = [replace(e, to=None) if isinstance(e, Rolled) else e for e in events]
        return Step(state, tuple(told))


def test_law_8_only_a_person_finds_a_secret_in_the_deal() -> None:
    seats, options, seed = hands.GOLDEN["bluff"]["two_seats"]
    golden = (FOLDER / "bluff" / "golden" / "two_seats.txt").read_text(encoding="utf-8")
    law_8(random_match("bluff", seats, options, seed).record, golden)
    assert broken(OpenRoll, seats, options, REDEAL["bluff"], REVEALING["bluff"]) == set()
    with registered(OpenRoll()):
        record = random_match("bluff", seats, options, seed).record
        assert fails(lambda: law_8(record, golden))
