"""The picture of a match's end in a player's hand: all ranks, and the own one large."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..words.speech import Speech
from . import emblems, people, podium
from .canvas import WIDTH, Canvas
from .colours import GOLD, WHITE, Felt, mixed
from .kit import kit
from .picture import text
from .podium import Place
from .turning import WELL, Turning

_FOOT = 304
_HEIGHTS = {1: 96, 2: 66}
_LOW = 52
_BLOCKS = 3
# Width of a block, and the largest number of others that stand beside such blocks.
_WIDE, _BESIDE, _NARROW = 212, 2, 150
_OWN = (18, 320, 844, 222)
_WELL_AT = (470, 337)
# Sizes of the own score.
_SIZES = (120, 100, 84, 72, 60, 50, 44, 40)


@dataclass(frozen=True, slots=True)
class Ending:
    """A finished match, best rank first, and the place of one player.

    `turning`: the turning point of that player, if the game has one.
    """

    game: str
    places: tuple[Place, ...]
    own: Place
    turning: Turning | None = None

    @property
    def felt(self) -> Felt:
        """The game's felt."""
        return kit(self.game).felt

    def draw(self) -> Canvas:
        """Draw a low podium with the others beside it, and the own place below in a gold frame."""
        canvas = Canvas(self.felt)
        podium.light(canvas, _FOOT)
        top, rest = self.places[:_BLOCKS], self.places[_BLOCKS:]
        others = [place for place in rest if place != self.own]
        w = _WIDE if len(others) <= _BESIDE else _NARROW
        left = (WIDTH - w * len(top)) / 2
        for at, n in enumerate(podium.ORDER[len(top)]):
            self._block(canvas, top[n], round(left + at * w), w)
        # The last places stand on the right.
        right = (len(others) + 1) // 2
        margin = round(left)
        self._beside(canvas, others[: len(others) - right], 18, margin - 18)
        self._beside(canvas, others[len(others) - right :], WIDTH - margin, margin - 18)
        self._own(canvas)
        return canvas

    def _block(self, canvas: Canvas, place: Place, x: int, w: int) -> None:
        felt, first, middle = self.felt, place.rank == 1, x + w / 2
        high = _HEIGHTS.get(place.rank, _LOW)
        top = _FOOT - high
        canvas.box(x + 2, top + 6, w - 4, high - 6, 0, felt.active)
        canvas.box(x + 2, top, w - 4, 12, 6, people.metal(place.rank, felt))
        canvas.name(middle, top - 30, place.who.shown, w - 14, anchor="m", sizes=(40, 36, 32, 30))
        size, at = (74, 92) if first else (66, 90)
        canvas.mid(people.medal(place.rank, size, felt), middle, top - at)
        if first:
            canvas.mid(people.crown(50), middle, top - at - 56)
        parts, digits = podium.fitted(podium.parts_of(self.game, place), w)
        emblems.score(canvas, middle, (top + 12 + _FOOT) / 2, parts, min(digits, 44))

    def _beside(self, canvas: Canvas, places: Sequence[Place], x: int, w: int) -> None:
        """Draw the places that have no block: one in full, several as small lines."""
        pale = mixed(WHITE, self.felt.ground, 0.82)
        if len(places) == 1:
            place, middle = places[0], x + w / 2
            canvas.mid(people.medal(place.rank, 58, self.felt), middle, 142)
            canvas.name(middle, 197, place.who.shown, w, pale, "m", (34, 32, 30))
            parts = podium.parts_of(self.game, place)[:1]
            if emblems.measure(parts, 40) > w:
                parts = tuple((None, number) for _, number in parts)
            emblems.score(canvas, middle, 246, parts, 40, pale)
            return
        step = 292 / max(3, len(places))
        top = 166 - step * (len(places) - 1) / 2
        for at, place in enumerate(places):
            y = top + step * at
            canvas.mid(people.medal(place.rank, 48, self.felt), x + 30, y)
            most = w - 66
            if step < 80:
                canvas.name(x + 62, y, place.who.shown, most, pale, sizes=(34, 32, 30))
                continue
            canvas.name(x + 62, y - 21, place.who.shown, most, pale, sizes=(34, 32, 30))
            parts = podium.parts_of(self.game, place)[:1]
            emblems.score(canvas, x + 62, y + 22, parts, 40, pale, middle=False)

    def _own(self, canvas: Canvas) -> None:
        felt, own = self.felt, self.own
        x, y, w, h = _OWN
        canvas.box(x, y, w, h, 30, felt.active, GOLD, 5, glow=True)
        canvas.mid(people.medal(own.rank, 128, felt), 108, y + h / 2)
        room = (190, 456) if self.turning is not None else (190, 690)
        parts = podium.parts_of(self.game, own)
        sized = [size for size in _SIZES if emblems.measure(parts, size) <= room[1] - room[0]]
        if parts:
            size = sized[0] if sized else _SIZES[-1]
            emblems.score(canvas, sum(room) / 2, y + h / 2, parts, size)
        else:
            canvas.name(
                room[0], y + h / 2, own.who.shown, room[1] - room[0], sizes=(60, 48, 40, 30)
            )
        if self.turning is None:
            canvas.mid(emblems.faded(self.game, 130), 768, y + h / 2)
            return
        canvas.box(*_WELL_AT, *WELL, 24, felt.well)
        self.turning.draw(canvas, *_WELL_AT)

    def told(self, t: Speech) -> str:
        """Return the own place, the others rank by rank, and the turning point."""
        mine = t("You are rank {rank}.", rank=self.own.rank)
        if self.own.score is not None:
            score = kit(self.game).score_text(self.own.score, t)
            mine = t("You are rank {rank}: {score}.", rank=self.own.rank, score=score)
        others = [podium.told(self.game, p, t) for p in self.places if p != self.own]
        turning = [] if self.turning is None else [self.turning.told(t)]
        return text([mine, *others, *turning], t)
