"""What each kind of control does. A handler gets the answer to give and the control's address."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from discord import ui

from games.core import Seat
from games.errors import N_, GameError, MoveError
from games.record import dumps

from . import finished, frames, lobby
from .answers import Answer, Handler
from .errors import StaleControl, StorageError, TableError
from .opening import is_staff, may_post, open_table, player_of, tell_if_closed
from .storage import PANEL
from .table import Table
from .ui import Address, Attached, Drawn, screen

_log = logging.getLogger(__name__)


async def table_at(answer: Answer, address: Address) -> Table:
    """The open table a control belongs to. Raises TableError if it has ended."""
    table = await answer.bot.tables.get(address.table_id)
    if not table.open:
        raise TableError(N_("That match is over."))
    return table


async def redraw_panel(answer: Answer, table: Table) -> None:
    """Answer a click on the panel with its new state."""
    await _redraw(answer, table, PANEL, table.posts.panel, answer.redraw)


async def _redraw(
    answer: Answer,
    table: Table,
    reader: int,
    draw: Callable[[], Drawn],
    send: Callable[[Drawn], Awaitable[None]],
) -> None:
    """Answer with the message clicked, which may be the post itself or an older copy of it.

    What was done is done: where the answer can't be drawn or sent, the post catches up.
    """
    post, message = table.posts.of(reader), answer.interaction.message
    try:
        await table.ready_to_draw()
        drawn = draw()
        if message is not None and message.id == post.message_id:
            await post.write(drawn, send(drawn))
        else:
            post.want()
            await send(drawn)
    except StorageError as error:
        _log.error("a post of table %s is drawn later: %s", table.id, error)
        post.want()
        await answer.acknowledge()
    except BaseException:
        post.want()
        raise


async def join(answer: Answer, address: Address) -> None:
    """*Join*: sit down in a lobby."""
    table = await table_at(answer, address)
    await table.join(player_of(answer.interaction))
    await redraw_panel(answer, table)
    await tell_if_closed(answer, table)


async def leave(answer: Answer, address: Address) -> None:
    """*Leave*: get up before the start."""
    table = await table_at(answer, address)
    await table.get_up(answer.user_id)
    await redraw_panel(answer, table)


async def start(answer: Answer, address: Address) -> None:
    """*Start*: the match begins; the panel becomes the table."""
    table = await table_at(answer, address)
    await table.start(answer.user_id, staff=is_staff(answer.interaction))
    await redraw_panel(answer, table)


async def cancel(answer: Answer, address: Address) -> None:
    """*Cancel*: close a lobby, or, confirmed, call a running match off."""
    table = await table_at(answer, address)
    running = address.text == "sure"
    await table.cancel(answer.user_id, staff=is_staff(answer.interaction), running=running)
    if running:
        done = answer.t(N_("The match is called off."))
        await answer.redraw_private(screen(table.look.colour, done))
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
    await table.pause(answer.user_id, staff=is_staff(answer.interaction), rest=False)
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
    table = await answer.bot.tables.get(address.table_id)
    # The end may be stored already but not told yet.
    if not table.posts.held:
        table = await table_at(answer, address)
    await show_hand(answer, table)


async def show_hand(answer: Answer, table: Table) -> None:
    """Show a player their hand as a private message. Raises TableError if not seated."""
    seat = lobby.seated(table.stored, answer.user_id)
    table.posts.acted(answer.user_id)
    await table.ready_to_draw()
    await answer.show(table.posts.hand(seat, answer.t.locale))


async def rules(answer: Answer, address: Address) -> None:
    """*Rules*: the rules of the table's game, privately."""
    table = await answer.bot.tables.get(address.table_id)
    await answer.show(frames.rules(table.look, answer.t, 0, table.stored))


async def rules_page(answer: Answer, address: Address) -> None:
    """Turn a page of the rules."""
    look = answer.bot.looks.get(address.text)
    table = await answer.bot.tables.get(address.table_id) if address.table_id else None
    if look is None or not (table is None or table.look is look):
        raise GameError(N_("This control is from another time; use a newer message."))
    stored = None if table is None else table.stored
    await answer.redraw_private(frames.rules(look, answer.t, address.stage - 1, stored))


async def move(answer: Answer, address: Address) -> None:
    """A decision: make the move, and let the message clicked show the hand after it."""
    table = await table_at(answer, address)
    seat = lobby.seated(table.stored, answer.user_id)
    try:
        await table.move(answer.user_id, address.text, stage=address.stage, drawn=True)
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


async def redraw_hand(answer: Answer, table: Table, seat: Seat, picked: str = "") -> None:
    """Answer a click on a hand with its newest state."""
    posts = table.posts

    def draw() -> Drawn:
        return posts.hand(seat, answer.t.locale, picked)

    await _redraw(answer, table, answer.user_id, draw, answer.redraw_private)


async def again(answer: Answer, address: Address) -> None:
    """*Rematch*: a new lobby for the same game and options."""
    ended = await answer.bot.tables.get(address.table_id)
    if answer.interaction.guild_id is None:
        where = f"<#{ended.stored.channel_id}>"
        raise TableError(N_("A rematch opens in {channel}: click *Rematch* there."), channel=where)
    await open_table(answer, ended.stored.game, ended.stored.options, again=ended.stored)


async def record(answer: Answer, address: Address) -> None:
    """*Record*: the record of an ended match as a file that `verify` takes."""
    bot, t = answer.bot, answer.t
    table = await finished.ended(bot.database, address.table_id, answer.interaction.guild_id)
    text = dumps(await finished.record_of(bot.database, table))
    file = Attached(f"shinrisen-{table.id}.txt", text.encode())
    how = t("Check it yourself: `python -m bot verify {file}`", file=file.name)
    shown = ui.File[Any](f"attachment://{file.name}")
    await answer.show(screen(bot.looks[table.game].colour, how, shown, files=[file]))


async def show_table(answer: Answer, table: Table) -> None:
    """Post a table's panel anew. Raises TableError: no permission."""
    may_post(answer.interaction)
    panel = table.posts.of(PANEL)
    before = panel.message_id
    panel.want(anew=True, at_once=True)
    await panel.rest()
    if panel.message_id == before:
        raise TableError(
            N_("The table can't be posted here just now. Play by the *Hand* button or */hand*.")
        )
    await answer.say(answer.t(N_("The table comes below.")))


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
