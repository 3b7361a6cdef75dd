"""*Share*: the card of a match, a step of it, or a daily deal, posted once in a server.

Each card is shown to one player first, with the button that posts it.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import discord

from games.errors import N_, GameError

from ..play import daily
from ..play.names import seat_name
from ..screens.daily import line
from ..screens.event_pictures import ranked
from ..screens.finished import Finished
from ..screens.ranking import medal_of
from ..screens.result import replayed
from ..storage import StoredTable, dailies, shared
from ..storage.dailies import Board, Run
from ..storage.servers import NOWHERE
from ..storage.shared import CARD, LINE, Posted, Shared
from ..wire.faults import NOT_THROUGH
from ..wire.ui import Address, Control, Drawn, Part, address, button, button_rows, link_to, screen
from ..words.errors import TableError
from ..words.i18n import Tongue, tongue
from .answers import Answer, Bot
from .membership_check import at_home
from .opening import spend_post
from .places import UNSEEN, Somewhere, check_writing, place_for
from .replaying import Reel
from .standing_pictures import attached

_DAILY, _POST = "daily", "post"
"""Words in a control's text: a daily deal is shared, and the card is posted."""
_FILE = "shinrisen-{number}.png"


@dataclass(frozen=True, slots=True)
class Card:
    """A thing to share.

    stored: its match.
    ply: that of a step, CARD for the whole match, or LINE for a daily deal.
    draw: its screen in a language, with what stands below.
    at: the address of the button that posts it.
    """

    stored: StoredTable
    ply: int
    draw: Callable[..., Awaitable[Drawn]]
    at: Address

    def in_server(self, guild_id: int | None) -> Shared:
        """Return its key in a server."""
        return Shared(self.stored.id, self.ply, guild_id or NOWHERE)


async def share(reel: Reel, answer: Answer, at: Address) -> None:
    """*Share*: show a card privately. *Post*: post it for all.

    The text is `what/post`, where `what` is a replay's eyes, `daily`, or empty for a whole match.
    """
    what, _, sure = at.text.rpartition("/")
    card = await _card_of(reel, answer, at, what)
    if sure == _POST:
        await _post(answer, card)
        return
    told, ways = await ways_to_post(answer, card)
    await answer.show(await card.draw(answer.t, f"-# {told}", *button_rows(ways)))


async def _card_of(reel: Reel, answer: Answer, at: Address, what: str) -> Card:
    """Return the card of a control. Raises GameError."""
    if what == _DAILY:
        for number in daily.open_at(answer.bot.now()):
            run = await dailies.run(answer.bot.database, number, answer.user_id)
            card = None if run is None else await card_of_daily(answer, run)
            if card is not None and card.stored.id == at.table_id:
                return card
        raise GameError(N_("That button is out of date. Use the newest message."))
    draw: Callable[..., Awaitable[Drawn]]
    if what:
        shown = await reel.at(answer, at.table_id, at.stage, what)
        past, ply, draw = shown.past, shown.step.ply, partial(reel.moment, answer, shown)
    else:
        past, ply = await reel.past(answer, at.table_id), CARD
        draw = partial(_drawn, answer, past)
    if past.table.phase != "over":
        raise TableError(N_("That match was called off: there is nothing to share."))
    return _card(past.table, ply, draw, what)


async def card_of_daily(answer: Answer, run: Run) -> Card | None:
    """Return the card of a finished try at a daily deal, or None without a result of it."""
    stored = await answer.bot.tables.stored(run.table_id)
    if stored is None or run.score is None:
        return None
    look = answer.bot.looks[stored.game]

    async def draw(t: Tongue, *below: Part) -> Drawn:
        return screen(look.colour, line(run, look, t), *below)

    return _card(stored, LINE, draw, _DAILY)


def _card(stored: StoredTable, ply: int, draw: Callable[..., Awaitable[Drawn]], what: str) -> Card:
    text = f"{what}/{_POST}" if what else _POST
    return Card(stored, ply, draw, address(stored, "share", max(0, ply), text))


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


async def ways_to_post(answer: Answer, card: Card) -> tuple[str, list[Control]]:
    """Return the place of a card in a sentence, and the button that posts it there, once."""
    t, stored, place = answer.t, card.stored, await _place(answer, card)
    if place is None and card.ply == LINE:
        name = t.word("command", "daily")
        return t("`/{daily}` in a server's channel offers to post the line there.", daily=name), []
    if place is None and stored.guild_id == NOWHERE:
        return t("This match belongs to no server. Save or copy this to share it."), []
    if place is None:
        return t(UNSEEN, channel=f"<#{stored.channel_id}>"), []
    thing = card.in_server(place.guild_id)
    before = await _standing(answer.bot, thing)
    if before is not None and before.message_id is not None:
        return t("It is posted already: {link}", link=link_to(thing.guild_id, *before)), []
    channel = f"<#{place.channel_id}>"
    seen = t("Only you see this. If you post it in {channel}, it names you.", channel=channel)
    label = t("Post in #{channel}", channel=getattr(place.channel, "name", "…"))
    return seen, [button(card.at, label, style=discord.ButtonStyle.primary)]


async def _place(answer: Answer, card: Card) -> Somewhere | None:
    """Return the place of a card's post, or None if there is none that the person sees.

    A daily deal is posted anywhere. Readers of another channel may have no access to a match.
    """
    at, stored = answer.interaction, card.stored
    if not at_home(at):
        return None
    here = (at.guild_id, at.channel_id) == (stored.guild_id, stored.channel_id)
    if here or (card.ply == LINE and at.guild_id is not None):
        return at
    # The name of a private channel is only for those who see it.
    return await place_for(answer.bot, stored, answer.user_id)


async def _post(answer: Answer, card: Card) -> None:
    """Post a card once for all, and replace its preview by a link to it.

    Raises TableError where nothing may be posted: by the bot, or by the person. So it does if the
    card is posted already.
    """
    bot, stored, place = answer.bot, card.stored, await _place(answer, card)
    if place is None or place.channel_id is None:
        raise TableError(UNSEEN, channel=f"<#{stored.channel_id}>")
    check_writing(place)
    here, thing = place is answer.interaction, card.in_server(place.guild_id)
    try:
        await spend_post(bot, place, answer.user_id)
    except TableError as error:
        if here:
            raise
        where = f"<#{place.channel_id}>"
        raise TableError(N_("In {channel}: {why}"), channel=where, why=error) from error
    # All read it, so it is in the server's language, or else the table's.
    locale = (await bot.servers.of(thing.guild_id)).locale or stored.locale
    t = tongue(locale)
    by = "-# 📣 " + t("{who} shares this.", who=f"<@{answer.user_id}>")
    drawn = await card.draw(t, by, *button_rows(_ways(bot, card, t)))
    # An answer must not become the post itself: the preview couldn't be changed then.
    await answer.acknowledge()
    if card.ply == LINE and stored.closes_at is not None:
        board = Board(daily.number_of(stored.closes_at), thing.guild_id, place.channel_id, locale)
        await dailies.open_board(bot.database, board)
    once = f"share-{stored.id}-{card.ply}-{answer.interaction.id}"
    send = answer.post if here else partial(bot.house.post_in, place.channel_id, once=once)
    message = await _once(bot, thing, place.channel_id, partial(send, drawn))
    link = link_to(thing.guild_id, place.channel_id, message.id)
    await answer.redraw_private(screen(None, answer.t("It is posted: {link}", link=link)))


async def _standing(bot: Bot, thing: Shared) -> Posted | None:
    """Return the place of a post, or None without one. A deleted post may be made again."""
    before = await shared.posted(bot.database, thing)
    if before is None or before.message_id is None:
        return before
    if not await bot.house.is_gone(before.channel_id, before.message_id):
        return before
    await shared.forget(bot.database, thing, before.message_id)
    return None


def _ways(bot: Bot, card: Card, t: Tongue) -> list[Control]:
    """Return the buttons of a posted card: the replay, and the same for those who read it."""
    stored, too = card.stored, t("Play it too")
    if card.ply == LINE:
        return [button(Address("daily"), too)]
    emoji = bot.looks[stored.game].emoji
    play = button(Address("play", text=stored.game), too, emoji=emoji)
    return [replayed(stored, t, max(0, card.ply)), play]


async def _once(
    bot: Bot, thing: Shared, channel_id: int, send: Callable[[], Awaitable[discord.Message]]
) -> discord.Message:
    """Post a thing unless it is posted already. Raises TableError then, and NOT_THROUGH."""
    before = await _standing(bot, thing)
    if not await shared.claim(bot.database, thing, channel_id, bot.now()):
        # Without a message it is just being posted, or its process has just died.
        before = before or await shared.posted(bot.database, thing) or Posted(channel_id, None)
        raise TableError(N_("It is posted already: {link}"), link=link_to(thing.guild_id, *before))
    try:
        message = await send()
    except NOT_THROUGH:
        await shared.take_back(bot.database, thing)
        raise
    await shared.note(bot.database, thing, message.id)
    return message
