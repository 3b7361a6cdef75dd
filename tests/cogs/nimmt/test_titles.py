"""The titles of 6 nimmt!."""

from bot.play.titles import Log
from cogs.nimmt.titles import TITLES
from games.core import Event, Outcome, Seat, Step
from games.nimmt import Placed, RoundBegan, RoundEnded, Took

CLEAN, RAZOR = (title.earned for title in TITLES.own)
FIRST, SECOND = Seat(0), Seat(1)


def log(*events: Event) -> Log:
    return Log((Step(None, events),), Outcome((1, 2), (0, 1)))


def test_clean_is_a_round_without_a_bull() -> None:
    first = RoundEnded(round=1, bulls=(3, 1), totals=(3, 1))
    second = RoundEnded(round=2, bulls=(0, 9), totals=(3, 10))
    assert CLEAN(log(first)) == set()
    assert CLEAN(log(first, second)) == {FIRST}


def test_razor_is_five_cards_exactly_one_above_their_ends() -> None:
    events: list[Event] = [RoundBegan(round=1, rows=((100,), (200,), (300,), (400,)))]
    events += [Placed(seat=FIRST, card=card, row=0) for card in (110, 120, 130, 140)]
    events += [Placed(seat=SECOND, card=card, row=1) for card in (220, 230, 240, 255)]
    # A sixth card takes the row, and starts it again.
    taken = (100, 110, 120, 130, 140)
    events.append(Took(seat=FIRST, card=150, row=0, cards=taken, bulls=9, why="sixth"))
    assert RAZOR(log(*events)) == set()
    assert RAZOR(log(*events, Placed(seat=FIRST, card=160, row=0))) == {FIRST}
