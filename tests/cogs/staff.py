"""Actions of a server's staff: the settings panel, channels, forged clicks."""

from datetime import timedelta
from typing import Any

import discord
from simcord import InteractionResult, MemberActor
from simcord.backend import serializers

from bot.clicks.control import controls_of
from bot.run.client import CORE

from ..bot.storage.standing import listed
from .closed import deny
from .evening import Evening, answer, controls, words


def hired(e: Evening, name: str = "Mia", **permissions: bool) -> MemberActor:
    """Add a member with a role with these permissions."""
    role = e.guild.create_role(name, permissions=discord.Permissions(**permissions))
    return e.guild.add_member(e.env.create_user(name), roles=[role])


def manager(e: Evening) -> MemberActor:
    """Someone with Manage Server."""
    return hired(e, manage_guild=True)


class Panel:
    """A settings panel as one person has it before them."""

    def __init__(self, person: MemberActor, shown: InteractionResult) -> None:
        self.person = person
        self._shown = shown

    @property
    def message(self) -> Any:
        """The private message."""
        message = self._shown.response
        assert message is not None
        assert message.ephemeral
        return message

    @property
    def words(self) -> str:
        """The panel's text."""
        return words(self.message.components)

    def control(self, kind: str, key: str = "") -> dict[str, Any]:
        """Return the only control of that kind, or of a feature's switch with that key."""
        shown = controls(self.message)
        (found,) = [c for at, c in shown if at.kind == kind and at.text.startswith(key)]
        return found

    def chosen(self, kind: str) -> list[str]:
        """Return the chosen values of a select."""
        select = self.control(kind)
        if "options" in select:
            return [o["value"] for o in select["options"] if o.get("default")]
        return [str(value["id"]) for value in select.get("default_values", [])]

    async def choose(self, kind: str, *values: Any) -> InteractionResult:
        """Choose in a select, which redraws the panel in place."""
        at = self.control(kind)["custom_id"]
        return await self.person.select(self.message, list(values), custom_id=at)

    async def turn(self, kind: str, key: str = "") -> str:
        """Click a switch and return its new label."""
        at = self.control(kind, key)["custom_id"]
        await self.person.click(self.message, custom_id=at)
        return str(self.control(kind, key)["label"])


async def open_settings(e: Evening, person: MemberActor) -> Panel:
    """`/settings`."""
    return Panel(person, await person.slash(e.channel, "settings"))


def addressed() -> list[str]:
    """Return the core's kinds of controls that act on a table that is open."""
    core = [one for module in CORE for one in controls_of(module).items()]
    return sorted(kind for kind, control in core if not control.looks_back)


async def call_off(e: Evening, by: MemberActor) -> None:
    """Call a running match off with its confirmation."""
    asked = answer(await e.cancel(by))
    await by.click(asked, label="Call it off")


async def history(
    e: Evening, person: MemberActor, channel: Any = None, game: str = "", member: Any = None
) -> InteractionResult:
    """Open the page *All matches* from a private screen."""
    shown = answer(await person.slash(channel or e.channel, "help"))
    who = 0 if member is None else member.id
    return await e.forge(person, shown, f"s2:history:0::0:{game}/{who}/older")


async def watched(
    e: Evening, person: MemberActor, number: int, channel: Any = None
) -> InteractionResult:
    """Choose a match in *Watch a match*, listed or not."""
    shown = answer(await person.slash(channel or e.channel, "help"))
    return await e.forge(person, shown, f"s2:watch:0::0:{number}")


async def ratings(e: Evening) -> dict[str, float]:
    """Return all ratings in a game for many by name."""
    lines = await listed(e.bot.database, e.guild.id)
    return {line.name: line.mu for line in lines}


def mute(e: Evening, person: MemberActor, how: str) -> None:
    """Time a person out, deny them a permission in the channel, or let them be gone."""
    if how == "gone":
        e.env.backend.remove_member(e.guild.id, person.id)
    elif how == "timeout":
        until = (e.env.now() + timedelta(hours=1)).isoformat()
        e.env.backend.edit_member(e.guild.id, person.id, {"timed_out_until": until})
    else:
        deny(e, how, who=person.id)


async def comes(e: Evening) -> None:
    """Invite the bot. Unlike after an outage, the event lacks `unavailable`."""
    guild = e.env.backend.get_guild(e.guild.id)
    payload = dict(serializers.guild_create_payload(e.env.backend, guild))
    del payload["unavailable"]
    e.env.backend.emit("GUILD_CREATE", payload)
    await e.env.settle()


async def goes(e: Evening) -> None:
    """Remove the bot from the server, which still exists."""
    e.env.backend.emit("GUILD_DELETE", {"id": str(e.guild.id)})
    await e.env.settle()


async def outage(e: Evening) -> None:
    """Discord loses the server for a moment."""
    e.env.backend.emit("GUILD_DELETE", {"id": str(e.guild.id), "unavailable": True})
    await e.env.settle()
    guild = e.env.backend.get_guild(e.guild.id)
    e.env.backend.emit("GUILD_CREATE", serializers.guild_create_payload(e.env.backend, guild))
    await e.env.settle()
