"""Lessons: five guided decisions in direct messages. Nothing of them is stored."""

from typing import Any

import discord
from discord import ui
from discord.ext import commands

from bot import storage
from bot.clicks.answers import Answer
from bot.clicks.opening import player_of
from bot.clicks.places import place_at
from bot.clicks.solo import play_solo
from bot.run.client import Shinrisen
from bot.wire.faults import CLOSED, Restricted, insisting
from bot.wire.ui import Address, Drawn, screen
from games.errors import N_, GameError

from ._shared.learning import LESSONS, Learning, answered, end, lesson_of, outcome, question

_REST = 10.0
"""Least seconds between two lessons sent to the same person."""
_STALE = N_("That button is out of date. Use the newest message.")


class Learn(commands.Cog):
    """Handlers of `/… learn` and of the controls in its lessons."""

    def __init__(self, bot: Shinrisen) -> None:
        self.bot = bot
        # Time until which each person, keyed by user id, gets no further direct message.
        self._asked: dict[int, float] = {}

    async def cog_load(self) -> None:
        """Take charge of the lessons' controls."""
        self.bot.controls |= {"learn": self._offered, "learnplay": self._play}
        for key in LESSONS:
            self.bot.controls[f"learn{key}"] = self._decide
            self.bot.controls[f"half{key}"] = self._half
            self.bot.anywhere |= {f"learn{key}", f"half{key}"}

    async def begin(self, answer: Answer, game: str) -> None:
        """Send the first decision directly, or show it here where direct messages are closed.

        Raises TableError if the game has no lesson.
        """
        learning = self._learning(answer, game, answer.interaction.channel_id or 0)
        drawn = await question(learning, 1)
        if answer.interaction.guild_id is None:
            await answer.show(drawn)
        elif (written := await self._write(answer.user_id, drawn)) is None:
            # Direct messages are closed, or one was sent a moment ago.
            await answer.show(drawn)
        else:
            t = answer.t
            link: ui.Button[Any] = ui.Button(label=t("To the lesson"), url=written)
            told = t("🎓 The lesson waits in your direct messages: five tasks, two minutes.")
            await answer.show(screen(learning.look.colour, told, ui.ActionRow[Any](link)))

    async def _write(self, user_id: int, drawn: Drawn) -> str | None:
        """Send a direct message and return its address, or None where that isn't possible.

        A second message within `_REST` seconds is not sent either.
        """
        house, now = self.bot.house, self.bot.now()
        self._asked = {who: until for who, until in self._asked.items() if until > now}
        if user_id in self._asked:
            return None
        self._asked[user_id] = now + _REST
        try:
            channel_id = await insisting(lambda: house.direct_channel(user_id))
            # At their own wish, so it is remembered though they sit nowhere yet.
            await storage.people.know_direct_channel(self.bot.database, user_id, channel_id)
            message = await insisting(
                lambda: house.channel(channel_id).send(
                    view=drawn.layout,
                    files=drawn.uploads(),
                    allowed_mentions=discord.AllowedMentions.none(),
                )
            )
        except Restricted:
            return None
        except discord.HTTPException as error:
            if error.code in CLOSED:
                return None
            raise
        return message.jump_url

    async def _offered(self, answer: Answer, address: Address) -> None:
        """*Learn by playing*, a button that newcomers see when they sit down."""
        await self.begin(answer, address.text)

    async def _decide(self, answer: Answer, address: Address) -> None:
        """Show a decision, the outcome of one, or the end of the lesson."""
        text, channel = answered(address)
        learning = self._of(answer, address, channel)
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
        text, channel = answered(address)
        learning = self._of(answer, address, channel)
        if not 1 <= address.stage <= len(learning.lesson.decisions):
            raise GameError(_STALE)
        await answer.redraw_private(await question(learning, address.stage, text))

    async def _play(self, answer: Answer, address: Address) -> None:
        """*Play against computers*: here, or in the channel where a direct lesson was asked for."""
        game, channel = answered(address)
        if game not in LESSONS:
            raise GameError(_STALE)
        at = None
        if answer.interaction.guild_id is None:
            at = await place_at(self.bot, channel, answer.user_id)
        await play_solo(answer, self.bot.looks[game], at)

    def _of(self, answer: Answer, address: Address, channel: int) -> Learning:
        """Return the lesson of a control. Raises GameError if the lesson has changed since."""
        game = address.kind.removeprefix("learn").removeprefix("half")
        learning = self._learning(answer, game, channel)
        if address.mark != learning.lesson.mark:
            raise GameError(_STALE)
        return learning

    def _learning(self, answer: Answer, game: str, channel: int) -> Learning:
        lesson = lesson_of(game)
        name = player_of(answer.interaction).name
        house = self.bot.house
        look, emojis = self.bot.looks[game], house.emojis.known
        return Learning(lesson, look, answer.t, name, house.pictures, channel, emojis)
