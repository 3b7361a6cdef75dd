"""`/daily`: the day's deal, its result, and the server's board of it, privately."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.clicks.answers import Answer, answered
from bot.clicks.control import control
from bot.clicks.membership_check import anywhere
from bot.clicks.opening import place_at
from bot.clicks.pictures import attached
from bot.clicks.sharing import Card, post, ways_to_post
from bot.play.lobby import Place
from bot.run.client import BotCog
from bot.screens.look import Look
from bot.storage.servers import NOWHERE
from bot.wire.ui import Address, Attached, Control, Drawn, Part, button, button_rows, moment, screen
from bot.words.errors import TableError
from bot.words.i18n import Tongue, described, word
from games.errors import N_, GameError

from . import deals, screens, store, tries
from .schema import LINE
from .store import Board, Deal, Run

_FILE = "daily-{number}.png"


class Dailies(BotCog):
    """The daily deal."""

    @anywhere
    @app_commands.command(
        name=word("command", "daily"),
        description=described("The day's deal, the same for everyone: one try"),
        extras={"also": True},
    )
    @answered()
    async def daily(self, answer: Answer) -> None:
        """Show the day's deal, privately."""
        await self.show(answer, Address("daily"))

    def _number(self, address: Address) -> int:
        """Return the deal of a control while it may be finished, or else the day's."""
        numbers = deals.open_at(self.bot.now())
        return next((number for number in numbers if address.text == str(number)), numbers[0])

    @control("daily", sign="📅", anywhere=True)
    async def show(self, answer: Answer, address: Address) -> None:
        """Show the deal to begin or to go on with, or its result."""
        t, number = answer.t, self._number(address)
        deal = await self._deal(number)
        look = self.bot.looks[deal.game]
        when = moment(deals.ends(number))
        run = await store.run(self.bot.database, number, answer.user_id)
        if run is not None and run.score is not None:
            parts, ways = await self._result(answer, look, run, when)
        else:
            parts, ways = await self._deal_to_play(answer, deal, run, when)
            ways.append(button(Address("rulespage", 0, 1, look.key), t(look.name), emoji="📖"))
        title = f"## {screens.title(number, look, t)}"
        rows = button_rows([*ways, *await self._ways(answer, number)])
        await answer.show(screen(look.colour, title, *parts, *rows))

    async def _deal_to_play(
        self, answer: Answer, deal: Deal, run: Run | None, when: str
    ) -> tuple[list[Part], list[Control]]:
        t = answer.t
        table = None if run is None else await self.bot.tables.stored(run.table_id)
        if run is not None and (table is None or table.ended):
            # A try that ended early, or whose player had their data deleted.
            told = t(
                "You have had your try today. No result of it is kept. The next deal comes {when}.",
                when=when,
            )
            return [told], []
        label = t("Play today's deal") if run is None else t("Go on")
        rules = t("One try. After the first card: two minutes for each. Ends {when}.", when=when)
        same = t("Same cards for everyone; same play, same replies.")
        told = "\n".join([t(deals.daily_of(deal.game).line), rules, same])
        return [told], [button(Address("dailyplay"), label, style=discord.ButtonStyle.success)]

    async def _result(
        self, answer: Answer, look: Look, run: Run, when: str
    ) -> tuple[list[Part], list[Control]]:
        t, name = answer.t, _FILE.format(number=run.number)
        file = await attached(answer, name, screens.picture(run, look), t)
        numbers = await store.days(self.bot.database, answer.user_id)
        following = t("The next deal comes {when}.", when=when)
        habit = screens.habit(numbers, run.number, t) + f" · {following}"
        parts: list[Part] = [*([file] if file else []), screens.line(run, look, t), habit]
        card, ways = await _card_of(answer, run), list[Control]()
        if card is not None:
            told, ways = await ways_to_post(answer, card)
            parts.append(f"-# {told}")
        return parts, ways

    async def _ways(self, answer: Answer, number: int) -> list[Control]:
        """Return the buttons of the server's board of a deal, and of the day before."""
        t, guild_id, ways = answer.t, answer.home, list[Control]()
        if guild_id is not None and await store.lines(self.bot.database, number, guild_id):
            ways.append(button(Address("dailyboard"), t("Board")))
        over = number == deals.open_at(self.bot.now())[-1]
        if over and await store.known(self.bot.database, number - 1) is not None:
            ways.append(button(Address("dailypast", text=str(number - 1)), t("Yesterday")))
        return ways

    async def _deal(self, number: int) -> Deal:
        return await store.deal(self.bot.database, number, deals.daily_game())

    @control("dailyplay", sign="🃏", anywhere=True)
    async def play(self, answer: Answer, _address: Address) -> None:
        """*Play* or *Go on*: begin the person's only try, or go on with it."""
        number = deals.number_at(self.bot.now())
        run = await store.run(self.bot.database, number, answer.user_id)
        if run is None:
            await tries.play(answer, await self._deal(number), self._place(answer))
            return
        stored = await self.bot.tables.stored(run.table_id)
        if stored is None or stored.ended:
            await self.show(answer, Address("daily"))
            return
        await tries.go_on(answer, (await self.bot.tables.get(run.table_id)).whole())

    def _place(self, answer: Answer) -> Place:
        """Return the place of a try: the channel in a server, or none in direct messages."""
        at, guild_id = answer.interaction, answer.home
        if guild_id is None or at.channel_id is None:
            return Place(NOWHERE, 0, str(at.locale), private=None)
        return place_at(at, guild_id, at.channel_id, str(at.locale))

    @control("dailypost")
    async def post_line(self, answer: Answer, address: Address) -> None:
        """*Post*: post the line of a deal for all."""
        await post(answer, await _card_at(answer, address))

    @control("dailyboard", sign="📋", anywhere=True)
    async def board(self, answer: Answer, _address: Address) -> None:
        """*Board*: the lines of this server's members who posted theirs today."""
        t, number = answer.t, deals.number_at(self.bot.now())
        look, guild_id = self.bot.looks[deals.daily_game()], answer.home or 0
        found: Sequence[Run] = await store.lines(self.bot.database, number, guild_id)
        if not found:
            raise TableError(N_("No line has been posted here today."))
        when = t("The board closes by itself {when}.", when=moment(deals.ends(number)))
        title = f"### {screens.title(number, look, t)} · " + t("board")
        told = screens.board(found, look, t)
        await answer.show(screen(look.colour, title, told, f"-# {when}"))

    @control("dailypast", sign="🗓️", anywhere=True)
    async def past(self, answer: Answer, address: Address) -> None:
        """*Yesterday*: an earlier deal, with the own line and the strong computer's."""
        t, deal = answer.t, await self._earlier(address)
        look = self.bot.looks[deal.game]
        run = await store.run(self.bot.database, deal.number, answer.user_id)
        parts: list[Part] = [f"### {screens.title(deal.number, look, t)}"]
        if run is not None and run.score is not None:
            parts.append(screens.line(run, look, t))
        ways = []
        if deal.record:
            parts.append(screens.strong(deal, look, t))
            ways = [button(Address("dailyproof", text=address.text), t("Proof"))]
        await answer.show(screen(look.colour, *parts, *button_rows(ways)))

    @control("dailyproof", sign="🧾", anywhere=True)
    async def proof(self, answer: Answer, address: Address) -> None:
        """*Proof*: an earlier deal's promise and record, and the promises of those to come."""
        deal, today = await self._earlier(address), deals.number_at(self.bot.now())
        look, coming = self.bot.looks[deal.game], await store.drawn(self.bot.database, today)
        record = Attached(screens.record_name(deal.number), deal.record.encode())
        file = discord.ui.File[Any](f"attachment://{record.name}")
        told = screens.proof(deal, coming, look, answer.t)
        await answer.show(screen(look.colour, *told, file, files=[record]))

    async def _earlier(self, address: Address) -> Deal:
        """Return the deal of a control. Raises GameError unless its day is over."""
        text = address.text
        number = int(text) if text.isdecimal() and len(text) < 7 else 0
        deal = await store.known(self.bot.database, number)
        if deal is None or number >= deals.open_at(self.bot.now())[-1]:
            raise GameError(N_("That button is out of date. Use the newest message."))
        return deal


async def _card_at(answer: Answer, at: Address) -> Card:
    """Return the card of a control. Raises GameError once its day is over."""
    for number in deals.open_at(answer.bot.now()):
        run = await store.run(answer.bot.database, number, answer.user_id)
        card = None if run is None else await _card_of(answer, run)
        if card is not None and at.text == str(number):
            return card
    raise GameError(N_("That button is out of date. Use the newest message."))


async def _card_of(answer: Answer, run: Run) -> Card | None:
    """Return the card of a finished try at a daily deal, or None without a result of it."""
    bot = answer.bot
    stored = await bot.tables.stored(run.table_id)
    if stored is None or run.score is None:
        return None
    look = bot.looks[stored.game]

    async def draw(t: Tongue, *below: Part) -> Drawn:
        return screen(look.colour, screens.line(run, look, t), *below)

    def ways(t: Tongue) -> list[Control]:
        return [button(Address("daily"), t("Play it too"))]

    def elsewhere(t: Tongue) -> str:
        name = t.word("command", "daily")
        return t("`/{daily}` in a server's channel offers to post the line there.", daily=name)

    async def posting(guild_id: int, channel_id: int, locale: str) -> None:
        board = Board(run.number, guild_id, channel_id, locale)
        await store.open_board(bot.database, board)

    at = Address("dailypost", text=str(run.number))
    return Card(stored, LINE, draw, at, ways, elsewhere, posting)
