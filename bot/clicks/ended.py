"""Handlers of the controls of ended matches: rematch, record, fairness."""

import contextlib
from typing import Any

from discord import ui

from games import find_game
from games.errors import N_, GameError
from games.record import dumps, parse_options, record_hash

from ..screens import fairness, finished
from ..screens.fairness import record_name
from ..storage import PANEL, StoredTable, contributions
from ..storage.tables import rematch_of
from ..tables.table import Table
from ..wire.ui import Address, Attached, screen
from ..words.errors import RematchOpen, TableError
from . import solo
from .answers import Answer
from .control import control
from .opening import known_as, open_table, tell_if_closed
from .visibility import outlook


@control("again", acts=True)
async def again(answer: Answer, address: Address) -> None:
    """*Rematch*: open a lobby for the same people, game and options, or join it."""
    bot = answer.bot
    ended = await bot.tables.stored(address.table_id)
    if ended is None or not ended.ended or ended.started_at is None:
        raise GameError(N_("That button is out of date. Use the newest message."))
    # A match under older rules may have options that can't be read any more.
    parse_options(find_game(ended.game), ended.options)
    if not ended.kind.panel:
        await solo.play_solo_again(answer, ended)
        return
    number = await rematch_of(bot.database, ended.id)
    if number is None:
        try:
            await open_table(answer, ended.game, again=ended)
            return
        except RematchOpen:
            number = await rematch_of(bot.database, ended.id)
    await _join_rematch(answer, ended, (await bot.tables.get(number or 0)).whole())


async def _join_rematch(answer: Answer, ended: StoredTable, table: Table) -> None:
    """Seat the player at a rematch that another player has opened, and link to it."""
    where = f"<#{table.stored.channel_id}>"
    if table.stored.started_at is not None:
        raise TableError(N_("The rematch in {channel} has begun already."), channel=where)
    if table.stored.seat_of(answer.user_id) is None:
        await table.join(known_as(answer, table.stored))
        table.posts.of(PANEL).want()
    await answer.say(answer.t(N_("You sit at the rematch in {channel}."), channel=where))
    await tell_if_closed(answer, table)


@control("record", looks_back=True)
async def record(answer: Answer, address: Address) -> None:
    """*Record*: the record of an ended match as a file that `verify` takes."""
    bot, t = answer.bot, answer.t
    number = address.table_id
    table = await finished.ended(bot.database, number, await outlook(answer.interaction, number))
    text = dumps(await finished.record_of(bot.database, table))
    file = Attached(record_name(table.id), text.encode())
    how = t("Check it yourself: `python -m bot verify {file}`", file=file.name)
    shown = ui.File[Any](f"attachment://{file.name}")
    await answer.show(screen(bot.looks[table.game].colour, how, shown, files=[file]))


@control("fairness", looks_back=True)
async def show_fairness(answer: Answer, address: Address) -> None:
    """*Fairness*: who could have chosen the shuffle, privately. *Details*: all that proves it."""
    bot, number = answer.bot, address.table_id
    stored = await finished.shown(bot.database, number, await outlook(answer.interaction, number))
    look, sealed = bot.looks[stored.game], bot.now() < (stored.closes_at or 0.0)
    if address.text != fairness.DETAILS:
        await answer.show(fairness.draw(stored, look, answer.t, sealed=sealed))
        return
    sits = [seat for seat, p in enumerate(stored.players) if p.user_id == answer.user_id]
    record = ""
    if stored.ended and stored.started_at is not None:
        # A match begun under older rules may have options that can't be read any more.
        with contextlib.suppress(GameError):
            record = record_hash(await finished.record_of(bot.database, stored))
    seat, coming = (sits[0] if sits else None), ""
    if seat is not None:
        coming = await contributions.next_promise(bot.database, answer.user_id)
    given = stored, look, answer.t, seat, record, coming
    await answer.redraw_private(fairness.details(*given, sealed=sealed))
