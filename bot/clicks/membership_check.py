"""The check of the place: the bot serves servers it is a member of, and direct messages.

A person who has installed it may use some private commands anywhere. A former command is answered
with the place where its purpose is now.
"""

from collections.abc import Collection, Mapping
from string import Formatter
from typing import Any, TypeVar

import discord
from discord import app_commands

from games.errors import N_, Name

from ..storage.fence import ARRIVED
from ..wire.ui import Address
from ..words.errors import TableError
from .answers import Answer, Bot, Interaction, answering
from .places import check_writing

NOT_HERE = N_("I only play where I'm a member: whoever manages this server can invite me.")
_CHAT_INPUT, _ENTRY_POINT = 1, 4
_ANYWHERE, _ACTING = "anywhere", "acting"
_GROUPED = (1, 2)
"""Types of options that are subcommands, or groups of them."""
_MORE = N_("That stands behind ⋯ on table and hand. `/{my}` finds a lost one.")
_ME = N_("That stands in `/{me}`.")
_WATCH = N_("`/{profile}` and `/{leaderboard}` list the matches to watch.")
_RULES = N_("📖 *Rules* stands on each table and in `/{help}`, with 🎓 *Learn by playing* inside.")
_OF_A_GAME: Mapping[str, str] = {
    "play": N_("`/{game}` opens a table at once. ⚙️ *Options* stands behind its ⋯."),
    "rules": _RULES,
    "learn": _RULES,
    "move": N_("`/{move}` types a move in every game."),
}
# Commands of 0.2.0, which clients offer until they reload: where each thing is now.
_FORMER: Mapping[str, str] = {
    "hand": N_("🎴 *Hand* is a button of the table. `/{my}` finds a lost one."),
    "table": _MORE,
    "history": _WATCH,
    "replay": _WATCH,
    "verify": N_(
        "🔒 *Fairness* of an ended match has ☑️ *Check now*. `/{me}` takes a record as a file."
    ),
    "pictures": _ME,
    "privacy": _ME,
}
_Usable = TypeVar("_Usable", bound=app_commands.Command[Any, ..., Any])


def anywhere(command: _Usable) -> _Usable:
    """Permit a private command without a table also where the bot isn't a member.

    It can then be installed by a person. A group's own places decide for its commands.
    """
    command.extras[_ANYWHERE] = True
    command.allowed_installs = app_commands.AppInstallationType(guild=True, user=True)
    command.allowed_contexts = app_commands.AppCommandContext(
        guild=True, dm_channel=True, private_channel=True
    )
    return command


def acting(command: _Usable) -> _Usable:
    """Refuse a command that acts for all to see where the person may not write."""
    command.extras[_ACTING] = True
    return command


class Tree(app_commands.CommandTree[Bot]):
    """The commands. Refuses them where the bot isn't a member, or if they are gone or changed."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return True if the command may go on. Otherwise answer with the reason."""
        completes = interaction.type is discord.InteractionType.autocomplete
        try:
            gone = former({**(interaction.data or {})}, interaction.client.looks)
            if gone is not None:
                raise gone
            if not served(interaction):
                raise TableError(NOT_HERE)
            _open_help(interaction)
            command = interaction.command
            if not completes and command is not None and _ACTING in command.extras:
                check_writing(interaction)
        except TableError as refusal:
            if completes:
                await interaction.response.autocomplete([])
            else:
                await refuse(interaction, refusal)
            return False
        if completes and interaction.client.tables.film_plays(interaction.user.id):
            # Legal moves and ended matches may reveal its outcome.
            await interaction.response.autocomplete([])
            return False
        return True

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Answer with the error. A client may be older than the commands."""
        if interaction.type is discord.InteractionType.autocomplete:
            return

        async def work(answer: Answer) -> None:
            if isinstance(
                error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound
            ):
                raise TableError(
                    N_("That command has changed: reload Discord (Ctrl+R) and use it again.")
                )
            if isinstance(error, app_commands.CheckFailure):
                raise TableError(N_("That command can't be used here."))
            raise error

        await answering(interaction, work)


def _open_help(interaction: Interaction) -> None:
    """Replace an Entry Point command by `/help`. discord.py doesn't know its type.

    Discord has that command while the application's activities are switched on.
    """
    data: Any = interaction.data
    if data.get("type") == _ENTRY_POINT:
        data |= {"type": _CHAT_INPUT, "name": "help", "options": []}


def served(interaction: Interaction) -> bool:
    """Return True if the bot serves an interaction: at home, or if it is one for anywhere."""
    return at_home(interaction) or _outside(interaction)


def _outside(interaction: Interaction) -> bool:
    """Return True for a command, or a click of a kind, that is served anywhere."""
    data: Any = interaction.data or {}
    if interaction.type is discord.InteractionType.application_command:
        command = interaction.command
        return isinstance(command, app_commands.Command) and _ANYWHERE in command.extras
    address = Address.parse(str(data.get("custom_id", "")))
    control = None if address is None else interaction.client.controls.get(address.kind)
    return control is not None and control.anywhere


def at_home(interaction: Interaction) -> bool:
    """Return True if the bot is a member of the server, or this is a direct message to it.

    An application can be installed without its bot, in a server or by a person.
    """
    arrived = ARRIVED.get()
    if arrived is not None and arrived.hopped:
        # A command was checked where it came; a click is compared with its table's place.
        return True
    if interaction.guild_id is None:
        return not interaction.context.private_channel
    return interaction.client.get_guild(interaction.guild_id) is not None


async def refuse(interaction: Interaction, refusal: TableError | None = None) -> None:
    """Answer with a refusal, or that the bot isn't a member here."""

    async def work(answer: Answer) -> None:
        raise refusal or TableError(NOT_HERE)

    await answering(interaction, work)


def former(data: Mapping[str, Any], games: Collection[str]) -> TableError | None:
    """Return where a removed command's purpose is now, or None for any other interaction."""
    name = str(data.get("name", ""))
    part = next((o["name"] for o in data.get("options", ()) if o.get("type") in _GROUPED), "")
    told = _OF_A_GAME.get(part) if name in games else _FORMER.get(name)
    if told is None:
        return None
    named = {field for _, field, *_ in Formatter().parse(told) if field} - {"game"}
    return TableError(told, game=Name(name), **{one: Name(one) for one in named})
