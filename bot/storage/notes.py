"""The plies that posts show, stored together at intervals and on close.

After a crash, posts without a note are sent once more, which doesn't change them.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager

from sqlalchemy import bindparam, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ..words.errors import StorageError
from .schema import posts

_log = logging.getLogger(__name__)

_SECONDS = 5.0
# Posts noted in one transaction. More would delay the moves that wait.
_MOST = 200
_NOTE = (
    update(posts)
    .where(posts.c.table_id == bindparam("m"), posts.c.reader == bindparam("r"))
    .values(ply=bindparam("p"))
)

Post = tuple[int, int]


class Notes:
    """The notes to store. `begin` opens a transaction."""

    def __init__(self, begin: Callable[[], AbstractAsyncContextManager[AsyncConnection]]) -> None:
        self._begin = begin
        self._plies: dict[Post, int] = {}
        self._stored = time.monotonic()
        self._storing: asyncio.Task[None] | None = None
        self._closed = False

    def note(self, table_id: int, readers: Iterable[int], ply: int) -> None:
        """Note the ply that posts show."""
        for reader in readers:
            self._plies[table_id, reader] = ply
        late = time.monotonic() - self._stored > _SECONDS
        if late and self._storing is None and not self._closed:
            self._storing = asyncio.ensure_future(self._store())

    def forget(self, table_id: int, reader: int) -> None:
        """Drop the note of a post, because newer data is being stored."""
        self._plies.pop((table_id, reader), None)

    async def close(self) -> None:
        """Store all notes and take no new ones."""
        self._closed = True
        if self._storing is not None:
            await asyncio.wait({self._storing})
        await self._store()

    async def _store(self) -> None:
        """Store the notes there are now. After a failure they wait for the next interval."""
        try:
            # In one order, or two transactions could wait for each other.
            posts = sorted(self._plies)
            for first in range(0, len(posts), _MOST):
                await self._store_some(posts[first : first + _MOST])
        except StorageError as error:
            # A missing note only costs sending the post again after the next start.
            _log.warning("can't store the plies of posts: %s", error)
        finally:
            self._stored, self._storing = time.monotonic(), None

    async def _store_some(self, posts: Iterable[Post]) -> None:
        plies = {one: self._plies[one] for one in posts if one in self._plies}
        async with self._begin() as db:
            await db.execute(_NOTE, [{"m": m, "r": r, "p": p} for (m, r), p in plies.items()])
        for post, ply in plies.items():
            # A post noted again meanwhile waits until the next time.
            if self._plies.get(post) == ply:
                del self._plies[post]
