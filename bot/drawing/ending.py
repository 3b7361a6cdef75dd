"""The picture of a match's end in a player's hand: all ranks, and the own one large."""

from collections.abc import Iterator, Sequence

from ..words.speech import Speech
from . import emblems, people, podium
from .boxes import Box, column, name, piece, plate, row
from .colours import GOLD, WHITE, mixed
from .kit import OfGame, kit
from .podium import Place
from .turning import WELL, Turning

_FOOT = 304
_BLOCKS = 3


class Ending(OfGame):
    """A finished match, best rank first, and the place of one player.

    `turning`: the turning point of that player, if the game has one.
    """

    places: tuple[Place, ...]
    own: Place
    turning: Turning | None = None

    def box(self) -> Box:
        """Return a low podium with the others beside it, and the own place below, framed."""
        top, rest = self.places[:_BLOCKS], self.places[_BLOCKS:]
        others = [place for place in rest if place != self.own]
        # More than two others need room beside the blocks.
        w = 212 if len(others) <= 2 else 150
        blocks = row(*(self._block(top[n], w - 4) for n in podium.ORDER[len(top)]), gap=4, y=1)
        # The last places stand on the right.
        at = len(others) // 2
        margin = (844 - w * len(top)) / 2
        left, right = (self._beside(some, margin) for some in (others[:at], others[at:]))
        above = row(left, blocks.within(blocks.w, _FOOT, y=1), right, w=844)
        return column(above, self._own(), gap=16).pad(bottom=18)

    def ground(self, box: Box) -> Box:
        """Return pieces on the light behind the winner."""
        return box.on(podium.light(self.theme, _FOOT))

    def _block(self, place: Place, w: float) -> Box:
        ground = podium.block(self.theme, place.rank, w, {1: 96, 2: 66}.get(place.rank, 52))
        size = 74 if place.rank == 1 else 66
        return podium.raised(self.game, place, ground, size, 40, (44, 40))

    def _beside(self, places: Sequence[Place], w: float) -> Box:
        """Return the places that have no block: one in full, several as small lines."""
        pale, lines = mixed(WHITE, self.theme.ground, 0.82), list[Box]()
        step = 292 / max(3, len(places))
        for place in places:
            parts = podium.parts_of(self.game, place)[:1]
            number = emblems.score(parts, 40, pale)
            if len(places) == 1:
                if number.w > w:
                    number = emblems.score(tuple((None, told) for _, told in parts), 40, pale)
                medal = piece(people.medal(place.rank, 58, self.theme))
                who = name(place.who.shown, w, pale, 34)
                return column(medal, who, number, gap=16).within(w, _FOOT).pad(top=37, bottom=-37)
            who = name(place.who.shown, w - 66, pale, 34)
            shown = column(who, *[number] * (step >= 80), gap=12, x=0)
            medal = piece(people.medal(place.rank, 48, self.theme))
            lines.append(row(medal, shown, gap=8).pad(left=6).within(w, step, x=0))
        return column(*lines).within(w, 292).pad(top=20, bottom=-8)

    def _own(self) -> Box:
        """Return the own place, and the turning point's well or the game's emblem."""
        theme, own, most = self.theme, self.own, 500 if self.turning is None else 266
        parts = podium.parts_of(self.game, own)
        shown = emblems.fitting(parts, most, (120, 100, 84, 72, 60, 50, 44, 40))
        if not parts:
            shown = name(own.who.shown, most, size=60)
        medal = piece(people.medal(own.rank, 128, theme))
        beside = emblems.faded(self.game, 130).within(188, WELL[1])
        if self.turning is not None:
            beside = self.turning.box().on(plate(*WELL, 24, theme.well)).pad(right=18)
        mine = row(medal, shown.within(most, shown.h, x=0.5 if parts else 0), beside, gap=18)
        return mine.pad(left=26).on(plate(844, 222, 30, theme.active, GOLD, 5, glow=True), x=0)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield the own place, the others rank by rank, and the turning point."""
        mine = t("You are rank {rank}.", rank=self.own.rank)
        if self.own.score is not None:
            score = kit(self.game).score_text(self.own.score, t)
            mine = t("You are rank {rank}: {score}.", rank=self.own.rank, score=score)
        yield mine
        yield from (podium.alt(self.game, p, t) for p in self.places if p != self.own)
        if self.turning is not None:
            yield self.turning.alt(t)
