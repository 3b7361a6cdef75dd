"""Ratings of players, by the ranks of a match (openskill, Plackett–Luce, free for all)."""

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()
_SURE = 6.5


@dataclass(frozen=True, slots=True)
class Rating:
    """A belief about a player's strength: mean and standard deviation."""

    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def ordinal(self) -> float:
        """The conservative strength standings are sorted by: mu − 3 sigma; 0 for a newcomer."""
        return self.mu - 3 * self.sigma


def points(ordinal: float) -> int:
    """A strength as it is shown: around 1000, which everybody begins with."""
    return round(1000 + 20 * ordinal)


def provisional(sigma: float) -> bool:
    """Whether a rating is still so doubtful that it may jump: the first ten or twenty matches."""
    return sigma > _SURE


def shown(ordinal: float, sigma: float) -> str:
    """A rating as it is printed, `1012`, with a `~` before it as long as it is provisional."""
    return f"{'~' if provisional(sigma) else ''}{points(ordinal)}"


def rate(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a match in which player i came `ranks[i]` (1 = best, equal shared)."""
    teams = [[_MODEL.rating(mu=r.mu, sigma=r.sigma)] for r in before]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(player.mu, player.sigma) for (player,) in rated]


def rated_ranks(ranks: Sequence[int], left: Sequence[int | None], last: Sequence[int]) -> list[int]:
    """Ranks where whoever left comes last of those who were still in, the earlier the lower.

    `left` is the ply at which a player left (None: stayed), `last` the ply of each seat's last
    move. Whoever was out before, ranked lower and without a move since, stays behind.
    """
    seats = range(len(ranks))

    def behind(seat: int, ply: int) -> int:
        """The rank of the last of all who were in longer than that seat, or its own."""
        stayed = [
            ranks[other]
            for other in seats
            if left[other] is None and (ranks[other] < ranks[seat] or last[other] > ply)
        ]
        return max([*stayed, ranks[seat]])

    gone = {seat: ply for seat in seats if (ply := left[seat]) is not None}

    def place(seat: int) -> tuple[int, int, int, int]:
        if seat not in gone:
            return ranks[seat], 0, 0, 0
        # Who held out longer comes first, whatever the computers made of their seats.
        lowest = max(behind(one, ply) for one, ply in gone.items() if ply >= gone[seat])
        return lowest, 1, -gone[seat], ranks[seat]

    places = [place(seat) for seat in seats]
    return [1 + sum(other < mine for other in places) for mine in places]
