"""Controls that carry their state, and the one way every interaction is answered.

A custom_id is `s1:<kind>:<table>:<stage>:<text>`; for a move the text is the move in the
notation of the rules pages. Nothing else is needed to serve a click, so controls outlive the
process that drew them.
"""

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
from discord import ui

from games.errors import N_, GameError

from .errors import StorageError
from .i18n import Tongue, tongue

_log = logging.getLogger(__name__)

# Discord gives 3 s; what takes longer than this is acknowledged first and answered after.
_PATIENCE = 1.5
_CUSTOM_ID = re.compile(r"s1:([a-z]+):(\d{1,18}):(\d{1,9}):(.*)", re.DOTALL)
_OPTIONS = 25

Interaction = discord.Interaction[Any]

NOT_THROUGH = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What a request to Discord can fail with: an answer that refuses, or no answer."""


@dataclass(frozen=True, slots=True)
class Address:
    """What a control is for: its kind, its table, the stage it was drawn at, and a text."""

    kind: str
    table: int = 0
    stage: int = 0
    text: str = ""

    def __str__(self) -> str:
        return f"s1:{self.kind}:{self.table}:{self.stage}:{self.text}"

    @classmethod
    def parse(cls, custom_id: str) -> "Address | None":
        """The address in a custom_id, or None if it isn't one of ours."""
        match = _CUSTOM_ID.fullmatch(custom_id)
        if match is None:
            return None
        kind, table, stage, text = match.groups()
        return cls(kind, int(table), int(stage), text)


class Answer:
    """The answer to one interaction. Late answers are acknowledged in time by themselves.

    `t` is the language of the person who acted; `public`: a command everybody sees answered;
    `values`: all that was chosen in a select.
    """

    def __init__(self, interaction: Interaction, *, public: bool = False) -> None:
        self.interaction = interaction
        self.public = public
        self.t: Tongue = tongue(interaction.locale)
        self.values: tuple[str, ...] = ()
        self._turn = asyncio.Lock()

    @property
    def user_id(self) -> int:
        """Who acted."""
        return self.interaction.user.id

    async def acknowledge(self) -> None:
        """Tell Discord that an answer will come."""
        async with self._turn:
            if not self.interaction.response.is_done():
                component = self.interaction.type is discord.InteractionType.component
                await self.interaction.response.defer(ephemeral=not (component or self.public))

    async def redraw(self, layout: ui.LayoutView) -> None:
        """Make the message clicked show this."""
        async with self._turn:
            if self.interaction.response.is_done():
                await self.interaction.edit_original_response(
                    view=layout, allowed_mentions=discord.AllowedMentions.none()
                )
            else:
                await self.interaction.response.edit_message(
                    view=layout, allowed_mentions=discord.AllowedMentions.none()
                )

    async def redraw_private(self, layout: ui.LayoutView) -> None:
        """Make the message clicked show this if only this person reads it, else show it apart.

        A forged custom_id could ask for a hand on a message that everybody reads.
        """
        message = self.interaction.message
        direct = self.interaction.guild_id is None
        if message is not None and (direct or message.flags.ephemeral):
            await self.redraw(layout)
        else:
            await self.show(layout)

    async def show(self, layout: ui.LayoutView, file: discord.File | None = None) -> None:
        """Show this privately, as a message of its own."""
        files = [] if file is None else [file]
        try:
            async with self._turn:
                if self.interaction.response.is_done():
                    await self.interaction.followup.send(view=layout, ephemeral=True, files=files)
                else:
                    await self.interaction.response.send_message(
                        view=layout, ephemeral=True, files=files
                    )
        finally:
            # discord.py would keep what is shown privately, with a task, for 15 minutes.
            layout.stop()

    async def say(self, text: str) -> None:
        """One private sentence."""
        layout = ui.LayoutView(timeout=None)
        layout.add_item(ui.TextDisplay(text))
        await self.show(layout)

    async def post(self, layout: ui.LayoutView) -> discord.Message:
        """Answer publicly with a new message, and return it."""
        none = discord.AllowedMentions.none()
        async with self._turn:
            if self.interaction.response.is_done():
                return await self.interaction.followup.send(
                    view=layout, allowed_mentions=none, wait=True
                )
            answered = await self.interaction.response.send_message(
                view=layout, allowed_mentions=none
            )
        if isinstance(answered.resource, discord.InteractionMessage):
            return answered.resource
        return await self.interaction.original_response()


async def answering(
    interaction: Interaction,
    work: Callable[[Answer], Awaitable[None]],
    *,
    public: bool = False,
) -> None:
    """Do the work of an interaction; whatever happens, the person gets an answer.

    A GameError is told privately. Anything else is logged, and told as our fault.
    """
    answer = Answer(interaction, public=public)
    task = asyncio.ensure_future(_guarded(answer, work))
    interaction.client.tables.watch(task)
    done, _ = await asyncio.wait({task}, timeout=_PATIENCE)
    if not done:
        try:
            await answer.acknowledge()
        except NOT_THROUGH as error:
            _log.warning("an interaction could not be acknowledged: %s", _why(error))
    await task


async def _guarded(answer: Answer, work: Callable[[Answer], Awaitable[None]]) -> None:
    try:
        try:
            await work(answer)
        except GameError as error:
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
                answer.t("Something went wrong on our side. Nothing of yours was lost: try again.")
            )
    except NOT_THROUGH as error:
        # 10062: the answer came too late for Discord; the match itself has moved on regardless.
        _log.warning("an answer did not get through: %s", _why(error))
        if unheard(error) and answer.interaction.type is discord.InteractionType.component:
            # What was done is done, and screens catch up: nobody need click twice.
            with contextlib.suppress(*NOT_THROUGH):
                await answer.acknowledge()


def unheard(error: BaseException) -> bool:
    """Whether Discord didn't judge a request but failed, was busy, or couldn't be reached."""
    return not isinstance(error, discord.HTTPException) or error.status in (429, *range(500, 600))


def _why(error: BaseException) -> str:
    """An error in words: those of a lost connection often have none of their own."""
    return str(error) or type(error).__name__


class Control(ui.DynamicItem[ui.Item[Any]], template=r"s1:"):
    """Every button and select of ours, found again by nothing but its custom_id.

    A dynamic item, so that discord.py keeps no view in memory for it. But the template fits only
    the beginning of a custom_id, so discord.py doesn't dispatch it either: `clicked` does, from
    the custom_id alone, whatever the message looks like, and answers what can't be served.
    """


async def clicked(interaction: Interaction) -> None:
    """Serve a click on a button or a choice in a select, whoever sent it."""
    data: Any = interaction.data or {}
    custom_id, values = str(data.get("custom_id", "")), data.get("values") or []
    await answering(interaction, lambda answer: serve(answer, custom_id, values))


async def serve(answer: Answer, custom_id: str, values: Sequence[str]) -> None:
    """Find out what was clicked and do it. A select's (first) choice is the address's text."""
    answer.values = tuple(values)
    address = Address.parse(custom_id)
    handler = None if address is None else answer.interaction.client.controls.get(address.kind)
    if address is None or handler is None:
        raise GameError(N_("This control is from another time; use a newer message."))
    if values:
        address = Address(address.kind, address.table, address.stage, values[0])
    await handler(answer, address)


Handler = Callable[[Answer, Address], Awaitable[None]]


def button(
    address: Address,
    label: str,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    disabled: bool = False,
) -> Control:
    """A button at that address."""
    return Control(
        ui.Button(
            style=style,
            label=label[:80],
            emoji=emoji,
            disabled=disabled,
            custom_id=str(address),
        )
    )


def choice(
    address: Address, placeholder: str, options: Sequence[tuple[str, str, str | None]]
) -> list[ui.ActionRow[Any]]:
    """Selects among (label, value, description), as many as 25 a select ask for."""
    rows: list[ui.ActionRow[Any]] = []
    for start in range(0, len(options), _OPTIONS):
        part = options[start : start + _OPTIONS]
        # Only the value chosen matters: the text just keeps the custom_ids apart.
        at = Address(address.kind, address.table, address.stage, f"{address.text}/{start}")
        select: ui.Select[Any] = ui.Select(
            custom_id=str(at),
            placeholder=placeholder[:150],
            options=[
                discord.SelectOption(label=label[:100], value=value, description=text)
                for label, value, text in part
            ],
        )
        rows.append(ui.ActionRow(Control(select)))
    return rows


def rows(controls: Sequence[Control]) -> list[ui.ActionRow[Any]]:
    """Buttons, five a row."""
    return [ui.ActionRow(*controls[i : i + 5]) for i in range(0, len(controls), 5)]


def screen(colour: int, *parts: ui.Item[Any] | str) -> ui.LayoutView:
    """One container in the game's colour; strings become texts."""
    layout = ui.LayoutView(timeout=None)
    items = [ui.TextDisplay[Any](p) if isinstance(p, str) else p for p in parts]
    layout.add_item(ui.Container(*items, accent_colour=colour))
    return layout
