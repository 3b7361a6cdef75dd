"""Settings: their sources, and refusals of missing or wrong ones."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.words.errors import SettingsError
from bot.words.settings import DATABASE, LEVELS, Settings

ROOT = Path(__file__).parents[3]
NUMBERS = tuple(
    f"SHINRISEN_{name}"
    for name in ("DIRECTS_PER_MINUTE", "REQUESTS_PER_SECOND", "IDLE_DAYS", "STATUS_PORT")
)
OURS = (
    *("DISCORD_TOKEN", "DATABASE_URL", "SHARD_IDS", "SHARD_COUNT", "DISCORD_API_URL"),
    *("SHINRISEN_DATABASE", "SHINRISEN_LOG", "SHINRISEN_DISCORD_API", *NUMBERS),
    *("SHINRISEN_LOG_FORM", "SHINRISEN_PICTURES", "SHINRISEN_CONNECTIONS"),
    *("SHINRISEN_STATUS_HOST", "SHINRISEN_STATUS_NAMES", "SHINRISEN_KEEP_DAYS"),
    "SHINRISEN_SMALL",
)


def settings(env: Mapping[str, str], dotenv: Path = Path("nowhere/.env")) -> Settings:
    return Settings.from_env(env, dotenv)


def test_token_is_the_only_required_setting() -> None:
    found = settings({"DISCORD_TOKEN": " secret\n"})
    assert found == Settings(token="secret", database=DATABASE, log="INFO", api=None)
    assert (found.pictures, found.small) == (True, False)
    assert "secret" not in repr(found)


def test_everything_can_be_set() -> None:
    address = "postgresql+asyncpg://me:hush@db/bot"
    proxy = "http://127.0.0.1:2/api/v10"
    first = ("t", address, "1,0", "4", proxy)
    more = ("/srv/x.sqlite3", "debug", "http://127.0.0.1:1/api", "7", "0", "30")
    given = (*first, *more, "8642", "json", "off", "5", "0.0.0.0", "bot-0, bot", "400", "1")
    found = settings(dict(zip(OURS, given, strict=True)))
    file, api = Path("/srv/x.sqlite3"), "http://127.0.0.1:1/api"
    told = ("t", file, "DEBUG", api, 7, 0, 30, "json", 8642, False, address, (0, 1), 4, proxy, 5)
    assert found == Settings(*told, "0.0.0.0", ("bot-0", "bot"), 400, True)
    assert found.where == address
    assert "hush" not in repr(found)


@pytest.mark.parametrize("given", ["postgres://me@db/bot", "postgresql://me@db/bot"])
def test_common_forms_of_postgresql_addresses_are_accepted(given: str) -> None:
    found = settings({"DISCORD_TOKEN": "t", "DATABASE_URL": given})
    assert found.where == "postgresql+asyncpg://me@db/bot"


WRONG = [
    *(("DISCORD_TOKEN", token, r"is missing: .*\.env") for token in ("", "   ", "\n")),
    ("DATABASE_URL", "mysql://me:hush@db/bot", ""),
    *(("DISCORD_API_URL", one, "") for one in ("nirn", "http://nirn:8080", "http://nirn:8080/")),
    *((name, number, "") for name in NUMBERS for number in ("-1", "many", "1.5", "9" * 10)),
    ("SHINRISEN_DIRECTS_PER_MINUTE", "0", ""),
    ("SHINRISEN_IDLE_DAYS", "0", ""),
    ("SHINRISEN_PICTURES", "no", ""),
    ("SHINRISEN_SMALL", "yes", ""),
    *(("SHINRISEN_LOG", level, ".*".join(LEVELS)) for level in ("LOUD", "10", "info!")),
    *(
        ("SHINRISEN_DISCORD_API", address, r"http://127\.0\.0\.1")
        for address in ("localhost:8000", "ftp://127.0.0.1/api", "http://", "nonsense")
    ),
    ("SHINRISEN_STATUS_HOST", "everywhere", ""),
]


@pytest.mark.parametrize(("name", "value", "remedy"), WRONG)
def test_wrong_value_is_named_with_its_remedy(name: str, value: str, remedy: str) -> None:
    with pytest.raises(SettingsError, match=f"{name}.*{remedy}") as refusal:
        settings({"DISCORD_TOKEN": "t", name: value})
    assert "hush" not in str(refusal.value)


@pytest.mark.parametrize("ids", ["2", "0,x", "-1", ","])
@pytest.mark.parametrize("count", ["2", ""])
def test_unknown_shards_are_refused(ids: str, count: str) -> None:
    env = {"DISCORD_TOKEN": "t", "DATABASE_URL": "postgres://me@db/bot"}
    with pytest.raises(SettingsError, match="SHARD_IDS"):
        settings(env | {"SHARD_IDS": ids, "SHARD_COUNT": count})
    with pytest.raises(SettingsError, match="DATABASE_URL"):
        settings({"DISCORD_TOKEN": "t", "SHARD_IDS": "0", "SHARD_COUNT": "2"})


def test_requests_are_paced_behind_a_proxy_too() -> None:
    env = {"DISCORD_TOKEN": "t", "DISCORD_API_URL": "http://127.0.0.1:2/api/v10/"}
    assert settings(env).requests_per_second == 45
    assert settings(env | {"SHINRISEN_REQUESTS_PER_SECOND": "20"}).requests_per_second == 20
    assert settings(env).proxy == "http://127.0.0.1:2/api/v10"


def test_file_serves_as_a_default(tmp_path: Path) -> None:
    dotenv = tmp_path / ".env"
    # A mark at the beginning, as editors on Windows make it, and quotes that Docker hands on.
    dotenv.write_text("\ufeffDISCORD_TOKEN='\"t\"'\nSHINRISEN_LOG=ERROR\nSHINRISEN_DATABASE=\n")
    found = settings({"SHINRISEN_LOG": "WARNING", "DISCORD_TOKEN": ""}, dotenv)
    assert (found.token, found.log, found.database) == ("t", "WARNING", DATABASE)


def test_empty_variables_count_as_unset() -> None:
    found = settings(dict.fromkeys(OURS, "") | {"DISCORD_TOKEN": "t", "SHINRISEN_SMALL": "0"})
    assert found == Settings("t")


def test_example_file_lists_all_settings_with_safe_values() -> None:
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert set(re.findall(r"^#?([A-Z_]+)=", text, re.MULTILINE)) == set(OURS)
    with pytest.raises(SettingsError, match="DISCORD_TOKEN"):
        settings({}, ROOT / ".env.example")
    assert settings({"DISCORD_TOKEN": "t"}, ROOT / ".env.example") == Settings("t")
