"""Cogs are found by their place: one in a module, or discord.py's own `setup`."""

import sys
from pathlib import Path

import pytest

import cogs
from bot.clicks.control import control
from bot.run import client
from bot.words.errors import OurEnd

from .conftest import Begin
from .evening import Patch, said

OWN = """
from discord import app_commands
from discord.ext import commands

class Own(commands.Cog):
    @app_commands.command(description="A command of one's own")
    async def own(self, interaction):
        pass
"""
SETUP = "\nasync def setup(bot):\n    await bot.add_cog(Own())\n"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: Patch) -> Path:
    """Return a module of a folder that counts as one of `cogs`."""
    (tmp_path / "more").mkdir()
    monkeypatch.setattr(cogs, "__path__", [*cogs.__path__, str(tmp_path / "more")])
    monkeypatch.setitem(sys.modules, "cogs.own", None)
    monkeypatch.delitem(sys.modules, "cogs.own")
    return tmp_path / "more" / "own.py"


async def test_cog_with_a_setup_is_added(evening: Begin, own: Path) -> None:
    own.write_text(OWN + SETUP, encoding="utf-8")
    async with evening(1) as e:
        assert "`/own` A command of one's own" in await e.listed(e.people[0])


async def test_check_of_a_command_refuses_in_a_sentence(evening: Begin, own: Path) -> None:
    check = "    @app_commands.check(lambda interaction: False)\n"
    own.write_text(OWN.replace("    @", f"{check}    @") + SETUP, encoding="utf-8")
    async with evening(1, check_errors=False) as e:
        refused = await e.people[0].slash(e.channel, "own")
        assert said(refused) == "That command can't be used here."


def test_module_without_one_cog_is_refused(own: Path) -> None:
    own.write_text(OWN + OWN.replace("Own", "Other"), encoding="utf-8")
    with pytest.raises(OurEnd, match=r"cogs\.own has 2 cogs: it needs one, or an async setup"):
        list(client._cogs())


def test_sign_of_a_kind_is_never_replaced() -> None:
    with pytest.raises(ValueError, match="kind rules have the sign 📖"):
        control("rules", sign="📕")
