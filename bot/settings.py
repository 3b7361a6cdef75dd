"""Settings, from the environment and `.env`."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dotenv import dotenv_values

from .errors import SettingsError

DATABASE = Path("data/shinrisen.sqlite3")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a host can set. `.env.example` explains each.

    `api` is None for Discord itself, else the REST address of a stand-in.
    """

    token: str = field(repr=False)
    database: Path = DATABASE
    log: str = "INFO"
    api: str | None = None

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
        return cls(
            token=token,
            database=_database(values),
            log=log,
            api=values.get("SHINRISEN_DISCORD_API") or None,
        )


def database_from_env(env: Mapping[str, str] | None = None, dotenv: Path = Path(".env")) -> Path:
    """Where the database lies; nothing else needs to be set."""
    return _database(_values(env, dotenv))


def _values(env: Mapping[str, str] | None, dotenv: Path) -> dict[str, str]:
    given = dict(os.environ if env is None else env)
    return {name: value for name, value in dotenv_values(dotenv).items() if value} | given


def _database(values: Mapping[str, str]) -> Path:
    return Path(values.get("SHINRISEN_DATABASE") or DATABASE)
