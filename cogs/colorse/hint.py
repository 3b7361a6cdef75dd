"""COLORSE: why a computer would show a sign, take a card or place it."""

from collections.abc import Callable, Sequence

from bot.words.i18n import Tongue
from bot.workers.brain import Weighed
from games.colorse import Show, Take
from games.colorse.cards import BACK, Box, Card
from games.colorse.state import View

from .._shared.hints import mixed, wins
from .cards import SIGN_NAMES

Fate = Callable[[Box, Card, Tongue], str]
"""A function that names a card's cell in a box and the vanishing cards."""

# Per sign, the sign that beats it and the number of cards that the winner takes.
_BEATEN = {"do": ("zof", 2), "zof": ("rau", 1), "rau": ("do", 1)}


def why(view: View, weighed: Sequence[Weighed], t: Tongue, fate: Fate) -> str:
    """Return the chance to win with the best move, and its gain or risk."""
    lines = [wins(weighed, t)]
    match weighed[0].move:
        case Show(sign=sign):
            by, cards = _BEATEN[sign]
            risk = t("Risk: against {sign} the other takes {n}.", sign=t(SIGN_NAMES[by]), n=cards)
            lines.append(risk)
            if mixed(weighed):
                lines.append(t("Play now one, now another: what you always do can be read."))
        case Take(place=place) if view.seat is not None:
            lines.append(fate(view.boxes[view.seat], view.market[place] or BACK, t))
    return "\n".join(lines)
