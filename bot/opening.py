"""Opening a table in a channel, and what must be so for it."""

import discord

from games.errors import N_

from . import lobby
from .answers import Answer, Interaction
from .errors import TableError
from .faults import NOT_THROUGH
from .names import plain
from .servers import may_open
from .storage import PANEL, Player, StoredTable
from .table import Table

_NEEDED = {
    "view_channel": N_("I need the permission “View Channel” in this channel first."),
    "send_messages": N_("I need the permission “Send Messages” in this channel first."),
    "send_messages_in_threads": N_(
        "I need the permission “Send Messages in Threads” in this channel first."
    ),
}


def player_of(interaction: Interaction) -> Player:
    """The person who acted, as they would sit at a table."""
    user = interaction.user
    name = plain(user.display_name[:100])
    return Player(user.id, name, str(interaction.locale), interaction.id)


def is_staff(interaction: Interaction) -> bool:
    """Whether the person may steer other people's tables here; in direct messages nobody may."""
    return interaction.permissions.manage_guild or interaction.permissions.manage_channels


async def open_table(
    answer: Answer, game: str, options: str, *, again: StoredTable | None = None
) -> None:
    """Open a lobby here, its panel the public answer; `again`: at the pace of that table.

    Raises TableError: the server's settings forbid it, or I lack a permission.
    """
    interaction = answer.interaction
    bot = answer.bot
    if interaction.guild_id is None or interaction.channel_id is None:
        raise TableError(N_("Tables stand in a server's channels."))
    settings = await bot.servers.of(interaction.guild_id)
    may_open(interaction, settings, staff=is_staff(interaction))
    may_post(interaction)
    # Not guild_locale: nearly every small server has never set its own.
    locale = settings.locale or str(interaction.locale)
    stored = await lobby.open_lobby(
        bot.database,
        lobby.Place(interaction.guild_id, interaction.channel_id, locale),
        game,
        options,
        player_of(interaction),
        bot.now(),
        pace=settings.pace if again is None else again.pace,
    )
    table = bot.tables.opened(stored)
    drawn = table.posts.panel()
    try:
        message = await answer.post(drawn)
    except NOT_THROUGH as error:
        await table.abandon()
        raise TableError(
            N_("The table can't be posted here just now: nothing was opened.")
        ) from error
    await table.posts.of(PANEL).moved_to(message.channel.id, message.id, drawn)
    table.posts.acted(answer.user_id)
    table.posts.refresh()
    await tell_if_closed(answer, table)


async def tell_if_closed(answer: Answer, table: Table) -> None:
    """Say what to do to a player who can't be written to."""
    post = table.posts.of(answer.user_id)
    await post.rest()
    if post.closed:
        await answer.say(
            answer.t(
                N_(
                    "Your direct messages are closed to me, so your hand can't come there. Play by "
                    "the *Hand* button here, or allow direct messages in this server's privacy "
                    "settings."
                )
            )
        )


def may_post(interaction: Interaction) -> None:
    """Raise TableError, naming the permission, where the bot may not post."""
    have = interaction.app_permissions
    thread = isinstance(interaction.channel, discord.Thread)
    needed = ("view_channel", "send_messages_in_threads" if thread else "send_messages")
    for name in needed:
        if not getattr(have, name):
            raise TableError(_NEEDED[name])
