"""Parts of the faces of animals and of stranger characters."""

from types import MappingProxyType

from .brush import Brush, Draw
from .colours import INK, WHITE, Colour, mixed


def animal_head(b: Brush, c: Colour, _: Colour) -> None:
    b.oval(64, 70, 76, 70, c)


def narrow_head(b: Brush, c: Colour, _: Colour) -> None:
    b.oval(64, 62, 50, 56, c)
    b.oval(64, 84, 40, 48, c)


def broad_head(b: Brush, c: Colour, _: Colour) -> None:
    b.oval(64, 64, 76, 60, c)
    b.oval(64, 82, 92, 48, c)


def pointed_ears(b: Brush, c: Colour, inner: Colour) -> None:
    b.both([(28, 62), (24, 10), (62, 40)], c)
    b.both([(34, 46), (31, 24), (48, 40)], inner)


def round_ears(b: Brush, c: Colour, inner: Colour) -> None:
    b.pair(31, 38, 16, c)
    b.pair(31, 38, 9, inner)


def small_ears(b: Brush, c: Colour, _: Colour) -> None:
    b.pair(33, 46, 10, c)


def floppy_ears(b: Brush, c: Colour, _: Colour) -> None:
    for x in (22, 106):
        b.oval(x, 70, 30, 62, c)


def drooping_ears(b: Brush, c: Colour, inner: Colour) -> None:
    b.both([(44, 48), (10, 54), (6, 70), (24, 74), (46, 64)], c)
    b.both([(38, 56), (16, 61), (20, 68), (38, 63)], inner)


def huge_ears(b: Brush, c: Colour, inner: Colour) -> None:
    for x in (22, 106):
        b.oval(x, 62, 46, 72, c)
        b.oval(x, 64, 28, 50, inner)


def horns(b: Brush, c: Colour, _: Colour) -> None:
    b.both([(46, 44), (34, 8), (44, 8), (60, 40)], c)


def animal_eyes(b: Brush, c: Colour, _: Colour) -> None:
    b.pair(17, 66, 5, c)


def top_eyes(b: Brush, c: Colour, skin: Colour) -> None:
    b.pair(25, 38, 18, skin)
    b.pair(25, 37, 12, WHITE)
    b.pair(25, 37, 6, c)


def mask(b: Brush, c: Colour, _: Colour) -> None:
    for x in (44, 84):
        b.oval(x, 66, 30, 24, c)
    b.pair(18, 66, 4.5, WHITE)
    b.pair(18, 66, 2.6, INK)


def muzzle(b: Brush, c: Colour, nose: Colour) -> None:
    b.oval(64, 88, 42, 32, c)
    b.oval(64, 79, 16, 11, nose)
    b.line([(64, 84), (64, 92)], nose, 2.8)
    b.arc(57, 91, 7, 10, 120, nose, 2.8)
    b.arc(71, 91, 7, 60, 170, nose, 2.8)


def white_cheeks(b: Brush, c: Colour, nose: Colour) -> None:
    b.both([(64, 104), (64, 74), (26, 66), (36, 92)], c)
    b.oval(64, 98, 15, 11, nose)


def fat_cheeks(b: Brush, c: Colour, nose: Colour) -> None:
    b.pair(26, 88, 20, c)
    b.oval(64, 84, 30, 24, c)
    b.oval(64, 78, 9, 7, nose)


def whiskers(b: Brush, c: Colour, _: Colour) -> None:
    for side in (-1, 1):
        for rise in (-5, 2, 9):
            b.line([(64 + 20 * side, 88 + rise / 3), (64 + 46 * side, 86 + rise)], c, 2)


def tongue(b: Brush, c: Colour, _: Colour) -> None:
    b.box(58, 94, 12, 20, 6, c)


def patch(b: Brush, c: Colour, _: Colour) -> None:
    b.oval(82, 62, 28, 32, c)


def long_nose(b: Brush, c: Colour, nostril: Colour) -> None:
    b.oval(64, 98, 30, 24, c)
    b.pair(6, 96, 2.6, nostril)
    b.arc(64, 98, 7, 30, 150, nostril, 2.6)


def trunk(b: Brush, c: Colour, fold: Colour) -> None:
    b.line([(64, 72), (64, 100), (72, 114), (84, 112)], c, 19)
    for y in (86, 95, 104):
        b.line([(57, y), (71, y)], fold, 2.4)


def beak(b: Brush, c: Colour, _: Colour) -> None:
    b.shape([(52, 76), (76, 76), (64, 94)], c)


def bill(b: Brush, c: Colour, line: Colour) -> None:
    b.oval(64, 88, 56, 24, c)
    b.arc(64, 78, 24, 40, 140, line, 2.8)
    b.pair(6, 82, 2, line)


def hooked_beak(b: Brush, c: Colour, nostril: Colour) -> None:
    b.shape([(44, 66), (58, 58), (74, 60), (84, 74), (78, 86), (70, 104), (62, 88), (46, 82)], c)
    b.circle(62, 68, 2.6, nostril)


def crest(b: Brush, c: Colour, _: Colour) -> None:
    b.shape([(48, 40), (30, 10), (54, 26), (62, 2), (72, 26), (96, 12), (80, 42)], c)


def tuft(b: Brush, c: Colour, _: Colour) -> None:
    for x in (54, 64, 74):
        b.line([(64, 40), (x, 22)], c, 5)


def shell_cap(b: Brush, c: Colour, _: Colour) -> None:
    b.wedge(64, 48, 32, 180, 360, c)
    b.shape(
        [(32, 47), (40, 58), (48, 47), (56, 58), (64, 47), (72, 58), (80, 47), (88, 58), (96, 47)],
        c,
    )


def owl_eyes(b: Brush, c: Colour, ring: Colour) -> None:
    b.pair(18, 62, 20, ring)
    b.pair(18, 62, 12, WHITE)
    b.pair(18, 62, 6.5, c)


def tufted_ears(b: Brush, c: Colour, _: Colour) -> None:
    b.both([(24, 60), (16, 12), (60, 38)], c)


def wide_mouth(b: Brush, c: Colour, _: Colour) -> None:
    b.arc(64, 62, 36, 35, 145, c, 3.8)


def carapace(b: Brush, c: Colour, line: Colour) -> None:
    b.circle(64, 86, 56, c)
    b.circle(64, 86, 48, mixed(WHITE, c, 0.14))
    for x in (22, 44, 84, 106):
        b.line([(64 + (x - 64) / 2, 64), (x, 44)], line, 3.6)


def fish(b: Brush, c: Colour, belly: Colour) -> None:
    b.shape([(98, 66), (126, 40), (120, 66), (126, 96)], c)
    b.oval(76, 66, 72, 52, c)
    b.shape([(10, 72), (52, 44), (70, 90)], c)
    b.shape([(10, 74), (58, 80), (104, 76), (84, 92), (56, 90)], belly)
    b.shape([(64, 44), (94, 20), (100, 48)], mixed(INK, c, 0.25))
    b.line([(10, 73), (44, 74)], INK, 3)
    b.circle(56, 60, 8, WHITE)
    b.circle(55, 60, 4.5, INK)
    for x in (74, 86, 98):
        b.line([(x, 56), (x + 3, 72)], mixed(INK, c, 0.3), 3.4)


def octopus(b: Brush, c: Colour, spots: Colour) -> None:
    for x, sway in ((20, -10), (42, -6), (64, 0), (86, 6), (108, 10)):
        b.line([(64 + (x - 64) / 2, 80), (x, 104), (x + sway, 126)], c, 16)
    b.oval(64, 54, 78, 84, c)
    for x, y, r in ((44, 28, 6), (62, 20, 4), (84, 32, 5)):
        b.circle(x, y, r, spots)


def chick_head(b: Brush, c: Colour, _: Colour) -> None:
    b.circle(64, 78, 42, c)


def wings(b: Brush, c: Colour, spots: Colour) -> None:
    for side in (-1, 1):
        b.oval(64 + side * 34, 44, 56, 58, c)
        b.oval(64 + side * 30, 92, 44, 46, mixed(INK, c, 0.2))
        b.circle(64 + side * 38, 40, 10, spots)


def feelers(b: Brush, c: Colour, _: Colour) -> None:
    for side in (-1, 1):
        b.line([(64 + side * 6, 44), (64 + side * 14, 22)], c, 3)
        b.circle(64 + side * 15, 20, 4, c)


def small_head(b: Brush, c: Colour, body: Colour) -> None:
    b.box(56, 84, 16, 40, 8, body)
    b.circle(64, 66, 27, c)


def mist(b: Brush, c: Colour, _: Colour) -> None:
    b.circle(64, 62, 36, c)
    b.shape([(28, 62), (100, 62), (96, 92), (84, 84), (72, 110), (58, 90), (44, 118), (34, 92)], c)
    b.line([(64, 30), (74, 16), (66, 8)], c, 9)


def spectre(b: Brush, c: Colour, _: Colour) -> None:
    b.oval(64, 66, 54, 62, c)
    b.shape([(40, 80), (88, 80), (100, 128), (84, 116), (64, 128), (44, 116), (28, 128)], c)


def candle(b: Brush, wax: Colour, flame: Colour) -> None:
    b.box(100, 66, 12, 40, 3, wax)
    b.oval(106, 56, 11, 19, flame)


def sprite(b: Brush, c: Colour, _: Colour) -> None:
    rows = (
        "..X.....X..",
        "...X...X...",
        "..XXXXXXX..",
        ".XX.XXX.XX.",
        "XXXXXXXXXXX",
        "X.XXXXXXX.X",
        "X.X.....X.X",
        "...XX.XX...",
    )
    for y, row in enumerate(rows):
        for x, one in enumerate(row):
            if one == "X":
                b.box(16 + 8.8 * x, 30 + 8.8 * y, 9.2, 9.2, 0, c)


def lantern(b: Brush, c: Colour, rim: Colour) -> None:
    b.line([(64, 4), (64, 24)], rim, 3)
    b.oval(64, 66, 88, 78, c)
    for y, w in ((46, 74), (66, 88), (88, 70)):
        b.line([(64 - w / 2 + 2, y), (64 + w / 2 - 2, y)], mixed(INK, c, 0.16), 2.6)
    b.box(42, 20, 44, 11, 4, rim)
    b.box(42, 102, 44, 11, 4, rim)
    b.line([(64, 112), (64, 126)], rim, 5)


PARTS: MappingProxyType[str, Draw] = MappingProxyType(
    {
        part.__name__: part
        for part in (
            animal_head,
            narrow_head,
            broad_head,
            pointed_ears,
            round_ears,
            small_ears,
            floppy_ears,
            drooping_ears,
            huge_ears,
            horns,
            animal_eyes,
            top_eyes,
            mask,
            muzzle,
            white_cheeks,
            fat_cheeks,
            whiskers,
            tongue,
            patch,
            long_nose,
            trunk,
            beak,
            bill,
            hooked_beak,
            crest,
            tuft,
            shell_cap,
            owl_eyes,
            tufted_ears,
            wide_mouth,
            carapace,
            fish,
            octopus,
            chick_head,
            wings,
            feelers,
            small_head,
            mist,
            spectre,
            candle,
            sprite,
            lantern,
        )
    }
)
"""The parts by name."""
