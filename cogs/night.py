"""`/night`: plan a game night for a channel, come to it, and check in for its rounds."""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import date

import discord
from babel.dates import format_skeleton
from discord import app_commands
from discord.ext import commands

from bot.clicks.answers import Answer, Interaction, answering
from bot.clicks.opening import is_staff, may_post, place_at, player_of
from bot.clicks.places import check_writing
from bot.play import nights
from bot.play.nights import MIXED, ZONES, Plan, clock, usual_zone
from bot.play.servers import may_open
from bot.run.client import Shinrisen
from bot.screens import night as screens
from bot.storage import nights as stored_nights
from bot.storage.nights import CHECK, COMING, OFF, PLANNED, Gathering, Guest, NewNight, Night
from bot.wire.ui import Address, Drawn, Row, button, button_rows, choice, screen
from bot.words.errors import TableError
from bot.words.i18n import Tongue, babel_name, described, tongue, word
from games import GAMES
from games.errors import N_, GameError

from ._shared import night_events

_STALE = N_("That button is out of date. Use the newest message.")
_WHEN = N_("A game night begins five minutes from now or later, within two weeks.")


class Nights(commands.Cog):
    """Game nights: one that is planned or runs in a channel."""

    def __init__(self, bot: Shinrisen) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Take charge of the controls."""
        self.bot.controls |= {
            "nightplan": self.choose,
            "nightmake": self.make,
            "nightin": self.come,
            "nighthere": self.come,
            "nightout": self.get_up,
            "nightcancel": self.ask_to_cancel,
            "nightoff": self.cancel,
        }

    @app_commands.command(
        name=word("command", "night"),
        description=described("Plan a game night here: rounds at changing tables, one winner"),
    )
    @app_commands.guild_only()
    async def night(self, interaction: Interaction) -> None:
        """Show the channel's game night, or the choices for a new one, privately."""

        async def work(answer: Answer) -> None:
            at = answer.interaction
            night = await stored_nights.coming_in(self.bot.database, at.channel_id or 0)
            if night is not None:
                await self._show_coming(answer, night)
                return
            await self._check(answer)
            now = self.bot.now()
            # Before the choices, so that no one makes them in vain.
            await stored_nights.check_host(self.bot.database, answer.user_id, now, nights.A_DAY)
            zone = usual_zone(str(at.locale))
            await answer.show(self._plan(nights.first_plan(zone, now), answer.t))

        await answering(interaction, work)

    async def _check(self, answer: Answer) -> None:
        """Raise TableError unless the person may open tables here, and the bot may post."""
        at = answer.interaction
        if at.guild_id is None or at.channel_id is None:
            raise TableError(N_("Tables can be opened only in a server's channels."))
        check_writing(at)
        may_open(at, await self.bot.servers.of(at.guild_id), staff=is_staff(at))
        may_post(at)

    # The plan

    def _plan(self, plan: Plan, t: Tongue) -> Drawn:
        """Draw a plan with its choices. Each choice carries the whole plan."""
        now = self.bot.now()
        refused = not plan.may_begin(now)
        make = button(
            Address("nightmake", text=str(plan)),
            t("Post it"),
            style=discord.ButtonStyle.primary,
            disabled=refused,
        )
        how = t(
            "I post a card with 🙋 *I'm in*. A quarter of an hour before, and again before each "
            "further round, I mention those who are in. They check in, then I deal at tables."
        )
        if plan.begins(now) <= now + nights.REMINDER:
            how = t(
                "I post a card with ✋ *I'm here*: check-in opens at once. When it ends, I deal at "
                "tables for all who are there."
            )
        how = f"⚠️ {t(_WHEN)}" if refused else f"-# {how}"
        told = screens.plan_words(plan, self.bot.looks, t, now)
        # A language only suggests the zone.
        whose = t(
            "It is {now} where you are. If it isn't, choose your time below.",
            now=f"{clock(plan.zone, now):%H:%M}",
        )
        return screen(
            screens.COLOUR,
            f"## 🌙 {t('Game night')}\n{told}\n{whose}",
            how,
            *self._choices(plan, t),
            *button_rows([make]),
        )

    def _choices(self, plan: Plan, t: Tongue) -> list[Row]:
        now, looks = self.bot.now(), self.bot.looks
        days = [
            (_day(day, t), str(replace(plan, day=day)), None) for day in nights.days(plan.zone, now)
        ]
        hours = [(t("At {hour}:00", hour=n), str(replace(plan, hour=n)), None) for n in range(24)]
        shortly = str(replace(plan, hour=nights.SHORTLY))
        hours.insert(0, (t("In ten minutes"), shortly, None))
        zones = [
            (
                f"{clock(zone, now):%H:%M}",
                str(replace(plan, zone=zone)),
                zone.rpartition("/")[2].replace("_", " "),
            )
            for zone in ZONES
        ]
        games = [
            (screens.game_words(game, looks, t), str(_fitting(plan, game)), None)
            for game in (MIXED, *sorted(GAMES))
        ]
        sizes = [
            (
                t.many("{n} round", "{n} rounds", rounds)
                + " · "
                + t.many("tables of {n}", "tables of {n}", size),
                str(replace(plan, rounds=rounds, size=size)),
                None,
            )
            for size in nights.table_sizes(plan.game)
            for rounds in nights.ROUNDS
        ]
        return [
            *choice(_at("day"), t("Which day?"), days),
            *choice(_at("hour"), t("At which hour?"), hours),
            *choice(_at("zone"), t("What time is it where you are?"), zones),
            *choice(_at("game"), t("Which game?"), games),
            *choice(_at("size"), t("Which rounds and tables?"), sizes),
        ]

    async def choose(self, answer: Answer, address: Address) -> None:
        """Show the plan after another choice."""
        await answer.redraw_private(self._plan(_parsed(address), answer.t))

    async def make(self, answer: Answer, address: Address) -> None:
        """*Post it*: store the night, and post its card for the channel."""
        plan, at, now = _parsed(address), answer.interaction, self.bot.now()
        await self._check(answer)
        if not plan.may_begin(now):
            raise TableError(_WHEN)
        begins = plan.begins(now)
        assert at.guild_id is not None
        assert at.channel_id is not None
        settings = await self.bot.servers.of(at.guild_id)
        place = place_at(at, at.guild_id, at.channel_id, settings.locale or str(at.locale))
        phase, number, due_at = PLANNED, 0, begins - nights.REMINDER
        if due_at <= now:
            # The first card is already that of the check-in.
            phase, number, due_at = CHECK, 1, begins
        new = NewNight(
            **asdict(place),
            host_id=answer.user_id,
            game=plan.game,
            rounds=plan.rounds,
            size=plan.size,
            made_at=now,
            begins_at=begins,
            due_at=due_at,
            phase=phase,
            round=number,
        )
        guest = self._guest(answer)
        night = await stored_nights.make(self.bot.database, new, guest, nights.A_DAY)
        # The chore of any process posts the card if this click doesn't.
        self._changed(night.id)
        async with asyncio.timeout(nights.POSTING):
            await answer.redraw_private(
                screen(screens.COLOUR, answer.t("Your game night is posted."))
            )
            message = await answer.post(self._drawn(Gathering(night, (guest,), ())))
        await stored_nights.said(self.bot.database, night, message.id)
        event_id = await night_events.create(at, night, message.jump_url)
        if event_id is not None:
            await stored_nights.set_event(self.bot.database, night.id, event_id)

    # People

    async def come(self, answer: Answer, address: Address) -> None:
        """*I'm in* and *I'm here*: come to the night, and check in where that is open."""
        night = (await self._here(answer, address)).night
        if await self._pointed_on(answer, night):
            return
        check_writing(answer.interaction)
        # During a round it says that the next check-in waits for them.
        guest = replace(self._guest(answer), here=night.round)
        await stored_nights.enter(self.bot.database, night.id, guest, nights.MOST)
        self.bot.house.check_ins[night.id] = answer.key
        await self._redraw(answer, night.id)

    async def get_up(self, answer: Answer, address: Address) -> None:
        """*I'm out*: don't come, or play no further round."""
        night = (await self._here(answer, address)).night
        if await self._pointed_on(answer, night):
            return
        await stored_nights.get_up(self.bot.database, night.id, answer.user_id)
        await self._redraw(answer, night.id)

    async def _pointed_on(self, answer: Answer, night: Night) -> bool:
        """Turn an older card into a link to the newest. Return False for the newest.

        A card that is posted but not yet stored has a larger id than the stored one.
        """
        clicked, newest = answer.interaction.message, night.message_id
        if clicked is None or newest is None or clicked.id >= newest:
            return False
        link, t = screens.card_link(night, newest), tongue(night.locale)
        await answer.redraw(screens.passed(night, link, self.bot.looks, t))
        return True

    def _guest(self, answer: Answer) -> Guest:
        player = player_of(answer.interaction)
        now = self.bot.now()
        return Guest(player.user_id, player.name, player.locale, player.join_id, now)

    async def _redraw(self, answer: Answer, night_id: int) -> None:
        await answer.redraw(self._drawn(await self._gathering(night_id)))
        self._changed(night_id)

    # The end by hand

    async def _show_coming(self, answer: Answer, night: Night) -> None:
        """Show the channel's night, with the way to cancel it for those who may."""
        t, gathering = answer.t, await self._gathering(night.id)
        parts = screens.told(gathering, self.bot.looks, t)
        if night.message_id is not None:
            link = screens.card_link(night, night.message_id)
            parts.append(t("Its card: {link}", link=link))
        ways = []
        if _may_cancel(answer, night):
            ways = [button(Address("nightcancel", text=str(night.id)), t("Cancel the game night"))]
        await answer.show(screen(screens.COLOUR, *parts, *button_rows(ways)))

    async def ask_to_cancel(self, answer: Answer, address: Address) -> None:
        """*Cancel the game night*: ask again."""
        t, night = answer.t, (await self._here(answer, address)).night
        style = discord.ButtonStyle.danger
        sure = button(
            Address("nightoff", text=str(night.id)), t("Cancel the game night"), style=style
        )
        told = t("Cancel the game night for all? Tables that play go on as usual.")
        await answer.redraw_private(screen(screens.COLOUR, told, *button_rows([sure])))

    async def cancel(self, answer: Answer, address: Address) -> None:
        """Cancel the night, as its host or the staff. Raises TableError for others."""
        night = (await self._here(answer, address)).night
        if not _may_cancel(answer, night):
            raise TableError(N_("Only the host or the server's staff can do that."))
        while night.phase in COMING:
            if await stored_nights.turn(self.bot.database, night, OFF, night.round, self.bot.now()):
                break
            # It has just gone on.
            night = (await self._gathering(night.id)).night
        else:
            raise TableError(N_("That game night is over."))
        await answer.redraw_private(
            screen(screens.COLOUR, answer.t("The game night is cancelled."))
        )
        self._changed(night.id)
        await night_events.delete(answer.interaction, night)
        await self._call_off(answer, night)

    async def _call_off(self, answer: Answer, night: Night) -> None:
        """Mention those who are in, if they would come within the day."""
        if night.begins_at > self.bot.now() + nights.TOLD:
            return
        guests = (await self._gathering(night.id)).guests
        coming = [one.user_id for one in guests if not one.gone and one.user_id != answer.user_id]
        if coming:
            await answer.call(screens.cancelled(coming, tongue(night.locale)), coming)

    async def _here(self, answer: Answer, address: Address) -> Gathering:
        """Return a night of the click's own channel. Raises GameError for any other."""
        text, at = address.text, answer.interaction
        number = int(text) if text.isdecimal() and len(text) < 10 else 0
        found = await stored_nights.gathering(self.bot.database, number)
        if found is None or found.night.channel_id != at.channel_id:
            raise GameError(_STALE)
        return found

    async def _gathering(self, night_id: int) -> Gathering:
        found = await stored_nights.gathering(self.bot.database, night_id)
        if found is None:
            raise GameError(_STALE)
        return found

    def _drawn(self, gathering: Gathering) -> Drawn:
        return screens.shown(gathering, self.bot.looks, tongue(gathering.night.locale))

    def _changed(self, night_id: int) -> None:
        """Wake the chore, in all processes. The others leave its tables to one with a token."""
        self.bot.house.nights.wake()
        key = self.bot.house.check_ins.get(night_id)
        self.bot.cluster.notify("night", night_id, until=0.0 if key is None else key.until)


def _may_cancel(answer: Answer, night: Night) -> bool:
    return answer.user_id == night.host_id or is_staff(answer.interaction)


def _fitting(plan: Plan, game: str) -> Plan:
    """Return the plan with another game, and a size of tables that it permits."""
    sizes: Sequence[int] = nights.table_sizes(game)
    size = plan.size if plan.size in sizes else sizes[-1]
    return replace(plan, game=game, size=size)


def _day(day: date, t: Tongue) -> str:
    return str(format_skeleton("MMMEd", day, locale=babel_name(t.locale)))


def _at(text: str) -> Address:
    return Address("nightplan", text=text)


def _parsed(address: Address) -> Plan:
    plan = Plan.parse(address.text)
    if plan is None:
        raise GameError(_STALE)
    return plan
