"""`/night`: plan a table with an hour, change or cancel it, and be in."""

import asyncio
from contextlib import suppress
from dataclasses import asdict
from datetime import timedelta
from typing import Any

import discord
from babel.dates import format_skeleton
from discord import app_commands, ui
from discord.ext import commands

from bot.clicks.answers import Answer, answered
from bot.clicks.control import control
from bot.clicks.membership_check import acting
from bot.clicks.opening import is_staff, player_of, room_at, spend_post
from bot.clicks.places import check_writing
from bot.drawing.kit import by_place
from bot.play.lobby import Place
from bot.run.client import BotCog
from bot.screens.naming import named
from bot.storage import intervals
from bot.wire.modal import Field, choices_modal, filled
from bot.wire.ui import Address, Drawn, button, button_rows, screen
from bot.words.errors import StorageError, TableError
from bot.words.i18n import Tongue, babel_name, described, tongue, word
from games import GAMES
from games.errors import N_, GameError

from . import plans, screens, store
from .plans import Plan
from .store import OFF, PLANNED, Guest, Night

_STALE = N_("That button is out of date. Use the newest message.")
_CHANGED = N_("The game night has changed meanwhile. Look at it again.")
_WHEN = N_("A game night begins five minutes from now or later, within two weeks.")


class Nights(BotCog):
    """Game nights: those that are planned in a channel."""

    @commands.Cog.listener("on_ready")
    @commands.Cog.listener("on_raw_message_delete")
    @commands.Cog.listener("on_raw_bulk_message_delete")
    async def look_at_cards(self, event: Any = None) -> None:
        """Post deleted cards again. In a new session, deletions before it are unknown."""
        gone = None if event is None else getattr(event, "message_ids", None) or {event.message_id}
        with suppress(StorageError):
            if await store.cards_gone(self.bot.database, gone):
                self.bot.house.deadline_changed(0.0)

    @acting
    @app_commands.command(
        name=word("command", "night"),
        description=described("Plan a game night here: a table with an hour"),
        extras={"also": True},
    )
    @app_commands.guild_only()
    @answered(reads=True)
    async def night(self, answer: Answer) -> None:
        """Open the form of a new game night, or show the planned one privately."""
        database, now = self.bot.database, self.bot.now()
        night = await store.planned_in(database, answer.interaction.channel_id or 0)
        if night is not None:
            steers = _steers(answer, night)
            await answer.show(screens.private(night, self.bot.looks, answer.t, steers=steers))
            return
        await self._place(answer)
        # Before the form, so that no one fills it in vain.
        last = await store.last_plan(database, answer.user_id, now)
        game = last.game if last and last.game in GAMES else by_place(GAMES)[0]
        plan = plans.first_plan(_zone(last.zone if last else "", answer), game, now)
        await answer.ask(_form(plan, 0, now, self.bot.looks, answer.t))

    async def _place(self, answer: Answer) -> Place:
        """Return the place of a new night. Raises TableError if it may not be planned here."""
        at = answer.interaction
        return (await room_at(self.bot, at, str(at.locale), posts=True))[0]

    # The plan

    @control("nightform", acts=True, form=True)
    async def submit(self, answer: Answer, address: Address) -> None:
        """Post a new night, or change the planned one, as the form says."""
        night_id, opened = _numbers(address.text)
        data: Any = answer.interaction.data or {}
        said = filled(data)
        plan = Plan(*(said.get(name, "") for name in ("day", "hour", "zone", "game")))
        begins = plan.begins(opened, self.bot.now())
        if begins is None:
            raise GameError(_STALE)
        if night_id:
            await self._change(answer, address, plan, begins)
        else:
            await self._post(answer, plan, begins)

    async def _post(self, answer: Answer, plan: Plan, begins: float) -> None:
        place, now = await self._place(answer), self.bot.now()
        if not plans.may_begin(begins, now):
            raise TableError(_WHEN)
        await spend_post(self.bot, answer.interaction, answer.user_id)
        new = Night(
            **asdict(place),
            host_id=answer.user_id,
            game=plan.game,
            zone=plan.zone,
            made_at=now,
            begins_at=begins,
            called=begins <= now + plans.REMINDER,
            guests=(self._guest(answer),),
        )
        night = await store.make(self.bot.database, new)
        try:
            async with asyncio.timeout(plans.POSTING):
                message = await answer.post(self._card(night))
            await store.show(self.bot.database, night, message.id)
        finally:
            # The job posts the card if this click hasn't.
            self.bot.house.deadline_changed(0.0)

    @control("nightchange", sign="✏️", acts=True, reads=True)
    async def ask_to_change(self, answer: Answer, address: Address) -> None:
        """*Change*: open the form with the night's own answers."""
        night, now = await self._steered(answer, address), self.bot.now()
        zone = _zone(night.zone if night.host_id == answer.user_id else "", answer)
        plan = plans.plan_of(zone, night.game, night.begins_at, now)
        await answer.ask(_form(plan, night.id, now, self.bot.looks, answer.t))

    async def _change(self, answer: Answer, address: Address, plan: Plan, begins: float) -> None:
        """Change a night, and mention those who are in if the hour has moved."""
        night, now = await self._steered(answer, address), self.bot.now()
        moved = int(begins) != int(night.begins_at)
        if moved and not plans.may_begin(begins, now):
            raise TableError(_WHEN)
        values: dict[str, object] = {"game": plan.game}
        if moved:
            values |= {"begins_at": begins, "called": begins <= now + plans.REMINDER}
        if answer.user_id == night.host_id:
            values["zone"] = plan.zone
        if not await store.change(self.bot.database, night, **values):
            raise TableError(_CHANGED)
        night = await self._night(night.id)
        clicked = answer.interaction.message
        if clicked is not None and clicked.id == night.message_id:
            await answer.redraw(self._card(night), known=True)
            await store.show(self.bot.database, night, clicked.id)
        else:
            await answer.redraw_private(screen(screens.COLOUR, answer.t("The night is changed.")))
        self.bot.house.deadline_changed(0.0)
        subject = (store.MOVED, night.id)
        if moved and await intervals.claim(self.bot.database, now, plans.MOVED_PAUSE, subject):
            await self._mention(answer, night, screens.moved(night, tongue(night.locale)))

    # People

    @control("nightin", sign="🙋")
    async def come(self, answer: Answer, address: Address) -> None:
        """*I'm in*: be in, or out if the person is in. After the hour, show the night's end."""
        night, guest = await self._here(answer, address), self._guest(answer)
        if night.phase == PLANNED:
            if all(one.user_id != guest.user_id for one in night.guests):
                check_writing(answer.interaction)
            await store.press(self.bot.database, night, guest, plans.MOST)
            night = await self._night(night.id)
        await answer.redraw(self._card(night))

    def _guest(self, answer: Answer) -> Guest:
        player, now = player_of(answer.interaction), self.bot.now()
        return Guest(player.user_id, player.name, player.locale, player.join_id, now)

    # The end by hand

    @control("nightcancel", sign="🚫", acts=True)
    async def ask_to_cancel(self, answer: Answer, address: Address) -> None:
        """*Cancel the game night*: ask again."""
        t, night = answer.t, await self._steered(answer, address)
        sure = button(
            Address("nightoff", text=str(night.id)),
            t("Cancel the game night"),
            style=discord.ButtonStyle.danger,
        )
        told = t("Cancel the game night for all? ✏️ *Change* gives it another hour.")
        await answer.redraw_private(screen(screens.COLOUR, told, *button_rows([sure])))

    @control("nightoff", sign="🚫", acts=True)
    async def cancel(self, answer: Answer, address: Address) -> None:
        """Cancel the night, and mention those who were in."""
        night = await self._steered(answer, address)
        if not await store.change(self.bot.database, night, phase=OFF):
            raise TableError(_CHANGED)
        await answer.redraw_private(
            screen(screens.COLOUR, answer.t("The game night is cancelled."))
        )
        self.bot.house.deadline_changed(0.0)
        await self._mention(answer, night, screens.cancelled(tongue(night.locale)))

    async def _mention(self, answer: Answer, night: Night, line: str) -> None:
        """Mention those who are in, except the person who acts."""
        others = [one.user_id for one in night.guests if one.user_id != answer.user_id]
        if others:
            await answer.post(screens.mentioning(night, others, line), others)

    async def _steered(self, answer: Answer, address: Address) -> Night:
        """Return a planned night. Raises TableError for others than its host and the staff."""
        night = await self._here(answer, address)
        if not _steers(answer, night):
            raise TableError(N_("Only the host or the server's staff can do that."))
        if night.phase != PLANNED:
            raise TableError(N_("That game night is over."))
        return night

    async def _here(self, answer: Answer, address: Address) -> Night:
        """Return a night of the click's own channel. Raises GameError for any other."""
        night = await self._night(_numbers(address.text)[0])
        if night.channel_id != answer.interaction.channel_id:
            raise GameError(_STALE)
        return night

    async def _night(self, night_id: int) -> Night:
        found = await store.night(self.bot.database, night_id)
        if found is None:
            raise GameError(_STALE)
        return found

    def _card(self, night: Night) -> Drawn:
        return screens.card(night, self.bot.looks, tongue(night.locale))


def _numbers(text: str) -> tuple[int, float]:
    """Return the night of an address, and the time when its form was opened.

    Raises GameError for a forged one.
    """
    parts = text.split(" ")
    if len(parts) > 2 or not all(part.isdecimal() and len(part) <= 10 for part in parts):
        raise GameError(_STALE)
    return min(int(parts[0]), 2**31 - 1), float(parts[-1])


def _steers(answer: Answer, night: Night) -> bool:
    return answer.user_id == night.host_id or is_staff(answer.interaction)


def _zone(zone: str, answer: Answer) -> str:
    return plans.zone_of(zone, str(answer.interaction.locale))


def _form(plan: Plan, night_id: int, now: float, looks: screens.Looks, t: Tongue) -> ui.Modal:
    """Return the form of a new night (0) or of a planned one, with these answers."""
    days = [(t("Today"), "0"), (t("Tomorrow"), "1")]
    today = plans.clock(plan.zone, now).date()
    for day in (today + timedelta(days=n) for n in range(2, plans.DAYS + 1)):
        label = str(format_skeleton("MMMEd", day, locale=babel_name(t.locale)))
        days.append((label, day.isoformat()))
    # A night at short notice keeps its minutes.
    full = plan.hour.endswith(":00")
    other = (t("In ten minutes"), plans.SHORTLY) if full else (plan.hour, plan.hour)
    hours = [(t("At {hour}:00", hour=n), f"{n}:00") for n in range(24)]
    games = [(named(looks, key, t), key) for key in by_place(GAMES)]
    zones = []
    for zone in plans.ZONES:
        place = zone.rpartition("/")[2].replace("_", " ")
        zones.append((f"{plans.clock(zone, now):%H:%M} · {place}", zone))
    yours = t("Day and hour are yours. All others read them in their own time.")
    fields = (
        Field("day", t("Which day?"), "", plan.day, tuple(days)),
        Field("hour", t("At which hour?"), "", plan.hour, (other, *hours)),
        Field("zone", t("What time is it where you are?"), yours, plan.zone, tuple(zones)),
        Field("game", t("Which game?"), "", plan.game, tuple(games)),
    )
    # Phones open a known form with its earlier answers, so each form has its own address.
    return choices_modal(
        Address("nightform", text=f"{night_id} {int(now)}"), t("Game night"), fields
    )
