"""Sinomilia: why a computer would lay a card or a chip, change or pass."""

from collections.abc import Sequence

from bot.words.i18n import Tongue
from bot.workers.brain import Weighed
from games.sinomilia import FULL_TABLE, Call, Change, Chip, Lay, Move, Pass, View

from .._shared.hints import mixed, wins

# Distance of a prediction of 4 or 5 at the worst.
_NEVER_FAR = 5


def why(view: View, weighed: Sequence[Weighed], t: Tongue) -> str:
    """Return the chance to win with the best move, and its effect."""
    move = weighed[0].move
    if isinstance(move, Call):
        return t("A coin is a coin: both are as good.")
    lines = [wins(weighed, t), _brings(view, move, t)]
    if mixed(weighed):
        lines.append(t("Play now one, now another: what you always do can be read."))
    return "\n".join(line for line in lines if line)


def _brings(view: View, move: Move, t: Tongue) -> str:
    ninth = len(view.table) == FULL_TABLE - 1
    match move:
        case Lay(card=card):
            return _reaches(card, t)
        case Chip() if ninth:
            return t("A ninth chip ends the round.")
        case Chip(face="moon"):
            return t("Risk: after a moon a pass ends the round.")
        case Chip():
            number = len(view.table) + 1
            return t.many("Then {n} lies in the middle.", "Then {n} lie in the middle.", number)
        case Pass() if view.before in ("pass", "moon"):
            return t("A pass ends the round now.")
        case Pass():
            return t(
                "Risk: if the other passes too, the round ends with {n} in the middle.",
                n=len(view.table),
            )
        case Change():
            return t("It costs a chip, which the other gets.")
        case _:
            return ""


def _reaches(card: int, t: Tongue) -> str:
    """Return the distance of a prediction at the worst, in the words of the lesson."""
    most = max(card, 9 - card)
    if most == _NEVER_FAR:
        return t("From 4 or 5 no number of chips is further away than five.")
    risk = t("Risk: a {card} can be {n} chips away.", card=card, n=most)
    return f"{risk} {t('Only a 9 comes back to the hand.')}" if card == 9 else risk
