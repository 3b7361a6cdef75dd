"""Every screen that commands and their answers lead to, at its widest, against Discord's limits."""

from typing import Any

import discord
import pytest
import simcord.http.router

from bot.words.i18n import languages
from games import GAMES

from ..bot.screens.worst import NAMES
from ..features import brought, features
from .conftest import Begin
from .evening import Logs, Patch
from .staff import hired
from .walking import Walk, check, commands, fill

WIDEST = "de"
"""The language with the longest words. `make live` walks in the others too."""
CASES = [
    pytest.param(language, name, id=language, marks=[pytest.mark.further] * (language != WIDEST))
    for language, name in zip(("en-US", *languages()), NAMES, strict=False)
]


@pytest.mark.usefixtures("quick_rivals")
@pytest.mark.parametrize(("language", "name"), CASES)
async def test_every_screen_fits_discords_limits(
    evening: Begin, monkeypatch: Patch, caplog: Logs, language: str, name: str
) -> None:
    sizes, dispatch = list[int](), simcord.http.router.dispatch

    def checking(backend: Any, method: str, path: str, **given: Any) -> Any:
        if isinstance(given.get("json"), dict):
            sizes.append(check(backend, given["json"], given.get("files")))
        return dispatch(backend, method, path, **given)

    monkeypatch.setattr(simcord.http.router, "dispatch", checking)
    spoken = property(lambda _: discord.Locale(language), lambda _self, _locale: None)
    monkeypatch.setattr(discord.Interaction, "locale", spoken)
    async with evening(1) as e:
        (other,) = e.people
        e.channel = e.guild.create_text_channel("w" * 100)
        player = hired(e, name, manage_guild=True)
        e.people = [player]
        await fill(e, name)
        walk = Walk(player, e.channel)
        await walk.go(e.bot.tree, other)
        # Then with all that people come back for.
        for one in brought("walked"):
            await one.prepare(e, name)
        await walk.go(e.bot.tree, other)
        leaves = {name for name, _ in commands(e.bot.tree, other)}
        assert walk.commands == leaves, "a command was used in no way"
        assert max(sizes) > 500
        assert len(walk.used) > 3 * len([*features(), *GAMES]), "of each, several ways were used"
        assert not [one for one in caplog.records if one.levelname == "ERROR"]
