"""`/leaderboard`: the server's standings, by rating, page by page."""

import re
from collections.abc import Mapping, Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.clicks.about_ratings import question
from bot.clicks.answers import Answer, Interaction, answered
from bot.clicks.control import control
from bot.clicks.opening import spend_post
from bot.clicks.pages import STANDINGS, added
from bot.clicks.pictures import attached
from bot.drawing.picture import Who
from bot.play.names import plain, printable
from bot.run.client import BotCog
from bot.screens.naming import chosen, completions, named, season_name
from bot.storage.ratings import MATCHES_NEEDED, missing, points, shown
from bot.storage.standings import ALL_GAMES, ALL_TIME, season
from bot.wire.ui import Address, Attached, Control, Drawn, Part, button, button_rows, screen
from bot.words.i18n import Tongue, described, tongue, word
from games import GAMES
from games.errors import N_, GameError

from . import drawing
from .store import Page, Standing, around, page, risen

_COLOUR = 0xF1C40F
_FILE = "leaderboard.png"
_LINES = 10
# Number of further reads of a page, after players on it turned out to have left the server.
_LOOKS = 3
_PERIOD = re.compile(r"all|\d{4}-Q[1-4]")


class Leaderboard(BotCog):
    """The server's standings. A page's buttons are `standings:0:<page>:<game>/<period>`.

    A page is private, in its reader's language, until its reader posts it.
    """

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Note that a person who acts in a server is a member of it."""
        if interaction.guild_id is not None:
            await self.bot.membership.came(interaction.guild_id, interaction.user.id)

    @app_commands.command(
        name=word("command", "leaderboard"),
        description=described("This server's standings"),
        extras={"also": True},
    )
    @app_commands.rename(game=word("command", "game"), period=word("command", "period"))
    @app_commands.describe(
        game=described("Only this game"), period=described("Only what was played in this time")
    )
    @app_commands.choices(
        period=[
            app_commands.Choice(name=described("All time"), value="all"),
            app_commands.Choice(name=described("This season"), value="season"),
        ]
    )
    @app_commands.guild_only()
    @answered()
    async def leaderboard(
        self,
        answer: Answer,
        game: app_commands.Range[str, 1, 40] | None = None,
        period: str = "all",
    ) -> None:
        """The standings of one game, or of all that are played here."""
        span = season(self.bot.now()) if period == "season" else ALL_TIME
        key = ALL_GAMES if game is None else chosen(self.bot.looks, game, answer.t)
        try:
            shown = await self._draw(answer, key, span, 0)
        except GameError as refusal:
            # Its matches can be watched all the same.
            watch = await added(STANDINGS, answer, game=_game(key))
            shown = screen(_COLOUR, answer.t.refusal(refusal), *watch)
        await answer.show(shown)

    @leaderboard.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return completions(self.bot.looks, typed, tongue(interaction.locale))

    @control("standings")
    async def _turn(self, answer: Answer, address: Address) -> None:
        """A page's button. From a posted page it opens one's own, with one's own place."""
        game, period = _where(answer, address)
        drawn = await self._draw(answer, game, period, max(0, address.stage - 1))
        await answer.redraw_private(drawn)

    @control("poststandings", acts=True)
    async def _post(self, answer: Answer, address: Address) -> None:
        """*Post it here*: show a page to the whole channel, in its language, without own places."""
        game, period = _where(answer, address)
        await spend_post(self.bot, answer.interaction, answer.user_id)
        page = await self._draw(answer, game, period, max(0, address.stage - 1), posted=True)
        # First, so that a second click finds no button.
        done = answer.t("The leaderboard is in the channel.")
        await answer.redraw_private(screen(_COLOUR, done))
        await answer.post(page)

    async def _draw(
        self, answer: Answer, game: str, period: str, number: int, *, posted: bool = False
    ) -> Drawn:
        """A page, or the last one there is, without those who have left the server.

        Only its reader sees it, unless it is `posted`.
        """
        await answer.after_films()
        interaction = answer.interaction
        guild_id = interaction.guild_id or 0
        settings = await self.bot.servers.of(guild_id)
        if not settings.leaderboards:
            raise GameError(N_("This server keeps no leaderboard."))
        await self.bot.membership.came(guild_id, answer.user_id)
        found, number = await self._page(guild_id, game, period, answer.user_id, number)
        for _ in range(_LOOKS):
            ids = [line.user_id for line in found.lines]
            guild = interaction.guild
            if guild is None or not await self.bot.membership.gone(guild, ids):
                break
            found, number = await self._page(guild_id, game, period, answer.user_id, number)
        t = tongue(settings.locale or str(interaction.locale)) if posted else answer.t
        asked, beside = period, await self._around(guild_id, game, period)
        if not found.lines and beside[0] is not None:
            period, number = beside[0], 0
            found, number = await self._page(guild_id, game, period, answer.user_id, number)
            beside = await self._around(guild_id, game, period)
        watch = [] if posted else await added(STANDINGS, answer, game=_game(game))
        reader = "" if posted else printable(interaction.user.display_name)
        top = found.lines[: drawing.LINES]
        way = await risen(self.bot.database, guild_id, game, [line.user_id for line in top])
        picture = _picture(top, way, 0 if posted else answer.user_id)
        file = await attached(answer, _FILE, picture, t)
        title = self._title(game, period, t)
        if asked != period:
            title += "\n" + t(
                "{period} is still empty, so this is the last one before.",
                period=season_name(asked, t),
            )
        turns = [
            button(
                Address("standings", 0, 1, f"{game}/{other}"), label.format(season_name(other, t))
            )
            for other, label in zip(beside, ("◀ {}", "{} ▶"), strict=True)
            if other is not None
        ]
        where = f"{game}/{period}"
        if not posted and found.lines:
            at = Address("poststandings", 0, number + 1, where)
            turns.append(button(at, t("Post it here")))
        return _layout(title, found, number, where, reader, t, file, turns, watch)

    async def _around(self, guild_id: int, game: str, period: str) -> tuple[str | None, str | None]:
        if period == ALL_TIME:
            return None, None
        return await around(self.bot.database, guild_id, game, period, MATCHES_NEEDED)

    async def _page(
        self, guild_id: int, game: str, period: str, reader: int, number: int
    ) -> tuple[Page, int]:
        while True:
            found = await page(
                self.bot.database,
                guild_id,
                game,
                period,
                reader=reader,
                limit=_LINES,
                offset=number * _LINES,
                least=MATCHES_NEEDED,
            )
            if found.lines or not number:
                return found, number
            # The list has become shorter, or the page number was forged.
            number = min(number - 1, max(0, _pages(found) - 1))

    def _title(self, game: str, period: str, t: Tongue) -> str:
        what = t("All games") if game == ALL_GAMES else named(self.bot.looks, game, t)
        span = t("All time") if period == ALL_TIME else season_name(period, t)
        if period == season(self.bot.now()):
            span = t("This season") + f" · {span}"
        return "## 🏆 " + t("Leaderboard") + f" · {what}\n-# {span}"


def _picture(
    lines: tuple[Standing, ...], risen: Mapping[int, bool], reader: int
) -> drawing.Leaderboard | None:
    """Return the first lines of a page as a picture, or None of an empty page."""
    drawn = tuple(
        drawing.Line(
            Who(line.place - 1, plain(line.name) or "?"),
            line.place,
            points(line.mu),
            not missing(line.matches),
            risen.get(line.user_id),
            line.user_id == reader,
        )
        for line in lines[: drawing.LINES]
    )
    return drawing.Leaderboard(drawn) if drawn else None


def _layout(
    title: str,
    found: Page,
    number: int,
    where: str,
    reader: str,
    t: Tongue,
    file: Attached | None,
    periods: Sequence[Control],
    watch: Sequence[Part],
) -> Drawn:
    pages = _pages(found)
    if not found.lines:
        return screen(_COLOUR, title, _empty(found, t), *watch)
    # The picture shows the first lines. A number with a full stop would begin a list, which Discord
    # numbers as it likes.
    lines = [
        f"`{line.place:>2}` **{printable(line.name)}** · {_rating(line)} · {_played(line, t)}"
        for line in found.lines[drawing.LINES if file else 0 :]
    ]
    mine = found.own if reader else None
    own = _own(found, reader, t) if reader else ""
    turns = [
        button(Address("standings", 0, number, where), "◀", disabled=number == 0),
        button(Address("standings", 0, number + 2, where), "▶", disabled=number + 1 >= pages),
    ]
    below: list[Part] = [discord.ui.Separator(), own] if own else []
    small = t("Page {page} of {pages}", page=number + 1, pages=pages)
    if mine is not None and missing(mine.matches):
        small += " · " + t("~ provisional: it may still jump.")
    return screen(
        _COLOUR,
        title,
        *([file] if file else []),
        *(["\n".join(lines)] if lines else []),
        *below,
        *watch,
        *button_rows([*(turns if pages > 1 else []), *periods, question(t)]),
        "-# " + small,
    )


def _own(found: Page, reader: str, t: Tongue) -> str:
    """Return the reader's own place, or the reason why there is none."""
    mine = found.own
    if mine is None:
        return t("**{name}** has no rated match on this list yet.", name=reader)
    if not found.listed:
        return t(
            "You are hidden here. Only you read this: you would be in place {place}, "
            "with {rating}.",
            place=mine.place,
            rating=_rating(mine),
        )
    if mine.matches < MATCHES_NEEDED:
        return t(
            "**{name}**: {rating}, listed from {needed} matches ({n} so far)",
            name=reader,
            rating=_rating(mine),
            needed=MATCHES_NEEDED,
            n=mine.matches,
        )
    return t(
        "**{name}**: place {place} of {total}, {rating}",
        name=reader,
        place=mine.place,
        total=found.total,
        rating=_rating(mine),
    )


def _empty(found: Page, t: Tongue) -> str:
    told = N_("Nobody has played {needed} rated matches here yet.")
    few = t(told, needed=MATCHES_NEEDED)
    if found.own is None:
        return few
    return few + "\n" + t.many("You have played {n}.", "You have played {n}.", found.own.matches)


def _where(answer: Answer, address: Address) -> tuple[str, str]:
    """Return the game and the period of a control. Raises GameError if it is a forged one."""
    game, _, period = address.text.partition("/")
    known = (game == ALL_GAMES or game in GAMES) and _PERIOD.fullmatch(period)
    if not known or answer.interaction.guild_id is None:
        raise GameError(N_("That button is out of date. Use the newest message."))
    return game, period


def _game(key: str) -> str:
    """Return the game of a leaderboard, or an empty text for that of all games."""
    return "" if key == ALL_GAMES else key


def _pages(found: Page) -> int:
    return max(1, -(-found.total // _LINES))


def _rating(line: Standing) -> str:
    return shown(line.mu, line.matches)


def _played(line: Standing, t: Tongue) -> str:
    played = t.many("{n} match", "{n} matches", line.matches)
    return f"{played}, " + t.many("{n} won", "{n} won", line.wins)
