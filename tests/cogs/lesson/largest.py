"""Lessons among the largest screens: a question, and the outcome of an answer."""

import asyncio
from typing import cast

from bot.drawing.file import File
from bot.drawing.picture import Picture
from bot.screens.finished import Finished
from bot.wire.ui import Drawn
from bot.workers.pictures import Pictures
from cogs.lesson.learning import LESSONS, Learning, outcome, question

from ...bot.screens.cases import Case, Kind, blank


class _Drawing:
    """Pictures that are never drawn."""

    on = True

    async def drawn(self, picture: Picture) -> File:
        """Return an empty file."""
        return File(picture, "picture.png", blank(picture))


def _draw(case: Case, _: Finished) -> Drawn:
    """Return a task of the lesson, or its outcome."""
    lesson = LESSONS[case.game]
    pictures = cast("Pictures", _Drawing()) if case.pictured else Pictures(False)
    learning = Learning(lesson, case.look, case.t, case.name, pictures, case.emojis)
    number = 1 + case.step % len(lesson.decisions)
    if case.held:
        return asyncio.run(outcome(learning, number, lesson.decisions[number - 1].good[0]))
    return asyncio.run(question(learning, number, case.picked))


LESSON = Kind(
    "lesson",
    _draw,
    games=LESSONS,
    of_match=False,
    halves=[f"half{key}" for key in LESSONS],
    aims={"lesson": (700, {}), "outcome of a lesson": (700, {"held": True})},
)
