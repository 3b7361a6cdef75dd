"""`/verify`: the proof of a record, dropped as a file into a form, privately and anywhere."""

import asyncio

from discord import app_commands
from discord.ext import commands

from bot.clicks.answers import Answer, Interaction, answering
from bot.clicks.membership_check import anywhere
from bot.run.client import Shinrisen
from bot.screens import proof
from bot.wire.faults import NOT_THROUGH
from bot.wire.modal import file_modal, uploaded
from bot.wire.ui import Address
from bot.words.errors import TableError
from bot.words.i18n import described, word
from bot.workers.proving import Claim, Replayed, replayed
from games.errors import N_, GameError

_BYTES = 64 * 1024
"""Limit of a record in bytes. The longest match has a tenth of it."""
_NOTES = 1000
# Seconds to wait for a file of Discord.
_PATIENCE = 10.0


class Verify(commands.Cog):
    """Proofs of records."""

    def __init__(self, bot: Shinrisen) -> None:
        self.bot = bot
        self._busy = set[int]()

    async def cog_load(self) -> None:
        """Take charge of the form, which works in every place."""
        self.bot.controls["prove"] = self.prove
        self.bot.anywhere.add("prove")

    @anywhere
    @app_commands.command(
        name=word("command", "verify"), description=described("Prove a match: drop its record here")
    )
    async def verify(self, interaction: Interaction) -> None:
        """Open the form for a record."""

        async def work(answer: Answer) -> None:
            t = answer.t
            file = t("Record"), t("The file behind the button 📄 Record of a finished match.")
            notes = (
                t("What you noted"),
                t("Hashes as they stood on the screens, and the word of a cut, a line each."),
            )
            form = file_modal(Address("prove"), t("Prove a match"), file, notes, _NOTES)
            await answer.ask(form)

        await answering(interaction, work)

    async def prove(self, answer: Answer, address: Address) -> None:
        """Check the file of the form, one at a time for each person."""
        if answer.user_id in self._busy:
            raise TableError(N_("One record at a time: ask again in a few seconds."))
        self._busy.add(answer.user_id)
        try:
            await self._prove(answer, address.text)
        finally:
            self._busy.discard(answer.user_id)

    async def _prove(self, answer: Answer, notes: str) -> None:
        text = await self._fetched(answer)
        found = await self.bot.house.thinking.later(replayed, Claim(text))
        if isinstance(found, Replayed):
            look = self.bot.looks[found.record.game]
            await answer.show(proof.draw(found, text, notes, look, answer.t))
        elif isinstance(found, GameError):
            await answer.show(proof.refused(found, answer.t))
        else:
            raise TableError(N_("That took too long. Try again."))

    async def _fetched(self, answer: Answer) -> str:
        """Return the text of the form's file. Raises TableError if it can't be a record."""
        data: dict[str, object] = {**(answer.interaction.data or {})}
        file = uploaded(data)
        if file is None:
            raise TableError(N_("There is no file in the form."))
        if file.size > _BYTES:
            raise TableError(N_("That file is too large for a record."))
        try:
            async with asyncio.timeout(_PATIENCE):
                content = await self.bot.http.get_from_cdn(file.url)
        except NOT_THROUGH:
            raise TableError(N_("Discord doesn't give me that file. Try again.")) from None
        try:
            return content[: _BYTES + 1].decode()
        except UnicodeDecodeError:
            raise TableError(N_("That file is no text, so it is no record.")) from None
