"""The rules as a short walk: page by page, each with a drawn example."""

import asyncio
from dataclasses import replace

from games import find_game
from games.record import parse_options

from . import frames
from .answers import Answer
from .emojis import dressed
from .illustrated import illustration
from .look import Look
from .storage import StoredTable
from .ui import Attached, Drawn


async def rules(answer: Answer, look: Look, page: int, stored: StoredTable | None = None) -> Drawn:
    """A page of the rules, with that table's options, beside an example played with them.

    There are no pictures where the server's staff want none.
    """
    shown: list[Attached] = []
    guild_id = answer.interaction.guild_id
    if guild_id is None or (await answer.bot.servers.of(guild_id)).pictures:
        game = find_game(look.key)
        options = game.Options() if stored is None else parse_options(game, stored.options)
        # A few hundred moves at most, but not for the event loop.
        picture = await asyncio.to_thread(look.example, options, max(0, page))
        shown = await illustration(answer.bot.house.pictures, picture, answer.t)
    drawn = frames.rules(look, answer.t, page, stored, shown)
    worn = dressed(drawn.components, answer.bot.house.emojis.known, look.signs)
    return replace(drawn, components=worn)
