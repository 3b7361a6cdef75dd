"""`/move`: a decision typed on a keyboard, or with a screen reader."""

from collections.abc import Sequence

from discord import app_commands

from bot.clicks.answers import Answer, Interaction, answered
from bot.clicks.channel_tables import Fits, Number, completions, fitting
from bot.play import lobby
from bot.run.client import BotCog
from bot.tables.table import Table
from bot.words.errors import TableError
from bot.words.i18n import Tongue, described, tongue, word
from games import find_game
from games.core import Seat
from games.errors import N_, MoveError
from games.notation import plain

_CHOICES = 25


def meant(typed: str, labels: Sequence[tuple[str, str]]) -> str:
    """Return the notation of a move typed in words, or the text as typed.

    `labels`: the legal moves, in the notation and in words.
    """
    wanted = plain(typed)
    found = [text for text, label in labels if plain(label) == wanted]
    return found[0] if len(found) == 1 else typed.strip()


class Moves(BotCog):
    """Typed moves at the tables of a channel."""

    @app_commands.command(
        name=word("command", "move"), description=described("Type your move instead of clicking it")
    )
    @app_commands.rename(move=word("option", "move"), number=word("option", "table"))
    @app_commands.describe(
        move=described("What you do, as the rules write it"),
        number=described("Which table, where several fit"),
    )
    @answered()
    async def move(
        self, answer: Answer, move: app_commands.Range[str, 1, 100], number: Number | None = None
    ) -> None:
        """Make a typed move, without a number at the table that waits for the player."""
        interaction = answer.interaction
        table, seat = await self._playing(interaction, number)
        answer.about = table.look.at_table(table.id, answer.t)
        labels = _labels(table, seat, answer.t)
        await table.move(answer.user_id, meant(move, labels), clicked=interaction.id)
        await table.posts.ready(answer.user_id)
        await answer.show(table.posts.hand(seat, answer.t.locale))

    @move.autocomplete("number")
    async def _tables(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await completions(interaction, typed, _plays(interaction))

    @move.autocomplete("move")
    async def _legal(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            number = getattr(interaction.namespace, "table", None)
            table, seat = await self._playing(interaction, number)
        except TableError:
            return []
        wanted, read = plain(typed), _read(table.look.key, typed)
        fitting = [
            app_commands.Choice(name=label[:100], value=text)
            for text, label in _labels(table, seat, tongue(interaction.locale))
            if wanted in plain(label) or wanted in plain(text) or read == text
        ]
        return fitting[:_CHOICES]

    async def _playing(self, interaction: Interaction, number: object) -> tuple[Table, Seat]:
        """Return the match of a number here, or the player's first. A waiting one comes first."""
        found = await fitting(self.bot, interaction, _plays(interaction))
        numbered = [table for table in found if number in (None, "", table.id)]
        if not numbered:
            raise TableError(N_("You play in no running match in this channel."))
        table = await self.bot.tables.get(numbered[0].id)
        return table, lobby.seated(table.stored, interaction.user.id)


def _read(key: str, typed: str) -> str:
    """Return the notation of a typed move, or nothing if the game can't read it."""
    game = find_game(key)
    try:
        return game.move_text(game.parse_move(typed))
    except MoveError:
        return ""


def _labels(table: Table, seat: Seat, t: Tongue) -> list[tuple[str, str]]:
    """Return a seat's legal moves, in the notation and in words."""
    match = table.state.playing()
    view = match.view(seat)
    return [(text, table.look.label(view, text, t)) for text in match.legal_texts(seat)]


def _plays(interaction: Interaction) -> Fits:
    """Return True for the person's running matches."""
    user_id = interaction.user.id
    return lambda table: table.seat_of(user_id) is not None and table.started_at is not None
