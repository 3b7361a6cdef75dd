"""The database on a PostgreSQL server, shared by several processes."""

import secrets
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any

from sqlalchemy import URL, Connection, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from ..words.errors import OutOfReach, StorageError
from .connect import PATIENCE, UnknownSchema, migrate

try:
    import asyncpg
except ImportError:
    # asyncpg is an optional dependency.
    asyncpg = None

LOST: tuple[type[Exception], ...] = (OSError, TimeoutError)
if asyncpg is not None:
    LOST += (asyncpg.PostgresError, asyncpg.InterfaceError)
"""Errors of the driver: nothing was stored, or the outcome is unknown."""
FAILED: tuple[type[Exception], ...] = (DBAPIError, NoneFree, *LOST)
STATEMENT = 30.0
"""Time limit of a statement in seconds, also on a line that is open and silent."""
_NAME = "shinrisen"
# "Sorry, too many clients already."
_TOO_MANY = "53300"
_POOLED = (
    "a pooler such as pgbouncer stands between, and what processes say to each other doesn't get "
    "through it: name PostgreSQL itself"
)
# Classes of codes for the server's own trouble: connections, resources, shutdown or start.
_TROUBLE = ("08", "53", "57")
# Any number: two processes that start at once make the tables one after the other.
_MIGRATING = 5_741_108


async def connected(arguments: Mapping[str, Any]) -> Any:
    """Open a connection outside the pool. Raises one of LOST if that fails."""
    return await asyncpg.connect(**arguments)


async def connect_to(
    address: str,
    connections: int,
    first: Callable[[Connection], object] = migrate,
    *,
    name: str = _NAME,
) -> AsyncEngine:
    """Connect, and bring the schema up to date or do another thing first. Raises StorageError."""
    if find_spec("asyncpg") is None:
        raise StorageError(
            "DATABASE_URL names PostgreSQL, whose driver isn't here: in the project's folder, "
            ".venv/bin/python -m pip install -c constraints.txt -e '.[postgres]' installs it."
        )
    url = make_url(address)
    # The parameters include secrets, names and hidden moves.
    opening = create_async_engine(
        url, poolclass=NullPool, connect_args=_settings(name), hide_parameters=True
    )
    try:
        # The only statements without a limit: an upgrade of a large database takes its time.
        async with opening.begin() as connection:
            await _refuse_poolers(connection, name)
            await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
            await connection.run_sync(first)
    except UnknownSchema as error:
        raise _unusable(url, str(error)) from error
    except FAILED as error:
        kind = OutOfReach if _away(error) else StorageError
        raise _unusable(url, _cause(error, connections), kind) from error
    return create_async_engine(
        url,
        # One more hears the other processes, and one holds the locks.
        pool_size=connections - 2,
        max_overflow=0,
        pool_timeout=PATIENCE,
        connect_args={**_settings(name), "command_timeout": STATEMENT},
        hide_parameters=True,
    )


def named() -> str:
    """Return a name for the connections of one process: the next one can end them all."""
    return f"{_NAME}-{secrets.token_hex(6)}"


def apart(engine: AsyncEngine, name: str) -> Mapping[str, Any]:
    """Return the arguments of a connection outside the pool."""
    _, arguments = engine.dialect.create_connect_args(engine.url)
    return {**arguments, **_settings(name)}


async def _refuse_poolers(connection: AsyncConnection, wanted: str) -> None:
    """Raise UnknownSchema if a pooler stands between: it ignores what a connection is opened with.

    In transaction mode nothing that other processes say would be heard.
    """
    name = (await connection.exec_driver_sql("SHOW application_name")).scalar()
    waits = (await connection.exec_driver_sql("SHOW lock_timeout")).scalar()
    if name != wanted or waits == "0":
        raise UnknownSchema(_POOLED)


def _away(error: BaseException) -> bool:
    """Return True if another try may succeed: neither the address nor the rights are wrong."""
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlstate", None) or ""
    return isinstance(cause, OSError | TimeoutError) or code.startswith(_TROUBLE)


def _cause(error: BaseException, connections: int) -> str:
    """Return why PostgreSQL can't be used, with the remedy where it is known."""
    text = said(error)
    if getattr(getattr(error, "orig", error), "sqlstate", None) == _TOO_MANY:
        return (
            f"it has no connection left; a bot opens up to {connections}: lower "
            "SHINRISEN_CONNECTIONS or raise max_connections of PostgreSQL"
        )
    # pgbouncer refuses the settings that a connection is opened with.
    return _POOLED if "unsupported startup parameter" in text else text


def _settings(name: str) -> dict[str, Any]:
    """Return connection settings that bound every wait, so that no lock blocks forever."""
    patience = f"{PATIENCE * 1000:.0f}"
    return {
        "timeout": PATIENCE,
        "server_settings": {
            "application_name": name,
            "lock_timeout": patience,
            # Frees the locks of a vanished machine within seconds.
            "tcp_keepalives_idle": "3",
            "tcp_keepalives_interval": "1",
            "tcp_keepalives_count": "2",
            "idle_in_transaction_session_timeout": f"{PATIENCE * 4000:.0f}",
        },
    }


def said(error: BaseException) -> str:
    """Return the first line of an error's text."""
    text = str(error.orig if isinstance(error, DBAPIError) else error)
    return text.splitlines()[0] if text else type(error).__name__


def _unusable(url: URL, why: str, kind: type[StorageError] = StorageError) -> StorageError:
    return kind(
        f"The database {url.render_as_string()} can't be used ({why}); "
        "another can be named in DATABASE_URL."
    )
