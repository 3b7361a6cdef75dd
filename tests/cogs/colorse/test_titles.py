"""The titles of COLORSE."""

from bot.play.titles import Log
from cogs.colorse.titles import TITLES
from games.colorse.cards import Sign
from games.colorse.events import Revealed, RoundBegan, RoundWon
from games.core import Event, Outcome, Seat, Step

SPECTRUM, SIGNS = (title.earned for title in TITLES.own)
FIRST, SECOND = Seat(0), Seat(1)


def log(*events: Event) -> Log:
    return Log((Step(None, events),), Outcome((1, 2, 3), (20, 10, 0)))


def test_spectrum_is_a_box_of_four_colours_on_plain_cards() -> None:
    def won(*box: str) -> Log:
        return log(RoundWon(seat=SECOND, round=1, box=box, wins=(0, 1, 0)))

    assert SPECTRUM(won("R", "G", "R", "B", "Y", "G")) == {SECOND}
    assert SPECTRUM(won("R", "G", "R", "B", "R", "G")) == set()
    assert SPECTRUM(won("R", "G", "R", "B", "Y", "GB")) == set()
    assert SPECTRUM(won("R", "G", "R", "B", "Y", "S:G")) == set()


def duel(first: Sign, second: Sign) -> Revealed:
    return Revealed(parent=FIRST, child=SECOND, signs=(first, second), raus=0)


def test_three_signs_are_won_in_one_won_round() -> None:
    began = RoundBegan(round=1, cards=("R", "G", "B"))
    two = duel("do", "rau"), duel("zof", "do")
    mine, other = (RoundWon(seat=seat, round=1, box=(), wins=(1, 0, 0)) for seat in (FIRST, SECOND))
    assert SIGNS(log(began, *two, duel("rau", "rau"), mine)) == set()
    assert SIGNS(log(began, *two, began, duel("rau", "zof"), mine)) == set()
    assert SIGNS(log(began, *two, duel("rau", "zof"), mine)) == {FIRST}
    assert SIGNS(log(began, *two, duel("rau", "zof"), other)) == set()
    lost = duel("rau", "do"), duel("do", "zof"), duel("zof", "rau")
    assert SIGNS(log(began, *lost, other)) == {SECOND}
