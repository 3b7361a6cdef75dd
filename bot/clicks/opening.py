"""Opening a table in a channel, with the checks before it."""

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Sequence
from dataclasses import replace

import discord

from games import find_game
from games.errors import N_, GameError, InvalidOptions
from games.record import options_text, parse_options

from ..play import lobby
from ..play.computers import Invitation
from ..play.names import plain
from ..storage import PANEL, Player, StoredTable, intervals, people
from ..storage.servers import ServerSettings
from ..tables.table import Table
from ..wire.faults import NOT_THROUGH
from ..wire.ui import Address, address, button, button_rows, screen
from ..words.errors import StorageError, TableError
from .answers import Answer, Bot, Interaction
from .control import control
from .pages import called_to
from .places import Somewhere, may_open, place_of

_log = logging.getLogger(__name__)

_NEEDED = {
    "view_channel": N_("I need the permission “View Channel” in this channel first."),
    "send_messages": N_("I need the permission “Send Messages” in this channel first."),
    "send_messages_in_threads": N_(
        "I need the permission “Send Messages in Threads” in this channel first."
    ),
    "connect": N_("I need the permission “Connect” in this channel first."),
}


def player_of(interaction: Interaction) -> Player:
    """Return the person of an interaction as a player."""
    user = interaction.user
    name = plain(user.display_name[:100])
    return Player(user.id, name, str(interaction.locale), salt_of(interaction))


def salt_of(interaction: Interaction) -> int:
    """Return the salt that a person's interaction adds to the seed, below 2⁶³.

    The salt is a hash of the interaction's token, which Discord draws at random. It can't be
    foreseen, and as the token is neither stored nor shown, the salt doesn't identify the click.
    """
    made = f"{interaction.id}:{interaction.token}".encode()
    return int.from_bytes(hashlib.sha256(made).digest()[:8], "big") >> 1


def is_staff(interaction: Somewhere) -> bool:
    """Return True if the person may steer others' tables here. In direct messages it is False."""
    may = interaction.permissions
    return interaction.guild_id is not None and (may.manage_guild or may.manage_channels)


def language_of(answer: Answer, again: StoredTable | None) -> str:
    """Return the language of a new table without a server's: that of the earlier match.

    A first match has its host's. Most small servers never set `guild_locale`.
    """
    return str(answer.interaction.locale) if again is None else again.locale


@control("play", acts=True)
async def play(answer: Answer, address: Address) -> None:
    """Open a table for a game."""
    if address.text not in answer.bot.looks:
        raise GameError(N_("That button is out of date. Use the newest message."))
    await open_table(answer, address.text)


async def open_table(
    answer: Answer,
    game: str,
    *,
    again: StoredTable | None = None,
    computers: Invitation | None = None,
) -> None:
    """Open a lobby here, with its panel as the public answer.

    `again` is the match to be replayed, which also gives the place and the options. Without it they
    are those that the host chose last here. `computers` sit down at once.
    The match starts at once when all earlier players sit here. Raises TableError if the server's
    settings forbid it, the computers are too many, or the bot or the person lacks a permission.
    Raises RematchOpen if the rematch is open already.
    """
    bot, at = answer.bot, await ground(answer, again)
    place, _ = await room_at(bot, at, language_of(answer, again), posts=True)
    if again is None:
        options, pace = await _chosen_last(bot, place.guild_id, answer.user_id, game)
    else:
        options, pace = again.options, again.pace
    stored = await lobby.open_lobby(
        bot.database,
        place,
        game,
        options,
        known_as(answer, again),
        bot.now(),
        pace=pace,
        again=again,
        computers=computers,
    )
    here = at is answer.interaction
    table = await bot.tables.opened(stored, answers=here)
    panel = table.posts.of(PANEL)
    try:
        if here:
            people = [] if again else await _called(answer, stored)
            await _post_here(answer, table, people)
        else:
            panel.want()
            await panel.rest()
            if panel.message_id is None:
                raise TimeoutError
    except NOT_THROUGH as error:
        await table.abandon()
        raise TableError(
            N_("The table can't be posted here just now: nothing was opened.")
        ) from error
    finally:
        panel.answered()
    table.posts.acted(answer.user_id)
    if await table.reunite():
        panel.want()
    else:
        table.posts.refresh()
    if here:
        await tell_if_closed(answer, table)
        # Not earlier, or a hand in flight would be shown here too.
        table.posts.copies.clicked(answer.user_id, answer.key)
    else:
        opened = N_("The rematch is open in {channel}.")
        await answer.say(answer.t(opened, channel=f"<#{stored.channel_id}>"))


async def usual_options(bot: Bot, guild_id: int, game: str) -> tuple[str, int | None]:
    """Return the options of a new table in a server, and its time per move."""
    return options_text(find_game(game).Options()), (await bot.servers.of(guild_id)).pace


async def _chosen_last(bot: Bot, guild_id: int, user_id: int, game: str) -> tuple[str, int | None]:
    """Return the options and the time per move that a host chose last, or the usual ones."""
    chosen = await people.preference(bot.database, guild_id, user_id, game)
    # Other rules may not know them any more.
    with contextlib.suppress(InvalidOptions):
        if chosen is not None:
            parse_options(find_game(game), chosen[0])
            return chosen
    return await usual_options(bot, guild_id, game)


async def remember_options(bot: Bot, table: StoredTable) -> None:
    """Store the options of an open table, which its host's next one in this server has."""
    chosen = table.options, table.pace
    usual = await usual_options(bot, table.guild_id, table.game)
    given = table.guild_id, table.host_id, table.game, None if chosen == usual else chosen
    await people.save_preference(bot.database, *given)


async def ground(answer: Answer, again: StoredTable | None) -> Somewhere:
    """Return the new table's place: here, or the match's place for a click in a hand."""
    if again is None or answer.interaction.guild_id is not None:
        return answer.interaction
    return await place_of(answer.bot, again, answer.user_id)


async def _called(answer: Answer, stored: StoredTable) -> list[int]:
    """Return the people whom a new table calls. They are none if they can't be read now."""
    try:
        return await called_to(answer.bot, stored, answer.interaction.channel)
    except StorageError as error:
        _log.error("a table calls no one: %s", error, extra={"table": stored.id})
        return []


async def _post_here(answer: Answer, table: Table, people: Sequence[int]) -> None:
    """Answer with the panel, or with a line that calls people and becomes the panel.

    The lock keeps joins from posting a second one.
    """
    panel = table.posts.of(PANEL)
    if not people:
        await table.posts.ready(PANEL)
    async with table.lock:
        drawn = table.posts.panel()
        try:
            if people:
                await panel.lined(await answer.post(table.posts.line(PANEL, people), people))
                return
            message = await answer.post(drawn)
        except NOT_THROUGH:
            # Discord may have posted it, and only its answer is lost.
            try:
                found = await answer.posted()
            except NOT_THROUGH:
                answer.bot.house.watch(asyncio.ensure_future(answer.take_back()))
                raise
            if found is None:
                raise
            message = found
        await panel.moved_to(message, drawn, answer.key)


def known_as(answer: Answer, table: StoredTable | None) -> Player:
    """Return the person as a player, in direct messages by their name in the server."""
    player = player_of(answer.interaction)
    if table is None or answer.interaction.guild_id is not None:
        return player
    there = [p.name for p in (*table.players, *table.awaited) if p.user_id == player.user_id]
    return replace(player, name=(there or [player.name])[0])


async def room_at(
    bot: Bot, at: Somewhere, locale: str, *, posts: bool
) -> tuple[lobby.Place, ServerSettings]:
    """Return the place of a new table with its server's language or this, and the settings.

    Raises TableError if they forbid a table there. With `posts` so it does if the bot may not write
    there.
    """
    if at.guild_id is None or at.channel_id is None:
        raise TableError(N_("Tables can be opened only in a server's channels."))
    settings = await bot.servers.of(at.guild_id)
    may_open(at, settings, staff=is_staff(at))
    if posts:
        may_post(at)
    return place_at(at, at.guild_id, at.channel_id, settings.locale or locale), settings


def place_at(interaction: Somewhere, guild_id: int, channel_id: int, locale: str) -> lobby.Place:
    """Return the place of a table opened by an interaction, with its access."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        private = channel.is_private()
        return lobby.Place(guild_id, channel_id, locale, channel.parent_id, private)
    known = isinstance(channel, discord.abc.GuildChannel)
    return lobby.Place(guild_id, channel_id, locale, private=False if known else None)


async def tell_if_closed(answer: Answer, table: Table) -> None:
    """Say where the hand of a player with closed messages comes, once a day with a button."""
    post, t, house = table.posts.of(answer.user_id), answer.t, answer.bot.house
    await post.rest()
    if not post.closed:
        return
    if not house.closed_told.first(answer.user_id, answer.bot.now()):
        await answer.say(t("Your hand comes here, seen by you alone. 🎴 *Hand* brings it, too."))
        return
    how = t(
        "Your direct messages are closed to me, so your hand can't come there. Play by the 🎴 "
        "*Hand* button here, or allow direct messages in this server's privacy settings."
    )
    hand = button(address(table.stored, "hand"), t("Hand"), style=discord.ButtonStyle.primary)
    await answer.show(screen(None, how, *button_rows([hand])))


async def spend_post(bot: Bot, at: Somewhere, user_id: int) -> None:
    """Note that a person lets the bot post here. Raises TableError if it can't, or too often."""
    may_post(at)
    if not await intervals.spend(bot.database, bot.now(), user_id, at.channel_id or 0):
        told = N_("You have had {n} things posted here within an hour. Post the next one later.")
        raise TableError(told, n=intervals.POSTS)


def may_post(interaction: Somewhere) -> None:
    """Raise TableError, naming the permission, if the bot can't post and edit here."""
    have, channel = interaction.app_permissions, interaction.channel
    thread = isinstance(channel, discord.Thread)
    needed = ["view_channel", "send_messages_in_threads" if thread else "send_messages"]
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel):
        # Without Connect the bot can't edit messages in the chat of a voice channel.
        needed.append("connect")
    for name in needed:
        if not getattr(have, name):
            raise TableError(_NEEDED[name])
    if isinstance(channel, discord.Thread) and not have.manage_threads:
        _may_post_in(channel)


def _may_post_in(thread: discord.Thread) -> None:
    """Check a thread's own state, because its permissions are only its parent's."""
    if thread.locked:
        raise TableError(N_("This thread is locked, so no table can be opened here."))
    if thread.archived:
        raise TableError(N_("This thread is archived: write something here, then try again."))
    # Private threads are cached only if the bot is a member.
    if thread.is_private() and thread.guild.get_thread(thread.id) is None:
        raise TableError(N_("I'm not in this thread: mention me here, then try again."))
