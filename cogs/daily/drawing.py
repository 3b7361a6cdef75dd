"""The card of a daily deal: the score, and the own marks in order."""

from collections.abc import Iterator

from bot.drawing import emblems, words
from bot.drawing.boxes import Box, column, grid, label, piece, plate, row
from bot.drawing.colours import CORAL, GOLD, INK, WHITE
from bot.drawing.icons import icon, tick
from bot.drawing.kit import OfGame, kit
from bot.words.speech import Speech, listed

_SIGN = "戦"
_WIDE, _HIGH, _GAP = 512, 336, 12
"""Width and height of the marks, and the gap between two."""
_ROOM = 276
"""Width of the score."""


class DailyCard(OfGame):
    """A finished try at a daily deal. It shows costs and no pieces, so it spoils nothing.

    marks: the costs of the decisions in order.
    """

    number: int
    score: int
    marks: tuple[int, ...]

    def box(self) -> Box:
        """Return the number above, and below it the score with its marks."""
        theme, game = self.theme, kit(self.game)
        sign = label(_SIGN if words.printable(_SIGN, "black") else "S", 78, INK)
        title = row(sign.on(plate(98, 98, 26, GOLD)), label(str(self.number), 82), gap=26)
        head = row(title, row(*map(piece, game.trio()), gap=12), w=814).pad(left=12)
        above = head.on(plate(844, 118, 26, theme.panel), x=0)
        sizes = (120, 100, 84, 66, 52, 40)
        score = emblems.fitting(game.score_parts(self.score), _ROOM, sizes)
        both = row(score.within(_ROOM, _HIGH), self._marked(), gap=26).pad(left=10)
        below = both.on(plate(844, 392, 26, theme.panel), x=0)
        return column(above, below, gap=14)

    def _marked(self) -> Box:
        """Return a tick for each free decision, and the cost of each other one."""
        columns = -(-len(self.marks) // 2) or 1
        w, h = (_WIDE - _GAP * (columns - 1)) // columns, (_HIGH - _GAP) // 2
        free = piece(icon(tick, min(52, w - 8), WHITE)).on(plate(w, h, 16, self.theme.active))
        dear = plate(w, h, 16, CORAL)
        marks = (label(str(cost), 60, INK).on(dear) if cost else free for cost in self.marks)
        return grid(marks, columns, _GAP)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the result, and the decisions that cost something."""
        score = kit(self.game).score_text(self.score, t)
        yield t("Daily deal {number}: {score}.", number=self.number, score=score)
        dear = [
            t("{n}: {score}", n=n, score=kit(self.game).score_text(cost, t))
            for n, cost in enumerate(self.marks, 1)
            if cost
        ]
        costs = t("Moves with a cost: {list}. The others cost nothing.", list=listed(dear, t))
        yield costs if dear else t("No move cost anything.")
