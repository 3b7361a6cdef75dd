"""Players' ratings from a match's ranks: Bradley–Terry, each pair of a table compared."""

import math
from collections.abc import Collection, Sequence

from games.core import Frozen

FLOOR = 2.0
"""Lower limit of sigma. An even win at the floor brings 9 points, so no rating freezes."""
MATCHES_NEEDED = 5
"""Rated matches that a person needs to be listed. Until then a rating is provisional."""
LATELY = 30 * 86_400.0
"""Seconds during which the lead of a pair counts."""
_MEAN = 25.0
# Standard deviation of a player's strength in one match.
_BETA = _MEAN / 6
_START = 1000
# A difference of 400 points means odds of ten to one, as in Elo's scale.
POINTS_PER_MU = 30
# Part of a win that counts if the other one left.
_DESERTED = 0.5


class Rating(Frozen):
    """An estimate of a player's strength: mean and standard deviation."""

    mu: float = _MEAN
    sigma: float = _MEAN / 3


def points(mu: float) -> int:
    """Return the displayed rating, 1000 for a newcomer."""
    return round(_START + POINTS_PER_MU * (mu - _MEAN))


def missing(matches: int) -> int:
    """Return the number of rated matches until a rating isn't provisional."""
    return max(0, MATCHES_NEEDED - matches)


def shown(mu: float, matches: int) -> str:
    """Return a rating as text, such as `1012`, with `~` before it while provisional."""
    return f"{'~' if missing(matches) else ''}{points(mu)}"


def rate(
    before: Sequence[Rating],
    ranks: Sequence[int],
    leads: Sequence[Sequence[int]] | None = None,
    left: Collection[int] = (),
) -> list[Rating]:
    """Return the ratings after a match with these ranks (1 = best, ties share a rank).

    `leads[one][other]` counts the matches with `one` ahead of `other` lately, less those behind.
    `left` are the seats of players who left. Their strength never rises, not even by ranking above
    another leaver.
    """
    after, seats = [], range(len(before))
    for seat, own in enumerate(before):
        gain = known = 0.0
        for other in set(seats) - {seat}:
            rival = before[other]
            ahead = (ranks[seat] < ranks[other]) - (ranks[seat] > ranks[other])
            spread = math.sqrt(own.sigma**2 + rival.sigma**2 + 2 * _BETA**2)
            expected = 1 / (1 + math.exp((rival.mu - own.mu) / spread))
            part = _measured(own, rival) * repeated(leads[seat][other] if leads else 0, ahead)
            # All pairs of a table are as much evidence as its players less one.
            part *= 2 / len(before)
            if other in left and seat not in left and ahead > 0:
                part *= _DESERTED
            gain += part * own.sigma**2 / spread * ((1 + ahead) / 2 - expected)
            known += part * (own.sigma / spread) ** 2 * expected * (1 - expected)
        mu = own.mu + (min(gain, 0.0) if seat in left else gain)
        after.append(Rating(mu, max(own.sigma * math.sqrt(1 - known), FLOOR)))
    return after


def _measured(own: Rating, rival: Rating) -> float:
    """Return the part of a result that counts: an uncertain rival measures poorly."""
    return min(1.0, own.sigma / rival.sigma) ** 2


def repeated(lead: int, ahead: int) -> float:
    """Return the weight of a pair's result: the further ahead one of them is, the less is new.

    A step back from a lead weighs as much as the step to it, so alternate results bring nothing.
    """
    return float((1 + min(abs(lead), abs(lead + ahead))) ** -1.5)


def rated_ranks(ranks: Sequence[int], left: Sequence[int | None], last: Sequence[int]) -> list[int]:
    """Return the ranks with each leaver behind all players who were still in.

    Earlier leavers rank lower. `left` is the ply of a player's leaving (None: stayed), `last` the
    ply of each seat's last move. A player eliminated before, ranked lower and without a move since,
    stays behind.
    """
    seats = range(len(ranks))

    def behind(seat: int, ply: int) -> int:
        """Return the worst rank of those in the match longer than that seat, or its own."""
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
        # Later leavers rank higher, regardless of the computers' play on their seats.
        lowest = max(behind(one, ply) for one, ply in gone.items() if ply >= gone[seat])
        return lowest, 1, -gone[seat], ranks[seat]

    places = [place(seat) for seat in seats]
    return [1 + sum(other < mine for other in places) for mine in places]
