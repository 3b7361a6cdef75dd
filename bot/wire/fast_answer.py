"""The fastest edits by an interaction's token: only the ids of new files are received back.

discord.py always requests the whole edited message, and rebuilds it from that. This costs a fifth
of a move, and the bot doesn't need it. discord.py's way to webhooks also prepares each request for
more tries and for a rate limit, which a first answer mostly doesn't need. `install` shortens it.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import aiohttp
import discord
import orjson
from discord.http import MultipartParameters, Route, json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter, async_context
from yarl import URL

from ..words.metrics import UNANSWERED, Metrics
from .faults import check
from .ui import Drawn, Kept, Stays, attached_in

_UPDATE = discord.InteractionResponseType.message_update
_FLAGS = discord.MessageFlags(components_v2=True).value
_CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
_JSON = {"Content-Type": "application/json"}


class FastAnswers:
    """Answers to clicks and later edits by token, through discord.py's connections, not traced.

    discord.py's own requests are traced, so that rate-limited ones wait for their turn. Tracing
    takes a thirtieth of a move, and answers aren't rate-limited. Edits keep the connections open.
    """

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._session: aiohttp.ClientSession | None = None

    async def change_clicked(
        self,
        interaction: discord.Interaction[discord.Client],
        drawn: Drawn,
        files: Sequence[discord.File | Stays],
    ) -> Kept | None:
        """Show a screen with these files in the clicked message, as the first answer.

        Return the message's files, or None if none is new. Raises the same errors as discord.py's
        own answer: faults.NOT_THROUGH.
        """
        shown = {"type": _UPDATE.value, "data": _shown(drawn, files)}
        uploads = _uploads(files)

        async def send(by: AsyncWebhookAdapter, **line: Any) -> Any:
            if uploads:
                params = MultipartParameters(None, _multipart(shown, uploads), uploads)
                return await by.create_interaction_response(
                    interaction.id, interaction.token, params=params, **line
                )
            route = Route(
                "POST",
                _CALLBACK,
                webhook_id=interaction.id,
                webhook_token=interaction.token,
            )
            return await by.request(route, payload=shown, **line)

        told = await self._sent(interaction._state.http, send)
        # discord.py then sends any further answer as a follow-up.
        interaction.response._response_type = _UPDATE
        if not uploads:
            return None
        message = (told.get("resource") or {}).get("message")
        return {} if message is None else attached_in(message)

    async def change(
        self,
        state: Any,
        application_id: int,
        token: str,
        message_id: int,
        drawn: Drawn,
        files: Sequence[discord.File | Stays],
    ) -> Kept:
        """Show a screen with these files in a message, by a token. Return its files.

        `state` is discord.py's. Raises faults.NOT_THROUGH.
        """
        shown, uploads = _shown(drawn, files), _uploads(files)

        async def send(by: AsyncWebhookAdapter, **line: Any) -> Any:
            return await by.edit_webhook_message(
                application_id,
                token,
                message_id,
                payload=None if uploads else shown,
                multipart=_multipart(shown, uploads) if uploads else None,
                files=uploads,
                with_components=True,
                **line,
            )

        return attached_in(await self._sent(state.http, send))

    async def _sent(self, http: Any, send: Callable[..., Awaitable[Any]]) -> Any:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=http.connector or None,
                connector_owner=False,
                cookie_jar=aiohttp.DummyCookieJar(),
                raise_for_status=self._answered,
            )
        try:
            return await send(
                async_context.get(),
                session=self._session,
                proxy=http.proxy,
                proxy_auth=http.proxy_auth,
            )
        except (OSError, aiohttp.ClientConnectionError):
            self._metrics.asked(counted=False, status=UNANSWERED)
            raise

    async def _answered(self, response: aiohttp.ClientResponse) -> None:
        # discord.py raises all other errors.
        self._metrics.asked(counted=False, status=str(response.status))
        check(response)

    async def close(self) -> None:
        """Close the session."""
        if self._session is not None:
            await self._session.close()


class _Quick(AsyncWebhookAdapter):
    """discord.py's requests to webhooks, without detours for a first answer without files.

    Discord doesn't count such an answer, so no other request by its token has to wait.
    """

    async def request(
        self,
        route: Route,
        session: aiohttp.ClientSession,
        *,
        payload: dict[str, Any] | None = None,
        **line: Any,
    ) -> Any:
        """Request a route. Another try after a failure is discord.py's. Raises HTTPException."""
        if route.path != _CALLBACK or payload is None:
            return await super().request(route, session, payload=payload, **line)
        url, body = URL(route.url, encoded=True), orjson.dumps(payload)
        async with session.post(url, data=body, headers=_JSON, **line) as response:
            told = await json_or_text(response)
        if response.ok:
            return told
        if response.status == 429 or response.status >= 500:
            return await super().request(route, session, payload=payload, **line)
        raise _ERRORS.get(response.status, discord.HTTPException)(response, told)


_ERRORS = {403: discord.Forbidden, 404: discord.NotFound}


def install() -> None:
    """Make discord.py answer interactions in this way."""
    async_context.set(_Quick())  # type: ignore[no-untyped-call]


def _shown(drawn: Drawn, files: Sequence[discord.File | Stays]) -> dict[str, Any]:
    """Return an edit that shows a screen with these files."""
    numbers = iter(range(len(files)))
    return {
        "components": drawn.components,
        "flags": _FLAGS,
        "attachments": [
            file.to_dict(next(numbers)) if isinstance(file, discord.File) else file.to_dict()
            for file in files
        ],
        "allowed_mentions": {"parse": []},
    }


def _uploads(files: Sequence[discord.File | Stays]) -> list[discord.File]:
    return [file for file in files if isinstance(file, discord.File)]


def _multipart(payload: dict[str, Any], files: Sequence[discord.File]) -> list[dict[str, Any]]:
    """Return the parts of a request with files, as discord.py has them."""
    parts = [
        {
            "name": f"files[{number}]",
            "value": file.fp,
            "filename": file.filename,
            "content_type": "application/octet-stream",
        }
        for number, file in enumerate(files)
    ]
    return [{"name": "payload_json", "value": orjson.dumps(payload).decode()}, *parts]


def note_answer(
    interaction: discord.Interaction[discord.Client], kind: discord.InteractionResponseType
) -> None:
    """Note that an interaction has its first answer, sent by another way or process."""
    interaction.response._response_type = kind


def let_go(interaction: discord.Interaction[discord.Client]) -> None:
    """Free an answered interaction at once, with its message and users.

    In discord.py it and its response refer to each other, so only the garbage collector would free
    them. A collection delays other clicks.
    """
    if interaction.response.is_done():
        interaction.response._parent = None  # type: ignore[assignment]
