"""Claims of the lessons, checked by the rules: cards taken, odds of bids, worth of hands."""

import pytest

from bot.screens.transcript import looks
from bot.words.i18n import languages, tongue
from bot.workers.pictures import Pictures
from cogs.lesson.decisions import LEARNER, OTHERS, Lesson
from cogs.lesson.learning import LESSONS, Learning, question
from games import find_game

from .deciding import good, legal, state

CASES = [(key, number) for key, lesson in LESSONS.items() for number in range(1, 6)]


@pytest.mark.parametrize("key", LESSONS)
def test_lesson_has_five_decisions(key: str) -> None:
    assert len(LESSONS[key].decisions) == 5


@pytest.mark.parametrize("locale", ["en-US", *languages()])
@pytest.mark.parametrize("key", [key for key, lesson in LESSONS.items() if lesson.goal])
async def test_lesson_opens_with_its_story_and_goal(key: str, locale: str) -> None:
    t, lesson = tongue(locale), LESSONS[key]
    learning = Learning(lesson, looks()[key], t, "Ana", Pictures(False))
    first, second = [(await question(learning, number)).text for number in (1, 2)]
    begun = [t(text) for text in (lesson.story, lesson.goal) if text]
    places = [first.index(text) for text in (*begun, learning.said(lesson.decisions[0].ask))]
    assert places == sorted(places)
    assert not [text for text in begun if text in second]


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
    one = next(iter(LESSONS.values()))
    assert Lesson(one.decisions[::-1], one.closing).mark != one.mark


@pytest.mark.parametrize("locale", ["en-US", *languages()])
@pytest.mark.parametrize(("key", "number"), CASES)
def test_texts_are_short(key: str, number: int, locale: str) -> None:
    t, one = tongue(locale), LESSONS[key].decisions[number - 1]
    first, second = LESSONS[key].opponents("Ana", t)
    assert len(t(one.ask, one=first, two=second)) <= 240
    assert len(t(one.why, one=first, two=second)) <= 240


@pytest.mark.parametrize("locale", ["en-US", *languages()])
@pytest.mark.parametrize("key", LESSONS)
def test_opponents_never_share_the_learners_name(key: str, locale: str) -> None:
    lesson, t = LESSONS[key], tongue(locale)
    usual = lesson.opponents("Ana", t)
    assert len(set(usual)) == 2
    for name in usual:
        others = lesson.opponents(f" {name.upper()}", t)
        assert len(set(others)) == 2
        assert name not in others


@pytest.mark.parametrize("locale", ["en-US", *languages()])
@pytest.mark.parametrize("key", LESSONS)
def test_lessons_name_opponents_by_fields_alone(key: str, locale: str) -> None:
    lesson, t = LESSONS[key], tongue(locale)
    texts = [text for one in lesson.decisions for text in (one.ask, one.why)]
    names = {*OTHERS, *lesson.others, *map(t, lesson.others)}
    said = " ".join(t(text, one="{one}", two="{two}") for text in texts)
    assert not [name for name in names if name in said]
