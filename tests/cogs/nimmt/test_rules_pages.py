"""The examples in the rules of 6 nimmt!."""

from dataclasses import replace

from cogs.nimmt.drawing.pictures import Hand, Trick
from cogs.nimmt.look import LOOK
from games.nimmt import NimmtOptions


def test_example_of_jokers_has_a_card_more() -> None:
    plain = NimmtOptions()
    without, with_jokers = (LOOK.example(one, 2) for one in (plain, replace(plain, jokers=True)))
    assert isinstance(without, Hand)
    assert isinstance(with_jokers, Hand)
    assert len(with_jokers.cards) == len(without.cards) + 1


def test_second_example_is_a_trick() -> None:
    assert isinstance(LOOK.example(NimmtOptions(), 1), Trick)
