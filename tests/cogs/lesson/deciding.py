"""The decisions of a lesson, by the rules."""

from typing import Any

from cogs.lesson.decisions import LEARNER, Lesson
from games import find_game
from games.core import Event


def state(lesson: Lesson, number: int) -> Any:
    return lesson.before(number)[-1].state


def legal(lesson: Lesson, number: int) -> list[str]:
    game = find_game(lesson.game)
    moves = game.legal_moves(state(lesson, number), LEARNER)
    return [game.move_text(move) for move in moves]


def good(lesson: Lesson, number: int) -> tuple[str, ...]:
    return lesson.decisions[number - 1].good


def told(lesson: Lesson, number: int, text: str) -> list[Event]:
    """Return the public events of an answer and its replies."""
    steps = lesson.after(number, text)
    return [event for step in steps for event in step.events if event.to is None]
