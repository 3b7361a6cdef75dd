"""*Call me* 🔔: calls to new tables here, with the games and hours that a person chooses."""

from dataclasses import replace
from typing import Any

import discord
from discord.ext import commands

from bot.clicks.answers import Answer
from bot.play.calling import ANY, ZONES, clock, usual_zone
from bot.run.client import Shinrisen
from bot.storage import calls
from bot.storage.calls import Wish
from bot.wire.ui import Address, Drawn, Row, button, button_rows, choice, screen
from bot.words.errors import TableError
from bot.words.i18n import Tongue
from games import GAMES
from games.errors import N_, GameError

_COLOUR = 0x5865F2
_EVENING = (18, 23)
"""The hours that a first choice of hours suggests, `ends` excluded."""
_STALE = N_("That button is out of date. Use the newest message.")


class Calls(commands.Cog):
    """A person's wish to be called. It holds in one server."""

    def __init__(self, bot: Shinrisen) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Take charge of the controls."""
        self.bot.controls["call"] = self.ask
        self.bot.controls["calls"] = self.choose
        self.bot.controls["nocalls"] = self.stop

    async def ask(self, answer: Answer, address: Address) -> None:
        """*Call me*: store the wish for this game, or any, unless there is one. Offer choices."""
        guild_id, game = answer.interaction.guild_id, ANY
        if address.table_id:
            stored = await self.bot.tables.stored(address.table_id)
            assert stored is not None
            guild_id, game = stored.guild_id, stored.game
        if guild_id is None:
            raise TableError(N_("I call people to tables in servers: press 🔔 there."))
        wish = await calls.wish_of(self.bot.database, guild_id, answer.user_id)
        if wish is None:
            zone = usual_zone(str(answer.interaction.locale))
            wish = Wish(guild_id, answer.user_id, game, zone=zone)
            await calls.save(self.bot.database, wish)
        await answer.show(self._screen(wish, answer.t))

    async def choose(self, answer: Answer, address: Address) -> None:
        """Store another choice of game, hours or time zone."""
        wish = _parsed(address.text, answer.user_id)
        if wish is None or self.bot.get_guild(wish.guild_id) is None:
            raise GameError(_STALE)
        await calls.save(self.bot.database, wish)
        await answer.redraw_private(self._screen(wish, answer.t))

    async def stop(self, answer: Answer, address: Address) -> None:
        """*Stop calling me*: delete the wish."""
        guild_id = answer.interaction.guild_id
        if address.text.isdecimal() and len(address.text) <= 20:
            guild_id = int(address.text)
        if guild_id is None:
            raise GameError(_STALE)
        await calls.stop(self.bot.database, guild_id, answer.user_id)
        await answer.redraw_private(screen(_COLOUR, answer.t("I don't call you here any more.")))

    def _screen(self, wish: Wish, t: Tongue) -> Drawn:
        """Draw the wish with its choices."""
        guild, look = self.bot.get_guild(wish.guild_id), self.bot.looks.get(wish.game)
        game = t("any game") if look is None else t(look.name)
        server = "?" if guild is None else discord.utils.escape_markdown(guild.name)
        told = t(
            "I mention you in **{server}** when a table opens: {game}.", server=server, game=game
        )
        stop = button(Address("nocalls", text=str(wish.guild_id)), t("Stop calling me"))
        return screen(
            _COLOUR,
            "## 🔔 " + t("Call me"),
            told,
            self._hours(wish, t),
            "-# " + t("At most once an hour, and only where you can look."),
            *self._choices(wish, t),
            *button_rows([stop]),
        )

    def _hours(self, wish: Wish, t: Tongue) -> str:
        if wish.begins is None or wish.ends is None:
            return t("At any hour.")
        return t(
            "Between {begins}:00 and {ends}:00. It is {now} where you are.",
            begins=wish.begins,
            ends=wish.ends,
            now=_time(wish.zone, self.bot.now()),
        )

    def _choices(self, wish: Wish, t: Tongue) -> list[Row]:
        games = [(t("Any game"), ANY), *((t(self.bot.looks[k].name), k) for k in sorted(GAMES))]
        named = [(name, _text(replace(wish, game=key)), None) for name, key in games]
        rows = choice(_at("game"), t("Which game?"), named)
        begins = [(t("At any hour"), _text(replace(wish, begins=None, ends=None)), None)]
        until = _EVENING[1] if wish.ends is None else wish.ends
        begins += [
            (t("From {hour}:00", hour=n), _text(replace(wish, begins=n, ends=until)), None)
            for n in range(24)
        ]
        rows += choice(_at("begins"), t("From which hour?"), begins)
        if wish.begins is None:
            return rows
        ends = [
            (t("Until {hour}:00", hour=n), _text(replace(wish, ends=n)), None) for n in range(24)
        ]
        zones = [
            (_time(zone, self.bot.now()), _text(replace(wish, zone=zone)), _place(zone))
            for zone in ZONES
        ]
        rows += choice(_at("ends"), t("Until which hour?"), ends)
        return rows + choice(_at("zone"), t("What time is it where you are?"), zones)


def _at(text: str) -> Address:
    return Address("calls", text=text)


def _time(zone: str, now: float) -> str:
    return f"{clock(zone, now):%H:%M}"


def _place(zone: str) -> str:
    """Return the city that names a time zone."""
    return zone.rpartition("/")[2].replace("_", " ")


def _text(wish: Wish) -> str:
    """Return a wish as the value of a choice, without the person."""
    begins = "" if wish.begins is None else wish.begins
    ends = "" if wish.ends is None else wish.ends
    return f"{wish.guild_id} {wish.game} {begins} {ends} {wish.zone}"


def _parsed(text: str, user_id: int) -> Wish | None:
    """Return the wish in a value, or None if it can't be one of ours."""
    parts: list[Any] = text.split(" ")
    if len(parts) != 5:
        return None
    guild_id, game, begins, ends, zone = parts
    known = game == ANY or game in GAMES
    hours = (begins, ends) == ("", "") or (_is_hour(begins) and _is_hour(ends))
    if not (guild_id.isdecimal() and len(guild_id) <= 20 and known and hours and zone in ZONES):
        return None
    from_, until = (int(begins), int(ends)) if begins else (None, None)
    return Wish(int(guild_id), user_id, game, from_, until, zone)


def _is_hour(text: str) -> bool:
    return text.isdecimal() and len(text) <= 2 and int(text) < 24
