"""The titles of Schwimmen."""

from bot.play.titles import Log
from cogs.schwimmen.titles import TITLES
from games.cards import Hand, parse_card
from games.chance import Chance
from games.core import Event, Outcome, Seat, Step
from games.schwimmen import GAME, DealBegan, Dealt, SchwimmenOptions, State, Took

SWIMMER, DEALT = (title.earned for title in TITLES.own)
FIRST, SECOND = Seat(0), Seat(1)


def hand(text: str) -> Hand:
    return tuple(map(parse_card, text.split()))


def log(*events: Event, lives: tuple[int, int] = (1, 0)) -> Log:
    state: State = GAME.deal(2, SchwimmenOptions(), Chance(b"seed", 0)).state
    step = Step(state._replace(lives=lives), events)
    return Log((step,), Outcome((1, 2), (3, 2)))


def test_swimmer_wins_without_a_life() -> None:
    assert SWIMMER(log(lives=(0, 0))) == (FIRST,)
    assert SWIMMER(log(lives=(1, 0))) == ()


def test_dealt_31_is_no_hand_that_a_dealer_took() -> None:
    began, high = DealBegan(deal=1, dealer=FIRST, stock=20), hand("AH KH QH")
    low = Dealt(seat=FIRST, hand=hand("AH KH 7S"))
    assert DEALT(log(began, low, Dealt(seat=SECOND, hand=high))) == {SECOND}
    taken = Took(seat=FIRST, table=low.hand), Dealt(seat=FIRST, hand=high)
    assert DEALT(log(began, low, *taken)) == set()
    assert DEALT(log(began, Dealt(seat=FIRST, hand=hand("AH AS AD")))) == {FIRST}
