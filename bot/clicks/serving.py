"""The service of a click: the handler of its control, and the checks before it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord

from games.errors import N_, GameError

from ..storage import StoredTable
from ..storage.servers import NOWHERE
from ..wire.modal import typed
from ..wire.ui import Address
from ..words.errors import NotOwner, TableError
from .answers import Answer, Interaction, answering
from .control import Control
from .places import check_writing, place_of


async def clicked(interaction: Interaction) -> None:
    """Serve any person's click on a button, choice in a select, or form."""
    data: Any = interaction.data or {}
    custom_id, values = str(data.get("custom_id", "")), data.get("values") or typed(data)
    await answering(interaction, lambda answer: _serve(answer, custom_id, values))


async def _serve(answer: Answer, custom_id: str, values: Sequence[str]) -> None:
    """Find out what was clicked and do it.

    The address's text is then the first choice of a select, or the text of a form.
    """
    answer.values = tuple(values)
    address = Address.parse(custom_id)
    control = None if address is None else answer.bot.controls.get(address.kind)
    submitted = answer.interaction.type is discord.InteractionType.modal_submit
    # A form never does what a control does, however it is addressed.
    if address is None or control is None or submitted != control.form:
        raise GameError(N_("That button is out of date. Use the newest message."))
    if values:
        address = replace(address, text=values[0])
    stored = None
    if address.table_id:
        # Here, so that no handler can forget it.
        stored = await answer.bot.tables.stored(address.table_id)
        if stored is None:
            raise GameError(N_("That button is out of date. Use the newest message."))
        answer.game = stored.game
        check_reach(stored, address, answer.interaction, control)
    chooses = address.kind in ("move", "pick")
    tables, table_id = answer.bot.tables, address.table_id or None
    if not (control.reads or chooses):
        await tables.after_film(answer.user_id, table_id)
    if control.acts:
        await _check_acting(answer, stored)
    try:
        await control.handler(answer, address)
    except GameError:
        if not (chooses and tables.film_plays(answer.user_id, table_id)):
            raise
        # The reason may reveal the outcome, such as who must decide first. The film says it soon.
        await answer.acknowledge()


async def _check_acting(answer: Answer, stored: StoredTable | None) -> None:
    """Raise TableError unless the person may write where a control acts.

    From direct messages it acts in its table's channel. A match without a panel shows nothing.
    """
    if stored is not None and not stored.kind.panel:
        return
    if answer.interaction.guild_id is not None:
        check_writing(answer.interaction)
    elif stored is not None:
        held = answer.bot.database.held
        if held is not None and stored.guild_id not in held:
            # The process of its shard knows the server.
            raise NotOwner(held.of(stored.guild_id))
        check_writing(await place_of(answer.bot, stored, answer.user_id))


def check_reach(stored: StoredTable, address: Address, at: Interaction, control: Control) -> None:
    """Raise TableError unless a control may act on the table from the place of the click.

    Clicks in the table's own channel may. In direct messages, its players, past players and people
    with a reserved seat may. A match without a panel serves its player alone. One of no
    server, or by its mode, does so in all channels. Any other click is forged, or meant for another
    table of the same id.
    """
    if address.mark == stored.mark and (control.looks_back or _there(stored, at)):
        return
    raise TableError(N_("That button is out of date. Use the newest message."))


def _there(stored: StoredTable, at: Interaction) -> bool:
    sits = any(p.user_id == at.user.id for p in (*stored.players, *stored.awaited))
    if at.guild_id is not None:
        if stored.kind.everywhere or stored.guild_id == NOWHERE:
            return sits
        here = (at.guild_id, at.channel_id) == (stored.guild_id, stored.channel_id)
        return here and (sits or stored.kind.panel)
    return sits and not at.context.private_channel
