"""What changes beside the moves while a match runs: its clock, and who is there."""

from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select, update

from .schema import directs, matches, seats

if TYPE_CHECKING:
    from . import Storage


async def set_clock(
    storage: "Storage", match_id: int, deadline: float | None, due_at: float | None
) -> None:
    """Set when the decision under way ends, and when the clock looks at the match next."""
    await _set_match(storage, match_id, deadline=deadline, due_at=due_at)


async def set_pace(storage: "Storage", match_id: int, pace: int | None) -> None:
    """Set the seconds for a decision; None: no limit."""
    await _set_match(storage, match_id, pace=pace)


async def set_host(storage: "Storage", match_id: int, user_id: int) -> None:
    """Hand a table on to another host."""
    await _set_match(storage, match_id, host_id=user_id)


async def set_paused(
    storage: "Storage",
    match_id: int,
    paused_at: float | None,
    deadline: float | None,
    due_at: float | None,
) -> None:
    """Let a match rest since that moment, or with None go on, with that clock."""
    await _set_match(storage, match_id, paused_at=paused_at, deadline=deadline, due_at=due_at)


async def _set_match(storage: "Storage", match_id: int, **values: Any) -> None:
    async with storage.begin() as db:
        open_ = matches.c.phase.in_(("lobby", "live"))
        await db.execute(update(matches).where(matches.c.id == match_id, open_).values(**values))


async def set_player(storage: "Storage", match_id: int, seat: int, **values: Any) -> None:
    """Set a player's `misses`, `away` or `wants_end`."""
    async with storage.begin() as db:
        there = (seats.c.match_id == match_id) & (seats.c.seat == seat)
        await db.execute(update(seats).where(there).values(**values))


async def give_time_again(storage: "Storage", now: float) -> None:
    """At a start: decisions whose time passed while nothing ran get half of it anew."""
    later = now + matches.c.pace / 2
    async with storage.begin() as db:
        await db.execute(
            update(matches)
            .where(matches.c.phase == "live", matches.c.deadline <= now)
            .values(deadline=later, due_at=later)
        )


async def direct_channel(storage: "Storage", user_id: int) -> int | None:
    """The channel of direct messages with a person, if it was opened before."""
    async with storage.begin() as db:
        query = select(directs.c.channel_id).where(directs.c.user_id == user_id)
        channel_id: int | None = await db.scalar(query)
        return channel_id


async def save_direct_channel(storage: "Storage", user_id: int, channel_id: int) -> None:
    """Remember the channel of direct messages with a person."""
    async with storage.begin() as db:
        done = await db.execute(
            update(directs).where(directs.c.user_id == user_id).values(channel_id=channel_id)
        )
        if done.rowcount == 0:
            await db.execute(insert(directs).values(user_id=user_id, channel_id=channel_id))
