"""Schwimmen: why a computer would swap, pass or close."""

from collections.abc import Sequence

from bot.words.i18n import Tongue
from bot.workers.brain import Weighed
from games.cards import Hand, arranged
from games.schwimmen import Move, Swap, SwapAll, Take, View
from games.schwimmen.thirty_one import THIRTY_ONE, swapped, worth

from .._shared.hints import wins
from .cards import worth_text


def why(view: View, weighed: Sequence[Weighed], t: Tongue) -> str:
    """Return the chance to win with the best move, the hand's new worth, the risk of a close."""
    move = weighed[0].move
    then = _then(view, move)
    lines = [wins(weighed, t), _hand(view, move, then, t)]
    if getattr(move, "close", False) and worth(then) < THIRTY_ONE:
        lines.append(t("Risk: everyone else has one more turn to get past you."))
    return "\n".join(lines)


def _then(view: View, move: Move) -> Hand:
    """Return the hand after a move, as far as it is known."""
    match move:
        case SwapAll():
            return arranged(view.table)
        case Swap(give, take):
            return swapped(view.hand, give, take)
        case _:
            return view.hand


def _hand(view: View, move: Move, then: Hand, t: Tongue) -> str:
    before, after = worth_text(view.hand), worth_text(then)
    if isinstance(move, Take):
        return t("Your hand is worth only {now}; the extra hand may be anything.", now=before)
    if before == after:
        return t("Your hand stays at {now}.", now=before)
    if worth(then) >= THIRTY_ONE:
        return t("It ends the deal at once!")
    return t("Your hand goes from {now} to {then}.", now=before, then=after)
