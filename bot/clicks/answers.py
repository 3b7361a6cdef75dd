"""The one way every interaction is answered, and what may be reached from one."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from functools import wraps
from typing import Any, TypeAlias

import discord
from discord import ui
from discord.ext import commands

from games.errors import N_, GameError

from ..cluster.cluster import Cluster
from ..play.membership import Membership
from ..play.servers import Servers
from ..screens.look import Look
from ..storage import Database
from ..storage.fence import ARRIVED
from ..tables.house import House
from ..tables.tables import Tables
from ..wire.delivery import whole
from ..wire.faults import ANSWERED, NOT_THROUGH, UNKNOWN_MESSAGE, insisting, unheard, why
from ..wire.modal import on_message
from ..wire.tokens import SECONDS, Key
from ..wire.ui import Address, Drawn, Kept, addresses, attached, contents, screen
from ..words.errors import CarriedOut, NotOwner, StorageError, TableError
from ..words.i18n import Tongue, tongue
from ..words.retrying import retrying
from ..words.settings import Settings
from .control import Control

_log = logging.getLogger(__name__)

# Discord gives 3 s; what takes longer than this is acknowledged first and answered after. What
# another process has handed on would be taken back at 1.5 s.
_PATIENCE, _HANDED_ON = 1.5, 1.0


class Bot(commands.AutoShardedBot):
    """The parts of the bot that a handler of an interaction may use. The `client` creates it.

    `looks` holds each game's look by key, `controls` the controls by kind.
    """

    settings: Settings
    cluster: Cluster
    database: Database
    house: House
    tables: Tables
    servers: Servers
    membership: Membership
    looks: dict[str, Look]
    controls: dict[str, Control]

    def now(self) -> float:
        """The time, in unix seconds."""
        return time.time()


Interaction: TypeAlias = discord.Interaction[Bot]


class Answer:
    """The answer to one interaction. It is deferred by itself when it would be late.

    `user_id` is the person who acts, `t` their language. `public` marks a command whose answer the
    whole channel reads. `values` holds all choices of a select. `game` is the key of the game
    concerned, if known. `about` names the table of a command above each sentence.
    """

    def __init__(self, interaction: Interaction, *, public: bool = False) -> None:
        self.interaction = interaction
        self.bot: Bot = interaction.client
        self.user_id = interaction.user.id
        self.public = public
        self.t: Tongue = tongue(interaction.locale)
        self.values: tuple[str, ...] = ()
        self.game = ""
        self.about = ""
        self._until = self.bot.now() + SECONDS
        self._turn = asyncio.Lock()
        self._came: float | None = asyncio.get_running_loop().time()
        # Work of another process on this interaction.
        self.before = ARRIVED.get()

    @property
    def home(self) -> int | None:
        """The server of the act, or None outside and where the bot isn't a member."""
        guild_id = self.interaction.guild_id
        known = guild_id is not None and self.bot.get_guild(guild_id) is not None
        return guild_id if known else None

    @property
    def key(self) -> Key:
        """The way to the message clicked, or to the answer, once that is sent."""
        return Key.of(self.interaction, self._until)

    def count(self) -> None:
        """Count, once, how long the person has waited for the first answer."""
        if self._came is not None:
            waited = asyncio.get_running_loop().time() - self._came
            self._came = None
            self.bot.house.metrics.answered(self.interaction.type.name, waited)

    @property
    def patience(self) -> float:
        """Seconds until Discord has to hear that an answer will come."""
        if self.before is None:
            return _PATIENCE
        return max(0.0, (_HANDED_ON if self.before.hopped else _PATIENCE) - self.before.age)

    async def pass_on(self, error: NotOwner) -> None:
        """Hand the interaction to its table's process. Raises StorageError if that was tried."""
        async with self._turn:
            await self.bot.cluster.pass_on(self.interaction, error)

    @property
    def _answered(self) -> bool:
        """True if Discord has a first answer, or another process gives it."""
        before = self.before
        elsewhere = before is not None and (before.deferred or before.passing)
        return elsewhere or self.interaction.response.is_done()

    async def acknowledge(self) -> None:
        """Defer the interaction."""
        async with self._turn:
            if not self._answered:
                new = not on_message(self.interaction)
                private = new and not self.public
                respond = self.interaction.response
                await self.bot.cluster.defer()
                await insisting(lambda: respond.defer(ephemeral=private, thinking=new))

    @property
    def kept(self) -> Kept:
        """The files of the message clicked, as it was then."""
        return attached(self.interaction.message)

    async def after_films(self) -> None:
        """Wait while a film plays in the channel, because results reveal its outcome.

        The person may read a panel there without a seat.
        """
        await self.bot.tables.after_film(self.user_id, channel_id=self.interaction.channel_id)

    async def redraw(self, drawn: Drawn, kept: Kept | None = None, *, known: bool = False) -> Kept:
        """Show this with these files on the message clicked. Return the files it has then.

        `kept` defaults to the files it had when it was clicked. `known`: it is the message meant.
        Raises GameError for any other public message without the control clicked, a forged one.
        """
        if not (known or self.private):
            data: Any = self.interaction.data
            message = self.interaction.message
            shown = [] if message is None else [*addresses(message.components)]
            if Address.parse(str(data.get("custom_id"))) not in shown:
                raise GameError(N_("That button is out of date. Use the newest message."))
        had = self.kept if kept is None else kept

        async def send(screen: Drawn) -> Kept:
            return await whole(screen, had, lambda files: self._redraw(screen, files))

        async with self._turn:
            return await self.bot.house.delivery.send(drawn, send)

    async def _redraw(self, drawn: Drawn, files: Any) -> Kept:
        if self._answered:
            return await self.key.change(drawn, files)
        told = await self.interaction.response.edit_message(view=drawn.layout, attachments=files)
        return attached(None if told is None else _message(told))

    @property
    def private(self) -> bool:
        """Return True if only this person reads the message clicked.

        A forged custom_id could ask for a hand on a message that a whole channel reads.
        """
        message = self.interaction.message
        direct = self.interaction.guild_id is None
        return message is not None and (direct or message.flags.ephemeral)

    async def redraw_private(self, drawn: Drawn, kept: Kept | None = None) -> Kept:
        """Make the message clicked show this if only this person reads it, else show it apart."""
        if self.private:
            return await self.redraw(drawn, kept)
        await self.show(drawn)
        return {}

    async def show(self, drawn: Drawn) -> Key:
        """Show this privately as a message of its own. Return that message's handle."""
        async with self._turn:
            return await self.bot.house.delivery.send(drawn, self._show)

    async def _show(self, drawn: Drawn) -> Key:
        if self._answered:
            return await self.key.show(drawn)
        try:
            return replace(self.key, kept=attached(await self._respond(drawn, ephemeral=True)))
        finally:
            # discord.py would store an ephemeral view and its task during 15 minutes.
            drawn.layout.stop()

    async def _respond(
        self, what: Drawn | str, calls: Collection[int] = (), *, ephemeral: bool = False
    ) -> discord.Message | None:
        """Answer for the first time, and return the message if Discord names it."""
        sent = self.interaction.response.send_message(**contents(what, calls), ephemeral=ephemeral)
        return _message(await sent)

    async def ask(self, form: ui.Modal) -> None:
        """Open a form. Raises TableError if Discord was promised another answer already."""
        async with self._turn:
            if self._answered:
                raise TableError(N_("That took too long. Try again."))
            await self.interaction.response.send_modal(form)

    async def say(self, text: str) -> Key:
        """One private sentence. Return its message's handle."""
        return await self.show(screen(None, f"-# {self.about}\n{text}" if self.about else text))

    async def post(self, what: Drawn | str, calls: Collection[int] = ()) -> discord.Message:
        """Answer publicly with a new message, and return it: a screen, or a line that calls."""

        async def send(what: Drawn | str) -> discord.Message:
            if self._answered:
                return await self.interaction.followup.send(**contents(what, calls), wait=True)
            return await self._respond(what, calls) or await self.interaction.original_response()

        delivery = self.bot.house.delivery
        async with self._turn:
            # A line notifies each time that Discord accepts it, even if its answer gets lost.
            ask = delivery.once if isinstance(what, str) else delivery.send
            return await ask(what, send)

    async def posted(self) -> discord.Message | None:
        """Return the public answer if Discord has it, though it didn't say so.

        Raises NOT_THROUGH if Discord can't be asked.
        """
        try:
            message = await insisting(self.interaction.original_response)
        except discord.NotFound:
            return None
        # An answer that was only acknowledged has no content yet.
        return None if message.flags.loading else message

    async def take_back(self) -> None:
        """Remove the answer that Discord may have, as soon as it can be reached."""

        def again(error: BaseException) -> bool:
            return unheard(error) and self.bot.now() < self._until

        with contextlib.suppress(*NOT_THROUGH):
            await retrying(self.interaction.delete_original_response, again, 1.0, 60.0)


def _message(
    answered: discord.InteractionCallbackResponse[Bot],
) -> discord.InteractionMessage | None:
    """The message that an interaction was answered with."""
    told = answered.resource
    return told if isinstance(told, discord.InteractionMessage) else None


async def answering(
    interaction: Interaction,
    work: Callable[[Answer], Awaitable[None]],
    *,
    public: bool = False,
    reads: bool = False,
) -> None:
    """Do the work of an interaction, and answer the person even if it fails.

    A command is done after the film that plays for the person, unless it `reads` (see Control).

    A GameError is answered privately. Any other error is logged and reported as our fault. A second
    delivery of the interaction does nothing.
    """
    answer = Answer(interaction, public=public)
    house, task, arrived = answer.bot.house, asyncio.current_task(), ARRIVED.get()
    # The cluster sees to it that it comes once.
    if arrived is None and not house.in_flight.first(interaction.id):
        _log.info("an interaction was delivered twice")
        return
    assert task is not None
    house.watch(task)
    house.in_flight.begin(answer.user_id, interaction.id, task)
    late = asyncio.get_running_loop().call_later(
        answer.patience, lambda: house.watch(asyncio.ensure_future(_acknowledge(answer)))
    )
    try:
        await _guarded(answer, work, reads=reads)
        # If this process ends before, another one answers.
        await answer.bot.cluster.settle()
    finally:
        late.cancel()
        answer.count()


async def _say_done(answer: Answer) -> None:
    """Answer what was carried out before: a message clicked shows it by itself."""
    if on_message(answer.interaction):
        await answer.acknowledge()
    else:
        await answer.say(answer.t(N_("Done: the table's own message shows it.")))


def answered(*, reads: bool = False) -> Callable[[Callable[..., Awaitable[None]]], Any]:
    """Make a cog's command of a method that takes the answer to give, see `answering`."""

    def made(work: Callable[..., Awaitable[None]]) -> Any:
        @wraps(work)
        async def command(cog: object, interaction: Interaction, **options: Any) -> None:
            await answering(interaction, lambda answer: work(cog, answer, **options), reads=reads)

        return command

    return made


async def _acknowledge(answer: Answer) -> None:
    try:
        await answer.acknowledge()
        answer.count()
    except NOT_THROUGH as error:
        _log.warning("an interaction could not be acknowledged: %s", why(error))


async def _guarded(
    answer: Answer, work: Callable[[Answer], Awaitable[None]], *, reads: bool
) -> None:
    before = answer.before
    try:
        try:
            answer.bot.house.in_flight.check(answer.user_id, answer.interaction.id)
            try:
                command = discord.InteractionType.application_command
                if answer.interaction.type is command and not reads:
                    # Any other command may reveal the outcome of a film that plays.
                    await answer.bot.tables.after_film(answer.user_id)
                if before is not None and before.away:
                    raise StorageError("the table's process doesn't answer")
                else:
                    await work(answer)
            except NotOwner as error:
                await answer.pass_on(error)
            except CarriedOut:
                # Another process answers what was handed on.
                if before is None or not before.hopped:
                    await _say_done(answer)
        except GameError as error:
            answer.bot.house.metrics.refused(answer.game, type(error).__name__)
            await answer.say(answer.t.refusal(error))
        except NOT_THROUGH:
            raise
        except StorageError as error:
            _log.error("nothing can be saved: %s", error)
            await answer.say(
                answer.t("This can't be saved just now, so nothing has changed. Try again soon.")
            )
        except Exception:
            _log.exception("an interaction failed")
            await answer.say(
                answer.t("Something went wrong on my side. Nothing is lost. Try again.")
            )
    except NOT_THROUGH as error:
        if isinstance(error, discord.HTTPException) and error.code == ANSWERED:
            # This process serves an interaction once.
            if before is None or not before.shared:
                _log.warning(
                    "another process answers clicks, too: end the second bot with this token"
                )
            return
        # 10062: the answer came too late for Discord; the match itself has moved on regardless.
        _log.warning("an answer did not get through: %s", why(error))
        gone = isinstance(error, discord.HTTPException) and error.code == UNKNOWN_MESSAGE
        if on_message(answer.interaction) and (gone or unheard(error)):
            # The change is stored, and posts catch up, so the person need not click twice. A
            # deleted message was replaced during the click.
            with contextlib.suppress(*NOT_THROUGH):
                await answer.acknowledge()
