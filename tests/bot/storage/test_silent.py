"""A PostgreSQL whose line stays open and silent: no statement waits for TCP."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import select, update

from bot.storage import Database
from bot.storage.schema import servers
from bot.words.errors import NotSaved, StorageError
from rig import postgres

from ...conftest import prepare

pytestmark = pytest.mark.served


async def test_statements_end_in_time_on_a_silent_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if postgres.programs() is None:
        pytest.skip(postgres.NONE_HERE)
    monkeypatch.setattr("bot.storage.postgres.STATEMENT", 0.5)
    with postgres.running(tmp_path / "postgres", prepare) as folder:
        database = await Database.open(postgres.address(folder, "empty"))
        try:
            await database.scalar(select(servers.c.guild_id))
            postgres.silence(folder)
            try:
                # Far more than one of them needs, and less than TCP.
                async with asyncio.timeout(60):
                    with pytest.raises(StorageError):
                        await database.scalar(select(servers.c.guild_id))
                    with pytest.raises(NotSaved):
                        await database.write(update(servers).values(pace=1))
            finally:
                postgres.silence(folder, end=True)
            await database.scalar(select(servers.c.guild_id))
        finally:
            await database.close()
