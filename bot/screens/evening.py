"""The evening of a table: the wins over all its matches by rematch, in words and as a picture."""

from collections import Counter

from ..drawing import evening as drawing
from ..drawing.picture import Who
from ..play.names import called, name_of
from ..storage import Player, StoredTable
from ..words.i18n import Tongue
from .event_pictures import named

Standing = tuple[Player, int, tuple[int | None, ...]]
"""A player with their wins, and their rank in each match (None: not there)."""


def standings(stored: StoredTable, t: Tongue) -> list[Standing]:
    """Return the players of an evening, the most wins first, then the better ranks.

    Deleted people aren't among them.
    """
    matches = (*stored.evening, stored.players)
    newest: dict[str, Player] = {}
    ranks: dict[str, dict[int, int | None]] = {}
    for number, players in enumerate(matches):
        for player in players:
            if not player.forgotten:
                key = _key(player, t)
                newest[key] = player
                ranks.setdefault(key, {})[number] = player.rank
    found = []
    for key, player in newest.items():
        placed = tuple(ranks[key].get(number) for number in range(len(matches)))
        found.append((player, Counter(placed)[1], placed))
    last = max((len(players) for players in matches), default=0) + 1
    return sorted(found, key=lambda one: (-one[1], sum(rank or last for rank in one[2])))


def wins(stored: StoredTable, t: Tongue, letters: int, reader: int | None) -> list[str]:
    """Return the winners of an evening with their wins. Their names have a number of letters.

    `reader` is the player who reads, None in public.
    """
    found = standings(stored, t) if stored.evening else []
    return [f"**{called(player, t, letters, reader)}** {won}" for player, won, _ in found if won]


def lines(stored: StoredTable, t: Tongue) -> list[str]:
    """Return a line for each player with wins and ranks."""
    told = []
    for player, won, ranks in standings(stored, t):
        placed = " ".join("–" if rank is None else str(rank) for rank in ranks)
        told.append(f"**{name_of(player, t)}** {won} 🏆\n-# {placed}")
    return told


def picture(stored: StoredTable, t: Tongue) -> drawing.Evening | None:
    """Return the evening as a picture, or None if all its players are deleted."""
    found = standings(stored, t)[: drawing.LINES]
    if not found:
        return None
    return drawing.Evening(
        stored.game,
        1 + len(stored.evening),
        tuple(
            drawing.Line(Who(seat, named(player, t)), ranks[-drawing.MATCHES :], won)
            for seat, (player, won, ranks) in enumerate(found)
        ),
    )


def _key(player: Player, t: Tongue) -> str:
    """Return the identity of a player over several matches. A computer has only its name."""
    return name_of(player, t) if player.computer else str(player.user_id)
