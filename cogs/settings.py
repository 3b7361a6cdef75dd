"""`/settings`: one private panel for a server's staff. Each choice is saved at once."""

from collections.abc import Sequence
from typing import Any, TypeVar

import discord
from discord import app_commands, ui

from bot.clicks.answers import Answer, answered
from bot.clicks.control import control
from bot.clicks.places import managed, standing_channels
from bot.play.lobby import PACES
from bot.play.switches import Switch, switches
from bot.run.client import BotCog
from bot.screens.option_list import pace_words
from bot.storage.servers import EVERYONE, STAFF, Change, ServerSettings
from bot.wire.ui import Address, Control, Drawn, Row, button, button_rows, moment, screen
from bot.words.i18n import Tongue, described, spoken, word
from bot.words.speech import listed
from games.errors import N_, GameError

_COLOUR = 0x5865F2
_NONE = "none"
# Channels that take slash commands, or whose threads do.
_KINDS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
]
_MOST_CHANNELS = 25
# Channels named in a warning.
_MOST_NAMED = 5
# Number of latest changes that the panel lists.
_CHANGES = 3

_Found = TypeVar("_Found")


_OWN = {
    one.key: one
    for one in (
        Switch("pictures", N_("pictures"), N_("Pictures: on"), N_("Pictures: off (text only)")),
        Switch("moving", N_("films"), N_("Films: on"), N_("Films: off (still)")),
        Switch("leaderboards", N_("leaderboards"), N_("Leaderboards: on"), N_("Leaderboards: off")),
    )
}
"""The switches that are settings of the core. Those of features come after them."""


class ServerSetup(BotCog):
    """The settings of a server. Only its managers may see or change them."""

    @app_commands.command(
        name=word("command", "settings"),
        description=described("This server's settings: language, channels, time per move and more"),
    )
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    @answered()
    async def settings(self, answer: Answer) -> None:
        """Show the settings, privately."""
        guild = managed(answer.interaction)
        settings = await self.bot.servers.of(guild.id)
        await answer.show(panel(guild, settings, await self._latest(guild), answer.t))

    @control("setlanguage")
    async def set_language(self, answer: Answer, address: Address) -> None:
        """Set the language of public messages."""
        locale = _one_of(address.text, [_NONE, *spoken()])
        await self._change(answer, locale=None if locale == _NONE else locale)

    @control("setchannels")
    async def set_channels(self, answer: Answer, _address: Address) -> None:
        """Set the channels where tables may be opened."""
        guild = managed(answer.interaction)
        if len(answer.values) > _MOST_CHANNELS:
            raise _impossible()
        chosen = {_known(guild.get_channel(_number(value))).id for value in answer.values}
        await self._change(answer, channels=frozenset(chosen))

    @control("setpace")
    async def set_pace(self, answer: Answer, address: Address) -> None:
        """Set the time limit of a decision."""
        text = _one_of(address.text, [str(pace or _NONE) for pace in PACES])
        await self._change(answer, pace=None if text == _NONE else int(text))

    @control("setopeners")
    async def set_openers(self, answer: Answer, address: Address) -> None:
        """Allow everyone to open tables, or the staff alone."""
        await self._change(answer, openers=_one_of(address.text, [EVERYONE, STAFF]))

    @control("setrole")
    async def set_role(self, answer: Answer, address: Address) -> None:
        """Allow one role, besides the staff, to open tables."""
        role = _known(managed(answer.interaction).get_role(_number(address.text)))
        await self._change(answer, openers=EVERYONE if role.is_default() else str(role.id))

    @control("setswitch")
    async def set_switch(self, answer: Answer, address: Address) -> None:
        """Turn a switch on or off, one of the core's or a feature's."""
        key, _, state = address.text.partition(" ")
        turned = {_one_of(key, [*_switches()]): _one_of(state, ["on", "off"]) == "on"}
        await self._change(answer, **(turned if key in _OWN else {"turned": turned}))

    async def _change(self, answer: Answer, **values: Any) -> None:
        guild = managed(answer.interaction)
        by, at = answer.user_id, self.bot.now()
        await self._redraw(answer, guild, await self.bot.servers.change(guild.id, by, at, **values))

    async def _redraw(self, answer: Answer, guild: discord.Guild, settings: ServerSettings) -> None:
        await answer.redraw_private(panel(guild, settings, await self._latest(guild), answer.t))

    async def _latest(self, guild: discord.Guild) -> list[Change]:
        return await self.bot.servers.changes(guild.id, _CHANGES)


def _one_of(value: str, allowed: Sequence[str]) -> str:
    if value not in allowed:
        raise _impossible()
    return value


def _number(value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 20):
        raise _impossible()
    return int(value)


def _known(found: _Found | None) -> _Found:
    if found is None:
        raise _impossible()
    return found


def _impossible() -> GameError:
    return GameError(N_("That can't be chosen."))


def panel(
    guild: discord.Guild, settings: ServerSettings, changes: Sequence[Change], t: Tongue
) -> Drawn:
    """Return the panel: all settings with their controls, and their latest changes."""
    role_id = None if settings.openers in (EVERYONE, STAFF) else int(settings.openers)
    openers = {EVERYONE: t("everyone"), STAFF: t("the server's staff")}
    return screen(
        _COLOUR,
        "## ⚙️ " + t("Settings of this server"),
        t("**Language** of new messages to everyone; in private I speak each reader's own."),
        _choice(
            Address("setlanguage"),
            [(_NONE, t("Each host's own")), *spoken().items()],
            settings.locale or _NONE,
        ),
        t(
            "**Channels** for tables, threads included: {channels}",
            channels=_where(guild, settings, t),
        ),
        *_lacking(guild, settings, t),
        _channels(guild, settings, t),
        t("**Time per move** at new tables"),
        _choice(
            Address("setpace"),
            [(str(pace or _NONE), pace_words(pace, t)) for pace in PACES],
            str(settings.pace or _NONE),
        ),
        t(
            "**Who may open tables**: {who}",
            who=openers.get(settings.openers) or t("{role} and the staff", role=f"<@&{role_id}>"),
        ),
        _choice(
            Address("setopeners"), list(openers.items()), settings.openers, t("One role, below")
        ),
        _role(guild, role_id, t),
        *button_rows([_switch(one, settings, t) for one in _switches().values()]),
        "\n".join(
            [
                "-# " + t("Every choice is saved at once."),
                *(_told(one, guild, t) for one in changes),
            ]
        ),
    )


_SETTINGS = {
    "locale": N_("language"),
    "channels": N_("channels"),
    "pace": N_("time per move"),
    "openers": N_("who may open tables"),
}


def _told(change: Change, guild: discord.Guild, t: Tongue) -> str:
    """Return a line about a change: its author, the setting, its values and its time."""
    switch = _switches().get(change.setting)
    what = _SETTINGS.get(change.setting) if switch is None else switch.name
    told = t(what) if what else change.setting
    if change.before is not None and change.after is not None:
        values = (change.before, change.after)
        before, after = (_value(change.setting, value, guild, t) for value in values)
        told = t("{what} · {before} → {after}", what=told, before=before, after=after)
    who = f"<@{change.user_id}>"
    return "-# " + t("{who} changed: {what} · {when}", who=who, what=told, when=moment(change.at))


def _value(setting: str, text: str, guild: discord.Guild, t: Tongue) -> str:
    """Return a stored value of a setting in words, or as stored."""
    match setting:
        case "locale":
            return spoken().get(text) or t("Each host's own")
        case "channels":
            shown = [f"<#{one}>" for one in text.split()]
            more = " …" if len(shown) > _MOST_NAMED else ""
            return listed(shown[:_MOST_NAMED], t) + more or t("anywhere")
        case "pace":
            return pace_words(int(text) if text else None, t)
        case "openers":
            if text.isdigit():
                return t("{role} and the staff", role=f"<@&{text}>")
            return t("the server's staff") if text == STAFF else t("everyone")
    if setting in _switches():
        return t("on") if text == "1" else t("off")
    return text


def _where(guild: discord.Guild, settings: ServerSettings, t: Tongue) -> str:
    if not settings.channels:
        return t("anywhere")
    channels = standing_channels(guild, settings)
    return listed((f"<#{channel}>" for channel in channels), t) or t("nowhere, they were deleted")


def _lacking(guild: discord.Guild, settings: ServerSettings, t: Tongue) -> list[str]:
    """Return the bot's missing permissions in the channels for tables, by channel.

    Where tables may be anywhere, a channel closed to the bot is taken for intended, unless all are.
    """
    chosen = [guild.get_channel(channel) for channel in standing_channels(guild, settings)]
    channels = [one for one in chosen or guild.text_channels if one is not None]
    closed, without_files = [], []
    for channel in channels:
        mine = channel.permissions_for(guild.me)
        if not (mine.view_channel and mine.send_messages):
            closed.append(channel)
        elif not mine.attach_files:
            without_files.append(channel)
    found = []
    if closed and (chosen or len(closed) == len(channels)):
        lost = N_("⚠️ I need **View Channel** and **Send Messages** to open tables in {channels}.")
        found.append(t(lost, channels=_named(closed, t)))
    if without_files and settings.pictures:
        lost = N_("⚠️ I need **Attach Files** to show pictures in {channels}.")
        found.append(t(lost, channels=_named(without_files, t)))
    return ["\n".join(found)] if found else []


def _named(channels: Sequence[discord.abc.GuildChannel], t: Tongue) -> str:
    shown = listed((f"<#{channel.id}>" for channel in channels[:_MOST_NAMED]), t)
    return shown + (" …" if len(channels) > _MOST_NAMED else "")


def _choice(
    address: Address, options: Sequence[tuple[str, str]], now: str, placeholder: str | None = None
) -> Row:
    """Return a select of (value, label) pairs, with the present value chosen."""
    select: ui.Select[Any] = ui.Select(
        custom_id=str(address),
        placeholder=placeholder,
        options=[
            discord.SelectOption(label=label, value=value, default=value == now)
            for value, label in options
        ],
    )
    return Row(select)


def _channels(guild: discord.Guild, settings: ServerSettings, t: Tongue) -> Row:
    select: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=str(Address("setchannels")),
        channel_types=_KINDS,
        placeholder=t("Anywhere"),
        min_values=0,
        max_values=_MOST_CHANNELS,
        default_values=[
            discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
            for channel in standing_channels(guild, settings)
        ],
    )
    return Row(select)


def _role(guild: discord.Guild, role_id: int | None, t: Tongue) -> Row:
    shown = [role_id] if role_id is not None and guild.get_role(role_id) is not None else []
    select: ui.RoleSelect[Any] = ui.RoleSelect(
        custom_id=str(Address("setrole")),
        placeholder=t("Only one role (and the staff)"),
        default_values=[
            discord.SelectDefaultValue(id=role, type=discord.SelectDefaultValueType.role)
            for role in shown
        ],
    )
    return Row(select)


def _switches() -> dict[str, Switch]:
    """Return all switches by their keys, the core's and those of features."""
    return _OWN | switches()


def _switch(switch: Switch, settings: ServerSettings, t: Tongue) -> Control:
    """Return a button that shows the present state and turns it over."""
    on = switch.is_on(settings)
    style = discord.ButtonStyle.success if on else discord.ButtonStyle.secondary
    label, turned = (t(switch.on), "off") if on else (t(switch.off), "on")
    return button(Address("setswitch", text=f"{switch.key} {turned}"), label, style=style)
