"""The screens of `/help`: the games with the ways to play them, and all commands."""

from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.clicks.pages import HELP, RULES, ways_to
from bot.screens.look import Look
from bot.wire.ui import Address, Control, Drawn, Part, Row, button, button_rows, choice, screen
from bot.words.errors import TableError
from bot.words.i18n import Tongue
from bot.words.speech import listed
from games import find_game
from games.errors import N_

COLOUR = 0x5865F2

Usable = app_commands.Command[Any, ..., None] | app_commands.Group


def offered(games: Sequence[Look], also: Sequence[str], t: Tongue) -> Drawn:
    """Return the screen where tables can be opened, with other commands named."""
    opened = choice(Address("play"), t("👥 Open a table here …"), [_box(look, t) for look in games])
    names = [f"`/{t.word('command', name)}`" for name in also]
    last = "-# " + t("Also here: {commands}", commands=listed(names, t))
    ways = [*_alone(games, t), *opened, *_taught(games, t), *_calls(t)]
    return screen(COLOUR, _begun(games, t), *ways, last)


def refused(games: Sequence[Look], why: TableError, t: Tongue, *, outside: bool) -> Drawn:
    """Return the screen where no table can be opened. `outside`: it isn't in a server."""
    told = [_begun(games, t), "🚫 " + t.refusal(why)]
    if outside:
        ways = [*_alone(games, t), *_taught(games, t), *button_rows([_all_commands(t)])]
    else:
        ways = [*_taught(games, t), *_calls(t)]
    return screen(COLOUR, *told, *ways)


def _begun(games: Sequence[Look], t: Tongue) -> str:
    """Return the purpose of the bot with the names of its games."""
    names = " · ".join(f"{look.emoji} **{t(look.name)}**" for look in games)
    return f"{about(t)}\n{names}"


def about(t: Tongue) -> str:
    """Return the purpose of the bot below its name."""
    return "## 🎭 Shinrisen\n" + t(
        "Games of nerve: sit down at a table in a channel; what must stay hidden comes to "
        "you by direct message."
    )


def _alone(games: Sequence[Look], t: Tongue) -> list[Row]:
    """Return the list of matches against computers, with their number in each game."""
    told = [
        (
            f"{look.emoji} {t(look.name)}",
            look.key,
            t.many("against {n} computer", "against {n} computers", look.opponents),
        )
        for look in games
    ]
    return choice(Address("solo"), t("🤖 Play against computers …"), told)


def _taught(games: Sequence[Look], t: Tongue) -> list[Row]:
    """Return the list of the rules of each game, and of what features add to them."""
    told, ways = f"📖 {t('Rules')} …", list[tuple[str, str, str | None]]()
    for look in games:
        for way in ways_to(RULES, t, look.key):
            told = t("📖 Rules, and 🎓 lessons of two minutes …")
            sign = way.component.get("emoji", {}).get("name", "")
            ways.append((f"{sign} {t(look.name)}".lstrip(), way.component["custom_id"], way.label))
        ways.append((f"📖 {t(look.name)}", look.key, t("Rules")))
    return choice(Address("explain"), told, ways)


def _calls(t: Tongue) -> list[Row]:
    return button_rows([*ways_to(HELP, t), _all_commands(t)])


def every_command(
    commands: Iterable[Usable | app_commands.ContextMenu], games: Sequence[Look], t: Tongue
) -> Drawn:
    """Return a line for each of these commands, below those of the games."""
    usable = [*commands]
    lines = [
        f"`/{t.word('command', command.name)}` {t(command.description)}"
        for command in usable
        if not isinstance(command, app_commands.ContextMenu)
    ]
    names = [f"`/{t.word('command', look.key)}`" for look in games]
    how = t("{games} each open a table at once.", games=listed(names, t))
    more = t("⋯ on tables and hands has all else: leaving, pauses, options, computers, votes.")
    hint = t("💡 on your hand, in matches with computers: what a strong one would do.")
    told: list[Part] = [f"{how}\n{more}\n{hint}", discord.ui.Separator(), "\n".join(lines)]
    return screen(COLOUR, *told, on_a_person(usable, t))


def on_a_person(commands: Iterable[Usable | app_commands.ContextMenu], t: Tongue) -> str:
    """Return the line of the commands among these that live on a person, empty without any."""
    menus = (one for one in commands if isinstance(one, app_commands.ContextMenu))
    names = sorted(f"**{t.word('menu', menu.name)}**" for menu in menus)
    told = N_("On a person, by right-click or a long press, below “Apps”: {names}")
    return t(told, names=listed(names, t)) if names else ""


def _all_commands(t: Tongue) -> Control:
    return button(Address("commands"), t("All commands"))


def _box(look: Look, t: Tongue) -> tuple[str, str, str | None]:
    """Return a choice: a game with the facts on its box."""
    game = find_game(look.key)
    fewest, most = game.seats[0], game.seats[-1]
    text = N_("{most} players") if fewest == most else N_("{fewest}–{most} players")
    facts = [t(text, fewest=fewest, most=most), look.facts_line(game.Options(), t)]
    return f"{look.emoji} {t(look.name)}", look.key, " · ".join(filter(None, facts))
