"""What each kind of control does. A handler gets the answer to give and the control's address."""

import io
from collections.abc import Awaitable

import discord

from games.core import Seat
from games.errors import N_, GameError, MoveError
from games.record import dumps

from . import lobby, panels, past
from .errors import StaleControl, TableError
from .screen import Drawn, Screen
from .servers import may_open
from .storage import PANEL, Player, StoredTable
from .table import Table
from .ui import NOT_THROUGH, Address, Answer, Handler, Interaction

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
    name = panels.plain(user.display_name[:100])
    return Player(user.id, name, str(interaction.locale), interaction.id)


def is_staff(interaction: Interaction) -> bool:
    """Whether the person may steer other people's tables here; in direct messages nobody may."""
    return interaction.permissions.manage_guild or interaction.permissions.manage_channels


async def table_at(answer: Answer, address: Address) -> Table:
    """The open table a control belongs to. Raises TableError if it has ended."""
    table: Table = await answer.interaction.client.tables.get(address.table)
    if table.stored.phase not in ("lobby", "live"):
        raise TableError(N_("That match is over."))
    return table


async def redraw_panel(answer: Answer, table: Table) -> None:
    """Answer a click on the panel with its new state."""
    await table.ready_to_draw()
    drawn = table.screens.draw_panel()
    await _redraw(answer, table.screens.of(PANEL), drawn, answer.redraw(drawn.layout))


async def _redraw(answer: Answer, screen: Screen, drawn: Drawn, send: Awaitable[None]) -> None:
    """Answer with the message clicked, which may be the screen itself or an older copy of it."""
    message = answer.interaction.message
    if message is None or message.id != screen.message_id:
        screen.want()
        await send
        return
    try:
        await screen.write(drawn, send)
    except NOT_THROUGH:
        screen.want()
        raise


async def join(answer: Answer, address: Address) -> None:
    """*Join*: sit down in a lobby."""
    table = await table_at(answer, address)
    await table.join(player_of(answer.interaction))
    await redraw_panel(answer, table)
    await tell_if_closed(answer, table)


async def tell_if_closed(answer: Answer, table: Table) -> None:
    """Say what to do to a player who can't be written to."""
    screen = table.screens.of(answer.user_id)
    await screen.rest()
    if screen.closed:
        await answer.say(
            answer.t(
                N_(
                    "Your direct messages are closed to me, so your hand can't come there. Play by "
                    "the *Hand* button here, or allow direct messages in this server's privacy "
                    "settings."
                )
            )
        )


async def leave(answer: Answer, address: Address) -> None:
    """*Leave*: get up before the start."""
    table = await table_at(answer, address)
    if table.match is not None:
        raise StaleControl(N_("The match has begun; */table leave* gets you out of it."))
    await table.leave(answer.user_id)
    await redraw_panel(answer, table)


async def start(answer: Answer, address: Address) -> None:
    """*Start*: the match begins; the panel becomes the table."""
    table = await table_at(answer, address)
    await table.start(answer.user_id, staff=is_staff(answer.interaction))
    await redraw_panel(answer, table)


async def cancel(answer: Answer, address: Address) -> None:
    """*Cancel*: close a lobby, or, confirmed, call a running match off."""
    table = await table_at(answer, address)
    if table.match is not None and address.text != "sure":
        raise StaleControl(N_("That belongs to an earlier moment of the match."))
    await table.cancel(answer.user_id, staff=is_staff(answer.interaction))
    if address.text == "sure":
        done = panels.said(table, answer.t(N_("The match is called off.")))
        await answer.redraw_private(done)
    else:
        await redraw_panel(answer, table)


async def pace(answer: Answer, address: Address) -> None:
    """The lobby's choice of a time for a decision; the text is the seconds, or nothing."""
    table = await table_at(answer, address)
    seconds = int(address.text) if address.text.isdecimal() else None
    await table.set_pace(answer.user_id, seconds, staff=is_staff(answer.interaction))
    await redraw_panel(answer, table)


async def resume(answer: Answer, address: Address) -> None:
    """*Go on*: a paused match goes on."""
    table = await table_at(answer, address)
    if table.stored.paused_at is None:
        raise StaleControl(N_("The match goes on already."))
    await table.pause(answer.user_id, staff=is_staff(answer.interaction))
    await redraw_panel(answer, table)


async def vote(answer: Answer, address: Address) -> None:
    """*End the match*: a vote for it."""
    table = await table_at(answer, address)
    await table.vote_end(answer.user_id)
    await redraw_panel(answer, table)


async def back(answer: Answer, address: Address) -> None:
    """*I'm back*: a player takes their seat back from the computer."""
    table = await table_at(answer, address)
    seat = lobby.seated(table.stored, answer.user_id)
    await table.back(answer.user_id)
    await redraw_hand(answer, table, seat)


async def hand(answer: Answer, address: Address) -> None:
    """*Hand*: the player's hand, privately."""
    table: Table = await answer.interaction.client.tables.get(address.table)
    # The end may be stored already but not told yet.
    if not table.screens.held:
        table = await table_at(answer, address)
    await show_hand(answer, table)


async def show_hand(answer: Answer, table: Table) -> None:
    """Show a player their hand as a private message. Raises TableError if not seated."""
    seat = lobby.seated(table.stored, answer.user_id)
    table.screens.saw(answer.user_id)
    await table.ready_to_draw()
    await answer.show(table.screens.draw_hand(seat, locale=answer.t.locale).layout)


async def rules(answer: Answer, address: Address) -> None:
    """*Rules*: the rules of the table's game, privately."""
    table = await answer.interaction.client.tables.get(address.table)
    await answer.show(panels.rules(table.look, answer.t, address.table, 0))


async def rules_page(answer: Answer, address: Address) -> None:
    """Turn a page of the rules."""
    look = answer.interaction.client.looks.get(address.text)
    if look is None:
        raise GameError(N_("This control is from another time; use a newer message."))
    page = panels.rules(look, answer.t, address.table, address.stage - 1)
    await answer.redraw_private(page)


async def move(answer: Answer, address: Address) -> None:
    """A decision: make the move, and let the message clicked show the hand after it."""
    table = await table_at(answer, address)
    seat = lobby.seated(table.stored, answer.user_id)
    try:
        await table.move(Seat(seat), address.text, stage=address.stage, drawn=True)
    except (StaleControl, MoveError) as refusal:
        await redraw_hand(answer, table, seat)
        await answer.say(answer.t.refusal(refusal))
    else:
        await redraw_hand(answer, table, seat)


async def pick(answer: Answer, address: Address) -> None:
    """Half a choice: only the message clicked changes."""
    table = await table_at(answer, address)
    seat = lobby.seated(table.stored, answer.user_id)
    if table.playing().stage != address.stage:
        await redraw_hand(answer, table, seat)
        raise StaleControl(N_("That belongs to an earlier moment of the match."))
    await redraw_hand(answer, table, seat, address.text)


async def redraw_hand(answer: Answer, table: Table, seat: int, picked: str = "") -> None:
    """Answer a click on a hand with its newest state."""
    await table.ready_to_draw()
    drawn = table.screens.draw_hand(seat, picked, answer.t.locale)
    screen = table.screens.of(answer.user_id)
    await _redraw(answer, screen, drawn, answer.redraw_private(drawn.layout))


async def again(answer: Answer, address: Address) -> None:
    """*Rematch*: a new lobby for the same game and options."""
    ended = await answer.interaction.client.tables.get(address.table)
    await open_table(answer, ended.stored.game, ended.stored.options, again=ended.stored)


async def record(answer: Answer, address: Address) -> None:
    """*Record*: the record of an ended match as a file that `verify` takes."""
    client = answer.interaction.client
    table = await past.ended(client.database, address.table, answer.interaction.guild_id)
    text = dumps(await past.record_of(client.database, table))
    file = discord.File(io.BytesIO(text.encode()), filename=f"shinrisen-{table.id}.txt")
    await answer.show(panels.record(client.looks[table.game], answer.t, file.filename), file)


async def show_table(answer: Answer, table: Table) -> None:
    """Post a table's panel anew. Raises TableError: no permission."""
    may_post(answer.interaction)
    panel = table.screens.of(PANEL)
    before = panel.message_id
    panel.want(anew=True, at_once=True)
    await panel.rest()
    if panel.message_id == before:
        raise TableError(
            N_("The table can't be posted here just now. Play by the *Hand* button or */hand*.")
        )
    await answer.say(answer.t(N_("The table comes below.")))


async def open_table(
    answer: Answer, game: str, options: str, *, again: StoredTable | None = None
) -> None:
    """Open a lobby here, its panel the public answer; `again`: at the pace of that table.

    Raises TableError: the server's settings forbid it, or I lack a permission.
    """
    interaction = answer.interaction
    tables = interaction.client.tables
    if interaction.guild_id is None or interaction.channel_id is None:
        raise TableError(N_("Tables stand in a server's channels."))
    settings = await interaction.client.servers.of(interaction.guild_id)
    may_open(interaction, settings, staff=is_staff(interaction))
    may_post(interaction)
    locale = settings.locale or str(interaction.guild_locale or "en-US")
    stored: StoredTable = await lobby.open_lobby(
        tables.database,
        lobby.Place(interaction.guild_id, interaction.channel_id, locale),
        game,
        options,
        player_of(interaction),
        tables.now(),
        pace=settings.pace if again is None else again.pace,
    )
    table = tables.opened(stored)
    drawn = table.screens.draw_panel()
    try:
        message = await answer.post(drawn.layout)
    except NOT_THROUGH as error:
        await table.abandon()
        raise TableError(
            N_("The table can't be posted here just now: nothing was opened.")
        ) from error
    await table.screens.of(PANEL).moved_to(message.channel.id, message.id, drawn)
    table.screens.saw(answer.user_id)
    table.screens.refresh()
    await tell_if_closed(answer, table)


def may_post(interaction: Interaction) -> None:
    """Raise TableError, naming the permission, where the bot may not post."""
    have = interaction.app_permissions
    thread = isinstance(interaction.channel, discord.Thread)
    needed = ("view_channel", "send_messages_in_threads" if thread else "send_messages")
    for name in needed:
        if not getattr(have, name):
            raise TableError(_NEEDED[name])


HANDLERS: dict[str, Handler] = {
    "join": join,
    "leave": leave,
    "start": start,
    "cancel": cancel,
    "pace": pace,
    "resume": resume,
    "vote": vote,
    "back": back,
    "hand": hand,
    "rules": rules,
    "rulespage": rules_page,
    "move": move,
    "pick": pick,
    "again": again,
    "record": record,
}
