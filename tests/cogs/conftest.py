"""A server with a channel and people in it, and the bot on a real SQLite file."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
import simcord

from bot.client import Shinrisen
from bot.settings import Settings

from .evening import Evening

Begin = Callable[..., AbstractAsyncContextManager[Evening]]


@pytest.fixture
def evening(tmp_path: Path) -> Begin:
    """Begin an evening with so many people: `async with evening(3) as e`."""

    @asynccontextmanager
    async def begin(people: int = 3, *, check_errors: bool = True) -> AsyncIterator[Evening]:
        settings = Settings(token="x", database=tmp_path / "shinrisen.sqlite3")

        def bot() -> Shinrisen:
            return Shinrisen(settings, shard_count=1)

        async with simcord.run(bot(), check_errors=check_errors) as env:
            e = Evening(env, people, bot)
            try:
                yield e
            finally:
                await e.bot.storage.close()

    return begin
