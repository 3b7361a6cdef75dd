"""The rules, page by page, each with a drawn example."""

import asyncio
from collections.abc import Sequence
from typing import Any

from games import find_game
from games.errors import N_, GameError
from games.record import parse_options

from ..play.computers import STRENGTHS, measured
from ..screens.event_pictures import illustration
from ..screens.look import Look
from ..storage import StoredTable
from ..wire.emojis import dressed
from ..wire.ui import Address, Attached, Control, Drawn, Part, address, button, button_rows, screen
from ..words.i18n import Tongue
from ..words.parts import cast_rows
from ..words.speech import joined
from .answers import Answer
from .control import control
from .controls import table_of
from .pages import RULES, ways_to


async def rules(answer: Answer, look: Look, page: int, stored: StoredTable | None = None) -> Drawn:
    """Return a page of the rules with the table's options and an example.

    It has no picture if the server's staff turned pictures off.
    """
    game = find_game(look.key)
    options = game.Options() if stored is None else parse_options(game, stored.options)
    shown: list[Attached] = []
    guild_id = answer.interaction.guild_id
    if guild_id is None or (await answer.bot.servers.of(guild_id)).pictures:
        # An example takes a few hundred moves, too many for the event loop.
        picture = await asyncio.to_thread(look.example, options, max(0, page))
        shown = await illustration(answer.bot.house.pictures, picture, answer.t)
    drawn = draw(look, options, answer.t, page, stored, shown)
    worn = dressed(drawn.components, answer.bot.house.emojis.known, look.signs)
    return drawn.wear(worn)


def draw(
    look: Look,
    options: Any,
    t: Tongue,
    page: int,
    stored: StoredTable | None,
    shown: Sequence[Part],
) -> Drawn:
    """Return the page, or the last, with its pictures and the buttons to other pages."""
    pages = [*look.rules(options, t), _computers_page(look, t)]
    page = max(0, min(page, len(pages) - 1))
    turns: list[Control] = []
    if len(pages) > 1:
        for step, label in ((-1, "◀"), (1, "▶")):
            number = page + 1 + step
            at = address(stored, "rulespage", number, look.key)
            turns.append(button(at, label, disabled=not 0 <= page + step < len(pages)))
    foot = [f"-# {page + 1}/{len(pages)}"] if turns else []
    ways = button_rows([*turns, *ways_to(RULES, t, look.key)])
    parts = [pages[page], *shown, *ways, *foot]
    title = look.title(t) if page else look.full_title(t)
    return screen(look.colour, title, *parts)


def _computers_page(look: Look, t: Tongue) -> str:
    """Return the page on a game's computers: name, description and strength of each."""
    lines = [
        "### 🤖 " + t("Computers"),
        t("The host adds them to an open table. With computers a match isn't rated."),
    ]
    for kind, level in look.computers.items():
        lines.append(f"**{t(STRENGTHS[kind])}**\n-# {measured(level, t)}")
        lines += [f"{one.sign} **{t(one.name)}** · {t(one.line)}" for one in level.characters]
    options = parse_options(find_game(look.key), cast_rows(look.key).get("ladder", ""))
    if any(level.won is not None for level in look.computers.values()):
        told = joined(look.options(options, t), t)
        lines.append("-# " + t("Measured with these options: {options}", options=told))
    return "\n".join(lines)


@control("rules", reads=True)
async def show(answer: Answer, address: Address) -> None:
    """*Rules*: the rules of the table's game, privately."""
    table = await table_of(answer, address)
    await answer.show(await rules(answer, table.look, 0, table.stored))


@control("rulespage", anywhere=True, reads=True)
async def turn(answer: Answer, address: Address) -> None:
    """Turn a page of the rules."""
    look = answer.bot.looks.get(address.text)
    table = await table_of(answer, address) if address.table_id else None
    if look is None or not (table is None or table.look is look):
        raise GameError(N_("That button is out of date. Use the newest message."))
    stored = None if table is None else table.stored
    await answer.redraw_private(await rules(answer, look, address.stage - 1, stored))
