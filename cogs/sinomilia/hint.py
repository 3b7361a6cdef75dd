"""Sinomilia: why a computer would lay a card or a chip, change or pass."""

from collections.abc import Sequence

from bot.words.i18n import Tongue
from games.sinomilia import FULL_TABLE, Call, Change, Chip, Move, Pass, View

from .._shared.hints import alike, wins

Weighed = Sequence[tuple[Move, float]]


def why(view: View, weighed: Weighed, t: Tongue) -> str:
    """Return the chance to win with the best move, and its effect."""
    move = weighed[0][0]
    if isinstance(move, Call):
        return t("A coin is a coin: both are as good.")
    lines = [wins(weighed, t), _brings(view, move, t)]
    if alike(weighed):
        lines.append(t("Play now one, now another: what you always do can be read."))
    return "\n".join(line for line in lines if line)


def _brings(view: View, move: Move, t: Tongue) -> str:
    ninth = len(view.table) == FULL_TABLE - 1
    match move:
        case Chip() if ninth:
            return t("A ninth chip ends the round.")
        case Chip(face="moon"):
            return t("Risk: after a moon a pass ends the round.")
        case Chip():
            return t("Then {n} lie in the middle.", n=len(view.table) + 1)
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
