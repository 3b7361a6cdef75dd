"""Hints of Bluff: reasons to bid, challenge or show."""

from collections.abc import Sequence
from math import comb

from bot.words.i18n import Tongue
from bot.workers.brain import Weighed
from games.bluff import WILD, Bid, Challenge, View, matching

from .._shared.hints import percent, wins


def why(view: View, weighed: Sequence[Weighed], t: Tongue) -> str:
    """Return the chance to win with the best move, and the odds of the bid in question."""
    match weighed[0].move:
        case Bid() as bid:
            return f"{wins(weighed, t)}\n{_seen(view, bid, t)}"
        case Challenge():
            return f"{wins(weighed, t)}\n{_seen(view, view.bids[-1][1], t)}"
        case _:
            return wins(weighed, t)


def _seen(view: View, bid: Bid, t: Tongue) -> str:
    """Return the matching dice that the reader sees, and the odds of the rest."""
    seen = matching(view.hand, bid.face)
    seen += sum(matching(dice, bid.face) for dice in view.shown)
    hidden = view.dice - len(view.hand) - sum(map(len, view.shown))
    missing = bid.count - seen
    if missing <= 0:
        return t("You see all {count} of them: no risk.", count=bid.count)
    return t(
        "You see {seen} of {count}. That the {hidden} hidden dice have the rest: {odds} %, by the "
        "odds alone.",
        seen=seen,
        count=bid.count,
        hidden=hidden,
        odds=percent(_at_least(missing, hidden, 1 if bid.face == WILD else 2)),
    )


def _at_least(count: int, dice: int, faces: int) -> float:
    """Return the chance that at least some number of dice show one of some faces."""
    p = faces / 6
    some = range(count, dice + 1)
    return sum((comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in some), 0.0)
