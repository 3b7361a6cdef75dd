"""Joining a server: one welcome, which asks managers for the language and the pace."""

from collections.abc import Sequence

import discord

from bot.screens.look import Look
from bot.screens.option_list import pace_words
from bot.storage import servers
from bot.storage.servers import EVERYONE, ServerSettings
from bot.wire.ui import Address, Drawn, Part, button, button_rows, screen
from bot.words.i18n import Tongue, spoken, tongue
from games.errors import N_

from .screens import COLOUR

OFFERED = (60, 180, None)
"""The paces that the welcome offers; `/settings` has more."""


def hello(
    guild: discord.Guild, settings: ServerSettings, looks: Sequence[Look], *, ask: bool
) -> Drawn:
    """Return the welcome, with a button for each game that everyone may press.

    It asks for the language and the pace if `ask`, or else names the pace that was chosen.
    """
    t = tongue(settings.locale or guild.preferred_locale)
    text = "## 🎭 Shinrisen\n" + t(
        "Games of nerve: sit down at a table in a channel; what must stay hidden comes to "
        "you by direct message."
    )
    alone = [
        button(
            Address("solo", text=look.key),
            t(look.name),
            emoji=look.emoji,
            style=discord.ButtonStyle.primary,
        )
        for look in looks
    ]
    everyone = settings.openers == EVERYONE
    told = N_("👥 **Play with others**: `/{help}` opens a table, and has rules and lessons.")
    if not everyone:
        told = N_(
            "👥 **Play with others**: `/{help}` calls you when a table opens, and has rules and "
            "lessons."
        )
    others = t(told, help=t.word("command", "help"))
    parts: list[Part] = [text]
    if everyone:
        parts += [t("🤖 **Play against computers**, at once:"), *button_rows(alone)]
    parts.append(others)
    if not ask:
        chosen = t(
            "New tables: {pace}. `/{settings}` changes it.",
            pace=pace_words(settings.pace, t),
            settings=t.word("command", "settings"),
        )
        parts.append(chosen)
    else:
        languages = [
            button(Address("firstlanguage", text=locale), name) for locale, name in spoken().items()
        ]
        paces = [
            button(Address("firstpace", text=str(one or "none")), _pace(one, t)) for one in OFFERED
        ]
        setting = t(
            "⚙️ **For managers**: language and time per move (now {pace}). More: `/{settings}`",
            pace=_pace(servers.USUAL_PACE, t),
            settings=t.word("command", "settings"),
        )
        parts += [discord.ui.Separator(), setting, *button_rows(languages), *button_rows(paces)]
    return screen(COLOUR, *parts)


def _pace(pace: int | None, t: Tongue) -> str:
    """Return a time per move as a short label."""
    if pace is None:
        return t("No time limit")
    if pace < 180:
        return t.many("{n} second", "{n} seconds", pace)
    return t.many("{n} minute", "{n} minutes", pace // 60)
