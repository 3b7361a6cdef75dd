"""The titles of 6 nimmt!."""

from bot.play.titles import Log
from cogs.nimmt.titles import TITLES
from games.core import Event, Outcome, Seat, Step
from games.nimmt import Placed, RoundBegan, RoundEnded, Took

CLEAN, RAZOR = (title.earned for title in TITLES.own)
FIRST, SECOND = Seat(0), Seat(1)


def log(*events: Event) -> Log:
    return Log((Step(None, events),), Outcome((1, 2), (0, 1)))


def test_clean_is_a_won_match_with_a_round_without_a_bull() -> None:
    first = RoundEnded(round=1, bulls=(3, 0), totals=(3, 0))
    second = RoundEnded(round=2, bulls=(0, 9), totals=(3, 9))
    assert not CLEAN(log(first)), "the second seat didn't win"
    assert [*CLEAN(log(first, second))] == [FIRST]


def test_razor_is_three_cards_running_one_above_their_ends() -> None:
    events: list[Event] = [RoundBegan(round=1, rows=((100,), (200,), (300,), (400,)))]
    events += [Placed(seat=FIRST, card=card, row=0) for card in (110, 120)]
    events += [Placed(seat=SECOND, card=card, row=1) for card in (210, 225, 235, 245)]
    third = Placed(seat=FIRST, card=130, row=0)
    assert RAZOR(log(*events)) == set()
    assert RAZOR(log(*events, third)) == {FIRST}
    # A card that takes a row, and a round's end, begin the count again.
    taken = Took(seat=FIRST, card=50, row=3, cards=(400,), bulls=1, why="low")
    assert RAZOR(log(*events, taken, third)) == set()
    again = RoundBegan(round=2, rows=((120,), (200,), (300,), (400,)))
    assert RAZOR(log(*events, again, third)) == set()
