"""Limits on open tables for each person and channel.

They are checked in the transaction that adds a table or seat, so simultaneous clicks can't exceed
them.
"""

from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, bindparam, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from games.errors import N_

from ..words.errors import TableError
from .modes import on_panel
from .schema import OPEN, seats, tables
from .upsert import hold

_HOSTED = N_("You have {n} tables open that haven't started: start or cancel one of them first.")
_OWN = N_("You host {n} tables in this channel already: finish or cancel one of them first.")
_HERE = N_("There are {n} tables in this channel already: that is the most there may be.")
_SEATS = N_("You sit at {n} tables already: finish or leave one of them first.")
_MATCHES = N_("You play {n} matches alone already: finish or end one of them first.")


class Limits(NamedTuple):
    """Maximum open lobbies of a host, open tables in a channel, seats of a person.

    `alone` is the maximum of a person's running matches against computers only, `own` that of the
    open tables in a channel that one person hosts.
    """

    hosted: int
    channel: int
    seats: int
    alone: int
    own: int


# Made once, because each takes longer to make than to execute.
@cache
def _number_of_seats() -> Any:
    t, s = tables.c, seats.c
    return (
        select(func.count())
        .select_from(seats.join(tables, s.table_id == t.id))
        .where(s.user_id == bindparam("person"), ~s.left, t.phase.in_(OPEN))
    )


@cache
def _numbers_before_opening() -> Any:
    """Return a query of four numbers: a host's lobbies, tables here and all here, and seats."""
    t = tables.c
    mine = t.host_id == bindparam("person")
    hosted = select(func.count()).where(t.phase == "lobby", mine)
    here = select(func.count()).where(
        t.phase.in_(OPEN), t.channel_id == bindparam("channel"), on_panel()
    )
    asked = (hosted, here.where(mine), here, _number_of_seats())
    return select(*(one.scalar_subquery() for one in asked))


@cache
def _number_alone() -> Any:
    """Return a query of the number of a person's matches against computers only.

    A lobby without a panel counts too, because its match starts at once.
    """
    t, mine, others = tables.c, seats.alias(), seats.alias()
    person: BindParameter[int] = bindparam("person")
    besides = select(others.c.seat).where(
        others.c.table_id == mine.c.table_id,
        others.c.user_id != person,
        others.c.kind == "person",
        ~others.c.left,
    )
    return (
        select(func.count())
        .select_from(mine.join(tables, mine.c.table_id == t.id))
        .where(mine.c.user_id == person, ~mine.c.left, t.phase.in_(OPEN), ~besides.exists())
        .where(or_(t.phase == "live", ~on_panel()))
    )


async def check_opening(
    db: AsyncConnection, most: Limits, channel_id: int | None, host_id: int
) -> None:
    """Raise TableError if the host or the channel can't have another table.

    None stands for a table without a panel in a channel.
    """
    if channel_id is not None:
        await hold(db, "channel", channel_id)
    await hold(db, "person", host_id)
    asked = {"person": host_id, "channel": channel_id}
    hosted, own, here, sitting = (await db.execute(_numbers_before_opening(), asked)).one()
    for number, limit, refusal in (
        (hosted, most.hosted, _HOSTED),
        (own, most.own, _OWN),
        (here, most.channel, _HERE),
        (sitting, most.seats, _SEATS),
    ):
        _check(number, limit, refusal)


async def check_sitting(db: AsyncConnection, most: Limits, user_id: int) -> None:
    """Raise TableError if the person can't take another seat."""
    await hold(db, "person", user_id)
    _check(await db.scalar(_number_of_seats(), {"person": user_id}) or 0, most.seats, _SEATS)


def _check(number: int, limit: int, refusal: str) -> None:
    if number >= limit:
        raise TableError(refusal, n=limit)


async def check_alone(db: AsyncConnection, most: Limits, user_id: int) -> None:
    """Raise TableError if the person can't start another match against computers only."""
    await hold(db, "person", user_id)
    _check(await db.scalar(_number_alone(), {"person": user_id}) or 0, most.alone, _MATCHES)
