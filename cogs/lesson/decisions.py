"""Lessons: five chosen positions of a game, each with one decision.

Pure: the positions and the outcomes of answers come from a fixed seed, scripted moves and the
rules.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from bot.words.i18n import Tongue
from bot.words.letters import look
from games import find_game
from games.chance import Chance
from games.core import Seat, Step
from games.errors import GameError
from games.record import Record, replay

from .._shared.examples import script, scripted

LEARNER = Seat(0)
OTHERS = ("Ben", "Chie", "Mia")
"""Names of opponents for a lesson without its own."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A position with its question, and the good answers in the notation.

    `moves`: from the deal to the position, as `seat move, seat move …`, with sealed ones.
    `replies`: legal moves that follow the answer.
    `good`: the first of them is named after another answer.
    `ask`: points out the problem.
    `why`: is true after any answer.
    `{one}` and `{two}` in a text are the opponents' names, by seat.
    """

    seats: int
    seed: int
    moves: str
    ask: str
    good: tuple[str, ...]
    why: str
    replies: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Lesson:
    """The decisions of a game's lesson in order.

    `goal`: the aim of the game in a sentence or two, above the first question. Endings come later.
    `closing`: the last words.
    `story`: the first words of all, above the goal.
    `others`: three names for the opponents. Two serve, so that none is the learner's.
    `public`: the outcome of an answer is shown as a spectator sees it.
    `pauses`: the outcome is shown as in the pause after a reveal.
    """

    game: str
    decisions: tuple[Decision, ...]
    closing: str
    goal: str = ""
    story: str = ""
    others: tuple[str, str, str] = OTHERS
    public: bool = False
    pauses: bool = True

    @property
    def mark(self) -> str:
        """A hash that differs between versions of the decisions, in 8 hex digits."""
        version = find_game(self.game).version
        told = [(d.seats, d.seed, d.moves, sorted(d.options.items())) for d in self.decisions]
        return hashlib.sha256(repr((self.game, version, told)).encode()).hexdigest()[:8]

    def opponents(self, learner: str, t: Tongue) -> tuple[str, ...]:
        """Return the names of the two opponents in a language, none of them the learner's."""
        own = look(learner)
        free = [name for name in self.others if own not in (look(name), look(t(name)))]
        return tuple(map(t, free[:2]))

    def before(self, number: int) -> list[Step[Any]]:
        """Return the steps up to a decision. `number` starts at 1."""
        return list(_steps(self.record(number)))

    def after(self, number: int, text: str) -> list[Step[Any]]:
        """Return the step of an answer and those of the scripted replies.

        Raises MoveError if the answer is illegal.
        """
        steps, record = self.before(number), self.record(number)
        game, made = find_game(self.game), len(steps)
        replies = [(LEARNER, text), *script(self.decisions[number - 1].replies)]
        for seat, reply in replies:
            try:
                move = game.parse_move(reply)
                chance = Chance(record.seed, len(steps))
                step = game.play(steps[-1].state, seat, move, chance)
            except GameError:
                if len(steps) == made:
                    raise
                continue
            steps.append(step)
        return steps[made:]

    def record(self, number: int) -> Record:
        """Return the record of the scripted moves up to a decision."""
        one = self.decisions[number - 1]
        options = find_game(self.game).Options(**one.options)
        return scripted(self.game, options, one.seats, one.seed, one.moves)


@cache
def _steps(record: Record) -> tuple[Step[Any], ...]:
    return tuple(replay(record))
