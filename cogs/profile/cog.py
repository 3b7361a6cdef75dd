"""`/profile`: a person's matches, ratings and rivals in this server."""

from collections.abc import Mapping

import discord
from discord import app_commands

from bot.clicks.about_ratings import question
from bot.clicks.answers import Answer, Interaction, answered, answering
from bot.clicks.channel_tables import Number
from bot.clicks.membership_check import anywhere
from bot.clicks.pages import PROFILE, added, show_match
from bot.clicks.pictures import attached
from bot.drawing.picture import Who
from bot.play.names import plain, printable
from bot.run.client import BotCog
from bot.screens.look import Look
from bot.screens.naming import named
from bot.storage.people import hidden
from bot.storage.ratings import missing, points, shown
from bot.storage.servers import NOWHERE
from bot.wire.ui import Part, button_rows, screen
from bot.words.errors import TableError
from bot.words.i18n import Tongue, decimal, described, word
from bot.words.speech import listed
from games.errors import N_, GameError

from . import drawing
from .store import GameRecord, Profile, Rival, against_computers, profile

_COLOUR = 0xF1C40F
_FILE = "profile.png"


class Profiles(BotCog):
    """A person in this server."""

    async def cog_load(self) -> None:
        """Add the command on a person."""
        menu = app_commands.ContextMenu(
            name=word("menu", "Profile"),
            callback=self.profile_of,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self.bot.tree.add_command(menu, override=True)

    @anywhere
    @app_commands.command(
        name=word("command", "profile"),
        description=described("What someone has played and won here"),
    )
    @app_commands.rename(member=word("command", "member"), match=word("option", "match"))
    @app_commands.describe(
        member=described("Who; yourself if nobody is named"),
        match=described("Watch the match of this number instead"),
    )
    @answered()
    async def profile(
        self, answer: Answer, member: discord.User | None = None, match: Number | None = None
    ) -> None:
        """The profile of a person, or a finished match by its number, privately."""
        if match is None:
            await self._show(answer, member or answer.interaction.user)
        else:
            await show_match(answer, match)

    async def profile_of(
        self, interaction: Interaction, member: discord.Member | discord.User
    ) -> None:
        """The profile of the person that the command was used on, privately."""
        await answering(interaction, lambda answer: self._show(answer, member))

    async def _show(self, answer: Answer, who: discord.User | discord.Member) -> None:
        await answer.after_films()
        t = answer.t
        guild_id = answer.home or NOWHERE
        if guild_id == NOWHERE and who.id != answer.user_id:
            raise TableError(N_("You see the profiles of others in your servers."))
        database, mine = self.bot.database, who.id == answer.user_id
        ratings = (await self.bot.servers.of(guild_id)).leaderboards
        if isinstance(who, discord.Member):
            await self.bot.membership.came(guild_id, who.id)
        found = await profile(database, guild_id, who.id)
        solo, won = await against_computers(database, guild_id, who.id)
        secret = await hidden(database, guild_id, who.id)
        seen = mine or not (secret or (found is not None and not found.shown))
        watch = await added(PROFILE, answer, person=who.id) if seen else []
        if not watch and (not seen or (found is None and not solo)):
            if mine:
                told = N_(
                    "You haven't finished a match here yet. `/{help}` shows what can be played."
                )
                raise GameError(told, help=t.word("command", "help"))
            # The same for hidden players and those without matches: hiding is secret.
            name = printable(who.display_name)
            raise GameError(N_("There is nothing to show of {name} here."), name=name)
        parts: list[Part] = [f"## 👤 {printable(who.display_name)}"]
        if found is not None:
            parts += [_summary(found, t), self._games(found, t, ratings)]
            if rivals := _rivals(found, t):
                parts.append(rivals)
        if solo:
            told = f"{_won(solo, won, t)} · " + t("not rated")
            parts.append("### 🤖 " + t("Against computers") + f"\n{told}")
        if found is not None and ratings:
            drawn = _picture(found, plain(who.display_name), self.bot.looks)
            file = await attached(answer, _FILE, drawn, t)
            if file is not None:
                parts.insert(1, file)
        if mine and secret:
            parts.append("-# " + t("You are hidden here: only you can see this."))
        ways = [question(t)] if found is not None and ratings else []
        await answer.show(screen(_COLOUR, *parts, *watch, *button_rows(ways)))

    def _games(self, found: Profile, t: Tongue, ratings: bool) -> str:
        lines = ["### " + t("Games")]
        most = [record.matches for record in found.games[:2]]
        for number, record in enumerate(found.games):
            clear = number == 0 and len(most) > 1 and most[0] > most[1]
            loved = " · " + t("favourite") if clear else ""
            lines.append(
                f"{named(self.bot.looks, record.game, t)} · {_record(record, t, ratings)}{loved}"
            )
        if len(found.games) > 1:
            lines.append(t("All games") + " · " + _record(found.total, t, ratings))
        if ratings and any(missing(record.matches) for record in (*found.games, found.total)):
            lines.append("-# " + t("~ provisional: it may still jump."))
        return "\n".join(lines)


def _picture(found: Profile, name: str, looks: Mapping[str, Look]) -> drawing.Profile | None:
    """Return a player's results in the most played games as a picture, or None without one."""
    lines = tuple(
        drawing.Progress(
            record.game,
            looks[record.game].name,
            record.matches,
            record.wins,
            tuple(map(points, ratings)),
            not missing(record.matches),
        )
        for record, ratings in zip(found.games, found.lines, strict=True)
        if record.game in looks and ratings
    )
    if not lines:
        return None
    total = found.total
    return drawing.Profile(Who(0, name or "?"), total.matches, total.wins, lines[: drawing.PANELS])


def _summary(found: Profile, t: Tongue) -> str:
    average = t(
        "average rank {rank} of {players}",
        rank=decimal(found.rank, t),
        players=decimal(found.players, t),
    )
    return f"{_won(found.total.matches, found.total.wins, t)} · {average}"


def _record(record: GameRecord, t: Tongue, ratings: bool) -> str:
    number = f"**{shown(record.mu, record.matches)}** · " if ratings else ""
    return number + _won(record.matches, record.wins, t)


def _won(matches: int, wins: int, t: Tongue) -> str:
    """Return the numbers of matches and of wins."""
    played = t.many("{n} match", "{n} matches", matches)
    return listed([played, t.many("{n} won", "{n} won", wins)], t)


def _rivals(found: Profile, t: Tongue) -> str:
    """Return the best and the worst opponent, nothing without either."""

    def told_of(rival: Rival, n: int, text: str) -> str:
        return t(text, name=printable(rival.name), n=n, met=rival.met)

    lines = list[str]()
    if found.best is not None:
        ahead = N_("Best against **{name}**: ahead in {n} of {met}")
        lines.append(told_of(found.best, found.best.ahead, ahead))
    if found.worst is not None:
        behind = N_("Worst against **{name}**: behind in {n} of {met}")
        lines.append(told_of(found.worst, found.worst.behind, behind))
    return "\n".join(["### " + t("Against others"), *lines]) if lines else ""
