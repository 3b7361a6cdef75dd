"""Settings: their sources, and refusals of missing or wrong ones."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.words.errors import SettingsError
from bot.words.settings import DATABASE, LEVELS, Settings

ROOT = Path(__file__).parents[3]
OURS = (
    "DISCORD_TOKEN",
    "DATABASE_URL",
    "SHARD_IDS",
    "SHARD_COUNT",
    "DISCORD_API_URL",
    "SHINRISEN_DATABASE",
    "SHINRISEN_LOG",
    "SHINRISEN_DISCORD_API",
    "SHINRISEN_DIRECTS_PER_MINUTE",
    "SHINRISEN_REQUESTS_PER_SECOND",
    "SHINRISEN_IDLE_DAYS",
    "SHINRISEN_STATUS_PORT",
    "SHINRISEN_LOG_FORM",
    "SHINRISEN_PICTURES",
    "SHINRISEN_CONNECTIONS",
    "SHINRISEN_STATUS_HOST",
    "SHINRISEN_STATUS_NAMES",
    "SHINRISEN_KEEP_DAYS",
    "SHINRISEN_SMALL",
)


def settings(env: Mapping[str, str], dotenv: Path = Path("nowhere/.env")) -> Settings:
    return Settings.from_env(env, dotenv)


def test_token_is_the_only_required_setting() -> None:
    found = settings({"DISCORD_TOKEN": " secret\n"})
    assert found == Settings(token="secret", database=DATABASE, log="INFO", api=None)
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


def test_unknown_database_is_refused_without_its_password() -> None:
    with pytest.raises(SettingsError, match="DATABASE_URL") as refusal:
        settings({"DISCORD_TOKEN": "t", "DATABASE_URL": "mysql://me:hush@db/bot"})
    assert "hush" not in str(refusal.value)


@pytest.mark.parametrize("ids", ["2", "0,x", "-1", ","])
@pytest.mark.parametrize("count", ["2", ""])
def test_unknown_shards_are_refused(ids: str, count: str) -> None:
    env = {"DISCORD_TOKEN": "t", "DATABASE_URL": "postgres://me@db/bot"}
    with pytest.raises(SettingsError, match="SHARD_IDS"):
        settings(env | {"SHARD_IDS": ids, "SHARD_COUNT": count})


def test_requests_are_paced_behind_a_proxy_too() -> None:
    env = {"DISCORD_TOKEN": "t", "DISCORD_API_URL": "http://127.0.0.1:2/api/v10/"}
    assert settings(env).requests_per_second == 45
    assert settings(env | {"SHINRISEN_REQUESTS_PER_SECOND": "20"}).requests_per_second == 20
    assert settings(env).proxy == "http://127.0.0.1:2/api/v10"


@pytest.mark.parametrize("address", ["nirn", "http://nirn:8080", "http://nirn:8080/"])
def test_proxy_address_needs_its_path(address: str) -> None:
    with pytest.raises(SettingsError, match="DISCORD_API_URL"):
        settings({"DISCORD_TOKEN": "t", "DISCORD_API_URL": address})


def test_several_processes_need_postgresql() -> None:
    with pytest.raises(SettingsError, match="DATABASE_URL"):
        settings({"DISCORD_TOKEN": "t", "SHARD_IDS": "0", "SHARD_COUNT": "2"})


@pytest.mark.parametrize("name", OURS[8:12])
@pytest.mark.parametrize("number", ["-1", "many", "1.5", "9" * 10])
def test_bad_number_is_named(name: str, number: str) -> None:
    with pytest.raises(SettingsError, match=name):
        settings({"DISCORD_TOKEN": "t", name: number})


def test_pictures_are_on_unless_turned_off() -> None:
    assert settings({"DISCORD_TOKEN": "t"}).pictures
    assert not settings({"DISCORD_TOKEN": "t", "SHINRISEN_PICTURES": "off"}).pictures
    with pytest.raises(SettingsError, match="SHINRISEN_PICTURES"):
        settings({"DISCORD_TOKEN": "t", "SHINRISEN_PICTURES": "no"})


def test_profile_of_a_small_machine_is_one_or_zero() -> None:
    assert not settings({"DISCORD_TOKEN": "t", "SHINRISEN_SMALL": "0"}).small
    with pytest.raises(SettingsError, match="SHINRISEN_SMALL"):
        settings({"DISCORD_TOKEN": "t", "SHINRISEN_SMALL": "yes"})


@pytest.mark.parametrize("name", ["SHINRISEN_DIRECTS_PER_MINUTE", "SHINRISEN_IDLE_DAYS"])
def test_some_numbers_must_be_positive(name: str) -> None:
    with pytest.raises(SettingsError, match=name):
        settings({"DISCORD_TOKEN": "t", name: "0"})


def test_file_serves_as_a_default(tmp_path: Path) -> None:
    dotenv = tmp_path / ".env"
    dotenv.write_text('DISCORD_TOKEN="from file"\nSHINRISEN_LOG=ERROR\nSHINRISEN_DATABASE=\n')
    found = settings({"SHINRISEN_LOG": "WARNING", "DISCORD_TOKEN": ""}, dotenv)
    assert (found.token, found.log, found.database) == ("from file", "WARNING", DATABASE)


def test_empty_variables_count_as_unset() -> None:
    found = settings(dict.fromkeys(OURS, "") | {"DISCORD_TOKEN": "t"})
    assert found == Settings("t")


def test_example_file_lists_all_settings_with_safe_values() -> None:
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert set(re.findall(r"^#?([A-Z_]+)=", text, re.MULTILINE)) == set(OURS)
    with pytest.raises(SettingsError, match="DISCORD_TOKEN"):
        settings({}, ROOT / ".env.example")
    found = settings({"DISCORD_TOKEN": "t"}, ROOT / ".env.example")
    assert found == Settings("t")


@pytest.mark.parametrize("token", ["", "   ", "\n"])
def test_missing_token_is_named_with_the_remedy(token: str) -> None:
    with pytest.raises(SettingsError, match=r"DISCORD_TOKEN is missing: .*\.env"):
        settings({"DISCORD_TOKEN": token})


@pytest.mark.parametrize("level", ["LOUD", "10", "info!"])
def test_wrong_level_is_named_with_the_valid_ones(level: str) -> None:
    with pytest.raises(SettingsError, match="SHINRISEN_LOG") as refusal:
        settings({"DISCORD_TOKEN": "t", "SHINRISEN_LOG": level})
    assert all(known in str(refusal.value) for known in LEVELS)


@pytest.mark.parametrize(
    "address", ["localhost:8000", "ftp://127.0.0.1/api", "http://", "nonsense"]
)
def test_wrong_address_is_named_with_a_valid_one(address: str) -> None:
    with pytest.raises(SettingsError, match=r"SHINRISEN_DISCORD_API .*http://127\.0\.0\.1"):
        settings({"DISCORD_TOKEN": "t", "SHINRISEN_DISCORD_API": address})


def run(folder: Path, **env: str) -> "subprocess.CompletedProcess[str]":
    """Run `python -m bot run` without our variables, in a folder without .env."""
    clean = {name: value for name, value in os.environ.items() if name not in OURS}
    return subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        cwd=folder,
        env=clean | {"PYTHONPATH": str(ROOT)} | env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_bot_stops_with_one_sentence_without_a_token(tmp_path: Path) -> None:
    ended = run(tmp_path)
    assert ended.returncode == 2
    assert ended.stdout == ""
    (sentence,) = ended.stderr.splitlines()
    assert sentence.startswith("DISCORD_TOKEN is missing")
    assert "python -m playground" in sentence
    assert list(tmp_path.iterdir()) == []


def test_bot_stops_with_one_sentence_on_a_wrong_value(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=t\nSHINRISEN_LOG=LOUD\n")
    ended = run(tmp_path)
    assert ended.returncode == 2
    (sentence,) = ended.stderr.splitlines()
    assert "SHINRISEN_LOG" in sentence


def test_binary_dotenv_file_is_named(tmp_path: Path) -> None:
    dotenv = tmp_path / ".env"
    dotenv.write_bytes(b"DISCORD_TOKEN=\xff\xfe\x00")
    with pytest.raises(SettingsError, match=r"\.env"):
        settings({}, dotenv)


def test_status_host_is_an_ip_address() -> None:
    with pytest.raises(SettingsError, match="SHINRISEN_STATUS_HOST"):
        settings({"DISCORD_TOKEN": "t", "SHINRISEN_STATUS_HOST": "everywhere"})
