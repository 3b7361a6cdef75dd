"""A person's control over their stored data, by buttons of `/me`: export, delete and hide."""

import asyncio
import gzip
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.clicks.answers import Answer
from bot.clicks.control import control
from bot.play.names import plain
from bot.run.client import BotCog
from bot.run.jobs import DAY, job
from bot.screens import about_me
from bot.screens.look import Look
from bot.storage.people import set_hidden
from bot.storage.privacy import everything, forget, scrub, stays, to_scrub
from bot.storage.tables import open_tables
from bot.wire.faults import NOT_THROUGH, insisting, why
from bot.wire.ui import Address, Attached, Drawn, button, button_rows, screen
from bot.words.errors import StorageError
from bot.words.i18n import Tongue
from games.errors import N_, GameError

_log = logging.getLogger(__name__)

_COLOUR = 0x5D6D7E
_PAGE = "shinrisen-about-me.txt"
_NAME = "shinrisen-about-me.json"
# Larger exports are compressed. Discord takes files of at most 10 MB.
_PLAIN_BYTES = 8_000_000
_NOTHING = N_("Nothing is kept about you.")
# The key of what a deletion leaves.
_STAYING = "hashes"
# Time limit of a rewrite of the database file. Moves wait up to twice as long. A file that needs
# longer is rewritten at the next start.
_SCRUB_SECONDS = 1.0
# Time limit for other processes to let a person leave, in seconds.
_LEAVING_SECONDS = 10.0


class Privacy(BotCog):
    """Export, deletion and hiding of a person's data. The first two work in direct messages."""

    async def cog_load(self) -> None:
        """Finish a deletion that a process left undone. No click waits yet, so it has time."""
        await self._scrub(None)

    @control("export", sign="📦")
    async def export(self, answer: Answer, address: Address) -> None:
        """Send all stored data by direct message, or show it privately here if that fails."""
        found = await everything(self.bot.database, answer.user_id, self.bot.now())
        if not any(found[kind] for kind in found.keys() - {"person", "made_at"}):
            await answer.say(answer.t(_NOTHING))
            return
        t, looks = answer.t, dict(self.bot.looks)
        files = await asyncio.to_thread(_written, found, looks, self._server_name(t), t)
        title = "## 📦 " + t("What is kept about you")
        try:
            parcel = _parcel(title, files)
            user = answer.interaction.user
            # Past House.direct_channel, which may remember the channel.
            await insisting(lambda: user.send(view=parcel.layout, files=parcel.uploads()))
        except NOT_THROUGH as error:
            _log.info("an export could not be sent directly: %s", why(error))
            apart = t(
                "I can't write to you directly, so here it is. Nobody else sees this message."
            )
            await answer.show(_parcel(f"{title}\n{apart}", files))
        else:
            await answer.say(t("It is in your direct messages."))

    def _server_name(self, t: Tongue) -> Callable[[str], str]:
        """Return the function from a server's id to its name, or to its number."""
        names = {str(guild.id): plain(guild.name) for guild in self.bot.guilds}
        return lambda number: names.get(number) or t("server {number}", number=number)

    @control("delete", sign="🗑️")
    async def delete(self, answer: Answer, address: Address) -> None:
        """List what would be deleted, and ask for a confirmation."""
        found = await everything(self.bot.database, answer.user_id, self.bot.now())
        stays = await self._stays(answer)
        if not any(found[kind] for kind in found.keys() - {"person", "made_at", _STAYING}):
            await answer.say(stays or answer.t(_NOTHING))
            return
        sits = len(await open_tables(self.bot.database, user_id=answer.user_id))
        await answer.show(_question(answer.t, sits, stays))

    @control("hide", sign="🙈")
    async def hide(self, answer: Answer, address: Address) -> None:
        """Keep a person off this server's leaderboards, or put them back."""
        guild_id, hidden = answer.interaction.guild_id, address.text == "on"
        if guild_id is None:
            raise GameError(N_("Use this command in the server it is about."))
        await set_hidden(self.bot.database, guild_id, answer.user_id, hidden)
        await answer.say(
            answer.t(
                "This server's leaderboards leave you out from now on, and nobody else sees "
                "your profile here."
            )
            if hidden
            else answer.t("This server's leaderboards and your profile here show you again.")
        )

    @control("forget", sign="🗑️")
    async def _confirmed(self, answer: Answer, address: Address) -> None:
        """*Delete everything*: delete the data of the person who clicks. The address names none."""
        gone = await self._forget(answer.user_id, answer.interaction.id)
        done = answer.t(
            "Done: nothing here leads to you any more. Messages that stand in Discord already, "
            "such as your hands in our direct messages, stay as they are."
        )
        if gone and not await self._scrub():
            done += " " + answer.t(
                "Its last traces on the disk are wiped when I start next, at the latest."
            )
        stays = await self._stays(answer)
        done = f"{done} {stays}".strip() if gone else stays or answer.t(_NOTHING)
        await answer.redraw_private(screen(_COLOUR, done))

    async def _stays(self, answer: Answer) -> str:
        """Return what a deletion leaves for limits that protect others, or an empty text."""
        if not await stays(self.bot.database, answer.user_id):
            return ""
        return answer.t(
            "A hash of your id stays for a day at most, because a limit that protects others "
            "still holds for you."
        )

    async def _forget(self, user_id: int, number: int) -> bool:
        await self.bot.house.in_flight.forget(user_id, number)
        sat = bool(await open_tables(self.bot.database, user_id=user_id))
        await self.bot.tables.leave_all(user_id)
        # Other processes do so at their own tables, within a time.
        await self.bot.cluster.everywhere("leave", user_id, number, _LEAVING_SECONDS)
        gone = await forget(self.bot.database, user_id, sat=sat)
        if gone:
            # All tables lose their cached pictures, so a click without effect must not do this.
            await self.bot.cluster.everywhere("forget", user_id, number)
            self.bot.house.pictures.forget()
            self.bot.house.readers.forget(user_id)
        await self.bot.tables.forget(user_id)
        return gone

    async def _scrub(self, seconds: float | None = _SCRUB_SECONDS) -> bool:
        """Wipe deleted data from the database file. Return True if that is done."""
        database = self.bot.database
        try:
            if not await to_scrub(database) or await scrub(database, seconds):
                return True
            _log.warning("traces of what was deleted stay in the file until the next start")
        except StorageError as error:
            _log.error("traces of what was deleted stay in the file for now: %s", error)
        return False

    @job("scrub", every=DAY)
    async def scrub_later(self, _: int) -> None:
        """Wipe what an earlier try left."""
        if await to_scrub(self.bot.database):
            await scrub(self.bot.database, _SCRUB_SECONDS)


def _question(t: Tongue, sits: int, stays: str) -> Drawn:
    lines = [
        t("Your ratings and all else that is only yours are deleted, in every server."),
        t(
            "Matches stay, for they are the others' too; your seat in them becomes *someone*'s, "
            "without your name or id."
        ),
        t(
            "Messages that stand in Discord already, such as your hands in our direct messages, "
            "stay as they are."
        ),
    ]
    if stays:
        lines.append(stays)
    if sits:
        lines.insert(
            0,
            t.many(
                "You leave the table where you sit.",
                "You leave the {n} tables where you sit.",
                sits,
            ),
        )
    return screen(
        _COLOUR,
        "## 🗑️ " + t("Delete everything that is kept about you?"),
        "\n".join(f"- {line}" for line in lines),
        t(
            "This can't be undone. 📦 *Get my data* in `/{me}` gives you a copy first.",
            me=t.word("command", "me"),
        ),
        *button_rows(
            [button(Address("forget"), t("Delete everything"), style=discord.ButtonStyle.danger)]
        ),
    )


def _parcel(text: str, files: Sequence[Attached]) -> Drawn:
    shown = [ui.File[ui.LayoutView](f"attachment://{file.name}") for file in files]
    return screen(_COLOUR, text, *shown, files=files)


def _written(
    found: dict[str, Any], looks: Mapping[str, Look], server: Callable[[str], str], t: Tongue
) -> list[Attached]:
    """Return the data as a page of sentences and as JSON, compressed if it is large."""
    content = json.dumps(found, ensure_ascii=False, indent=1).encode()
    raw = Attached(_NAME, content)
    if len(content) > _PLAIN_BYTES:
        raw = Attached(_NAME + ".gz", gzip.compress(content))
    # With the mark of its encoding, an old editor reads it as well.
    told = about_me.page(found, looks, server, raw.name, t).encode("utf-8-sig")
    return [Attached(_PAGE, told), raw]
