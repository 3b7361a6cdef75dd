"""The fastest answer to a click: it edits the clicked message without receiving it back.

discord.py always requests the whole edited message, and rebuilds it from that. This costs a fifth
of a move, and the bot doesn't need it.
"""

from collections.abc import Iterable

import aiohttp
import discord
from discord.http import Route
from discord.webhook.async_ import async_context

from ..words.metrics import UNANSWERED, Metrics
from .faults import check
from .ui import Drawn, Stays

_UPDATE = discord.InteractionResponseType.message_update
_FLAGS = discord.MessageFlags(components_v2=True).value


class FastAnswers:
    """Answers to clicks, sent through discord.py's connections but not traced.

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
        stay: Iterable[Stays] = (),
    ) -> None:
        """Show a screen in the clicked message, which has its files, as the first answer.

        Raises the same errors as discord.py's own answer: faults.NOT_THROUGH.
        """
        route = Route(
            "POST",
            "/interactions/{webhook_id}/{webhook_token}/callback",
            webhook_id=interaction.id,
            webhook_token=interaction.token,
        )
        shown = {
            "components": drawn.components,
            "flags": _FLAGS,
            "attachments": [file.to_dict() for file in stay],
            "allowed_mentions": {"parse": []},
        }
        http = interaction._state.http
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=http.connector or None,
                connector_owner=False,
                cookie_jar=aiohttp.DummyCookieJar(),
                raise_for_status=self._answered,
            )
        try:
            await async_context.get().request(
                route,
                session=self._session,
                proxy=http.proxy,
                proxy_auth=http.proxy_auth,
                payload={"type": _UPDATE.value, "data": shown},
            )
        except (OSError, aiohttp.ClientConnectionError):
            self._metrics.asked(counted=False, status=UNANSWERED)
            raise
        # discord.py then sends any further answer as a follow-up.
        interaction.response._response_type = _UPDATE

    async def _answered(self, response: aiohttp.ClientResponse) -> None:
        # discord.py raises all other errors.
        self._metrics.asked(counted=False, status=str(response.status))
        check(response)

    async def close(self) -> None:
        """Close the session."""
        if self._session is not None:
            await self._session.close()


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
