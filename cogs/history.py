"""`/history` and `/replay`: the finished matches of a server, and one of them step by step."""

from dataclasses import replace
from datetime import UTC, datetime

import discord
from discord import app_commands
from discord.ext import commands

from bot.clicks.answers import Answer, Interaction, answering
from bot.clicks.visibility import outlook
from bot.play.names import bare_name, seat_name
from bot.run.client import Shinrisen
from bot.screens.finished import Replays
from bot.screens.ranking import medal_of
from bot.screens.replay import SPECTATOR, draw, eyes_of
from bot.storage.finished import FinishedMatch, finished
from bot.wire.ui import Address, Drawn, button, button_rows, choice, screen
from bot.words.errors import TableError
from bot.words.i18n import Tongue, described, tongue, word
from bot.words.speech import listed
from games.errors import N_

from ._shared.naming import chosen, completions, named
from ._shared.share import POST, share

_COLOUR = 0x7F8C8D
_PAGE = 5
_CHOICES = 25
# Number of latest matches that the completion of a match number searches.
_SEARCHED = 100
_NUMBERS = 2**63


class History(commands.Cog):
    """Finished matches: the list of them, their replays and their cards."""

    def __init__(self, bot: Shinrisen) -> None:
        self.bot = bot
        self.replays = Replays(bot.database)

    async def cog_load(self) -> None:
        """Serve the controls drawn here."""
        self.bot.controls["history"] = self._turn_page
        self.bot.controls["watch"] = self._watch
        self.bot.controls["replay"] = self._step
        self.bot.controls["share"] = self._share

    @app_commands.command(
        name=word("command", "history"),
        description=described("The matches finished in this server"),
    )
    @app_commands.rename(game=word("command", "game"), member=word("command", "member"))
    @app_commands.describe(
        game=described("Only this game"), member=described("Only matches of this player")
    )
    @app_commands.guild_only()
    async def history(
        self,
        interaction: Interaction,
        game: app_commands.Range[str, 1, 40] | None = None,
        member: discord.User | None = None,
    ) -> None:
        """Show the finished matches of this server, newest first."""

        async def work(answer: Answer) -> None:
            key = chosen(self.bot.looks, game, answer.t) if game else ""
            await answer.show(await self._page(answer, key, member.id if member else 0, 0))

        await answering(interaction, work)

    @history.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return completions(self.bot.looks, typed, tongue(interaction.locale))

    @app_commands.command(
        name=word("command", "replay"), description=described("A finished match, step by step")
    )
    @app_commands.rename(match=word("command", "match"))
    @app_commands.describe(match=described("The number of the match"))
    @app_commands.guild_only()
    async def replay(
        self, interaction: Interaction, match: app_commands.Range[int, 1, 10**15]
    ) -> None:
        """Show a match from its first step, privately."""

        async def work(answer: Answer) -> None:
            await answer.show(await self._drawn(answer, match, 0, SPECTATOR))

        await answering(interaction, work)

    @replay.autocomplete("match")
    async def _recent(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        t = tongue(interaction.locale)
        matches = await finished(
            self.bot.database, await outlook(interaction, asking=False), limit=_SEARCHED
        )
        lines = [(match.id, self._line(match, t)) for match in matches]
        fitting = [(number, line) for number, line in lines if str(typed).lower() in line.lower()]
        return [app_commands.Choice(name=line, value=number) for number, line in fitting[:_CHOICES]]

    # Controls

    async def _turn_page(self, answer: Answer, address: Address) -> None:
        """Show another page of the history. The text is `game/person/direction`."""
        game, _, rest = address.text.partition("/")
        person = rest.partition("/")[0]
        known = not game or game in self.bot.looks
        if not known or not person.isdecimal() or int(person) >= _NUMBERS:
            raise TableError(N_("That button is out of date. Use the newest message."))
        await answer.redraw_private(await self._page(answer, game, int(person), address.stage))

    async def _watch(self, answer: Answer, address: Address) -> None:
        """Show the replay of a match chosen in the history, in a message of its own."""
        if not address.text.isdecimal() or int(address.text) >= _NUMBERS:
            raise TableError(N_("That button is out of date. Use the newest message."))
        await answer.show(await self._drawn(answer, int(address.text), 0, SPECTATOR))

    async def _step(self, answer: Answer, address: Address) -> None:
        """Show a step of a replay. The text is `eyes/direction`, the stage is the ply."""
        eyes = address.text.partition("/")[0]
        layout = await self._drawn(answer, address.table_id, address.stage, eyes)
        await answer.redraw_private(layout)

    async def _share(self, answer: Answer, address: Address) -> None:
        """*Share*: show a match's card privately, or post it in the match's channel."""
        number = address.table_id
        past = await self.replays.of(number, await outlook(answer.interaction, number))
        look = self.bot.looks[past.table.game]
        await share(answer, past, look, post=address.text == POST)

    # Screens

    async def _drawn(self, answer: Answer, number: int, ply: int, eyes: str) -> Drawn:
        past = await self.replays.of(number, await outlook(answer.interaction, number))
        settings = await self.bot.servers.of(past.table.guild_id)
        past = replace(past, ratings=settings.leaderboards)
        look = self.bot.looks[past.table.game]
        return draw(past, look, answer.t, ply, eyes_of(past, eyes))

    async def _page(self, answer: Answer, game: str, person: int, page: int) -> Drawn:
        t = answer.t
        matches = await finished(
            self.bot.database,
            await outlook(answer.interaction),
            game=game or None,
            user_id=person or None,
            limit=_PAGE + 1,
            offset=page * _PAGE,
        )
        shown, more = matches[:_PAGE], len(matches) > _PAGE
        title = "## 📜 " + t("Finished matches")
        if game:
            title += f" · {named(self.bot.looks, game, t)}"
        if person:
            title += f" · <@{person}>"
        texts = [self._told(match, t) for match in shown]
        if not shown:
            texts = [t("No match is to be found here.")]
        ways = [
            button(
                Address("history", 0, max(0, to), f"{game}/{person}/{way}"),
                label,
                emoji=emoji,
                disabled=not there,
            )
            for way, emoji, label, to, there in (
                ("newer", "◀️", t("Newer"), page - 1, page > 0),
                ("older", "▶️", t("Older"), page + 1, more),
            )
        ]
        options = [(self._line(match, t), str(match.id), None) for match in shown]
        select = choice(Address("watch"), t("Watch a replay …"), options)
        return screen(_COLOUR, title, *texts, *select, *(button_rows(ways) if page or more else []))

    def _told(self, match: FinishedMatch, t: Tongue) -> str:
        """Return a match's entry in the history: number, game, date, and ranked players."""
        placed = sorted(match.players, key=lambda player: player.rank or 0)
        who = " · ".join(f"{medal_of(p.rank)} {seat_name(p, t)}" for p in placed)
        game, when = named(self.bot.looks, match.game, t), f"<t:{int(match.ended_at)}:f>"
        return f"**#{match.id}** · {game} · {when}\n{who}"

    def _line(self, match: FinishedMatch, t: Tongue) -> str:
        """Return a match's line without markup, as a select or an autocompletion needs it."""
        day = f"{datetime.fromtimestamp(match.ended_at, UTC):%Y-%m-%d}"
        names = listed((bare_name(player, t) for player in match.players), t)
        line = f"#{match.id} · {named(self.bot.looks, match.game, t)} · {day} · {names}"
        return line if len(line) <= 100 else line[:99] + "…"


async def setup(bot: Shinrisen) -> None:
    """Add the cog."""
    await bot.add_cog(History(bot))
