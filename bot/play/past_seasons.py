"""Standings of past seasons, rated again from the kept matches in the order of their ends."""

from collections import Counter
from dataclasses import dataclass, field

from ..storage import StoredTable
from ..storage.ratings import Rating, rate, repeated
from ..storage.seasons import Line
from ..storage.standings import ALL_GAMES

_DAY = 24 * 3600
_PAIR = 2
_NEW = Line("", Rating())

List = dict[int, Line]
"""The lines of a game by person."""


@dataclass
class Season:
    """A server's standings of one season, by game."""

    lists: dict[str, List] = field(default_factory=dict)
    _met: Counter[tuple[float, int, int]] = field(default_factory=Counter)

    def add(self, stored: StoredTable) -> None:
        """Count a rated match, as its end did."""
        assert stored.ended_at is not None
        players = stored.players
        ranks = [player.rank or len(players) for player in players]
        left = [seat for seat, player in enumerate(players) if player.left_ply is not None]
        weight = 1.0
        if len(players) == _PAIR:
            first, second = sorted(player.user_id for player in players)
            pair = (stored.ended_at // _DAY, first, second)
            weight = repeated(self._met[pair])
            self._met[pair] += 1
        for game in (ALL_GAMES, stored.game):
            lines = self.lists.setdefault(game, {})
            before = [lines.get(player.user_id, _NEW) for player in players]
            after = rate([line.rating for line in before], ranks, weight, left)
            for player, line, rating in zip(players, before, after, strict=True):
                if not player.forgotten:
                    won = line.wins + (player.rank == 1 and not player.left)
                    lines[player.user_id] = Line(player.name, rating, line.matches + 1, won)
