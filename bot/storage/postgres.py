"""PostgreSQL, where one process no longer suffices: the same statements on a server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from typing import Any, Literal

from sqlalchemy import URL, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ..words.errors import NotSaved, StorageError
from .connect import NewerSchema, migrate
from .server_log import LOST, ServerLog
from .write_queue import PATIENCE

# So many transactions at once; each is short.
_CONNECTIONS = 8
_FAILED: tuple[type[Exception], ...] = (DBAPIError, NoneFree, *LOST)
# Any number: two processes that start at once make the tables one after the other.
_MIGRATING = 5_741_108


class Server:
    """The database on a server, whose connections are shared; `log` has one of its own."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        _, arguments = engine.dialect.create_connect_args(engine.url)
        self.arguments: dict[str, Any] = {**arguments, **_settings()}
        self.log = ServerLog(engine.dialect, self.arguments)
        self._closed = False

    @classmethod
    async def open(cls, address: str) -> "Server":
        """Connect, and bring the schema up to date. Raises StorageError."""
        if find_spec("asyncpg") is None:
            raise StorageError(
                "DATABASE_URL names PostgreSQL, whose driver isn't here: "
                "pip install 'shinrisen[postgres]'."
            )
        url = make_url(address)
        engine = create_async_engine(
            url,
            pool_size=_CONNECTIONS,
            max_overflow=0,
            pool_timeout=PATIENCE,
            connect_args=_settings(),
            # Secrets, names and sealed moves are among them.
            hide_parameters=True,
        )
        try:
            async with engine.begin() as connection:
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
                await connection.run_sync(migrate)
        except NewerSchema as error:
            await engine.dispose()
            raise _unusable(url, "a newer version of the bot made it: run that one") from error
        except _FAILED as error:
            await engine.dispose()
            raise _unusable(url, _said(error)) from error
        return cls(engine)

    async def close(self) -> None:
        """Finish what was asked, then close; closing again does nothing."""
        if self._closed:
            return
        try:
            await self.log.close()
        finally:
            self._closed = True
            await self.engine.dispose()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """One transaction. Raises NotSaved, and StorageError when closed."""
        self._open()
        try:
            async with self.engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except _FAILED as error:
            raise NotSaved(_said(error)) from error

    @asynccontextmanager
    async def read(self, *, once: bool = False) -> AsyncIterator[AsyncConnection]:
        """What is kept, as of one moment, which one statement is by itself. Raises StorageError."""
        self._open()
        level: Literal["AUTOCOMMIT", "REPEATABLE READ"]
        level = "AUTOCOMMIT" if once else "REPEATABLE READ"
        try:
            async with self.engine.connect() as connection:
                await connection.execution_options(isolation_level=level, postgresql_readonly=True)
                async with connection.begin():
                    yield connection
        except IntegrityError:
            raise
        except _FAILED as error:
            raise StorageError(_said(error)) from error

    def _open(self) -> None:
        if self._closed:
            raise StorageError("the database is closed")


def _settings() -> dict[str, Any]:
    """How long anything may take: nobody waits for ever for whoever holds a row."""
    patience = f"{PATIENCE * 1000:.0f}"
    return {
        "timeout": PATIENCE,
        "server_settings": {
            "application_name": "shinrisen",
            "lock_timeout": patience,
            # What a machine that vanished has held is free soon.
            "tcp_keepalives_idle": "3",
            "tcp_keepalives_interval": "1",
            "tcp_keepalives_count": "2",
            "idle_in_transaction_session_timeout": f"{PATIENCE * 4000:.0f}",
        },
    }


def _said(error: BaseException) -> str:
    """What went wrong, in a line."""
    text = str(error.orig if isinstance(error, DBAPIError) else error)
    return text.splitlines()[0] if text else type(error).__name__


def _unusable(url: URL, why: str) -> StorageError:
    return StorageError(
        f"The database {url.render_as_string()} can't be used ({why}); "
        "another can be named in DATABASE_URL."
    )
