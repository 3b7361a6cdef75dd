"""Claims of the lessons, checked by the rules: cards taken, odds of bids, worth of hands."""

import itertools
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import pytest

from bot.words.i18n import tongue
from cogs._shared.learning import LESSONS
from cogs._shared.lessons import LEARNER, Lesson
from games import GAMES, bluff, find_game, nimmt, schwimmen, sinomilia
from games.bluff.state import matching
from games.cards import PACK, arranged
from games.chance import Chance
from games.colorse.events import Lost, Placed
from games.core import Event, Seat
from games.schwimmen.thirty_one import swapped, worth

CASES = [(key, number) for key, lesson in LESSONS.items() for number in range(1, 6)]


def state(lesson: Lesson, number: int) -> Any:
    return lesson.before(number)[-1].state


def legal(lesson: Lesson, number: int) -> list[str]:
    game = find_game(lesson.game)
    moves = game.legal_moves(state(lesson, number), LEARNER)
    return [game.move_text(move) for move in moves]


def told(lesson: Lesson, number: int, text: str) -> list[Event]:
    """Return the public events of an answer and its consequences."""
    steps = lesson.after(number, text)
    return [event for step in steps for event in step.events if event.to is None]


def good(lesson: Lesson, number: int) -> tuple[str, ...]:
    return lesson.decisions[number - 1].good


def test_every_game_has_a_lesson_of_five_decisions() -> None:
    assert set(LESSONS) == set(GAMES)
    assert all(len(lesson.decisions) == 5 for lesson in LESSONS.values())


@pytest.mark.parametrize(("key", "number"), CASES)
def test_the_learner_decides_and_good_answers_are_legal(key: str, number: int) -> None:
    lesson = LESSONS[key]
    assert LEARNER in find_game(key).to_act(state(lesson, number))
    moves = legal(lesson, number)
    assert set(good(lesson, number)) < set(moves), "there is something to choose"
    for move in moves:
        assert lesson.after(number, move)


@pytest.mark.parametrize(("key", "number"), CASES)
def test_lesson_view_belongs_to_the_learner(key: str, number: int) -> None:
    """The scripted players have sealed their choices."""
    lesson = LESSONS[key]
    view = find_game(key).view(state(lesson, number), LEARNER)
    assert view.seat == LEARNER
    assert view.outcome is None


def test_versions_of_a_lesson_have_different_marks() -> None:
    marks = {lesson.mark for lesson in LESSONS.values()}
    assert len(marks) == len(LESSONS)
    one = LESSONS["nimmt"]
    assert Lesson(one.game, one.decisions[::-1], one.told).mark != one.mark


@pytest.mark.parametrize("locale", ["en-US", "ja"])
@pytest.mark.parametrize(("key", "number"), CASES)
def test_texts_are_short(key: str, number: int, locale: str) -> None:
    t, one = tongue(locale), LESSONS[key].decisions[number - 1]
    assert len(t(one.ask)) <= 240
    assert len(t(one.why)) <= 240


# 6 nimmt!

NIMMT = LESSONS["nimmt"]


def bulls(number: int, text: str, seat: int = 0) -> int:
    """Return the bulls a seat takes after that answer."""
    events = told(NIMMT, number, text)
    return sum(e.bulls for e in events if isinstance(e, nimmt.Took) and e.seat == seat)


def test_nimmt_placing_and_the_cost_of_a_sixth_card() -> None:
    assert {text: bulls(1, text) for text in legal(NIMMT, 1)} == {
        "28": 0,
        "43": 0,
        "84": 13,
        "87": 13,
        "90": 13,
    }
    for text, row in (("28", 0), ("43", 0)):
        placed = [e for e in told(NIMMT, 1, text) if isinstance(e, nimmt.Placed) and e.seat == 0]
        assert placed[0].row == row
    rows = state(NIMMT, 1).rows
    assert (rows[0][-1], rows[1][-1]) == (150, 800)
    assert [len(row) for row in rows].count(nimmt.FULL) == 2


def test_of_cards_that_all_take_one_is_the_cheapest() -> None:
    assert {text: bulls(2, text) for text in legal(NIMMT, 2)} == {"62": 10, "83": 16, "94": 16}


def test_a_low_card_takes_the_row_of_its_choice() -> None:
    view = state(NIMMT, 3)
    assert view.waiting[0] == (0, 340)
    assert all(row[-1] > 340 for row in view.rows)
    assert [bulls(3, f"row{n}") for n in range(1, 5)] == [7, 10, 2, 6]


def test_nimmt_small_gap_is_safe() -> None:
    taken = {text: bulls(4, text) for text in legal(NIMMT, 4)}
    assert [text for text, cost in taken.items() if not cost] == ["42", "64", "86"]
    rows = state(NIMMT, 4).rows
    assert [row[-1] for row in rows[:3]] == [620, 850, 370]
    assert [len(row) for row in rows[:3]] == [4, 4, 2]
    placed = [e for e in told(NIMMT, 4, "78") if isinstance(e, nimmt.Placed)]
    assert (placed[0].seat, placed[0].card, placed[0].row) == (1, 670, 0)


def test_nimmt_high_card_is_free_after_a_taken_row() -> None:
    assert bulls(5, "90") == 10
    for text in good(NIMMT, 5):
        assert bulls(5, text) == 0
        assert bulls(5, text, seat=1) == 10
        after = NIMMT.after(5, text)[-1].state
        rows = [row for row in after.rows if row[-1] < 900]
        assert len(max(rows, key=lambda row: row[-1])) < nimmt.FULL


# Bluff

BLUFF = LESSONS["bluff"]


def chance(number: int, bid: bluff.Bid) -> Fraction:
    """Return the probability of a bid, given the learner's hand."""
    view = bluff.GAME.view(state(BLUFF, number), LEARNER)
    need = bid.count - matching(view.hand, bid.face)
    unseen = view.dice - len(view.hand)
    p = Fraction(1 if bid.face == bluff.WILD else 2, 6)
    counts = range(max(0, need), unseen + 1)
    return sum((comb(unseen, k) * p**k * (1 - p) ** (unseen - k) for k in counts), Fraction())


def bids(number: int) -> dict[str, Fraction]:
    """Return the legal bids with their probabilities."""
    moves = [bluff.GAME.parse_move(text) for text in legal(BLUFF, number)]
    return {str(one): chance(number, one) for one in moves if isinstance(one, bluff.Bid)}


def lost(number: int, text: str) -> dict[int, int]:
    events = told(BLUFF, number, text)
    return {e.seat: e.dice for e in events if isinstance(e, bluff.Lost)}


def test_likely_bids_are_those_that_are_praised() -> None:
    likely = {text for text, p in bids(1).items() if p > 0.6}
    assert likely == set(good(BLUFF, 1))
    assert [round(100 * bids(1)[text]) for text in good(BLUFF, 1)] == [70, 70]
    assert round(100 * chance(1, bluff.Bid(5, 4))) == 90
    for text in good(BLUFF, 1):
        assert 0 not in lost(1, text)


@pytest.mark.parametrize("number", [2, 5])
def test_one_bid_alone_is_sure(number: int) -> None:
    assert [text for text, p in bids(number).items() if p == 1] == [*good(BLUFF, number)]


def test_a_bid_far_too_high_is_challenged() -> None:
    view = bluff.GAME.view(state(BLUFF, 3), LEARNER)
    assert matching(view.hand, 2) == 0
    assert round(100 * chance(3, bluff.Bid(6, 2))) == 8
    assert lost(3, "challenge") == {2: 3}


def test_two_rerolled_dice_bring_one_more_in_five_of_nine_cases() -> None:
    assert 1 - Fraction(4, 6) ** 2 == Fraction(5, 9)
    after = BLUFF.after(4, "show44*")[-1].state
    assert matching((*after.hidden[0], *after.shown[0]), 4) >= 4
    kinds = {type(move) for move in bluff.GAME.legal_moves(after, LEARNER)}
    assert kinds == {bluff.Bid}


def test_two_wilds_beat_four_of_the_highest_face() -> None:
    after = BLUFF.after(5, "2x*")[-1].state
    lowest = bluff.GAME.view(after, None).lowest
    assert str(lowest) == "5x1"
    higher = [str(bid) for bid in bluff.higher_bids(bluff.Bid(2, bluff.WILD), 15)]
    assert "3x*" in higher
    assert "4x5" not in higher


# Schwimmen

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
def test_a_swap_makes_the_hand_worth_so_much(
    number: int, before: float, best: float, second: float
) -> None:
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


# Sinomilia

SINOMILIA = LESSONS["sinomilia"]


def winner(number: int, text: str) -> int | None:
    events = told(SINOMILIA, number, text)
    return next((e.winner for e in events if isinstance(e, sinomilia.RoundWon)), None)


def test_the_middle_cards_are_never_far_away() -> None:
    furthest = {card: max(abs(card - chips) for chips in range(10)) for card in range(10)}
    assert {str(card) for card, off in furthest.items() if off == 5} == set(good(SINOMILIA, 1))
    assert furthest[0] == furthest[9] == 9


@pytest.mark.parametrize("number", [2, 3, 5])
def test_the_good_answer_wins_the_round_and_no_other_does(number: int) -> None:
    won = {text for text in legal(SINOMILIA, number) if winner(number, text) == 0}
    assert won == set(good(SINOMILIA, number))


def test_a_change_pays() -> None:
    (paid,) = [e for e in told(SINOMILIA, 3, "change6") if isinstance(e, sinomilia.Paid)]
    assert {item.why: item.paid for item in paid.items} == {"win": 2, "table": 6}


def test_a_feint_looks_like_any_change() -> None:
    ben = Seat(1)

    def heard(text: str) -> list[Event]:
        steps = SINOMILIA.after(4, text)[:1]
        return [e for step in steps for e in step.events if e.to is None or ben in e.to]

    assert heard("change6") == heard("change2")
    first, changed = state(SINOMILIA, 4), SINOMILIA.after(4, "change6")[0].state
    assert changed.laid == first.laid
    assert changed.chips == (first.chips[0] - 1, first.chips[1] + 1)
    assert winner(4, "change6") == 0


def test_sinomilia_exact_prediction_beats_the_last_to_act() -> None:
    now = state(SINOMILIA, 5)
    for card in range(10):
        other = now._replace(laid=(now.laid[0], card))
        step = sinomilia.GAME.play(other, LEARNER, sinomilia.Pass(), Chance(b"", 1))
        assert [e.winner for e in step.events if isinstance(e, sinomilia.RoundWon)] == [0]


# COLORSE

COLORSE = LESSONS["colorse"]


@cache
def takes(number: int, text: str) -> tuple[int, ...]:
    """Return the number of cards each seat takes after these signs."""
    tasks = COLORSE.after(number, text)[0].state.tasks
    return tuple(sum(task == ("take", seat) for task in tasks) for seat in range(3))


def vanished(number: int, text: str) -> int:
    events = told(COLORSE, number, text)
    return sum(len(e.vanished) for e in events if isinstance(e, Placed))


def test_colorse_signs_against_do() -> None:
    assert {sign: takes(1, sign) for sign in ("zof", "do", "rau")} == {
        "zof": (2, 0, 0),
        "do": (1, 0, 1),
        "rau": (0, 0, 1),
    }


def test_colorse_signs_against_zof() -> None:
    assert {sign: takes(5, sign) for sign in ("rau", "do", "zof")} == {
        "rau": (1, 0, 0),
        "do": (0, 0, 2),
        "zof": (0, 1, 0),
    }
    lost = [e.seat for e in told(COLORSE, 5, "zof") if isinstance(e, Lost)]
    assert sorted(lost) == [0, 2]


@pytest.mark.parametrize("number", [2, 3, 4])
def test_good_answers_make_nothing_vanish(number: int) -> None:
    assert all(vanished(number, text) == 0 for text in good(COLORSE, number))
    bad = set(legal(COLORSE, number)) - set(good(COLORSE, number)) - {"take3"}
    assert bad
    assert all(vanished(number, text) == 2 for text in bad)


def test_the_cards_are_those_that_the_texts_name() -> None:
    assert state(COLORSE, 2).boxes[0][:2] == ("G", None)
    assert state(COLORSE, 2).market[:2] == ("B", "GY")
    assert state(COLORSE, 3).boxes[0][:2] == ("G", None)
    held: Sequence[Any] = state(COLORSE, 4).held(LEARNER)
    assert [taken.card for taken in held] == ["RB", "Y"]
    assert state(COLORSE, 4).boxes[0][:2] == ("B", None)
