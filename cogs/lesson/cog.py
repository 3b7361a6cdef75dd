"""Lessons: five guided decisions, shown privately. Nothing of them is stored."""

from bot.clicks.answers import Answer
from bot.clicks.control import Control, control
from bot.clicks.opening import player_of
from bot.clicks.solo import play_solo
from bot.run.client import BotCog
from bot.wire.ui import Address
from bot.words.errors import TableError
from games.errors import N_, GameError

from .learning import LESSONS, Learning, answered, end, outcome, question

_STALE = N_("That button is out of date. Use the newest message.")


class Lessons(BotCog):
    """Handlers of *Learn by playing* and of the controls in lessons."""

    async def cog_load(self) -> None:
        """Take charge of the controls of each game's lesson."""
        for key in LESSONS:
            self.bot.controls[f"learn{key}"] = Control(self._decide, anywhere=True)
            self.bot.controls[f"half{key}"] = Control(self._half, anywhere=True)

    @control("learn", sign="🎓", anywhere=True)
    async def _begin(self, answer: Answer, address: Address) -> None:
        """*Learn by playing*: show the first decision privately, where it was asked for."""
        await answer.show(await question(self._learning(answer, address.text), 1))

    async def _decide(self, answer: Answer, address: Address) -> None:
        """Show a decision, the outcome of one, or the end of the lesson."""
        text, learning = answered(address), self._of(answer, address)
        number, many = address.stage, len(learning.lesson.decisions)
        if not 1 <= number <= many + 1:
            raise GameError(_STALE)
        if number > many:
            drawn = end(learning)
        elif text:
            drawn = await outcome(learning, number, text)
        else:
            drawn = await question(learning, number)
        await answer.redraw_private(drawn)

    async def _half(self, answer: Answer, address: Address) -> None:
        """Redraw a decision with the half of it that was chosen."""
        text, learning = answered(address), self._of(answer, address)
        if not 1 <= address.stage <= len(learning.lesson.decisions):
            raise GameError(_STALE)
        await answer.redraw_private(await question(learning, address.stage, text))

    @control("learnplay", sign="🤖")
    async def _play(self, answer: Answer, address: Address) -> None:
        """*Play against computers*, after a lesson."""
        if (game := answered(address)) not in LESSONS:
            raise GameError(_STALE)
        await play_solo(answer, self.bot.looks[game])

    def _of(self, answer: Answer, address: Address) -> Learning:
        """Return the lesson of a control. Raises GameError if the lesson has changed since."""
        game = address.kind.removeprefix("learn").removeprefix("half")
        learning = self._learning(answer, game)
        if address.mark != learning.lesson.mark:
            raise GameError(_STALE)
        return learning

    def _learning(self, answer: Answer, game: str) -> Learning:
        if game not in LESSONS:
            raise TableError(N_("There is no lesson for this game yet."))
        name = player_of(answer.interaction).name
        house = self.bot.house
        look, emojis = self.bot.looks[game], house.emojis.known
        return Learning(LESSONS[game], look, answer.t, name, house.pictures, emojis)
