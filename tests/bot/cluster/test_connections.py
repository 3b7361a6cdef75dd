"""Connections to PostgreSQL: their number, its limit, and poolers between."""

import asyncio

import asyncpg
import pytest
from sqlalchemy import make_url, text

from bot.storage import Database, postgres
from bot.words.errors import StorageError

from ..stored_tables import ask, change, opened
from .processes import processes

_COUNT = (
    "select count(*) from pg_stat_activity where application_name = 'shinrisen' "
    "and datname = current_database()"
)


async def test_process_opens_no_more_connections_than_set(on_server: str) -> None:
    async with processes(on_server, 1) as (one,):
        # Opened for four connections.
        table = await opened(one.database)

        async def slowly() -> None:
            async with one.database.begin() as db:
                await db.execute(text("select pg_sleep(0.2)"))

        working = [asyncio.ensure_future(slowly()) for _ in range(8)]
        await asyncio.sleep(0.3)
        [(found,)] = ask(on_server, _COUNT)
        await asyncio.gather(*working)
        assert table.id in one.cluster.owned
        assert found <= 4


async def test_full_server_is_named_in_one_sentence(on_server: str) -> None:
    url = make_url(on_server)
    role = f"few_{url.database}"
    change(on_server, f"create role {role} login connection limit 1")
    driver = await asyncpg.connect(host=url.query["host"], user=role, database=url.database)
    try:
        few = on_server.replace(f"{url.username}@", f"{role}@", 1)
        with pytest.raises(StorageError, match="no connection left; a bot opens up to 7"):
            await Database.open(few, connections=7)
    finally:
        await driver.close()
        change(on_server, f"drop role {role}")


async def test_pooler_that_ignores_settings_is_refused(
    on_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "_settings", lambda: {"timeout": 5.0})
    with pytest.raises(StorageError, match="name PostgreSQL itself"):
        await Database.open(on_server)


def test_pooler_that_refuses_settings_is_named() -> None:
    error = OSError("unsupported startup parameter: lock_timeout")
    assert "name PostgreSQL itself" in postgres._cause(error, 10)
    assert postgres._cause(OSError("gone"), 10) == "gone"
