"""Games as people name them: in a title, in an autocompletion, as they type them."""

from collections.abc import Mapping

from discord import app_commands

from bot.screens.look import Look
from bot.words.i18n import Tongue
from games import find_game

_CHOICES = 25


def named(looks: Mapping[str, Look], key: str, t: Tongue) -> str:
    """Return a game with its emoji, or the bare key of an unknown one."""
    look = looks.get(key)
    return key if look is None else f"{look.emoji} {t(look.name)}"


def completions(looks: Mapping[str, Look], typed: str, t: Tongue) -> list[app_commands.Choice[str]]:
    """The games that begin to be typed, by name or key."""
    games = [(key, t(look.name)) for key, look in sorted(looks.items())]
    wanted = typed.lower()
    return [
        app_commands.Choice(name=name, value=key)
        for key, name in games
        if wanted in name.lower() or wanted in key
    ][:_CHOICES]


def chosen(looks: Mapping[str, Look], typed: str, t: Tongue) -> str:
    """The key of a game chosen, or typed by its name. Raises UnknownGame."""
    names = {t(look.name).lower(): key for key, look in looks.items()}
    return find_game(names.get(typed.strip().lower(), typed)).key
