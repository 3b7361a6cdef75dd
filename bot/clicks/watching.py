"""The private copy of a table that a spectator has."""

from dataclasses import replace

from ..storage import StoredTable
from ..tables.table import Table
from .answers import Answer


def sits_or_sat(stored: StoredTable, user_id: int) -> bool:
    """Return True for a player of a match, and for one who has left it."""
    return any(player.user_id == user_id for player in stored.players)


async def show(answer: Answer, table: Table) -> None:
    """Show a spectator their private copy of the table. Raises TableError if too many have one."""
    let_in(answer, table)
    await table.posts.ready(answer.user_id)
    drawn = table.posts.draw_copy(answer.user_id)
    table.posts.copies.made(answer.user_id, await answer.show(drawn), drawn)
    table.posts.copies.want(answer.user_id)


def let_in(answer: Answer, table: Table) -> None:
    """Note a spectator, before anything of theirs is stored. Raises TableError if too many watch.

    A player is never one, or their hand would be drawn as a spectator's copy.
    """
    table.posts.copies.watch(answer.user_id, answer.t.locale)


async def redraw(answer: Answer, table: Table) -> None:
    """Answer a spectator's click on their private copy with its newest state."""
    posts = table.posts
    await posts.ready(answer.user_id)
    drawn = posts.draw_copy(answer.user_id)
    kept = await answer.redraw_private(drawn)
    if answer.private:
        posts.copies.renewed(answer.user_id, replace(answer.key, kept=kept), drawn)
