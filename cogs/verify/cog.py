"""Proofs of records, privately: *Check now* of a match, and of a file dropped into a form."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.clicks.answers import Answer
from bot.clicks.control import control
from bot.clicks.visibility import outlook
from bot.run.client import BotCog, Shinrisen
from bot.screens import finished
from bot.storage import StoredTable
from bot.wire.faults import NOT_THROUGH
from bot.wire.modal import file_modal, uploaded
from bot.wire.ui import Address
from bot.words.errors import TableError
from games.errors import N_, GameError
from games.record import dumps

from . import screens as proof
from .proving import Claim, Replayed, replayed

_BYTES = 64 * 1024
"""Limit of a record in bytes. The longest match has a tenth of it."""
_NOTES = 1000
# Seconds to wait for a file of Discord.
_PATIENCE = 10.0


class Verify(BotCog):
    """Proofs of records."""

    def __init__(self, bot: Shinrisen) -> None:
        super().__init__(bot)
        self._busy = set[int]()

    @control("verify", sign="📥", anywhere=True, reads=True)
    async def verify(self, answer: Answer, address: Address) -> None:
        """*Check a record*: open the form for a file."""
        t = answer.t
        file = t("Record"), t("The file behind the button 📄 Record of a finished match.")
        notes = (
            t("What you noted"),
            t("Hashes from 🔒 Fairness, Details, and the word of a cut, a line each."),
        )
        await answer.ask(file_modal(Address("prove"), t("Prove a match"), file, notes, _NOTES))

    @control("check", sign="☑️", looks_back=True)
    async def check(self, answer: Answer, address: Address) -> None:
        """*Check now*: prove an ended match by its own record."""
        number = address.table_id
        where = await outlook(answer.interaction, number)
        table = await finished.ended(self.bot.database, number, where)
        record = dumps(await finished.record_of(self.bot.database, table))
        await self._alone(answer, lambda: self._prove(answer, record, "", table))

    @control("prove", anywhere=True, form=True)
    async def prove(self, answer: Answer, address: Address) -> None:
        """Check the file of the form, one at a time for each person."""

        async def work() -> None:
            await self._prove(answer, await self._fetched(answer), address.text)

        await self._alone(answer, work)

    async def _alone(self, answer: Answer, work: Callable[[], Awaitable[None]]) -> None:
        """Do the work of one proof. Raises TableError while another one of the person runs."""
        if answer.user_id in self._busy:
            raise TableError(N_("One record at a time: ask again in a few seconds."))
        self._busy.add(answer.user_id)
        try:
            await work()
        finally:
            self._busy.discard(answer.user_id)

    async def _prove(
        self, answer: Answer, text: str, notes: str, stored: StoredTable | None = None
    ) -> None:
        found = await self.bot.house.thinking.later(replayed, Claim(text))
        if isinstance(found, Replayed):
            look = self.bot.looks[found.record.game]
            await answer.show(proof.draw(found, text, notes, look, answer.t, stored))
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
