"""Settings, from the environment and `.env`."""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import field
from difflib import get_close_matches
from io import StringIO
from ipaddress import ip_address
from pathlib import Path

from dotenv import dotenv_values

from games.core import Frozen

from .errors import SettingsError

DATABASE = Path("data/shinrisen.sqlite3")
IDLE_DAYS = 7
CONNECTIONS = 10
STATUS_HOST = "127.0.0.1"
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
FORMS = ("text", "json")
_OURS = "SHINRISEN_"
_NAMES = (
    *("DATABASE", "LOG", "LOG_FORM", "DISCORD_API", "DIRECTS_PER_MINUTE", "REQUESTS_PER_SECOND"),
    *("IDLE_DAYS", "KEEP_DAYS", "STATUS_PORT", "STATUS_HOST", "STATUS_NAMES", "PICTURES"),
    *("CONNECTIONS", "SMALL"),
)
# A file with lines of Windows leaves a CR, and Docker leaves quotes.
_AROUND = " \t\r\n\"'"


class Settings(Frozen):
    """All settings of the bot. `.env.example` explains each.

    api: the REST address of a stand-in, None for Discord itself.
    directs_per_minute: limit of opened direct message channels.
    requests_per_second: limit of rate-limited requests (0: no limit).
    idle_days: days without a move until a match is cancelled.
    log_form: the form of the log's lines, one of FORMS.
    status_port: the port of `/live`, `/ready` and `/metrics` (0: none).
    status_host: the IP address of that port.
    status_names: names that a Host header may have there, besides those of loopback.
    keep_days: days until a finished match is deleted (0: never).
    pictures: False shows everything in words.
    database_url: the address of PostgreSQL, which several processes may share.
    shard_ids, shard_count: this process's shards, and their total (None: all).
    proxy: the REST address of a proxy that keeps Discord's limits. Then each process may send as
        many requests as one alone.
    connections: limit of connections to PostgreSQL.
    small: one process thinks and draws, with few cached pieces, on a machine with little memory.
    unknown: a sentence for each name that looks like one of ours and is none.
    """

    token: str = field(repr=False)
    database: Path = DATABASE
    log: str = "INFO"
    api: str | None = None
    directs_per_minute: int = 20
    requests_per_second: int = 45
    idle_days: float = IDLE_DAYS
    log_form: str = "text"
    status_port: int = 0
    pictures: bool = True
    database_url: str | None = field(default=None, repr=False)
    shard_ids: tuple[int, ...] | None = None
    shard_count: int | None = None
    proxy: str | None = None
    connections: int = CONNECTIONS
    status_host: str = STATUS_HOST
    status_names: tuple[str, ...] = ()
    keep_days: float = 0
    small: bool = False
    unknown: tuple[str, ...] = ()

    @property
    def where(self) -> Path | str:
        """The file or the PostgreSQL address, as `Database.open` takes it."""
        return self.database if self.database_url is None else self.database_url

    @classmethod
    def from_env(
        cls, env: Mapping[str, str] | None = None, dotenv: Path = Path(".env")
    ) -> "Settings":
        """Read the environment, then the file `dotenv` as a default.

        Raises SettingsError naming the variable that is missing or wrong.
        """
        values = _values(env, dotenv)
        token = values.get("DISCORD_TOKEN", "")
        if not token:
            raise SettingsError(
                "DISCORD_TOKEN is missing: make an application at "
                "https://discord.com/developers/applications, copy its token (Bot → Reset Token) "
                "into .env (see .env.example), or try the bot without one: python -m playground"
            )
        if wrong := re.search(r"[^\w.-]", token, re.ASCII):
            raise SettingsError(
                f"DISCORD_TOKEN contains {wrong[0]!r}: give the token without 'Bot', quotes, spaces"
            )
        url = values.get("DATABASE_URL")
        shards, count = _shards(values)
        if shards is not None and url is None:
            raise SettingsError(
                "SHARD_IDS is for several processes on one PostgreSQL: name that in DATABASE_URL"
            )
        return cls(
            token=token,
            database=_database(values),
            log=_one_of(values, "SHINRISEN_LOG", *LEVELS, usual="INFO"),
            api=_api(values, "SHINRISEN_DISCORD_API"),
            directs_per_minute=_number(values, "SHINRISEN_DIRECTS_PER_MINUTE", 20, 1),
            requests_per_second=_number(values, "SHINRISEN_REQUESTS_PER_SECOND", 45, 0),
            idle_days=_number(values, "SHINRISEN_IDLE_DAYS", IDLE_DAYS, 1),
            log_form=_one_of(values, "SHINRISEN_LOG_FORM", *FORMS),
            status_port=_status_port(values),
            pictures=_one_of(values, "SHINRISEN_PICTURES", "on", "off") == "on",
            database_url=None if url is None else postgres_address(url),
            shard_ids=shards,
            shard_count=count,
            proxy=_api(values, "DISCORD_API_URL"),
            connections=_number(values, "SHINRISEN_CONNECTIONS", CONNECTIONS, 4, 100),
            status_host=_status_host(values),
            status_names=tuple(values.get("SHINRISEN_STATUS_NAMES", "").replace(",", " ").split()),
            keep_days=_number(values, "SHINRISEN_KEEP_DAYS", 0, 0),
            small=_one_of(values, "SHINRISEN_SMALL", "0", "1") == "1",
            unknown=tuple(_unknown(values)),
        )


def database_from_env() -> Path:
    """Return the path of the database. No other setting is required."""
    return _database(_values())


def status_from_env() -> tuple[str, int]:
    """Return the address and the port of the status server. The port is 0 without one."""
    values = _values()
    return _status_host(values), _status_port(values)


def served_from_env() -> bool:
    """Return True if the database is on PostgreSQL, and not in a file."""
    return "DATABASE_URL" in _values()


def postgres_address(text: str) -> str:
    """Return SQLAlchemy's form of a PostgreSQL address. Raises SettingsError."""
    # Most commands need none, and it takes a while to load.
    from sqlalchemy import make_url

    address = re.sub(r"^postgres(ql)?(\+asyncpg)?://(?=.)", "postgresql+asyncpg://", text)
    with suppress(ValueError):
        if address.startswith("postgresql+asyncpg://") and make_url(address):
            return address
    raise SettingsError(
        "DATABASE_URL isn't an address of PostgreSQL: give "
        "postgresql+asyncpg://USER:PASSWORD@HOST/DATABASE, or name a SQLite file in "
        "SHINRISEN_DATABASE"
    )


def _api(values: Mapping[str, str], name: str) -> str | None:
    api = values.get(name)
    if api is not None and not re.match(r"https?://[^/]+/+[^/]", api):
        raise SettingsError(
            f"{name} is {api!r}: give a whole address, such as http://127.0.0.1:8000/api/v10"
        )
    return None if api is None else api.rstrip("/")


def _shards(values: Mapping[str, str]) -> tuple[tuple[int, ...] | None, int | None]:
    count = _number(values, "SHARD_COUNT", 1, 1) if "SHARD_COUNT" in values else None
    text = values.get("SHARD_IDS")
    if text is None:
        return None, count
    parts = text.replace(",", " ").split()
    ids = tuple(sorted({int(part) for part in parts if part.isdecimal()}))
    if count is None or not ids or ids[-1] >= count or not all(p.isdecimal() for p in parts):
        raise SettingsError(
            f"SHARD_IDS is {text!r}: give numbers from 0, such as 0,1, below SHARD_COUNT, which "
            "is the same for all processes"
        )
    return ids, count


def _values(env: Mapping[str, str] | None = None, dotenv: Path = Path(".env")) -> dict[str, str]:
    given = os.environ if env is None else env
    return _filled(_read(dotenv)) | _filled(given)


def _database(values: Mapping[str, str]) -> Path:
    return Path(os.path.expanduser(values.get("SHINRISEN_DATABASE", DATABASE)))


def _unknown(values: Mapping[str, str]) -> Iterator[str]:
    for name in sorted(values):
        own = name.removeprefix(_OURS)
        if own != name and own not in _NAMES:
            near = [f"{_OURS}{one}" for one in get_close_matches(own, _NAMES, 1)]
            yield f"{name} is no setting and does nothing: see {(near or ['.env.example'])[0]}"


def _status_port(values: Mapping[str, str]) -> int:
    return _number(values, "SHINRISEN_STATUS_PORT", 0, 0, 65535)


def _status_host(values: Mapping[str, str]) -> str:
    text = values.get("SHINRISEN_STATUS_HOST", STATUS_HOST)
    try:
        return str(ip_address(text))
    except ValueError:
        raise SettingsError(
            f"SHINRISEN_STATUS_HOST is {text!r}: give an IP address of this machine, such as "
            "127.0.0.1, or 0.0.0.0 for all"
        ) from None


def _one_of(values: Mapping[str, str], name: str, *allowed: str, usual: str = "") -> str:
    """Return the value of a setting in any case, by default the `usual` or else the first one."""
    text = values.get(name, usual or allowed[0])
    found = next((one for one in allowed if one.lower() == text.lower()), None)
    if found is None:
        *most, last = allowed
        raise SettingsError(f"{name} is {text!r}: use {', '.join(most)} or {last}")
    return found


def _number(
    values: Mapping[str, str], name: str, usual: int, least: int, most: int = 1_000_000
) -> int:
    text = values.get(name, str(usual))
    if not text.isdecimal() or not least <= int(text) <= most:
        raise SettingsError(f"{name} is {text!r}: give a number from {least} to {most}")
    return int(text)


def _read(dotenv: Path) -> Mapping[str, str | None]:
    try:
        # Editors on Windows may put a mark first. Python-dotenv passes over a folder in silence.
        text = dotenv.read_text("utf-8-sig")
        if "\0" in text:
            raise UnicodeError
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", "it isn't UTF-8 text: save it again in that encoding")
        raise SettingsError(f"{dotenv} can't be read: {why}") from error
    return dotenv_values(stream=StringIO(text))


def _filled(values: Mapping[str, str | None]) -> dict[str, str]:
    """Return the settings without quotes and blanks around them. Empty ones count as unset."""
    bare = {name: (value or "").strip(_AROUND) for name, value in values.items()}
    return {name: value for name, value in bare.items() if value}
