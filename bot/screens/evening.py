"""The evening of a table: the wins over all its matches by rematch."""

from collections import Counter

from ..play.names import called, name_of
from ..storage import Player, StoredTable
from ..words.i18n import Tongue


def standings(stored: StoredTable, t: Tongue) -> list[tuple[Player, int]]:
    """Return the players of an evening with their wins, the most first, then the better ranks.

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
    last = max((len(players) for players in matches), default=0) + 1
    found = []
    for key, player in newest.items():
        placed = [ranks[key].get(number) for number in range(len(matches))]
        found.append((player, Counter(placed)[1], sum(rank or last for rank in placed)))
    found.sort(key=lambda one: (-one[1], one[2]))
    return [(player, won) for player, won, _ in found]


def wins(stored: StoredTable, t: Tongue, letters: int, reader: int | None) -> list[str]:
    """Return the winners of an evening with their wins. Their names have a number of letters.

    `reader` is the player who reads, None in public.
    """
    found = standings(stored, t) if stored.evening else []
    return [f"**{called(player, t, letters, reader)}** {won}" for player, won in found if won]


def _key(player: Player, t: Tongue) -> str:
    """Return the identity of a player over several matches. A computer has only its name."""
    return name_of(player, t) if player.computer else str(player.user_id)
