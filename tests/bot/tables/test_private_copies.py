"""A table's private copies, without its posts."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.tables.private_copies import MOST_WATCHING, Copies
from bot.tables.readers import Readers
from bot.words.errors import TableError

SEATED, NOT_SEATED = 500, 600


class Shown:
    """A table whose player can't be written to, and the messages that clicks brought."""

    def __init__(self, *, begun: bool = True) -> None:
        seat = {SEATED: 0}
        self.begun = begun
        self.stored: Any = SimpleNamespace(ended=False, seat_of=seat.get)
        self.unreached = {SEATED, NOT_SEATED}
        self.messages: list[int] = []
        self.now = 0.0
        self.readers = Readers()
        self.tasks: list[asyncio.Task[None]] = []
        delivery = SimpleNamespace(send=lambda _, show: show(None))
        house: Any = SimpleNamespace(
            now=lambda: self.now, watch=self.tasks.append, delivery=delivery, closed=False
        )
        source: Any = self
        self.copies = Copies(house, source, self.readers)

    def reached(self, user_id: int) -> bool:
        """Return False for a person whose direct messages are closed."""
        return user_id not in self.unreached

    async def ready(self, reader: int, patience: float = 0.0) -> None:
        """Wait for nothing."""

    def draw_copy(self, reader: int) -> Any:
        """Return a screen that stays the same."""
        return SimpleNamespace(digest=reader)

    def key(self, user_id: int) -> Any:
        """Return a token that lasts ten minutes. It notes the message that it shows."""

        async def show(_drawn: object) -> object:
            self.messages.append(user_id)
            return self.key(user_id)

        return SimpleNamespace(until=self.now + 600, kept={}, show=show)

    async def done(self) -> list[int]:
        """Return the messages once all of them are sent."""
        while self.tasks:
            await self.tasks.pop()
        return self.messages


async def test_unreached_player_sees_one_copy_where_they_clicked() -> None:
    table = Shown()
    for _ in range(2):
        table.copies.clicked(SEATED, table.key(SEATED))
        assert await table.done() == [SEATED]
    table.now += 601
    table.copies.clicked(SEATED, table.key(SEATED))
    assert await table.done() == [SEATED, SEATED], "the first copy's token has ended"


async def test_click_of_others_shows_no_copy() -> None:
    table = Shown()
    table.copies.clicked(NOT_SEATED, table.key(NOT_SEATED))
    table.unreached.clear()
    table.copies.clicked(SEATED, table.key(SEATED))
    assert await table.done() == []


async def test_forgotten_spectator_leaves_a_place() -> None:
    table = Shown()
    for one in range(MOST_WATCHING):
        table.copies.watch(one, "ja")
    table.copies.watch(0, "en-US")
    with pytest.raises(TableError, match="25 people watch"):
        table.copies.watch(MOST_WATCHING, "ja")
    table.readers.forget(0)
    table.copies.watch(MOST_WATCHING, "ja")
    assert set(table.copies.watching) == {*range(1, MOST_WATCHING + 1)}
    table.copies.stop()
    assert not table.copies.watching
