"""`/my`: the open tables of a person in all servers, those that wait for them first."""

from discord import app_commands
from discord.ext import commands

from bot import storage
from bot.clicks.answers import Answer, Interaction, answering
from bot.clicks.membership_check import anywhere
from bot.play.match import Match
from bot.run.client import Shinrisen
from bot.storage import StoredTable
from bot.wire.ui import Part, moment, screen
from bot.words.i18n import Tongue, described, word
from games.core import Seat
from games.errors import GameError

_COLOUR = 0x5865F2
_MOST = 20
"""Limit of tables on the screen. Each running match is replayed from its log."""


class My(commands.Cog):
    """The tables of a person."""

    def __init__(self, bot: Shinrisen) -> None:
        self.bot = bot

    @anywhere
    @app_commands.command(
        name=word("command", "my"),
        description=described("Your tables in all servers, those that wait for you first"),
    )
    async def my(self, interaction: Interaction) -> None:
        """Show a person's open tables, privately."""

        async def work(answer: Answer) -> None:
            await answer.show(screen(_COLOUR, *await self._tables(answer)))

        await answering(interaction, work)

    async def _tables(self, answer: Answer) -> list[Part]:
        t, user_id, database = answer.t, answer.user_id, self.bot.database
        waiting, others = list[str](), list[str]()
        numbers = await storage.tables.open_tables(database, user_id=user_id)
        for number in numbers[:_MOST]:
            stored = await self.bot.tables.stored(number)
            if stored is None or stored.ended or (seat := stored.seat_of(user_id)) is None:
                continue
            due = await self._due(stored, Seat(seat))
            line = await self._line(stored, user_id, t, due=due)
            (waiting if due else others).append(line)
        if not waiting and not others:
            none = t(
                "You sit at no table. `/{help}` shows the games.", help=t.word("command", "help")
            )
            return [none]
        parts: list[Part] = []
        if waiting:
            parts += ["### " + t("It's your turn"), "\n".join(waiting)]
        if others:
            parts += ["### " + t("Your other tables"), "\n".join(others)]
        if (left := len(numbers) - _MOST) > 0:
            parts.append("-# " + t.many("and {n} more table", "and {n} more tables", left))
        return parts

    async def _due(self, stored: StoredTable, seat: Seat) -> bool:
        """Return True if a running match waits for that seat."""
        if stored.phase != "live" or stored.paused_at is not None:
            return False
        try:
            match = await Match.load(stored, self.bot.database, self.bot.now)
        except GameError:
            # Its rules aren't released here, so it can't go on.
            return False
        return seat in match.to_act

    async def _line(self, stored: StoredTable, user_id: int, t: Tongue, *, due: bool) -> str:
        """Return a table with the way there, and the time for a decision."""
        shown = await storage.posts.posts(self.bot.database, stored.id)
        hand = next((post for post in shown if post.reader == user_id), None)
        name = self.bot.looks[stored.game].at_table(stored.id, t)
        where = f"https://discord.com/channels/{stored.guild_id}/{stored.channel_id}"
        if stored.phase == "live" and hand is not None and hand.message_id is not None:
            where = f"https://discord.com/channels/@me/{hand.channel_id}/{hand.message_id}"
        state = t("not begun") if stored.phase == "lobby" else ""
        if stored.paused_at is not None:
            state = t("paused")
        if due and stored.deadline is not None:
            when = moment(stored.deadline)
            state = f"⏳ {when}"
        return " · ".join(filter(None, [name, where, state]))


async def setup(bot: Shinrisen) -> None:
    """Add the cog."""
    await bot.add_cog(My(bot))
