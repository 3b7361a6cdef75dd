"""Players' ratings from a match's ranks (openskill, Plackett–Luce, free for all)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

FLOOR = 2.0
"""Lower limit of sigma. An even win at the floor brings 9 points, so no rating freezes."""
_MODEL = PlackettLuce()
_MEAN = 25.0
_START = 1000
# A difference of 400 points means odds of ten to one, as in Elo's scale.
POINTS_PER_MU = 30
_SURE = 5.5
_PAIR = 2


@dataclass(frozen=True, slots=True)
class Rating:
    """An estimate of a player's strength: mean and standard deviation."""

    mu: float = _MEAN
    sigma: float = _MEAN / 3


def points(mu: float) -> int:
    """Return the displayed rating, 1000 for a newcomer."""
    return round(_START + POINTS_PER_MU * (mu - _MEAN))


def provisional(sigma: float) -> bool:
    """Return True while a rating is uncertain, in the first matches."""
    return sigma > _SURE


def shown(mu: float, sigma: float) -> str:
    """Return a rating as text, such as `1012`, with `~` before it while provisional."""
    return f"{'~' if provisional(sigma) else ''}{points(mu)}"


def rate(
    before: Sequence[Rating], ranks: Sequence[int], weight: float = 1.0, left: Collection[int] = ()
) -> list[Rating]:
    """Return the ratings after a match with these ranks (1 = best, ties share a rank).

    `weight` (0 to 1) is the part of the change that counts. In a match of two, less of it counts
    for a player whose rival is less certain. `left` are the seats of players who left. Their
    strength never rises, not even by ranking above another leaver.
    """
    teams = [[_MODEL.rating(mu=r.mu, sigma=r.sigma)] for r in before]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    after = []
    for seat, (old, (new,)) in enumerate(zip(before, rated, strict=True)):
        part = weight * (_measured(old, before[1 - seat]) if len(before) == _PAIR else 1.0)
        mu = min(new.mu, old.mu) if seat in left else new.mu
        sigma = old.sigma + part * (new.sigma - old.sigma)
        after.append(Rating(old.mu + part * (mu - old.mu), max(sigma, FLOOR)))
    return after


def _measured(own: Rating, rival: Rating) -> float:
    """Return the part of a result that counts: an uncertain rival measures poorly."""
    return min(1.0, own.sigma / rival.sigma)


def repeated(before: int) -> float:
    """Return the weight of a match of two people after `before` others of theirs on that day."""
    return float(0.5**before)


def varied(met: int, matches: Iterable[int]) -> float:
    """Return the weight of a match of two people who met in `met` of their `matches`.

    The weight is whole while each has as many matches with others. A pair without other rivals is
    compared with no one else, so its matches count a half, a third, a quarter …
    """
    return min(1.0, *((1 + max(0, played - met)) / (1 + met) for played in matches))


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
