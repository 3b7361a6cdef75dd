"""Commands for the tables of a channel: `/hand` and `/table …`."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.clicks import controls
from bot.clicks.answers import Answer, Interaction, answering
from bot.clicks.channel_tables import tables_of
from bot.clicks.opening import is_staff
from bot.play import lobby
from bot.play.names import name_of
from bot.run.client import Shinrisen
from bot.screens import frames
from bot.storage import PANEL, StoredTable
from bot.tables.table import Table
from bot.words.errors import TableError
from bot.words.i18n import described, word
from games.errors import N_


class Tables(commands.Cog):
    """Commands on tables: show, leave, cancel, pause, kick and end."""

    table = app_commands.Group(
        name=word("command", "table"),
        description=described("The table of this channel"),
        guild_only=True,
    )

    def __init__(self, bot: Shinrisen) -> None:
        self.bot = bot

    @app_commands.command(
        name=word("command", "hand"),
        description=described("Your hand and its controls, privately, here"),
    )
    @app_commands.guild_only()
    async def hand(self, interaction: Interaction) -> None:
        """Show the hand and its controls privately, even where direct messages are closed."""

        async def work(answer: Answer) -> None:
            table = await self._mine(interaction)
            await controls.show_hand(answer, table)

        await answering(interaction, work)

    @table.command(
        name=word("command", "show"), description=described("Post this channel's table anew, below")
    )
    async def show(self, interaction: Interaction) -> None:
        """Post the panel again at the bottom of the channel."""

        async def work(answer: Answer) -> None:
            tables = await self._here(interaction)
            await controls.show_table(answer, await self._table(tables[0]))

        await answering(interaction, work)

    @table.command(
        name=word("command", "leave"),
        description=described("Leave your table in this channel"),
    )
    async def leave(self, interaction: Interaction) -> None:
        """Leave the lobby, or ask whether to leave the match."""

        async def work(answer: Answer) -> None:
            table = await self._mine(interaction)
            if table.stored.started_at is not None:
                sight = table.posts.sight(interaction.user.id)
                await answer.show(frames.leaving(sight, answer.t))
                return
            await table.people.get_up(interaction.user.id)
            await answer.say(answer.t(N_("You have left this table.")))

        await answering(interaction, work)

    @table.command(
        name=word("command", "cancel"),
        description=described("Cancel this channel's table, or call its match off"),
    )
    async def cancel(self, interaction: Interaction) -> None:
        """Close a lobby, or ask whether to call a running match off."""

        async def work(answer: Answer) -> None:
            staff = is_staff(interaction)
            table = await self._to_cancel(interaction, staff=staff)
            user_id, now = interaction.user.id, self.bot.now()
            lobby.may_call_off(table.stored, user_id, staff=staff, now=now)
            if table.stored.started_at is not None:
                await answer.show(frames.sure(table.posts.sight(PANEL), answer.t))
                return
            await table.cancel(interaction.user.id, staff=staff, running=False)
            await answer.say(answer.t(N_("The table is cancelled.")))

        await answering(interaction, work)

    @table.command(
        name=word("command", "pause"),
        description=described("Pause this channel's match, or go on"),
    )
    async def pause(self, interaction: Interaction) -> None:
        """Pause the running match, or end the pause."""

        async def work(answer: Answer) -> None:
            table = await self._running(interaction)
            staff = is_staff(interaction)
            rested = table.stored.paused_at is not None
            rests = await table.pauses.pause(interaction.user.id, staff=staff)
            said = N_("The match is paused.") if rests else N_("The match goes on.")
            if rested and rests:
                said = N_("Your wish counts; the match goes on when more than half want it.")
            await answer.say(answer.t(said))

        await answering(interaction, work)

    @table.command(
        name=word("command", "kick"),
        description=described("Remove a player from this channel's table"),
    )
    @app_commands.rename(member=word("command", "member"))
    @app_commands.describe(member=described("Who to remove"))
    async def kick(self, interaction: Interaction, member: discord.User) -> None:
        """Remove a player from the lobby, or vote to remove one from the match."""

        async def work(answer: Answer) -> None:
            tables = await self._here(interaction)
            seated = [t for t in tables if t.seat_of(member.id) is not None]
            if not seated:
                raise TableError(N_("That person doesn't sit at a table in this channel."))
            staff, table = is_staff(interaction), await self._table(seated[0])
            players = table.stored.players
            who = next(name_of(p, answer.t) for p in players if p.user_id == member.id)
            removed = await table.people.kick(interaction.user.id, member.id, staff=staff)
            done = N_("{who} was removed from the table.")
            voted = N_("Your vote counts; {who} goes when more than half of the others want it.")
            await answer.say(answer.t(done if removed else voted, who=who))

        await answering(interaction, work)

    @table.command(
        name=word("command", "end"),
        description=described("Vote to end this channel's running match, unrated"),
    )
    async def end(self, interaction: Interaction) -> None:
        """Vote to end the running match."""

        async def work(answer: Answer) -> None:
            await controls.vote_to_end(answer, await self._mine(interaction))

        await answering(interaction, work)

    async def _here(self, interaction: Interaction) -> list[StoredTable]:
        tables = await tables_of(self.bot, interaction.channel_id or 0, interaction.user.id)
        if not tables:
            raise TableError(N_("There is no table in this channel."))
        return tables

    async def _table(self, stored: StoredTable) -> Table:
        return (await self.bot.tables.get(stored.id)).whole()

    async def _to_cancel(self, interaction: Interaction, *, staff: bool) -> Table:
        """Return the table to cancel. The staff may also cancel one that can't be loaded."""
        broken = await self.bot.tables.broken_in(interaction.channel_id or 0) if staff else []
        return broken[0] if broken else await self._table((await self._here(interaction))[0])

    async def _running(self, interaction: Interaction) -> Table:
        tables = await self._here(interaction)
        running = (table for table in tables if table.started_at is not None)
        return await self._table(next(running, tables[0]))

    async def _mine(self, interaction: Interaction) -> Table:
        user = interaction.user.id
        tables = await tables_of(self.bot, interaction.channel_id or 0, user)
        mine = [t for t in tables if t.seat_of(user) is not None]
        if not mine:
            raise TableError(N_("You don't sit at a table in this channel."))
        return await self._table(mine[0])


async def setup(bot: Shinrisen) -> None:
    """Add the cog."""
    await bot.add_cog(Tables(bot))
