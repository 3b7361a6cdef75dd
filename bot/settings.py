"""Settings, from the environment and `.env`."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dotenv import dotenv_values

from .errors import SettingsError

DATABASE = Path("data/shinrisen.sqlite3")
IDLE_DAYS = 7
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
FORMS = ("text", "json")


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a host can set. `.env.example` explains each.

    `api` is None for Discord itself, else the REST address of a stand-in. Channels of direct
    messages are opened no faster than `directs_per_minute`, and no more than `requests_per_second`
    are sent of those that Discord counts (0: as many as there are). A match in which nobody moves
    for `idle_days` is called off. The log's lines have the form `log_form`; at `status_port` on
    loopback the bot tells how it is doing (0: nowhere). Without `pictures` everything is told in
    words alone.
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

    @classmethod
    def from_env(
        cls, env: Mapping[str, str] | None = None, dotenv: Path = Path(".env")
    ) -> "Settings":
        """Read the environment, then the file `dotenv` for what it lacks.

        Raises SettingsError naming the variable that is missing or wrong.
        """
        values = _values(env, dotenv)
        token = values.get("DISCORD_TOKEN", "").strip()
        if not token:
            raise SettingsError(
                "DISCORD_TOKEN is missing: make an application at "
                "https://discord.com/developers/applications, copy its token (Bot → Reset Token) "
                "into .env (see .env.example), or try the bot without one: make play"
            )
        log = values.get("SHINRISEN_LOG", "INFO").upper()
        if log not in LEVELS:
            raise SettingsError(f"SHINRISEN_LOG is {log!r}: use one of {', '.join(LEVELS)}")
        form = values.get("SHINRISEN_LOG_FORM", "text").lower()
        if form not in FORMS:
            raise SettingsError(f"SHINRISEN_LOG_FORM is {form!r}: use one of {', '.join(FORMS)}")
        api = values.get("SHINRISEN_DISCORD_API")
        if api is not None and not re.match(r"https?://[^/]", api):
            raise SettingsError(
                f"SHINRISEN_DISCORD_API is {api!r}: give a whole address, such as "
                "http://127.0.0.1:8000/api/v10"
            )
        directs = _number(values, "SHINRISEN_DIRECTS_PER_MINUTE", 20, 1)
        requests = _number(values, "SHINRISEN_REQUESTS_PER_SECOND", 45, 0)
        idle = _number(values, "SHINRISEN_IDLE_DAYS", IDLE_DAYS, 1)
        pictures = values.get("SHINRISEN_PICTURES", "on")
        if pictures not in ("on", "off"):
            raise SettingsError(f"SHINRISEN_PICTURES is {pictures!r}: use on or off")
        return cls(
            token=token,
            database=_database(values),
            log=log,
            api=api,
            directs_per_minute=directs,
            requests_per_second=requests,
            idle_days=idle,
            log_form=form,
            status_port=_status_port(values),
            pictures=pictures == "on",
        )


def database_from_env(env: Mapping[str, str] | None = None, dotenv: Path = Path(".env")) -> Path:
    """Where the database lies; nothing else needs to be set."""
    return _database(_values(env, dotenv))


def status_port_from_env(env: Mapping[str, str] | None = None, dotenv: Path = Path(".env")) -> int:
    """Where the bot that runs here tells how it is doing; 0: nowhere."""
    return _status_port(_values(env, dotenv))


def _values(env: Mapping[str, str] | None, dotenv: Path) -> dict[str, str]:
    given = os.environ if env is None else env
    return _filled(_read(dotenv)) | _filled(given)


def _database(values: Mapping[str, str]) -> Path:
    return Path(values.get("SHINRISEN_DATABASE", DATABASE))


def _status_port(values: Mapping[str, str]) -> int:
    return _number(values, "SHINRISEN_STATUS_PORT", 0, 0, 65535)


def _number(
    values: Mapping[str, str], name: str, usual: int, least: int, most: int = 1_000_000
) -> int:
    text = values.get(name, str(usual))
    if not text.isdecimal() or not least <= int(text) <= most:
        raise SettingsError(f"{name} is {text!r}: give a number from {least} to {most}")
    return int(text)


def _read(dotenv: Path) -> Mapping[str, str | None]:
    try:
        return dotenv_values(dotenv)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{dotenv} can't be read: {error}") from error


def _filled(values: Mapping[str, str | None]) -> dict[str, str]:
    """The settings that say something: an empty one is as if unset."""
    return {name: value for name, value in values.items() if value}
