"""`/leaderboard`: the server's standings, by rating."""

from discord import app_commands
from discord.ext import commands

from bot.client import Shinrisen
from bot.i18n import Tongue, told, tongue, word
from bot.look import Look
from bot.panels import printable
from bot.storage import Standing
from bot.ui import Answer, Interaction, answering, screen
from games import find_game

_COLOUR = 0xF1C40F
_LINES = 10
# Twice the newcomer's doubt is halved after a handful of matches; until then a rating may jump.
_PROVISIONAL = 6.0


class Leaderboard(commands.Cog):
    """The server's standings."""

    def __init__(self, bot: Shinrisen) -> None:
        self.bot = bot

    @app_commands.command(
        name=word("command", "leaderboard"), description=told("This server's standings")
    )
    @app_commands.rename(game=word("command", "game"))
    @app_commands.describe(game=told("Only this game"))
    @app_commands.guild_only()
    async def leaderboard(
        self, interaction: Interaction, game: app_commands.Range[str, 1, 40] | None = None
    ) -> None:
        """The standings of one game, or of all that were played here."""

        async def work(answer: Answer) -> None:
            t = tongue(interaction.guild_locale or "en-US")
            keys = [find_game(game).key] if game else sorted(self.bot.looks)
            parts = ["## 🏆 " + t("Leaderboard")]
            for key in keys:
                lines = await self.bot.storage.leaderboard(
                    interaction.guild_id or 0, key, limit=_LINES
                )
                if lines:
                    parts.append(_standings(self.bot.looks[key], lines, t))
            if len(parts) == 1:
                parts.append(t("No rated match has been finished here yet."))
            await answer.post(screen(_COLOUR, *parts))

        await answering(interaction, work, public=True)

    @leaderboard.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        t = tongue(interaction.locale)
        named = [(key, t(look.name)) for key, look in sorted(self.bot.looks.items())]
        return [
            app_commands.Choice(name=name, value=key)
            for key, name in named
            if typed.lower() in name.lower() or typed.lower() in key
        ]


def _standings(look: Look, lines: list[Standing], t: Tongue) -> str:
    told = [f"### {look.emoji} {t(look.name)}"]
    for line in lines:
        played = t.many("{n} match", "{n} matches", line.matches)
        won = t.many("{n} won", "{n} won", line.wins)
        doubt = " · *" + t("provisional") + "*" if line.sigma > _PROVISIONAL else ""
        told.append(
            f"{line.place}. **{printable(line.name)}** · {line.ordinal:.1f} · "
            f"{played}, {won}{doubt}"
        )
    return "\n".join(told)


async def setup(bot: Shinrisen) -> None:
    """Add the cog."""
    await bot.add_cog(Leaderboard(bot))
