"""Opening a table in a channel, and what must be so for it."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import discord

from games import find_game
from games.errors import N_
from games.record import options_text

from ..play import lobby
from ..play.computers import NORMAL, invited
from ..play.names import plain
from ..play.servers import may_open
from ..screens.look import Look
from ..storage import PANEL, Player, StoredTable
from ..tables.table import Table
from ..wire.faults import NOT_THROUGH
from ..words.errors import TableError
from .answers import Answer, Interaction
from .places import Ground, Somewhere, ground_of

_NEEDED = {
    "view_channel": N_("I need the permission “View Channel” in this channel first."),
    "send_messages": N_("I need the permission “Send Messages” in this channel first."),
    "send_messages_in_threads": N_(
        "I need the permission “Send Messages in Threads” in this channel first."
    ),
    "connect": N_("I need the permission “Connect” in this channel first."),
}


def player_of(interaction: Interaction) -> Player:
    """The person who acted, as they would sit at a table."""
    user = interaction.user
    name = plain(user.display_name[:100])
    return Player(user.id, name, str(interaction.locale), salt_of(interaction))


def salt_of(interaction: Interaction) -> int:
    """What a person adds to the seed by that interaction; below 2⁶³.

    Its token is Discord's and random: nobody can foresee it, and as nobody keeps it or is shown
    it, nothing leads back from the salt to the click, whose id Discord shows beside the panel.
    """
    made = f"{interaction.id}:{interaction.token}".encode()
    return int.from_bytes(hashlib.sha256(made).digest()[:8], "big") >> 1


def is_staff(interaction: Somewhere) -> bool:
    """Whether the person may steer other people's tables here; in direct messages nobody may."""
    may = interaction.permissions
    return interaction.guild_id is not None and (may.manage_guild or may.manage_channels)


async def open_table(
    answer: Answer,
    game: str,
    options: str,
    *,
    again: StoredTable | None = None,
    computers: Sequence[Player] = (),
    begin: bool = False,
    there: Ground | None = None,
) -> None:
    """Open a lobby here, its panel the public answer; `again`: where, and as, that match was.

    `there`: for somebody in their direct messages, at that place.

    `computers` sit there already. It begins at once where all sit there who are to play again, or
    with `begin`. Raises TableError: the server's settings forbid it, too many computers, or I lack
    a permission; RematchOpen.
    """
    bot, at = answer.bot, there or await _ground(answer, again)
    if at.guild_id is None or at.channel_id is None:
        raise TableError(N_("Tables can be opened only in a server's channels."))
    settings = await bot.servers.of(at.guild_id)
    may_open(at, settings, staff=is_staff(at))
    may_post(at)
    # Not guild_locale: nearly every small server has never set its own.
    locale = settings.locale or str(answer.interaction.locale)
    stored = await lobby.open_lobby(
        bot.database,
        _place(at, at.guild_id, at.channel_id, locale),
        game,
        options,
        known_as(answer, again),
        bot.now(),
        pace=settings.pace if again is None else again.pace,
        again=again,
        computers=computers,
    )
    here = at is answer.interaction
    table = await bot.tables.opened(stored, answers=here)
    try:
        if here:
            await _post_here(answer, table)
        else:
            await _post_there(table)
    except NOT_THROUGH as error:
        await table.abandon()
        raise TableError(
            N_("The table can't be posted here just now: nothing was opened.")
        ) from error
    finally:
        table.posts.of(PANEL).answered()
    table.posts.acted(answer.user_id)
    if begin or await lobby.reunited(bot.database, stored):
        await table.start(answer.user_id, staff=False)
        table.posts.of(PANEL).want()
    else:
        table.posts.refresh()
    if here:
        await tell_if_closed(answer, table)
        # Not earlier: a hand that is still on its way would be shown here too.
        table.posts.clicked(answer.user_id, answer.key)
    else:
        opened = N_("The rematch is open in {channel}.")
        if again is None:
            opened = N_("Your match is in {channel}. Your hand comes here.")
        await answer.say(answer.t(opened, channel=f"<#{stored.channel_id}>"))


async def play_solo(answer: Answer, look: Look, there: Ground | None = None) -> None:
    """Begin a match here, or there, against computers at once, with the usual options.

    Raises TableError as `open_table` does.
    """
    company = invited(look.computers, NORMAL, look.company)
    options = options_text(find_game(look.key).Options())
    await open_table(answer, look.key, options, computers=company, begin=True, there=there)


async def _ground(answer: Answer, again: StoredTable | None) -> Somewhere:
    """Where the table is to stand: here, or for who clicked in a hand where the match was."""
    if again is None or answer.interaction.guild_id is not None:
        return answer.interaction
    return await ground_of(answer.bot, again, answer.user_id)


async def _post_here(answer: Answer, table: Table) -> None:
    """Answer with the panel. Whoever wants to sit down waits: they would post another."""
    async with table.lock:
        drawn = table.posts.panel()
        message = await answer.post(drawn)
        await table.posts.of(PANEL).moved_to(message, drawn)
    table.posts.post_clicked(PANEL, replace(answer.key, message_id=message.id))


async def _post_there(table: Table) -> None:
    """Post the panel in the table's channel. Raises what a request can fail with."""
    panel = table.posts.of(PANEL)
    panel.want()
    await panel.rest()
    if panel.message_id is None:
        raise TimeoutError


def known_as(answer: Answer, table: StoredTable | None) -> Player:
    """The person who acted; from direct messages by the name that is known in the server."""
    player = player_of(answer.interaction)
    if table is None or answer.interaction.guild_id is not None:
        return player
    there = [p.name for p in (*table.players, *table.awaited) if p.user_id == player.user_id]
    return replace(player, name=(there or [player.name])[0])


def _place(interaction: Somewhere, guild_id: int, channel_id: int, locale: str) -> lobby.Place:
    """Where a table opened by that interaction stands, and behind which walls."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        private = channel.is_private()
        return lobby.Place(guild_id, channel_id, locale, channel.parent_id, private)
    known = isinstance(channel, discord.abc.GuildChannel)
    return lobby.Place(guild_id, channel_id, locale, private=False if known else None)


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


def may_post(interaction: Somewhere) -> None:
    """Raise TableError, naming what is missing, where the bot may not post and change it."""
    have, channel = interaction.app_permissions, interaction.channel
    thread = isinstance(channel, discord.Thread)
    needed = ["view_channel", "send_messages_in_threads" if thread else "send_messages"]
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel):
        # Without it nothing can be changed in the chat beside the voices.
        needed.append("connect")
    for name in needed:
        if not getattr(have, name):
            raise TableError(_NEEDED[name])
    if isinstance(channel, discord.Thread) and not have.manage_threads:
        _may_post_in(channel)


def _may_post_in(thread: discord.Thread) -> None:
    """What permissions don't tell, for those of a thread are its parent's."""
    if thread.locked:
        raise TableError(N_("This thread is locked, so no table can be opened here."))
    if thread.archived:
        raise TableError(N_("This thread is archived: write something here, then try again."))
    # Of private threads only those are known where the bot is a member.
    if thread.is_private() and thread.guild.get_thread(thread.id) is None:
        raise TableError(N_("I'm not in this thread: mention me here, then try again."))
