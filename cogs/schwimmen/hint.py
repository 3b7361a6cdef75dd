"""Schwimmen: why a computer would swap, pass or close."""

from collections.abc import Sequence

from bot.words.i18n import Tongue
from games.cards import arranged
from games.schwimmen import Keep, Move, Pass, Swap, SwapAll, Take, View
from games.schwimmen.thirty_one import THIRTY_ONE, swapped, worth

from .._shared.hints import wins
from .cards import worth_text

Weighed = Sequence[tuple[Move, float]]


def why(view: View, weighed: Weighed, t: Tongue) -> str:
    """Return the chance to win with the best move, the hand's new worth, the risk of a close."""
    move = weighed[0][0]
    lines = [wins(weighed, t), _hand(view, move, t)]
    if getattr(move, "close", False):
        lines.append(t("Risk: everyone else has one more turn to get past you."))
    return "\n".join(lines)


def _hand(view: View, move: Move, t: Tongue) -> str:
    now = worth_text(view.hand)
    match move:
        case Take():
            return t("Your hand is worth only {now}; the extra hand may be anything.", now=now)
        case Keep() | Pass():
            return t("Your hand stays at {now}.", now=now)
        case SwapAll():
            then = arranged(view.table)
        case Swap(give, take):
            then = swapped(view.hand, give, take)
    if worth(then) >= THIRTY_ONE:
        return t("It ends the deal at once!")
    return t("Your hand goes from {now} to {then}.", now=now, then=worth_text(then))
