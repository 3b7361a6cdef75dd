"""`/my`: the open tables of a person in all servers, those that wait for them first.

A stepper goes through those that wait. A person may have one message a day about slow matches.
"""

import logging
from typing import Any

import discord
from discord import app_commands

from bot import storage
from bot.clicks.answers import Answer, answered
from bot.clicks.channel_tables import tables_of
from bot.clicks.control import control
from bot.clicks.membership_check import anywhere
from bot.play.lobby import is_slow
from bot.play.match import Match
from bot.run.client import BotCog
from bot.run.jobs import DAY, HOUR, job
from bot.screens.more import more_button
from bot.storage import StoredTable, people
from bot.storage.servers import NOWHERE
from bot.wire.faults import NOT_THROUGH, why
from bot.wire.pacer import Urgency
from bot.wire.ui import (
    Address,
    Control,
    Drawn,
    Part,
    address,
    button,
    button_rows,
    link_to,
    moment,
    screen,
)
from bot.words.i18n import Tongue, described, tongue, word
from games.core import Frozen, Seat
from games.errors import GameError

_log = logging.getLogger(__name__)

_COLOUR = 0x5865F2
_MOST = 20
"""Limit of tables on the screen. Each running match is replayed from its log."""
_HERE = 5
"""Limit of tables with buttons."""


class Mine(Frozen):
    """An open table of a person. `match` is the running one if it waits for them."""

    stored: StoredTable
    seat: Seat
    match: Match | None


class My(BotCog):
    """The tables of a person."""

    @anywhere
    @app_commands.command(
        name=word("command", "my"),
        description=described("Your tables in all servers, those that wait for you first"),
    )
    @answered()
    async def my(self, answer: Answer) -> None:
        """Show a person's open tables, privately."""
        await answer.show(await self._screen(answer))

    @control("mystep", sign="⏩", anywhere=True)
    async def step(self, answer: Answer, address: Address) -> None:
        """Show one of the tables that wait, by its number in the address's stage."""
        t = answer.t
        due = [one for one in (await self._mine(answer.user_id))[0] if one.match is not None]
        if not due:
            await answer.redraw_private(screen(_COLOUR, t("Nothing waits for you now.")))
            return
        at = address.stage % len(due)
        await answer.redraw_private(await self._step(answer, due, at))

    @control("gather", sign="🗞️", anywhere=True)
    async def gather(self, answer: Answer, address: Address) -> None:
        """Store the choice between one message a day and one a turn."""
        await self.bot.house.readers.gather(
            answer.user_id, self.bot.now(), wanted=address.text == "on"
        )
        await answer.redraw_private(await self._screen(answer))

    async def _screen(self, answer: Answer) -> Drawn:
        await answer.after_films()
        t, user_id = answer.t, answer.user_id
        found, left = await self._mine(user_id)
        parts = await self._lists(found, left, user_id, t)
        ways: list[Control] = []
        if any(one.match is not None for one in found):
            style = discord.ButtonStyle.success
            ways.append(button(Address("mystep"), t("One after the other"), style=style))
        daily = self.bot.house.readers.gathers(user_id)
        if daily or any(is_slow(one.stored.pace) for one in found):
            label = t("A message for each turn") if daily else t("One message a day")
            ways.append(button(Address("gather", text="off" if daily else "on"), label))
            told = t("Slow matches write to you once a day, if one waits for you.")
            if not daily:
                told = t("Slow matches write to you at each turn.")
            parts.append(f"-# {told}")
        return screen(_COLOUR, *parts, *button_rows(ways), *await self._here(answer))

    async def _here(self, answer: Answer) -> list[Part]:
        """Draw the tables of this place, each with the ways to its hand, its panel and its ⋯.

        They are those of the channel, and in direct messages the person's own.
        """
        t, here = answer.t, answer.interaction
        if here.guild_id is not None:
            found = await tables_of(self.bot, here.channel_id or 0, answer.user_id)
        elif here.context.private_channel:
            return []
        else:
            found = [one.stored for one in (await self._mine(answer.user_id))[0]]
        parts: list[Part] = ["### " + t("Tables here")] if found else []
        for stored in found[:_HERE]:
            ways = [button(address(stored, "hand"), t("Hand"))]
            if stored.kind.panel:
                ways.append(button(address(stored, "show"), t("Post it below")))
            name = self.bot.looks[stored.game].at_table(stored.id, t)
            parts += [f"-# {name}", *button_rows([*ways, more_button(stored)])]
        return parts

    async def _lists(self, found: list[Mine], left: int, user_id: int, t: Tongue) -> list[Part]:
        if not found:
            shown = t.word("command", "help")
            return [t("You sit at no table. `/{help}` shows the games.", help=shown)]
        waiting, others = list[str](), list[str]()
        for one in found:
            line = await self._line(one, user_id, t)
            (others if one.match is None else waiting).append(line)
        parts: list[Part] = []
        if waiting:
            parts += ["### " + t("It's your turn"), "\n".join(waiting)]
        if others:
            parts += ["### " + t("Your other tables"), "\n".join(others)]
        if left > 0:
            parts.append("-# " + t.many("and {n} more table", "and {n} more tables", left))
        return parts

    async def _step(self, answer: Answer, due: list[Mine], at: int) -> Drawn:
        """Draw one waiting table: the decision, the time, and the way there."""
        t, one = answer.t, due[at]
        stored, look, match = one.stored, self.bot.looks[one.stored.game], one.match
        assert match is not None
        head = f"{look.title(t)} · {at + 1}/{len(due)}"
        todo = f"**{look.due(match.view(one.seat), t)}**"
        line = await self._line(one, answer.user_id, t)
        ways: list[Control] = []
        if len(due) > 1:
            ways += [
                button(Address("mystep", stage=(at - 1) % len(due), text="back"), "◀", emoji=""),
                button(Address("mystep", stage=(at + 1) % len(due), text="on"), "▶", emoji=""),
            ]
        here = answer.interaction
        direct = here.guild_id is None and not here.context.private_channel
        if direct or here.channel_id == stored.channel_id:
            ways.append(button(address(stored, "hand"), t("Hand")))
        return screen(look.colour, head, f"{todo}\n{line}", *button_rows(ways))

    async def _mine(self, user_id: int) -> tuple[list[Mine], int]:
        """Return a person's tables, those that wait for them by their time, and how many more."""
        numbers = await storage.tables.open_tables(self.bot.database, user_id=user_id)
        found = list[Mine]()
        for number in numbers[:_MOST]:
            stored = await self.bot.tables.stored(number)
            if stored is None or stored.ended or (seat := stored.seat_of(user_id)) is None:
                continue
            found.append(Mine(stored, Seat(seat), await self._due(stored, Seat(seat))))
        found.sort(key=lambda one: (one.match is None, one.stored.deadline or float("inf")))
        return found, len(numbers) - _MOST

    async def _due(self, stored: StoredTable, seat: Seat) -> Match | None:
        """Return a running match if it waits for that seat."""
        if stored.phase != "live" or stored.paused_at is not None:
            return None
        try:
            match: Any = await Match.load(stored, self.bot.database, self.bot.now)
        except GameError:
            # Its rules aren't released here, so it can't go on.
            return None
        return match if seat in match.to_act else None

    async def _line(self, one: Mine, user_id: int, t: Tongue) -> str:
        """Return a table with the way there, and the time for a decision."""
        stored = one.stored
        shown = await storage.posts.posts(self.bot.database, stored.id)
        hand = next((post for post in shown if post.reader == user_id), None)
        name = self.bot.looks[stored.game].at_table(stored.id, t)
        where = "" if stored.guild_id == NOWHERE else link_to(stored.guild_id, stored.channel_id)
        if stored.phase == "live" and hand is not None and hand.message_id is not None:
            where = link_to(None, hand.channel_id, hand.message_id)
        state = t("not begun") if stored.phase == "lobby" else ""
        if stored.paused_at is not None:
            state = t("paused")
        if one.match is not None and stored.deadline is not None:
            when = moment(stored.deadline)
            state = f"⏳ {when}"
        return " · ".join(filter(None, [name, where, state]))

    @job("gather", every=HOUR / 2)
    async def write(self, _: int) -> None:
        """Write to the people who want one message a day, if a slow match waits for them."""
        for user_id in await people.to_gather(self.bot.database, self.bot.now()):
            # Without a table, the hour comes tomorrow.
            await people.note_gathering(self.bot.database, user_id, self.bot.now())
            await self._write(user_id)

    async def _write(self, user_id: int) -> None:
        # A film may have yet to show that it is their turn.
        await self.bot.tables.after_film(user_id)
        found, _ = await self._mine(user_id)
        due = [one for one in found if one.match is not None and is_slow(one.stored.pace)]
        if not due:
            return
        house = self.bot.house
        t = tongue(await people.language(self.bot.database, user_id) or "en-US")
        line = t.many("{n} table waits for you today", "{n} tables wait for you today", len(due))
        parts = await self._lists(due, 0, user_id, t)
        style = discord.ButtonStyle.success
        ways = [
            button(Address("mystep"), t("One after the other"), style=style),
            button(Address("gather", text="off"), t("A message for each turn")),
        ]
        try:
            channel_id = await house.direct_channel(user_id)
            once = f"gather-{user_id}-{self.bot.now() // DAY:.0f}"
            message = await house.post_in(channel_id, line, once=once)
            drawn = screen(_COLOUR, *parts, *button_rows(ways))
            await house.change_in(channel_id, message.id, drawn, Urgency.SCREEN)
        except NOT_THROUGH as error:
            _log.warning("a message of the day can't be sent: %s", why(error))
