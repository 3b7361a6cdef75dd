"""Names of games, matches, and the players to act, as screens and refusals use them."""

from collections.abc import Mapping
from datetime import UTC, datetime

from discord import app_commands

from games import find_game
from games.core import Frozen
from games.errors import N_, NotToAct

from ..play.match import Match
from ..play.names import bare_name, name_of
from ..storage import Player, StoredTable
from ..storage.finished import FinishedMatch
from ..words.i18n import Tongue
from ..words.speech import listed
from .look import Look

_CHOICES = 25
_SEASONS = (N_("winter {year}"), N_("spring {year}"), N_("summer {year}"), N_("autumn {year}"))


def named(looks: Mapping[str, Look], key: str, t: Tongue) -> str:
    """Return a game with its emoji, or the bare key of an unknown one."""
    look = looks.get(key)
    return key if look is None else f"{look.emoji} {t(look.name)}"


def season_name(period: str, t: Tongue) -> str:
    """Return the name of a season, such as 2026-Q4. The quarters begin in January."""
    return t(_SEASONS[int(period[-1]) - 1], year=period[:4])


def named_match(looks: Mapping[str, Look], match: FinishedMatch, t: Tongue) -> str:
    """Return the game of a match, and its own name by its mode, if any."""
    game = named(looks, match.game, t)
    name = name_by_mode(match, t)
    return f"{game} · {name}" if name else game


def name_by_mode(match: StoredTable | FinishedMatch, t: Tongue) -> str:
    """Return the name that a match has by its mode, or an empty text."""
    kind = match.kind
    return t(kind.name, number=kind.number(match.closes_at or 0.0)) if kind.name else ""


def entry(looks: Mapping[str, Look], match: FinishedMatch, t: Tongue) -> str:
    """Return an ended match's line without markup, as a select or an autocompletion needs it."""
    day = f"{datetime.fromtimestamp(match.ended_at, UTC):%Y-%m-%d}"
    names = listed((bare_name(player, t) for player in match.players), t)
    line = f"#{match.id} · {named_match(looks, match, t)} · {day} · {names}"
    return line if len(line) <= 100 else line[:99] + "…"


def completions(looks: Mapping[str, Look], typed: str, t: Tongue) -> list[app_commands.Choice[str]]:
    """Return the games whose name or key contains the typed text."""
    games = [(key, t(look.name)) for key, look in sorted(looks.items())]
    wanted = typed.lower()
    return [
        app_commands.Choice(name=name, value=key)
        for key, name in games
        if wanted in name.lower() or wanted in key
    ][:_CHOICES]


def chosen(looks: Mapping[str, Look], typed: str, t: Tongue) -> str:
    """Return the key of a chosen or typed game. Raises UnknownGame."""
    names = {t(look.name).lower(): key for key, look in looks.items()}
    return find_game(names.get(typed.strip().lower(), typed)).key


class Waited(Frozen):
    """The players to act, as a refusal names them."""

    players: tuple[Player, ...]

    def __str__(self) -> str:
        return f"{len(self.players)} to act"

    def localised(self, t: Tongue) -> str:
        """Return the names in a language."""
        return listed((name_of(player, t) for player in self.players), t)


def out_of_turn(refusal: NotToAct, match: Match) -> NotToAct:
    """Return the refusal with the names of the players to act instead."""
    seats = sorted(match.to_act)
    if not seats:
        return refusal
    players = tuple(match.table.players[seat] for seat in seats)
    return NotToAct(N_("It isn't your turn. Waiting for {who}."), who=Waited(players))
