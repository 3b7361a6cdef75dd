"""The quickest answer to a click: the message clicked is changed, and nothing is sent back or kept.

discord.py always asks for the whole changed message, and builds it once more from that. It costs a
fifth of a move, and nobody reads it.
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
    """How clicks are answered: by discord.py's connections, which edits keep open, but not traced.

    discord.py's own requests are traced, so that those which Discord counts wait for their turn.
    That takes a thirtieth of a move, and these answers aren't counted.
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
        """Make the message clicked show a screen whose files it has, as the first answer to it.

        Raises what discord.py's own way raises: faults.NOT_THROUGH.
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
        # So that whatever else is to be said is known to come second.
        interaction.response._response_type = _UPDATE

    async def _answered(self, response: aiohttp.ClientResponse) -> None:
        # What else is to be raised, discord.py knows.
        self._metrics.asked(counted=False, status=str(response.status))
        check(response)

    async def close(self) -> None:
        """Answer nothing more."""
        if self._session is not None:
            await self._session.close()


def let_go(interaction: discord.Interaction[discord.Client]) -> None:
    """Free all that an answered interaction brought, its message and users, as soon as it is left.

    discord.py lets it and its response hold each other, so that all of it would stay until garbage
    is looked for: that would hold up the clicks of others.
    """
    if interaction.response.is_done():
        interaction.response._parent = None  # type: ignore[assignment]
