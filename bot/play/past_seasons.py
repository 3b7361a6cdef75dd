"""Standings of past seasons, rated again from the kept matches in the order of their ends."""

from collections import Counter
from dataclasses import dataclass, field

from ..storage import StoredTable
from ..storage.ratings import Rating, rate, repeated, varied
from ..storage.seasons import Line
from ..storage.standings import ALL_GAMES

_DAY = 24 * 3600
_NEW = Line("", Rating())

List = dict[int, Line]
"""The lines of a game by person."""


@dataclass
class Season:
    """A server's standings of one season, by game."""

    lists: dict[str, List] = field(default_factory=dict)
    _today: Counter[tuple[float, int, int]] = field(default_factory=Counter)
    _met: Counter[tuple[str, int, int]] = field(default_factory=Counter)

    def add(self, stored: StoredTable) -> None:
        """Count a rated match, as its end did."""
        assert stored.ended_at is not None
        players = stored.players
        ranks = [player.rank or len(players) for player in players]
        left = [seat for seat, player in enumerate(players) if player.left_ply is not None]
        first, second, *more = sorted(player.user_id for player in players)
        day = (stored.ended_at // _DAY, first, second)
        for game in (ALL_GAMES, stored.game):
            lines, pair, weight = self.lists.setdefault(game, {}), (game, first, second), 1.0
            before = [lines.get(player.user_id, _NEW) for player in players]
            if not more:
                played = [line.matches for line in before]
                weight = repeated(self._today[day]) * varied(self._met[pair], played)
                self._met[pair] += 1
            after = rate([line.rating for line in before], ranks, weight, left)
            for player, line, rating in zip(players, before, after, strict=True):
                if not player.forgotten:
                    won = line.wins + (player.rank == 1 and not player.left)
                    lines[player.user_id] = Line(player.name, rating, line.matches + 1, won)
        if not more:
            self._today[day] += 1
