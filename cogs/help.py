"""`/help`: what can be played here and now, privately, with every command behind a button."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import discord
from discord import app_commands

from bot.clicks import rules_pages
from bot.clicks.answers import Answer, Interaction, answering
from bot.clicks.control import control
from bot.clicks.membership_check import NOT_HERE, anywhere
from bot.clicks.opening import is_staff, open_table
from bot.clicks.pages import HELP, ways_to
from bot.clicks.places import check_writing
from bot.clicks.solo import play_solo
from bot.play.servers import may_open
from bot.run.client import BotCog
from bot.screens.look import Look
from bot.screens.naming import chosen, completions
from bot.storage.servers import EVERYONE
from bot.wire.faults import NOT_THROUGH
from bot.wire.ui import (
    Address,
    Control,
    Drawn,
    Part,
    Row,
    addresses,
    button,
    button_rows,
    choice,
    screen,
)
from bot.words.errors import StorageError, TableError
from bot.words.i18n import Tongue, described, tongue, word
from bot.words.speech import listed
from games import find_game
from games.errors import N_, GameError

from ._shared.learning import LESSONS
from .welcome import hello

_COLOUR = 0x5865F2
_ALSO = "also"
"""The mark, among its `extras`, of a command that is named beside the games."""

Usable = app_commands.Command[Any, ..., None] | app_commands.Group


class Help(BotCog):
    """One screen that explains the bot."""

    @anywhere
    @app_commands.command(
        name=word("command", "help"), description=described("What can be played here, and how")
    )
    @app_commands.rename(game=word("command", "game"))
    @app_commands.describe(game=described("The rules of this game, and its lesson"))
    async def help(
        self, interaction: Interaction, game: app_commands.Range[str, 1, 40] | None = None
    ) -> None:
        """The games, and the ways to play them, on one private screen, or the rules of one."""

        async def work(answer: Answer) -> None:
            if game is None:
                await answer.show(await self._games(answer))
            else:
                look = self.bot.looks[chosen(self.bot.looks, game, answer.t)]
                await answer.show(await rules_pages.rules(answer, look, 0))

        await answering(interaction, work)

    @help.autocomplete("game")
    async def _named(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return completions(self.bot.looks, typed, tongue(interaction.locale))

    @control("commands", anywhere=True)
    async def commands(self, answer: Answer, address: Address) -> None:
        """*All commands*: a line for each, privately."""
        await answer.show(screen(_COLOUR, *self._commands(answer)))

    @control("solo", anywhere=True)
    async def solo(self, answer: Answer, address: Address) -> None:
        """*Play against computers*: start a match of that game here at once."""
        if address.text not in self.bot.looks:
            raise GameError(N_("That button is out of date. Use the newest message."))
        try:
            await play_solo(answer, self.bot.looks[address.text])
        except TableError:
            # The refusal is said in any case.
            with suppress(*NOT_THROUGH, StorageError):
                await self._correct(answer)
            raise

    async def _correct(self, answer: Answer) -> None:
        """Draw a welcome again that offers what its server allows only some people now."""
        guild, message = answer.interaction.guild, answer.interaction.message
        if answer.private or guild is None or message is None:
            return
        settings = await self.bot.servers.of(guild.id)
        if settings.openers != EVERYONE:
            looks = sorted(self.bot.looks.values(), key=lambda look: look.key)
            ask = any(at.kind == "firstpace" for at in addresses(message.components))
            await answer.redraw(hello(guild, settings, looks, ask=ask))

    @control("play", acts=True)
    async def play(self, answer: Answer, address: Address) -> None:
        """Open a table for that game."""
        if address.text not in self.bot.looks:
            raise GameError(N_("That button is out of date. Use the newest message."))
        await open_table(answer, address.text)

    async def _games(self, answer: Answer) -> Drawn:
        """Return the games with their buttons, or the reason why no table can be opened here."""
        looks = sorted(self.bot.looks.values(), key=lambda look: look.key)
        try:
            await self._allowed(answer.interaction)
        except TableError as refusal:
            return refused(looks, refusal, answer.t, outside=answer.home is None)
        usable = self._usable(answer.interaction)
        return offered(looks, [one.name for one in usable if one.extras.get(_ALSO)], answer.t)

    async def _allowed(self, interaction: Interaction) -> None:
        if interaction.guild_id is None:
            raise TableError(N_("Tables can be opened only in a server's channels."))
        if self.bot.get_guild(interaction.guild_id) is None:
            raise TableError(NOT_HERE)
        check_writing(interaction)
        settings = await self.bot.servers.of(interaction.guild_id)
        may_open(interaction, settings, staff=is_staff(interaction))

    def _commands(self, answer: Answer) -> list[Part]:
        """Return a line for each command that the person may use, below those of a game."""
        t = answer.t
        usable = self._usable(answer.interaction)
        lines = [_usage(c, t) for c in usable if not isinstance(c, app_commands.ContextMenu)]
        names = [f"`/{t.word('command', key)}`" for key in sorted(self.bot.looks)]
        how = t("{games} each open a table at once.", games=listed(names, t))
        more = t("⋯ on tables and hands has all else: leaving, pauses, options, computers, votes.")
        hint = t("💡 on your hand, in matches with computers: what a strong one would do.")
        menus = on_a_person(self._usable(answer.interaction), t)
        return [f"{how}\n{more}\n{hint}", discord.ui.Separator(), "\n".join(lines), menus]

    def _usable(self, interaction: Interaction) -> Iterator[Usable | app_commands.ContextMenu]:
        """Yield the other commands that belong to no game and that the person may use."""
        shown = {*self.bot.looks, self.help.name}
        for command in sorted(self.bot.tree.get_commands(), key=lambda c: c.name):
            needed = command.default_permissions or discord.Permissions.none()
            if command.name not in shown and needed <= interaction.permissions:
                yield command


def offered(looks: Sequence[Look], also: Sequence[str], t: Tongue) -> Drawn:
    """Return the screen where tables can be opened, with other commands named."""
    opened = choice(Address("play"), t("👥 Open a table here …"), [_box(look, t) for look in looks])
    names = [f"`/{t.word('command', name)}`" for name in also]
    last = "-# " + t("Also here: {commands}", commands=listed(names, t))
    ways = [*_alone(looks, t), *opened, *_taught(looks, t), *_calls(t)]
    return screen(_COLOUR, _begun(looks, t), *ways, last)


def refused(looks: Sequence[Look], why: TableError, t: Tongue, *, outside: bool) -> Drawn:
    """Return the screen where no table can be opened. `outside`: it isn't in a server."""
    told = [_begun(looks, t), "🚫 " + t.refusal(why)]
    if outside:
        ways = [*_alone(looks, t), *_taught(looks, t), *button_rows([_all_commands(t)])]
    else:
        ways = [*_taught(looks, t), *_calls(t)]
    return screen(_COLOUR, *told, *ways)


def _begun(looks: Sequence[Look], t: Tongue) -> str:
    """Return the purpose of the bot with the names of its games."""
    about = t(
        "Games of nerve: sit down at a table in a channel; what must stay hidden comes to "
        "you by direct message."
    )
    names = " · ".join(f"{look.emoji} **{t(look.name)}**" for look in looks)
    return f"## 🎭 Shinrisen\n{about}\n{names}"


def _alone(looks: Sequence[Look], t: Tongue) -> list[Row]:
    """Return the list of matches against computers."""
    return choice(Address("solo"), t("🤖 Play against computers …"), solo_choices(looks, t))


def _taught(looks: Sequence[Look], t: Tongue) -> list[Row]:
    """Return the list of rules and lessons."""
    told = t("📖 Rules, and 🎓 lessons of two minutes …")
    return choice(Address("learn"), told, taught(looks, t))


def _calls(t: Tongue) -> list[Row]:
    return button_rows([*ways_to(HELP, t), _all_commands(t)])


def solo_choices(looks: Sequence[Look], t: Tongue) -> list[tuple[str, str, str | None]]:
    """Return a select's choices: each game, and the number of computers in its match."""
    return [
        (
            f"{look.emoji} {t(look.name)}",
            look.key,
            t.many("against {n} computer", "against {n} computers", look.company),
        )
        for look in looks
    ]


def taught(looks: Sequence[Look], t: Tongue) -> list[tuple[str, str, str | None]]:
    """Return a select's choices: the lesson of each game, and its rules."""
    ways = list[tuple[str, str, str | None]]()
    for look in looks:
        if look.key in LESSONS:
            ways.append((f"🎓 {t(look.name)}", look.key, t("Learn by playing")))
        ways.append((f"📖 {t(look.name)}", f"rules/{look.key}", t("Rules")))
    return ways


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


def _usage(command: Usable, t: Tongue) -> str:
    """Return a command as a person types it, and its description."""
    return f"`/{t.word('command', command.name)}` {t(command.description)}"
