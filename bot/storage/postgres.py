"""The database on a PostgreSQL server, shared by several processes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from typing import Any, Literal

from sqlalchemy import URL, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ..words.errors import NotSaved, StorageError
from ..words.settings import CONNECTIONS
from .connect import UnknownSchema, migrate
from .server_log import LOST, ServerLog
from .write_queue import PATIENCE

LEAST_CONNECTIONS = 3
"""One that hears the other processes, one that writes moves, and one for all else."""
_FAILED: tuple[type[Exception], ...] = (DBAPIError, NoneFree, *LOST)
_NAME = "shinrisen"
# "Sorry, too many clients already."
_TOO_MANY = "53300"
_POOLED = (
    "a pooler such as pgbouncer stands between, and what processes say to each other doesn't get "
    "through it: name PostgreSQL itself"
)
# Any number: two processes that start at once make the tables one after the other.
_MIGRATING = 5_741_108


class Server:
    """A pool of connections to the server. `log` has its own connection."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        _, arguments = engine.dialect.create_connect_args(engine.url)
        self.arguments: dict[str, Any] = {**arguments, **_settings()}
        self.log = ServerLog(engine.dialect, self.arguments)
        self._closed = False

    @classmethod
    async def open(cls, address: str, *, connections: int = CONNECTIONS) -> "Server":
        """Connect, and bring the schema up to date. Raises StorageError."""
        if find_spec("asyncpg") is None:
            raise StorageError(
                "DATABASE_URL names PostgreSQL, whose driver isn't here: "
                "pip install 'shinrisen[postgres]'."
            )
        url = make_url(address)
        engine = create_async_engine(
            url,
            pool_size=connections - LEAST_CONNECTIONS + 1,
            max_overflow=0,
            pool_timeout=PATIENCE,
            connect_args=_settings(),
            # The parameters include secrets, names and hidden moves.
            hide_parameters=True,
        )
        try:
            async with engine.begin() as connection:
                await _refuse_poolers(connection)
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
                await connection.run_sync(migrate)
        except UnknownSchema as error:
            await engine.dispose()
            raise _unusable(url, str(error)) from error
        except _Pooled as error:
            await engine.dispose()
            raise _unusable(url, _POOLED) from error
        except _FAILED as error:
            await engine.dispose()
            raise _unusable(url, _cause(error, connections)) from error
        return cls(engine)

    async def close(self) -> None:
        """Write the queued moves, then close. A second call does nothing."""
        if self._closed:
            return
        try:
            await self.log.close()
        finally:
            self._closed = True
            await self.engine.dispose()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction. Raises NotSaved if it fails, StorageError if closed."""
        self._open()
        try:
            async with self.engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except _FAILED as error:
            self.log.measured(None)
            raise NotSaved(_said(error)) from error

    @asynccontextmanager
    async def read(self, *, once: bool = False) -> AsyncIterator[AsyncConnection]:
        """Open a read-only snapshot, or with `once` a single statement's. Raises StorageError."""
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


class _Pooled(Exception):
    """The connection doesn't have the settings that it was opened with."""


async def _refuse_poolers(connection: AsyncConnection) -> None:
    """Raise _Pooled if a pooler stands between: it ignores what a connection is opened with.

    In transaction mode nothing that other processes say would be heard.
    """
    name = (await connection.exec_driver_sql("SHOW application_name")).scalar()
    waits = (await connection.exec_driver_sql("SHOW lock_timeout")).scalar()
    if name != _NAME or waits == "0":
        raise _Pooled


def _cause(error: BaseException, connections: int) -> str:
    """Return why PostgreSQL can't be used, with the remedy where it is known."""
    said = _said(error)
    if getattr(getattr(error, "orig", error), "sqlstate", None) == _TOO_MANY:
        return (
            f"it has no connection left; a bot opens up to {connections}: lower "
            "SHINRISEN_CONNECTIONS or raise max_connections of PostgreSQL"
        )
    # pgbouncer refuses the settings that a connection is opened with.
    return _POOLED if "unsupported startup parameter" in said else said


def _settings() -> dict[str, Any]:
    """Return connection settings that bound every wait, so that no lock blocks forever."""
    patience = f"{PATIENCE * 1000:.0f}"
    return {
        "timeout": PATIENCE,
        "server_settings": {
            "application_name": _NAME,
            "lock_timeout": patience,
            # Frees the locks of a vanished machine within seconds.
            "tcp_keepalives_idle": "3",
            "tcp_keepalives_interval": "1",
            "tcp_keepalives_count": "2",
            "idle_in_transaction_session_timeout": f"{PATIENCE * 4000:.0f}",
        },
    }


def _said(error: BaseException) -> str:
    """Return the first line of an error's text."""
    text = str(error.orig if isinstance(error, DBAPIError) else error)
    return text.splitlines()[0] if text else type(error).__name__


def _unusable(url: URL, why: str) -> StorageError:
    return StorageError(
        f"The database {url.render_as_string()} can't be used ({why}); "
        "another can be named in DATABASE_URL."
    )
