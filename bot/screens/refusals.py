"""Refusals of a move out of turn, with the names of the players to act."""

from dataclasses import dataclass

from games.errors import N_, NotToAct

from ..play.match import Match
from ..play.names import name_of
from ..storage import Player
from ..words.i18n import Tongue
from ..words.speech import listed


@dataclass(frozen=True, slots=True)
class Waited:
    """The players to act, as a refusal names them."""

    players: tuple[Player, ...]

    def __str__(self) -> str:
        return f"{len(self.players)} to act"

    def told(self, t: Tongue) -> str:
        """Return the names in a language."""
        return listed((name_of(player, t) for player in self.players), t)


def named(refusal: NotToAct, match: Match) -> NotToAct:
    """Return the refusal with the names of the players to act instead."""
    seats = sorted(match.to_act)
    if not seats:
        return refusal
    players = tuple(match.table.players[seat] for seat in seats)
    return NotToAct(N_("It isn't your turn. Waiting for {who}."), who=Waited(players))
