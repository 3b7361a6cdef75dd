"""The quickest answer to a click: the message clicked is changed, and nothing is sent back or kept.

discord.py always asks for the whole changed message, and builds it once more from that. It costs a
fifth of a move, and nobody reads it.
"""

from collections.abc import Iterable

import discord
from discord.http import Route
from discord.webhook.async_ import async_context

from .ui import Drawn, Stays

_UPDATE = discord.InteractionResponseType.message_update
_FLAGS = discord.MessageFlags(components_v2=True).value


async def change_clicked(
    interaction: discord.Interaction[discord.Client], drawn: Drawn, stay: Iterable[Stays] = ()
) -> None:
    """Make the message clicked show a screen whose files it has, as the first answer to the click.

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
    state = interaction._state
    await async_context.get().request(
        route,
        session=interaction._session,
        proxy=state.http.proxy,
        proxy_auth=state.http.proxy_auth,
        payload={"type": _UPDATE.value, "data": shown},
    )
    # So that whatever else is to be said is known to come second.
    interaction.response._response_type = _UPDATE


def let_go(interaction: discord.Interaction[discord.Client]) -> None:
    """Free all that an answered interaction brought, its message and users, as soon as it is left.

    discord.py lets it and its response hold each other, so that all of it would stay until garbage
    is looked for: that would hold up the clicks of others.
    """
    if interaction.response.is_done():
        interaction.response._parent = None  # type: ignore[assignment]
