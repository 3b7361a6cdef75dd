"""The matrix of the signs: what each pair of them brings."""

from collections.abc import Iterator

from bot.drawing.boxes import Box, column, label, piece, plate, row
from bot.drawing.canvas import pointer
from bot.drawing.colours import CORAL, GOLD, WHITE
from bot.drawing.picture import Described
from bot.words.speech import Speech
from games.colorse.cards import SIGNS, Sign
from games.colorse.rounds import BEATEN_BY

from . import NAMES, THEME, Names, sign, sign_name


class Matrix(Described, theme=THEME):
    """Nine duels: the first sign in rows, the second in columns."""

    names: Names = NAMES

    def box(self) -> Box:
        """Return the signs above and on the left, and the cards taken or lost between them."""
        named = [(piece(sign(one, 76)), label(sign_name(one, self.names), 38)) for one in SIGNS]
        heads = (row(*both, gap=10).within(220, 96) for both in named)
        lines = [row(Box(136, 96), *heads, gap=12)]
        for first, both in zip(SIGNS, named, strict=True):
            beside = column(*both, gap=10).within(136, 132)
            lines.append(row(beside, *(_duel(first, second) for second in SIGNS), gap=12))
        return column(*lines, gap=10)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield each pair of signs with its cards."""
        yield t(
            "Do and Do: both take 1. Do and Zof: Zof takes 2. Do and Rau: Do takes 1. "
            "Zof and Rau: Rau takes 1. Zof and Zof: both lose their top right card, then the seat "
            "after the rival takes 1. Rau and Rau: both choose again."
        )


def _duel(first: Sign, second: Sign) -> Box:
    """Return the stronger sign with its cards, or what two equal ones bring."""
    shown = label("=", 72, THEME.quiet)
    if first != second:
        won = second if BEATEN_BY[first] == second else first
        cards = label("+2" if won == "zof" else "+1", 56, GOLD)
        shown = row(piece(sign(won, 96, edge=GOLD)), cards, gap=16)
    elif first == "do":
        shown = label("+1  +1", 56, GOLD)
    elif first == "zof":
        after = row(piece(pointer(18, 28, WHITE)), label("+1", 48, GOLD), gap=11)
        shown = column(label("−1  −1", 56, CORAL), after, gap=22)
    return shown.on(plate(220, 132, 22, THEME.panel))
