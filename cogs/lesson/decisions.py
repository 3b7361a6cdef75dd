"""Lessons: five chosen positions of a game, each with one decision."""

import hashlib
from contextlib import suppress
from typing import Any

from bot.words.i18n import Tongue
from bot.words.letters import look
from games.core import Frozen, Seat, Step
from games.errors import MoveError
from games.position import Position, script
from games.record import record_hash

LEARNER = Seat(0)
OTHERS = ("Ben", "Chie", "Mia")
"""Names of opponents for a lesson without its own."""


class Decision(Frozen):
    """A position with its question, and the good answers in the notation.

    `replies`: legal moves that follow the answer.
    `good`: the first of them is named after another answer.
    `ask`: points out the problem.
    `why`: is true after any answer.
    `{one}` and `{two}` in a text are the opponents' names, by seat.
    """

    position: Position
    ask: str
    good: tuple[str, ...]
    why: str
    replies: str = ""


class Lesson(Frozen):
    """The decisions of a game's lesson in order.

    `goal`: the aim of the game in a sentence or two, above the first question. Endings come later.
    `closing`: the last words.
    `story`: the first words of all, above the goal.
    `others`: three names for the opponents. Two serve, so that none is the learner's.
    `public`: the outcome of an answer is shown as a spectator sees it.
    `pauses`: the outcome is shown as in the pause after a reveal.
    """

    decisions: tuple[Decision, ...]
    closing: str
    goal: str = ""
    story: str = ""
    others: tuple[str, str, str] = OTHERS
    public: bool = False
    pauses: bool = True

    @property
    def game(self) -> str:
        """The key of the game."""
        return self.decisions[0].position.game

    @property
    def mark(self) -> str:
        """A hash that differs between versions of the decisions, in 8 hex digits."""
        told = "".join(record_hash(one.position.record) for one in self.decisions)
        return hashlib.sha256(told.encode()).hexdigest()[:8]

    def opponents(self, learner: str, t: Tongue) -> tuple[str, ...]:
        """Return the names of the two opponents in a language, none of them the learner's."""
        own = look(learner)
        free = [name for name in self.others if own not in (look(name), look(t(name)))]
        return tuple(map(t, free[:2]))

    def before(self, number: int) -> list[Step[Any]]:
        """Return the steps up to a decision. `number` starts at 1."""
        return self.decisions[number - 1].position.steps()

    def after(self, number: int, text: str) -> list[Step[Any]]:
        """Return the step of an answer and those of the scripted replies, if they are legal.

        Raises MoveError if the answer is illegal.
        """
        one, before = self.decisions[number - 1], self.before(number)
        after = [one.position.play(before, LEARNER, text)]
        for seat, reply in script(one.replies):
            with suppress(MoveError):
                after.append(one.position.play([*before, *after], seat, reply))
        return after
