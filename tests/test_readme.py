"""What the README tells people to do can be done."""

import re
import subprocess
import sys
from pathlib import Path

from discord import app_commands

from bot.screens.parts import looks
from games import GAMES

from .cogs.conftest import Begin, evening

__all__ = ["evening"]

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_make_target_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"\bmake ([a-z]+)\b", README.replace("make`", "")))
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    assert {"play", "test", "run", "bench"} <= named
    assert named <= targets


def test_every_command_line_is_there() -> None:
    named = set(re.findall(r"python -m bot ([a-z]+)", README))
    told = subprocess.run(
        [sys.executable, "-m", "bot", "--help"], capture_output=True, text=True, check=True
    )
    assert {"run", "verify", "backup"} <= named
    for verb in named:
        assert verb in told.stdout


def test_every_file_is_there() -> None:
    for name in re.findall(r"`((?:bot|games|cogs|tests)/[\w/]+(?:\.py)?)`", README):
        assert (ROOT / name).exists(), name


def test_it_opens_with_a_picture_of_every_game_told_in_words() -> None:
    shown = dict(re.findall(r'<img src="pictures/(\w+)\.png"[^>]* alt="([^"]+)"', README))
    assert shown.keys() == GAMES.keys()
    for key, alt in shown.items():
        assert alt.startswith(f"{looks()[key].name}: ")
        assert len((ROOT / "pictures" / f"{key}.png").read_bytes()) < 200_000


async def test_every_slash_command_is_there(evening: Begin) -> None:
    async with evening(1) as e:
        known = set()
        for command in e.bot.tree.walk_commands():
            assert isinstance(command, app_commands.Command | app_commands.Group)
            known.add(command.qualified_name)
    for told in re.findall(r"`/([a-z]+(?: [a-z| ]+)?)(?: \w+:\d+)?`", README):
        first, *rest = told.split(" ", 1)
        for word in rest[0].split(" | ") if rest else [""]:
            assert f"{first} {word}".strip() in known, told
