"""Matches against computers alone. They have no panel: their player sees them in private."""

import logging
from functools import partial
from typing import Any

import discord
from discord import ui

from games import find_game
from games.errors import N_, GameError
from games.record import options_text

from ..play import lobby
from ..play.computers import NORMAL, STRENGTHS, Invitation
from ..screens.look import Look
from ..screens.naming import name_by_mode
from ..storage import Player, StoredTable, people
from ..storage.modes import AGAIN, ALONE, CHOOSE
from ..storage.servers import NOWHERE, ServerSettings
from ..tables.table import Table
from ..wire.ui import Address, Control, Drawn, Row, address, button, button_rows, link_to, screen
from ..words.errors import RematchOpen, StorageError, TableError
from ..words.i18n import Phrase, Tongue
from .answers import Answer
from .control import control
from .membership_check import at_home
from .opening import ground, known_as, language_of, room_at
from .places import Somewhere

_log = logging.getLogger(__name__)


async def play_solo(answer: Answer, look: Look) -> None:
    """Begin a match against computers of the strength that the person chose last.

    In direct messages the match is of no server.
    Raises TableError if the server's settings forbid it, or the person plays too many such matches.
    """
    kind = await people.strength(answer.bot.database, answer.user_id, look.key) or NORMAL
    invited = Invitation(look.computers, kind, look.opponents)
    options = options_text(find_game(look.key).Options())
    here = answer.interaction if answer.home is not None else None
    table = await _begin(answer, here, look.key, options, invited)
    await point_to(answer, table)


async def _ground(answer: Answer, before: StoredTable) -> Somewhere | None:
    """Return the place of a match that follows another one."""
    return None if before.guild_id == NOWHERE else await ground(answer, before)


async def play_solo_again(answer: Answer, ended: StoredTable) -> None:
    """*Rematch* of a match without a panel: the same computers and options, at once."""
    ended.kind.check(AGAIN)
    at = await _ground(answer, ended)
    try:
        table = await _begin(answer, at, ended.game, ended.options, None, again=ended)
    except RematchOpen as error:
        raise TableError(N_("Your rematch has begun already.")) from error
    await point_to(answer, table)


async def _begin(
    answer: Answer,
    at: Somewhere | None,
    game: str,
    options: str,
    computers: Invitation | None,
    *,
    again: StoredTable | None = None,
    before: StoredTable | None = None,
) -> Table:
    """Begin a match without a panel.

    `again` is the match to be replayed, `before` the one that this takes the place of.
    """
    bot, host = answer.bot, known_as(answer, again or before)
    locale = language_of(answer, again or before)
    settings = ServerSettings(pace=None)
    place = lobby.Place(NOWHERE, 0, locale, private=None)
    if at is not None:
        place, settings = await room_at(bot, at, locale, posts=False)
    stored = await lobby.open_lobby(
        bot.database,
        place,
        game,
        options,
        host,
        bot.now(),
        pace=settings.pace if again is None else again.pace,
        again=again,
        computers=computers,
        mode=ALONE,
        instead=before is not None,
    )
    try:
        table = await bot.tables.opened(stored, answers=False)
        table.posts.acted(answer.user_id)
        await table.start(answer.user_id, staff=False)
    except (StorageError, TableError):
        await (await bot.tables.get(stored.id, stored)).discard(answer.user_id)
        raise
    return table


async def point_to(answer: Answer, table: Table, *, redraw: bool = False) -> None:
    """Answer with the way to the hand, and if messages are closed, with the hand itself.

    Beside a new hand no way is needed. With `redraw` the answer takes the place of the message
    clicked.
    """
    hand, t = table.posts.of(answer.user_id), answer.t
    await hand.rest()
    where, link = t("Your match has begun in our direct messages."), ""
    at = answer.interaction
    if hand.closed:
        where = _unreached(answer, table)
    elif hand.channel_id == at.channel_id and CHOOSE not in table.stored.kind.says:
        where = ""
    elif hand.message_id is not None:
        link = link_to(None, hand.channel_id, hand.message_id)
    drawn = _begun(table, where, link, t)
    if redraw:
        await answer.redraw_private(drawn)
    else:
        await answer.show(drawn)
    # No hand can be played in a place without the bot.
    if at_home(at):
        table.posts.copies.clicked(answer.user_id, answer.key)


def _unreached(answer: Answer, table: Table) -> str:
    """Return the way to a hand for a player who can't be written to."""
    t = answer.t
    my = t.word("command", "my")
    if answer.interaction.channel_id != table.stored.channel_id:
        return t(
            "Your direct messages are closed to me. `/{my}` in them leads to your hand.", my=my
        )
    return t(
        "Your direct messages are closed to me, so you play here, seen by you alone. `/{my}` "
        "brings your hand back.",
        my=my,
    )


def _begun(table: Table, where: str, link: str, t: Tongue) -> Drawn:
    """Draw the answer to the start: the way to the hand, and the strengths.

    `where` and `link`, the address of the hand, may be empty. Some modes offer no choice.
    """
    stored, look = table.stored, table.look
    to_hand = [Row(ui.Button[Any](label=t("To your hand"), url=link))] if link else []
    if CHOOSE in stored.kind.says:
        title = f"{look.emoji} {t(look.name)} · {name_by_mode(stored, t)}"
        return screen(look.colour, f"**{title}**\n{where}", *to_hand)
    computers = _computers(stored)
    kind = computers[0].kind
    against = t.many("against {n} computer", "against {n} computers", len(computers))
    head = f"{look.emoji} **{t(look.name)}** · {against} · {t(STRENGTHS[kind])}"
    ways = [_strength(stored, one, t, chosen=one == kind) for one in look.computers]
    rows = button_rows(ways if len(ways) > 1 else [])
    told = f"{head}\n{where}" if where else head
    return screen(look.colour, told, *to_hand, *rows)


def _strength(stored: StoredTable, kind: str, t: Tongue, *, chosen: bool) -> Control:
    """Return the button of a strength. The chosen one wears a mark."""
    word = t(STRENGTHS[kind])
    label = f"{word[:1].upper()}{word[1:]}{' ✓' if chosen else ''}"
    style = discord.ButtonStyle.success if chosen else discord.ButtonStyle.secondary
    return button(address(stored, "soloas", text=kind), label, style=style, disabled=chosen)


@control("soloas", anywhere=True)
async def choose_strength(answer: Answer, at: Address) -> None:
    """A strength: remember it, and begin again with it unless the player has decided something."""
    bot, table = answer.bot, await _own(answer, at)
    if table is None:
        return
    look, kind = table.look, at.text
    if kind not in look.computers:
        raise GameError(N_("That button is out of date. Use the newest message."))
    await people.save_strength(bot.database, answer.user_id, look.key, kind)
    stored = table.stored
    invited = Invitation(look.computers, kind, len(_computers(stored)))
    try:
        there = await _ground(answer, stored)
        begin = partial(_begin, answer, there, stored.game, stored.options, invited, before=stored)
        # It ends only then, and not once its player has decided something.
        begun = await table.restart(answer.user_id, begin)
    except TableError as error:
        _log.info("begins anew in no other strength: %s", error, extra={"table": table.id})
        told = N_("{why} From the next match on: {strength}.")
        raise TableError(told, why=error, strength=Phrase(STRENGTHS[kind])) from error
    await point_to(answer, begun, redraw=True)


def _computers(stored: StoredTable) -> list[Player]:
    """Return the computers of a match without a panel. They have one strength."""
    return [player for player in stored.players if player.computer]


async def _own(answer: Answer, at: Address) -> Table | None:
    """Return the person's running match without a panel. Raises TableError for any other.

    Of one that is over, the message clicked says so without its controls, and None is returned.
    """
    table = (await answer.bot.tables.get(at.table_id)).whole()
    lobby.seated(table.stored, answer.user_id)
    over = N_("That match is over.")
    if table.stored.kind.panel:
        raise TableError(over)
    table.stored.kind.check(CHOOSE)
    if table.state.open:
        return table
    title = table.look.title(answer.t)
    await answer.redraw_private(screen(table.look.colour, title, answer.t(over)))
    return None
