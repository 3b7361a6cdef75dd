"""Commands of all games: opening a table, rules, lesson and typed moves."""

from collections.abc import Mapping, Sequence
from inspect import Parameter, Signature, signature
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.clicks import rules_pages
from bot.clicks.answers import Answer, Interaction, answering
from bot.clicks.channel_tables import Fits, Number, completions, fitting, tables_of, with_number
from bot.clicks.membership_check import acting, anywhere
from bot.clicks.opening import open_table
from bot.play import lobby
from bot.play.computers import NORMAL, STRENGTHS, Invitation
from bot.run.client import Shinrisen
from bot.screens.look import Look
from bot.tables.table import Table
from bot.wire.ui import Address
from bot.words.errors import NotOwner, TableError
from bot.words.i18n import Phrase, Tongue, described, tongue, word
from bot.words.parts import part
from games import find_game
from games.core import Seat
from games.errors import N_, MoveError, Name
from games.notation import plain
from games.options import YES_NO, Option, declared
from games.record import options_text

_CHOICES = 25


def meant(typed: str, labels: Sequence[tuple[str, str]]) -> str:
    """Return the notation of a move typed in words, or the text as typed.

    `labels`: the legal moves, in the notation and in words.
    """
    wanted = plain(typed)
    found = [text for text, label in labels if plain(label) == wanted]
    return found[0] if len(found) == 1 else typed.strip()


def _play(look: Look, description: app_commands.locale_str) -> app_commands.Command[Any, ..., None]:
    """Return the command `play`, with the game's options and those for computers."""
    game = find_game(look.key)

    async def play(
        interaction: Interaction,
        computers: int | None = None,
        strength: str | None = None,
        **options: Any,
    ) -> None:
        """Open a lobby here. With a strength alone, the look's number of computers sits down."""
        usual = 0 if strength is None else look.company
        number = usual if computers is None else computers

        async def work(answer: Answer) -> None:
            company = Invitation(look.computers, strength or NORMAL, number)
            chosen = options_text(game.Options(**options))
            await open_table(answer, look.key, chosen, computers=company)

        await answering(interaction, work, public=True)

    computers = N_("How many computers play along (0)")
    strength = N_("How well they play (normal)")
    asked = declared(game.Options) | {
        "computers": Option(None, Name("computers", "option"), computers, range(game.seats[-1])),
        "strength": Option(
            None, Name("strength", "option"), strength, {one: one for one in STRENGTHS}
        ),
    }
    return acting(
        app_commands.Command(
            name=word("command", "play"), description=description, callback=_asking(play, asked)
        )
    )


def _asking(play: Any, asked: Mapping[str, Option]) -> Any:
    """Return a command's function with options. discord.py reads them from its signature."""
    first, *_ = signature(play).parameters.values()
    parameters = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=one.default, annotation=_kind(one))
        for name, one in asked.items()
    ]
    play.__signature__ = Signature([first, *parameters])
    for name, one in asked.items():
        app_commands.rename(**{name: word(one.name.context, one.name.text)})(play)
        app_commands.describe(**{name: described(one.text)})(play)
        if isinstance(one.values, Mapping) and one.values is not YES_NO:
            choices = [
                app_commands.Choice(name=described(one.values[k]), value=k) for k in one.values
            ]
            app_commands.choices(**{name: choices})(play)
    return play


def _kind(option: Option) -> Any:
    """Return the type of an option in a command, as discord.py reads it."""
    if isinstance(option.values, range):
        kind: Any = app_commands.Range[int, option.values[0], option.values[-1]]
    else:
        kind = type(next(iter(option.values)))
    return kind if option.default is not None else kind | None


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class GameCog(commands.GroupCog):
    """A game's commands. A subclass sets `look`, and the description of `play` as `opens`.

    Rules and lesson work everywhere, tables where the bot is a member. A game without a lesson has
    no `learn`.
    """

    look: Look
    opens: app_commands.locale_str

    def __init__(self, bot: Shinrisen) -> None:
        super().__init__()
        self.bot = bot
        group = self.app_command
        assert group is not None
        group.add_command(_play(self.look, self.opens))
        if part(self.look.key, "lesson") is None:
            group.remove_command("learn")

    async def cog_load(self) -> None:
        """Register the game's look."""
        self.bot.looks[self.look.key] = self.look

    @anywhere
    @app_commands.command(
        name=word("command", "rules"), description=described("The rules on one private screen")
    )
    async def rules(self, interaction: Interaction) -> None:
        """Show the rules on a private screen, with the options of this channel's table."""

        async def work(answer: Answer) -> None:
            here = await tables_of(self.bot, interaction.channel_id or 0, answer.user_id)
            stored = next((table for table in here if table.game == self.look.key), None)
            await answer.show(await rules_pages.rules(answer, self.look, 0, stored))

        await answering(interaction, work)

    @anywhere
    @app_commands.command(
        name=word("command", "learn"),
        description=described("Learn it by playing: five tasks, two minutes"),
    )
    async def learn(self, interaction: Interaction) -> None:
        """Begin a lesson by direct message."""

        async def work(answer: Answer) -> None:
            await self.bot.controls["learn"](answer, Address("learn", text=self.look.key))

        await answering(interaction, work)

    @app_commands.command(
        name=word("command", "move"), description=described("Type your move instead of clicking it")
    )
    @app_commands.rename(move=word("option", "move"))
    @app_commands.describe(move=described("What you do, as the rules write it"))
    @with_number
    async def move(
        self,
        interaction: Interaction,
        move: app_commands.Range[str, 1, 100],
        number: Number | None = None,
    ) -> None:
        """Make a typed move, without a number at the table that waits for the player."""

        async def work(answer: Answer) -> None:
            table, seat = await self._playing(interaction, number)
            answer.about = table.look.at_table(table.id, answer.t)
            labels = self._labels(table, seat, answer.t)
            await table.move(answer.user_id, meant(move, labels), clicked=interaction.id)
            await table.posts.ready(answer.user_id)
            await answer.show(table.posts.hand(seat, answer.t.locale))

        await answering(interaction, work)

    @move.autocomplete("number")
    async def _tables(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await completions(interaction, typed, self._plays(interaction))

    @move.autocomplete("move")
    async def _legal(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            number = getattr(interaction.namespace, "table", None)
            table, seat = await self._playing(interaction, number)
        except TableError:
            return []
        except NotOwner as error:
            await self.bot.cluster.pass_on(interaction, error)
            return []
        wanted, read = plain(typed), self._read(typed)
        fitting = [
            app_commands.Choice(name=label[:100], value=text)
            for text, label in self._labels(table, seat, tongue(interaction.locale))
            if wanted in plain(label) or wanted in plain(text) or read == text
        ]
        return fitting[:_CHOICES]

    def _read(self, typed: str) -> str:
        """Return the notation of a typed move, or nothing if the game can't read it."""
        game = find_game(self.look.key)
        try:
            return game.move_text(game.parse_move(typed))
        except MoveError:
            return ""

    def _labels(self, table: Table, seat: Seat, t: Tongue) -> list[tuple[str, str]]:
        """Return a seat's legal moves, in the notation and in words."""
        match = table.playing()
        view = match.view(seat)
        return [(text, self.look.label(view, text, t)) for text in match.legal_texts(seat)]

    def _plays(self, interaction: Interaction) -> Fits:
        """Return True for the person's running matches of this game."""
        user_id, key = interaction.user.id, self.look.key
        return lambda table: (
            table.seat_of(user_id) is not None
            and table.started_at is not None
            and table.game == key
        )

    async def _playing(self, interaction: Interaction, number: object) -> tuple[Table, Seat]:
        """Return the match of a number here, or the player's first. A waiting one comes first."""
        found = await fitting(self.bot, interaction, self._plays(interaction))
        numbered = [table for table in found if number in (None, "", table.id)]
        if not numbered:
            raise TableError(
                N_("You aren't playing {game} in this channel."), game=Phrase(self.look.name)
            )
        table = await self.bot.tables.get(numbered[0].id)
        return table, lobby.seated(table.stored, interaction.user.id)
