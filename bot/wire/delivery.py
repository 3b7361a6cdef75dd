"""Sends screens, in a simpler form where Discord refuses them."""

import hashlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from ..words.metrics import Metrics
from .emojis import Shelf
from .faults import NOT_THROUGH, Refusal, insisting, refusal, why
from .forms import Form, in_form
from .ui import Drawn, Kept

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


class Uploads(Protocol):
    """Pictures, which rest while Discord stores no files. A room above gives them."""

    def upload_failed(self) -> None:
        """Leave out pictures for a while."""

    def uploaded(self) -> None:
        """Note that Discord stores files."""


def nonce_of(*subject: object) -> str:
    """Return the nonce of a message about a subject. Discord accepts 25 characters."""
    return hashlib.sha256("/".join(map(str, subject)).encode()).hexdigest()[:25]


class Delivery:
    """All screens' way to Discord. Emojis and pictures learn of refusals that concern them."""

    def __init__(self, emojis: Shelf, pictures: Uploads, metrics: Metrics) -> None:
        self._emojis = emojis
        self._pictures = pictures
        self._metrics = metrics

    async def send(self, drawn: Drawn, send: Callable[[Drawn], Awaitable[_T]]) -> _T:
        """Send a screen, simpler after each refusal that this can help. Raises NOT_THROUGH."""
        form = Form.PICTURE
        while True:
            screen = in_form(drawn, form)
            try:
                return await insisting(lambda screen=screen: self.once(screen, send))  # type: ignore[misc]
            except NOT_THROUGH as error:
                simpler = form_after(refusal(error, files=bool(screen.files)), form)
                if simpler is None:
                    raise
                _log.info("a screen goes out simpler: %s", why(error))
                form = simpler
                self.goes_simpler(form)

    async def once(self, drawn: Drawn, send: Callable[[Drawn], Awaitable[_T]]) -> _T:
        """Send a screen as it is, and note what that says of emojis and pictures.

        Raises NOT_THROUGH.
        """
        try:
            sent = await send(drawn)
        except NOT_THROUGH as error:
            kind = refusal(error, files=bool(drawn.files))
            if kind is Refusal.EMOJI:
                self._emojis.doubt()
            elif kind is Refusal.UPLOAD and getattr(error, "status", 0) != 403:
                # A 403 is for one channel, where files aren't permitted.
                self._pictures.upload_failed()
            raise
        if drawn.files:
            self._pictures.uploaded()
        return sent

    def goes_simpler(self, form: Form) -> None:
        """Count a screen that goes out in a simpler form."""
        self._metrics.simpler(form.name.lower())


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
