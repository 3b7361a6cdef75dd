"""Commands for the tables of a channel: `/hand` and `/table …`."""

import discord
from discord import app_commands

from bot.clicks import controls
from bot.clicks.answers import Answer, Interaction, answering
from bot.clicks.channel_tables import Fits, Number, fitting, the_table, with_table
from bot.clicks.membership_check import acting
from bot.clicks.opening import is_staff
from bot.play import lobby
from bot.play.names import name_of
from bot.run.client import BotCog
from bot.screens import frames
from bot.storage import PANEL, StoredTable
from bot.tables.table import Table
from bot.words.errors import TableError
from bot.words.i18n import described, word
from games.errors import N_

_NONE = N_("There is no table in this channel.")
_NOT_SEATED = N_("You don't sit at a table in this channel.")


def _any(interaction: Interaction) -> Fits:
    return lambda table: True


def _posted(interaction: Interaction) -> Fits:
    """Return True for the tables that have a panel."""
    return lambda table: not table.solo


def _mine(interaction: Interaction) -> Fits:
    return lambda table: table.seat_of(interaction.user.id) is not None


def _own(interaction: Interaction) -> Fits:
    """Return True for the tables of a player, and for all of them if the staff asks."""
    return _any(interaction) if is_staff(interaction) else _mine(interaction)


def _running(interaction: Interaction) -> Fits:
    own = _own(interaction)
    return lambda table: table.started_at is not None and own(table)


def _cancelled_by(interaction: Interaction) -> Fits:
    """Return True for the tables that the person may cancel or call off."""
    user_id, staff, now = interaction.user.id, is_staff(interaction), interaction.client.now()

    def fits(table: StoredTable) -> bool:
        try:
            lobby.may_call_off(table, user_id, staff=staff, now=now)
        except TableError:
            return False
        return True

    return fits


class Tables(BotCog):
    """Commands on tables: show, leave, cancel, pause, kick and end."""

    table = app_commands.Group(
        name=word("command", "table"),
        description=described("The table of this channel"),
        guild_only=True,
    )

    @app_commands.command(
        name=word("command", "hand"),
        description=described("Your hand and its controls, privately, here"),
    )
    @app_commands.guild_only()
    @with_table(_mine)
    async def hand(self, interaction: Interaction, number: Number | None = None) -> None:
        """Show the hand and its controls privately, even where direct messages are closed.

        Without a number, the table that waits for the player is shown.
        """

        async def work(answer: Answer) -> None:
            table = await self._first(interaction, number, _mine(interaction), _NOT_SEATED)
            await controls.show_hand(answer, table)

        await answering(interaction, work)

    @acting
    @table.command(
        name=word("command", "show"), description=described("Post this channel's table anew, below")
    )
    @with_table(_posted)
    async def show(self, interaction: Interaction, number: Number | None = None) -> None:
        """Post the panel again at the bottom of the channel. The newest table is the default."""

        async def work(answer: Answer) -> None:
            table = await self._first(interaction, number, _posted(interaction), _NONE)
            answer.about = table.look.at_table(table.id, answer.t)
            await controls.show_table(answer, table)

        await answering(interaction, work)

    @table.command(
        name=word("command", "leave"), description=described("Leave your table in this channel")
    )
    @with_table(_mine)
    async def leave(self, interaction: Interaction, number: Number | None = None) -> None:
        """Leave the lobby, or ask whether to leave the match."""

        async def work(answer: Answer) -> None:
            table = await self._meant(answer, number, _mine(interaction), none=_NOT_SEATED)
            if table.stored.started_at is not None:
                sight = table.posts.sight(interaction.user.id)
                await answer.show(frames.leaving(sight, answer.t))
                return
            await table.people.get_up(interaction.user.id)
            await answer.say(answer.t(N_("You have left this table.")))

        await answering(interaction, work)

    @acting
    @table.command(
        name=word("command", "cancel"),
        description=described("Cancel this channel's table, or call its match off"),
    )
    @with_table(_cancelled_by)
    async def cancel(self, interaction: Interaction, number: Number | None = None) -> None:
        """Close a lobby, or ask whether to call a running match off."""

        async def work(answer: Answer) -> None:
            staff = is_staff(interaction)
            table = await self._to_cancel(answer, number, staff=staff)
            user_id, now = interaction.user.id, self.bot.now()
            lobby.may_call_off(table.stored, user_id, staff=staff, now=now)
            if table.stored.started_at is not None:
                await answer.show(frames.sure(table.posts.sight(PANEL), answer.t))
                return
            await table.cancel(interaction.user.id, staff=staff, running=False)
            await answer.say(answer.t(N_("The table is cancelled.")))

        await answering(interaction, work)

    @acting
    @table.command(
        name=word("command", "pause"), description=described("Pause this channel's match, or go on")
    )
    @with_table(_running)
    async def pause(self, interaction: Interaction, number: Number | None = None) -> None:
        """Pause the running match, or end the pause."""

        async def work(answer: Answer) -> None:
            fits = _running(interaction), _any(interaction)
            table = await self._meant(answer, number, *fits, none=_NONE)
            staff = is_staff(interaction)
            rested = table.stored.paused_at is not None
            rests = await table.pauses.pause(interaction.user.id, staff=staff)
            said = N_("The match is paused.") if rests else N_("The match goes on.")
            if rested and rests:
                said = N_("Your wish counts; the match goes on when more than half want it.")
            await answer.say(answer.t(said))

        await answering(interaction, work)

    @acting
    @table.command(
        name=word("command", "kick"),
        description=described("Remove a player from this channel's table"),
    )
    @app_commands.rename(member=word("command", "member"))
    @app_commands.describe(member=described("Who to remove"))
    @with_table(_own)
    async def kick(
        self, interaction: Interaction, member: discord.User, number: Number | None = None
    ) -> None:
        """Remove a player from the lobby, or vote to remove one from the match."""

        def there(table: StoredTable) -> bool:
            return table.seat_of(member.id) is not None

        async def work(answer: Answer) -> None:
            own, staff = _own(interaction), is_staff(interaction)
            nobody = N_("That person doesn't sit at a table in this channel.")
            fits: tuple[Fits, ...] = (lambda table: own(table) and there(table)), there
            table = await self._meant(answer, number, *fits, none=nobody)
            players = table.stored.players
            who = next(name_of(p, answer.t) for p in players if p.user_id == member.id)
            removed = await table.people.kick(interaction.user.id, member.id, staff=staff)
            await answer.say(answer.t(controls.REMOVED[removed], who=who))

        await answering(interaction, work)

    @table.command(
        name=word("command", "end"),
        description=described("Vote to end this channel's running match, unrated"),
    )
    @with_table(_mine)
    async def end(self, interaction: Interaction, number: Number | None = None) -> None:
        """Vote to end the running match."""

        async def work(answer: Answer) -> None:
            table = await self._meant(answer, number, _mine(interaction), none=_NOT_SEATED)
            await controls.vote_to_end(answer, table)

        await answering(interaction, work)

    async def _first(
        self, interaction: Interaction, number: int | None, fits: Fits, none: str
    ) -> Table:
        """Return the table of a number, or the first that fits. Raises TableError(none)."""
        found = await fitting(self.bot, interaction, fits)
        meant = [table for table in found if number in (None, table.id)]
        if not meant:
            raise TableError(none)
        return await self._table(meant[0])

    async def _meant(self, answer: Answer, number: int | None, *fits: Fits, none: str) -> Table:
        """Return the table of a number, or the only one that fits, and name it in the answer."""
        missing = TableError(none)
        stored = await the_table(self.bot, answer.interaction, number, *fits, none=missing)
        table = await self._table(stored)
        answer.about = table.look.at_table(table.id, answer.t)
        return table

    async def _table(self, stored: StoredTable) -> Table:
        return (await self.bot.tables.get(stored.id)).whole()

    async def _to_cancel(self, answer: Answer, number: int | None, *, staff: bool) -> Table:
        """Return the table to cancel. The staff may also cancel one that can't be loaded."""
        at = answer.interaction
        broken = await self.bot.tables.broken_in(at.channel_id or 0) if staff else []
        for table in broken:
            if number in (None, table.id):
                answer.about = table.look.at_table(table.id, answer.t)
                return table
        return await self._meant(answer, number, _cancelled_by(at), _any(at), none=_NONE)
