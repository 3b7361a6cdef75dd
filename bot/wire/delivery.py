"""Sends screens. A refused one goes out in a simpler form: without emojis, then in words alone."""

import hashlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from enum import IntEnum
from functools import partial
from typing import Any, Protocol, TypeVar

from ..words.metrics import Metrics
from .emojis import Shelf
from .faults import NOT_THROUGH, Refusal, insisting, refusal, why
from .fitting import changed, every
from .ui import Drawn, Kept

_log = logging.getLogger(__name__)
_T = TypeVar("_T")

_TEXT, _GALLERY = 10, 12
# Letters of all texts of a message.
_ROOM = 4000

_Component = dict[str, Any]


class Form(IntEnum):
    """Forms of a screen, the simplest last: each leaves out something that Discord may refuse."""

    PICTURE = 0
    NO_EMOJIS = 1
    WORDS = 2


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
                self._metrics.simpler(form.name.lower())

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


def nonce_of(once: str) -> str:
    """Return the nonce of a text: Discord posts one message of it in some minutes.

    It takes 25 characters at most.
    """
    return hashlib.sha256(once.encode()).hexdigest()[:25]


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


# Forms


def in_form(drawn: Drawn, form: Form) -> Drawn:
    """Return a screen in that form, or as far as it can be had.

    Files that aren't pictures stay: they have no words that say the same.
    """
    if form is Form.PICTURE:
        return drawn
    components = drawn.components if drawn.bare is None else drawn.bare
    plain = changed(components, lambda part: _without_emoji(part, drawn))
    pictures = {_picture(part) for part in every(components)}
    if form is Form.NO_EMOJIS or not {_url(file.name) for file in drawn.files} <= pictures:
        return replace(drawn, components=plain, bare=None)
    return replace(drawn, components=_told(plain, drawn), bare=None, files=())


def _without_emoji(part: _Component, drawn: Drawn) -> _Component:
    """Return a button or a select without emojis of ours. Discord's own stay."""
    if "options" in part:
        return part | {"options": [_without_emoji(one, drawn) for one in part["options"]]}
    if not (part.get("emoji") or {}).get("id"):
        return part
    label = drawn.labels.get(part.get("custom_id", "")) or part.get("label") or "•"
    return {key: value for key, value in part.items() if key != "emoji"} | {"label": label}


def _told(components: list[_Component], drawn: Drawn) -> list[_Component]:
    """Return components with the text of each picture in its place."""
    texts = {_url(file.name): file.text for file in drawn.files}
    room = _ROOM - len(drawn.text)

    def in_words(part: _Component) -> _Component:
        nonlocal room
        if (text := texts.get(_picture(part))) is None:
            return part
        text = text[: max(0, room)]
        room -= len(text)
        return {"type": _TEXT, "content": text or "–"}

    return changed(components, in_words)


def _picture(part: _Component) -> str:
    """Return the address of the only picture in a gallery. Ours have one each."""
    items = part.get("items") or []
    return items[0]["media"]["url"] if part["type"] == _GALLERY and len(items) == 1 else ""


def _url(name: str) -> str:
    return f"attachment://{name}"
