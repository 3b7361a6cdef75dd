"""The screens of a lesson: a decision as the game itself shows it, its outcome, and the end.

A control carries all that it needs. Its kind contains the game, its stage the number of the
decision, and its text the move and the channel of the request.
"""

from collections.abc import Sequence
from dataclasses import field, fields, replace
from typing import Any

import discord

from bot.play.names import printable
from bot.screens.event_pictures import illustration
from bot.screens.examples import sight_of
from bot.screens.look import Look, Scene
from bot.screens.sight import Sight
from bot.wire.emojis import Emojis, dressed, none
from bot.wire.fitting import Head, Prompt, Story
from bot.wire.ui import Address, Drawn, Part, button, button_rows, screen
from bot.words.i18n import Tongue
from bot.words.parts import part
from bot.workers.pictures import Pictures
from games import GAMES, find_game
from games.core import Frozen, Seat, Step
from games.errors import N_

from .decisions import LEARNER, Lesson

LESSONS: dict[str, Lesson] = {
    key: module.LESSON for key in GAMES if (module := part(key, "lesson")) is not None
}
"""The lessons by game."""


class Learning(Frozen):
    """A learner's lesson, its look and its pictures."""

    lesson: Lesson
    look: Look
    t: Tongue
    name: str
    pictures: Pictures
    emojis: Emojis = field(default_factory=none)

    @property
    def others(self) -> tuple[str, ...]:
        """The names of the opponents, by seat."""
        return self.lesson.opponents(self.name, self.t)

    def said(self, text: str) -> str:
        """Return a text of the lesson with the names of the opponents."""
        one, two = self.others
        return self.t(text, one=one, two=two)

    def at(self, number: int, text: str = "", kind: str = "learn") -> Address:
        """Return the address of a control of a decision, or of the decision without a text."""
        return Address(f"{kind}{self.lesson.game}", 0, number, text, self.lesson.mark)


def answered(address: Address) -> str:
    """Return the move in an address. Those of earlier releases name a channel after it."""
    return address.text.partition("@")[0]


class _Desk(Scene):
    """A scene whose controls belong to a lesson."""

    learning: Learning | None = None

    def _at(self, kind: str, text: str) -> Address:
        assert self.learning is not None
        return self.learning.at(self.stage, text, {"move": "learn", "pick": "half"}[kind])

    def _id(self, kind: str, text: str) -> str:
        return str(self._at(kind, text))


async def question(learning: Learning, number: int, picked: str = "") -> Drawn:
    """Draw a decision: its question, the picture, and the controls of the game's hand."""
    lesson, t = learning.lesson, learning.t
    sight = _sight(learning, number, lesson.before(number), LEARNER)
    # Words don't repeat the picture.
    scene = replace(sight.scene(t), picked=picked, pictured=learning.pictures.on)
    desk = _Desk(
        **{f.name: getattr(scene, f.name) for f in fields(Scene)}
        | {"stage": number, "learning": learning}
    )
    above = [learning.said(lesson.decisions[number - 1].ask)]
    if number == 1:
        first = "\n".join(t(text) for text in (lesson.story, lesson.goal) if text)
        above = [first, *above]
    shown = await illustration(learning.pictures, sight.picture(t), t)
    parts = _beside(shown, learning.look.hand(desk))
    if shown and not picked:
        # The lesson has asked.
        parts = [part for part in parts if not isinstance(part, Prompt)]
    return _drawn(learning, number, above, shown, parts)


def _beside(shown: Sequence[Part], parts: Sequence[Part]) -> list[Part]:
    """Return the parts without what the picture shows: the round, the last moves."""
    if not shown:
        return [*parts]
    return [part for part in parts if not isinstance(part, Head | Story | discord.ui.Separator)]


async def outcome(learning: Learning, number: int, text: str) -> Drawn:
    """Draw the outcome of an answer with the reason, and the next step.

    Raises MoveError if the answer is illegal.
    """
    lesson, look, t = learning.lesson, learning.look, learning.t
    one, game = lesson.decisions[number - 1], find_game(lesson.game)
    before, after = lesson.before(number), lesson.after(number, text)
    view = game.view(before[-1].state, LEARNER)
    why = learning.said(one.why)
    verdict = t("✓ **Well chosen.** {why}", why=why)
    if text not in one.good:
        best = look.label(view, one.good[0], t)
        verdict = t("💡 **The answer: {move}.** {why}", move=best, why=why)
    made = t("You chose: {move}", move=look.label(view, text, t))
    told = any(look.pause(game.view(step.state, None), step.events) > 0 for step in after)
    everybody = _sight(learning, number, [*before, *after], None)
    held = told and lesson.pauses
    eyes = replace(everybody, held=held)
    if not (told or lesson.public):
        eyes = _sight(learning, number, [*before, *after], LEARNER)
    on = t("Next task ▶") if number < len(lesson.decisions) else t("To the end ▶")
    ways = [button(learning.at(number + 1), on, style=discord.ButtonStyle.primary)]
    if text not in one.good:
        ways.append(button(learning.at(number), t("Try again")))
    scene = replace(everybody.scene(t), reader=LEARNER, pictured=learning.pictures.on)
    shown = await illustration(learning.pictures, eyes.picture(t), t)
    last = [part for part in look.last(scene) if not (shown and isinstance(part, str))]
    parts = [*_beside(shown, last), *button_rows(ways)]
    return _drawn(learning, number, [made, verdict], shown, parts)


def end(learning: Learning) -> Drawn:
    """Draw the end of a lesson, with a match against computers and a repetition as next steps."""
    lesson, look, t = learning.lesson, learning.look, learning.t
    play = replace(learning.at(0), kind="learnplay", text=look.key, mark="")
    ways = [
        button(play, t("Play against computers"), style=discord.ButtonStyle.success),
        button(learning.at(1), t("Once more")),
    ]
    told = N_("📖 *Rules* tells the rest, on every table and in `/{help}`. Nothing was counted.")
    rules = t(told, help=t.word("command", "help"))
    return _drawn(learning, 0, [t(lesson.closing), rules], (), button_rows(ways))


def _drawn(
    learning: Learning,
    number: int,
    above: Sequence[str],
    shown: Sequence[Part],
    parts: Sequence[Part],
) -> Drawn:
    look, t = learning.look, learning.t
    title = f"### {look.emoji} " + t("Learning {game}", game=t(look.name))
    if number:
        title += f" · {number}/{len(learning.lesson.decisions)}"
    drawn = screen(look.colour, title, *above, *shown, *parts)
    names = [printable(learning.name)]
    return drawn.wear(dressed(drawn.components, learning.emojis, look.signs, names))


def _sight(learning: Learning, number: int, steps: list[Step[Any]], seat: Seat | None) -> Sight:
    position = learning.lesson.decisions[number - 1].position
    names = (learning.name, *learning.others)
    sight = sight_of(position, learning.look, seat, steps, names, learning.t.locale)
    return replace(sight, emojis=learning.emojis)
