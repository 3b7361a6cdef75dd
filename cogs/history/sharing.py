"""*Share*: the card of a match, or a step of it."""

from collections.abc import Awaitable, Callable
from functools import partial

from bot.clicks.answers import Answer
from bot.clicks.pictures import attached
from bot.clicks.sharing import Card, post, preview
from bot.play.names import seat_name
from bot.screens.event_pictures import ranked
from bot.screens.finished import Finished
from bot.screens.ranking import medal_of
from bot.storage.shared import CARD
from bot.wire.ui import Address, Control, Drawn, Part, address, button, screen
from bot.words.errors import TableError
from bot.words.i18n import Tongue
from games.errors import N_

from . import reel
from .offers import replayed

_POST = "post"
"""Ends a control's text: the card is posted."""
_FILE = "shinrisen-{number}.png"


async def share(answer: Answer, at: Address) -> None:
    """*Share*: show a card privately. *Post*: post it for all.

    The text is `eyes/post`, where `eyes` are a replay's, or empty for a whole match.
    """
    eyes, _, sure = at.text.rpartition("/")
    card = await _card_of(answer, at, eyes)
    await (post if sure == _POST else preview)(answer, card)


async def _card_of(answer: Answer, at: Address, eyes: str) -> Card:
    """Return the card of a control. Raises GameError."""
    draw: Callable[..., Awaitable[Drawn]]
    if eyes:
        shown = await reel.at(answer, at.table_id, at.stage, eyes)
        past, ply, draw = shown.past, shown.step.ply, partial(reel.moment, answer, shown)
    else:
        past, ply = await reel.past(answer, at.table_id), CARD
        draw = partial(_drawn, answer, past)
    stored = past.table
    if stored.phase != "over":
        raise TableError(N_("That match was called off: there is nothing to share."))
    emoji = answer.bot.looks[stored.game].emoji

    def ways(t: Tongue) -> list[Control]:
        too = t("Play it too")
        play = button(Address("play", text=stored.game), too, emoji=emoji)
        return [replayed(stored, t, max(0, ply)), play]

    text = f"{eyes}/{_POST}" if eyes else _POST
    return Card(stored, ply, draw, address(stored, "share", max(0, ply), text), ways)


async def _drawn(answer: Answer, past: Finished, t: Tongue, *below: Part) -> Drawn:
    """Draw a match: the picture of its end, and the ranks with the scores, without ratings."""
    look, name = answer.bot.looks[past.table.game], _FILE.format(number=past.table.id)
    picture = ranked(past.table, t, look.computers)
    file = await attached(answer, name, picture, t, past.table.guild_id)
    placed = sorted(past.table.players, key=lambda player: player.rank or 0)
    lines = []
    for player in placed:
        named = f"{medal_of(player.rank)} **{seat_name(player, t)}**"
        score = "" if player.score is None else f" · {look.score(player.score, t)}"
        lines.append(named + score)
    title = f"## {look.emoji} {t(look.name)} · " + t("match {number}", number=past.table.id)
    return screen(look.colour, title, file or "", "\n".join(lines), *below)
