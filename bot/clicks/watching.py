"""Clicks of spectators: a private copy of the table, a seat in the rematch."""

from collections.abc import Mapping
from dataclasses import replace

from games.errors import N_

from ..play import lobby
from ..storage import StoredTable
from ..tables.table import Table
from ..wire.ui import Address
from ..words.errors import TableError
from .answers import Answer, Handler
from .opening import player_of


def sits_or_sat(stored: StoredTable, user_id: int) -> bool:
    """Return True for a player of a match, and for one who has left it."""
    return any(player.user_id == user_id for player in stored.players)


async def show(answer: Answer, table: Table) -> None:
    """Show a spectator their private copy of the table. Raises TableError if too many have one."""
    _let_in(answer, table)
    await table.posts.ready(answer.user_id)
    drawn = table.posts.draw_copy(answer.user_id)
    table.posts.copies.made(answer.user_id, await answer.show(drawn), drawn)
    table.posts.copies.want(answer.user_id)


async def play_next(answer: Answer, address: Address) -> None:
    """*Play next*: keep a spectator a seat in the rematch, or give it up."""
    table, database = await _table(answer, address), answer.bot.database
    player = player_of(answer.interaction)
    table.playing()
    if not sits_or_sat(table.stored, answer.user_id):
        _let_in(answer, table)
    await table.change(lambda at: lobby.play_next(database, at, player))
    await _redraw(answer, table)


async def _table(answer: Answer, address: Address) -> Table:
    """Return the open table of a control. Raises TableError if it has ended."""
    stored = await answer.bot.tables.stored(address.table_id)
    if stored is not None and stored.ended:
        # The match isn't replayed for this.
        raise TableError(N_("That match is over."))
    return (await answer.bot.tables.get(address.table_id)).whole()


def _let_in(answer: Answer, table: Table) -> None:
    """Note a spectator, before anything of theirs is stored. Raises TableError if too many watch.

    A player is never one, or their hand would be drawn as a spectator's copy.
    """
    table.posts.copies.watch(answer.user_id, answer.t.locale)


async def _redraw(answer: Answer, table: Table) -> None:
    """Answer a spectator's click on their private copy with its newest state."""
    posts = table.posts
    await posts.ready(answer.user_id)
    drawn = posts.draw_copy(answer.user_id)
    kept = await answer.redraw_private(drawn)
    if answer.private:
        posts.copies.renewed(answer.user_id, replace(answer.key, kept=kept), drawn)


HANDLERS: Mapping[str, Handler] = {"next": play_next}
