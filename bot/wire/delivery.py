"""Sends screens, in a simpler form where Discord refuses them."""

import hashlib
import logging
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Any, Protocol, TypeVar

import discord

from ..words.metrics import Metrics
from .emojis import Shelf
from .faults import NOT_THROUGH, Refusal, insisting, refusal, why
from .forms import Form, in_form
from .ui import Drawn, Kept, contents

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


class Uploads(Protocol):
    """Pictures, which rest while Discord stores no files. A room above gives them."""

    def upload_failed(self) -> None:
        """Leave out pictures for a while."""

    def uploaded(self) -> None:
        """Note that Discord stores files."""


class Delivery:
    """All screens' way to Discord. Emojis and pictures learn of refusals that concern them."""

    def __init__(self, emojis: Shelf, pictures: Uploads, metrics: Metrics) -> None:
        self._emojis = emojis
        self._pictures = pictures
        self._metrics = metrics

    async def send(self, what: Drawn | str, to: Callable[[Any], Awaitable[_T]]) -> _T:
        """Send a screen, simpler after each refusal that this can help, or a plain line.

        Raises NOT_THROUGH.
        """
        form = Form.PICTURE
        while True:
            shown = what if isinstance(what, str) else in_form(what, form)
            try:
                return await insisting(partial(self.once, shown, to))
            except NOT_THROUGH as error:
                if isinstance(shown, str):
                    raise
                simpler = form_after(refusal(error, files=bool(shown.files)), form)
                if simpler is None:
                    raise
                _log.info("a screen goes out simpler: %s", why(error))
                form = simpler
                self.goes_simpler(form)

    async def once(self, what: Drawn | str, to: Callable[[Any], Awaitable[_T]]) -> _T:
        """Send it as it is, and note what that says of emojis and pictures. Raises NOT_THROUGH."""
        files = not isinstance(what, str) and bool(what.files)
        try:
            sent = await to(what)
        except NOT_THROUGH as error:
            kind = refusal(error, files=files)
            if kind is Refusal.EMOJI:
                self._emojis.doubt()
            elif kind is Refusal.UPLOAD and getattr(error, "status", 0) != 403:
                # A 403 is for one channel, where files aren't permitted.
                self._pictures.upload_failed()
            raise
        if files:
            self._pictures.uploaded()
        return sent

    def goes_simpler(self, form: Form) -> None:
        """Count a screen that goes out in a simpler form."""
        self._metrics.simpler(form.name.lower())


def posting(
    channel: discord.abc.Messageable, once: str, calls: Collection[int] = (), *, silent: bool
) -> Callable[[Drawn | str], Awaitable[discord.Message]]:
    """Return what posts a message in a channel, and notifies those people alone.

    Discord posts one message of a text `once` in some minutes. A nonce has 25 characters at most.
    """
    nonce = hashlib.sha256(once.encode()).hexdigest()[:25]

    async def post(what: Drawn | str) -> discord.Message:
        return await channel.send(**contents(what, calls), nonce=nonce, silent=silent)

    return post


def form_after(kind: Refusal, form: Form) -> Form | None:
    """Return the next form of a refused screen, or None if no other may help."""
    if form is Form.WORDS:
        return None
    if kind is Refusal.UPLOAD:
        return Form.WORDS
    if kind in (Refusal.EMOJI, Refusal.BODY):
        return Form(form + 1)
    return None


async def whole(drawn: Drawn, kept: Kept, send: Callable[[Any], Awaitable[_T]]) -> _T:
    """Change a message that has these files, by a call that takes attachments.

    The message may have lost them meanwhile: Discord is sent all of them then.
    """
    try:
        return await send(drawn.attachments(kept))
    except NOT_THROUGH as error:
        if refusal(error, files=False) is not Refusal.BODY or not drawn.keeps(kept):
            raise
        return await send(drawn.attachments())
