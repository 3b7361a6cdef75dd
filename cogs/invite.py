"""*Invite to table*: a command on a person, and the direct message that it sends them."""

import logging
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.clicks.answers import Answer, Interaction, answering
from bot.clicks.channel_tables import tables_of
from bot.clicks.opening import player_of
from bot.clicks.places import Place, check_writing, place_for
from bot.play.names import plain, printable
from bot.run.client import Shinrisen
from bot.storage import PANEL, StoredTable, invitations, tables
from bot.storage.invitations import Claim
from bot.tables.invited import NOT_OPEN, closed
from bot.tables.table import Table
from bot.wire.faults import CLOSED, insisting
from bot.wire.ui import Address, Control, Drawn, Part, button, button_rows, link_to, screen
from bot.words.errors import StorageError, TableError
from bot.words.i18n import Tongue, tongue, word
from games import find_game
from games.errors import N_, GameError

from ._shared.learning import LESSONS

_log = logging.getLogger(__name__)

_COLOUR = 0x5865F2
_KINDS = ("accept", "decline", "uninvite", "invite")
_UNREACHED = N_("{who} can't be invited now.")
"""The answer for people who refuse, those with closed messages, and those invited often enough."""


class Invitations(commands.Cog):
    """Invitations of one person by another, by direct message."""

    def __init__(self, bot: Shinrisen) -> None:
        self.bot = bot
        self.menu = app_commands.ContextMenu(
            name=word("menu", "Invite to table"),
            callback=self.invite,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )

    async def cog_load(self) -> None:
        """Add the command, and take charge of the message's buttons."""
        self.bot.tree.add_command(self.menu)
        handlers = (self._accept, self._decline, self._refuse, self._allow)
        self.bot.controls |= dict(zip(_KINDS, handlers, strict=True))

    async def cog_unload(self) -> None:
        """Remove the command."""
        self.bot.tree.remove_command(self.menu.name, type=self.menu.type)

    async def invite(self, interaction: Interaction, who: discord.Member | discord.User) -> None:
        """Invite a person to an open table."""

        async def work(answer: Answer) -> None:
            await self._invite(answer, who)

        await answering(interaction, work)

    async def _invite(self, answer: Answer, who: discord.Member | discord.User) -> None:
        named, database = printable(who.display_name), self.bot.database
        if who.id == answer.user_id:
            raise TableError(N_("You can't invite yourself."))
        if who.bot:
            raise TableError(N_("{who} is an app and plays no games."), who=named)
        check_writing(answer.interaction)
        table = await self._table(answer, who.id)
        place = await place_for(self.bot, table, who.id)
        unseen = N_("{who} can't look into {channel}, so there is no invitation.")
        if place is None:
            raise TableError(unseen, who=named, channel=f"<#{table.channel_id}>")
        if await tables.is_barred(database, table.id, who.id):
            raise TableError(_UNREACHED, who=named)
        claimed = await invitations.claim(database, answer.user_id, who.id, self.bot.now())
        if claimed is Claim.LATER:
            told = N_("One invitation a day to each person, and {most} in all.")
            raise TableError(told, most=invitations.SENT)
        if claimed is Claim.REFUSED:
            raise TableError(_UNREACHED, who=named)
        if not await self._written(answer, who.id, table, place):
            raise TableError(_UNREACHED, who=named)
        t = answer.t
        await answer.say(
            t("{who} has your invitation to table {number}.", who=named, number=table.id)
        )

    async def _table(self, answer: Answer, user_id: int) -> StoredTable:
        """Return the newest open table of the person here, or of others in this channel.

        Raises TableError without one that has a free seat.
        """
        interaction = answer.interaction
        own = await tables.open_tables(
            self.bot.database, guild_id=interaction.guild_id, user_id=answer.user_id
        )
        found = [await self.bot.tables.stored(number) for number in own]
        here = await tables_of(self.bot, interaction.channel_id or 0, answer.user_id)
        for table in (*filter(None, found), *here):
            if table.phase != "lobby" or table.solo or not _free(table):
                continue
            if table.seat_of(user_id) is not None:
                raise TableError(N_("That person sits at your table already."))
            if table.awaits(user_id):
                raise TableError(N_("A seat is kept for that person, who knows it already."))
            return table
        raise TableError(N_("There is no open table with a free seat: open one, then invite."))

    async def _written(
        self, answer: Answer, user_id: int, table: StoredTable, place: Place
    ) -> bool:
        """Send the invitation. Return False if the person can't be written to."""
        house = self.bot.house
        t = tongue(await invitations.language(self.bot.database, user_id) or table.locale)
        by = printable(answer.interaction.user.display_name)
        look = self.bot.looks[table.game]
        line = t("{game} · {who} invites you to a table", game=t(look.name), who=by)
        drawn = self._screen(table, place, by, t)
        try:
            channel_id = await insisting(lambda: house.direct_channel(user_id))
            message_id = await house.notify(channel_id, line, drawn)
        except discord.HTTPException as error:
            if error.code in CLOSED:
                return False
            raise
        sent = {"table_id": table.id, "channel_id": channel_id, "message_id": message_id}
        await invitations.sent(self.bot.database, answer.user_id, user_id, **sent)
        return True

    def _screen(self, table: StoredTable, place: Place, by: str, t: Tongue) -> Drawn:
        look, taken = self.bot.looks[table.game], len(table.players)
        where = link_to(table.guild_id, table.channel_id)
        seats = t(
            "**Players** {taken} of {most}", taken=taken, most=find_game(table.game).seats[-1]
        )
        told = t(
            "**{who}** invites you to a table in {place}.",
            who=by,
            place=f"{where} ({discord.utils.escape_markdown(plain(place.guild.name))})",
        )
        at, style = f"{table.id}/{table.mark}", discord.ButtonStyle.success
        ways: list[Control] = [button(Address("accept", text=at), t("Join"), style=style)]
        if table.game in LESSONS:
            learn = Address("learn", text=table.game)
            ways.append(button(learn, t("Learn it in two minutes")))
        ways.append(button(Address("decline", text=table.game), t("Not now")))
        ways.append(button(Address("uninvite"), t("No more invitations")))
        facts = look.facts_line(find_game(table.game).Options(), t)
        parts: list[Part] = [look.title(t), "-# " + facts if facts else "", f"{told}\n{seats}"]
        return screen(look.colour, *parts, *button_rows(ways))

    async def _accept(self, answer: Answer, address: Address) -> None:
        """*Join*: sit down at the table of an invitation, and show the hand there.

        Raises TableError if the person can't see the channel, which may change again.
        """
        number, _, mark = address.text.partition("/")
        digits = number.isdecimal() and len(number) < 18
        stored = await self.bot.tables.stored(int(number)) if digits else None
        if stored is None or stored.mark != mark or answer.interaction.guild_id is not None:
            raise GameError(N_("That button is out of date. Use the newest message."))
        if (over := await self._over(stored, answer.user_id)) is not None:
            await answer.redraw_private(closed(self.bot.house, stored, over, answer.t))
            return
        table = (await self.bot.tables.get(stored.id)).whole()
        if table.stored.seat_of(answer.user_id) is None:
            place = await place_for(self.bot, stored, answer.user_id)
            if place is None:
                raise TableError(N_("You can't look into the channel of that table any more."))
            check_writing(place)
            name = plain(place.user.display_name[:100])
            await table.join(replace(player_of(answer.interaction), name=name), written=True)
        try:
            await self._answered(answer)
        except StorageError as error:
            # They are seated. An invitation unanswered only closes later with its table.
            _log.error("an accepted invitation stays open: %s", error, extra={"table": stored.id})
        await _to_hand(answer, table)

    async def _answered(self, answer: Answer) -> None:
        """Note that the invitation clicked has an answer, which the table's start leaves alone."""
        message = answer.interaction.message
        assert message is not None
        await invitations.answered(self.bot.database, answer.user_id, message.id)

    async def _over(self, stored: StoredTable, user_id: int) -> str | None:
        """Return the reason why an invitation leads nowhere any more, or None."""
        if not stored.ended and stored.seat_of(user_id) is not None:
            # They sat down in the channel, and have a hand.
            return None
        if stored.phase != "lobby":
            return NOT_OPEN
        if await tables.is_barred(self.bot.database, stored.id, user_id):
            return N_("You were removed from this table, so you can't join it again.")
        return None

    async def _decline(self, answer: Answer, address: Address) -> None:
        """*Not now*: close this invitation, and send nothing to its sender."""
        await self._answered(answer)
        look = self.bot.house.look(address.text)
        told = answer.t("You declined this invitation. Nobody is told.")
        await answer.redraw_private(screen(look.colour, look.title(answer.t), told))

    async def _refuse(self, answer: Answer, address: Address) -> None:
        """*No more invitations*: store that, and offer the way back."""
        await self._answered(answer)
        await invitations.want(self.bot.database, answer.user_id, wanted=False)
        again = button(Address("invite"), answer.t("Allow invitations"))
        told = answer.t("I bring you no more invitations, from anyone.")
        await answer.redraw_private(screen(_COLOUR, told, *button_rows([again])))

    async def _allow(self, answer: Answer, address: Address) -> None:
        """*Allow invitations*: store that, and offer the way back."""
        await invitations.want(self.bot.database, answer.user_id, wanted=True)
        stop = button(Address("uninvite"), answer.t("No more invitations"))
        told = answer.t("Others may invite you to their tables again.")
        await answer.redraw_private(screen(_COLOUR, told, *button_rows([stop])))


async def _to_hand(answer: Answer, table: Table) -> None:
    """Turn the invitation clicked into the post of the player's hand, in place of any other."""
    post, message = table.posts.of(answer.user_id), answer.interaction.message
    assert message is not None
    table.posts.of(PANEL).want()
    # Until then the post sends no message of its own. If this fails, it does.
    post.answers()
    try:
        await table.posts.ready(answer.user_id)
        drawn = table.posts.draw(answer.user_id)
        await answer.redraw_private(drawn)
        await post.moved_to(message, drawn, answer.key)
    finally:
        post.answered()


def _free(table: StoredTable) -> bool:
    """Return True if a seat is neither taken nor kept."""
    return len(table.players) + len(table.awaited) < find_game(table.game).seats[-1]
