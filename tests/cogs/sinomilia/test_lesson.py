"""The claims of the lesson of Sinomilia hold by the rules."""

import pytest

from cogs.lesson.decisions import LEARNER
from cogs.lesson.learning import LESSONS
from games import sinomilia
from games.chance import Chance
from games.core import Event, Seat
from tests.cogs.lesson.deciding import good, legal, state, told

SINOMILIA = LESSONS["sinomilia"]


def winner(number: int, text: str) -> int | None:
    events = told(SINOMILIA, number, text)
    return next((e.winner for e in events if isinstance(e, sinomilia.RoundWon)), None)


def test_the_middle_cards_are_never_far_away() -> None:
    furthest = {card: max(abs(card - chips) for chips in range(10)) for card in range(10)}
    assert {str(card) for card, off in furthest.items() if off == 5} == set(good(SINOMILIA, 2))
    assert furthest[0] == furthest[9] == 9


@pytest.mark.parametrize("number", [1, 3, 4, 5])
def test_the_good_answer_wins_the_round_and_no_other_does(number: int) -> None:
    won = {text for text in legal(SINOMILIA, number) if winner(number, text) == 0}
    assert won == set(good(SINOMILIA, number))


def test_a_change_pays() -> None:
    (paid,) = [e for e in told(SINOMILIA, 3, "change6") if isinstance(e, sinomilia.Paid)]
    assert {item.why: item.paid for item in paid.items} == {"win": 2, "table": 6}


def test_a_feint_looks_like_any_change() -> None:
    ben = Seat(1)

    def heard(text: str) -> list[Event]:
        steps = SINOMILIA.after(5, text)[:1]
        return [e for step in steps for e in step.events if e.to is None or ben in e.to]

    assert heard("change9") == heard("change2")
    first, changed = state(SINOMILIA, 5), SINOMILIA.after(5, "change9")[0].state
    assert changed.laid == first.laid
    assert changed.chips == (first.chips[0] - 1, first.chips[1] + 1)


def test_exact_prediction_beats_the_last_actor() -> None:
    now = state(SINOMILIA, 4)
    for card in range(10):
        other = now._replace(laid=(now.laid[0], card))
        step = sinomilia.GAME.play(other, LEARNER, sinomilia.Pass(), Chance(b"", 1))
        assert [e.winner for e in step.events if isinstance(e, sinomilia.RoundWon)] == [0]
