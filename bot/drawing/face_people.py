"""Parts of people's faces: heads, hair, hats, glasses, mouths."""

from types import MappingProxyType

from .brush import Brush, Draw
from .colours import INK, WHITE, Colour, mixed


def shoulders(b: Brush, c: Colour, _: Colour) -> None:
    b.oval(64, 128, 96, 62, c)


def apron(b: Brush, c: Colour, straps: Colour) -> None:
    b.oval(64, 128, 96, 62, c)
    for x in (42, 86):
        b.line([(x, 100), (x, 128)], straps, 7)


def collar(b: Brush, c: Colour, cloth: Colour) -> None:
    b.oval(64, 128, 96, 62, c)
    b.both([(64, 104), (46, 98), (50, 114)], cloth)


def scarf(b: Brush, c: Colour, cloth: Colour) -> None:
    b.oval(64, 128, 96, 62, c)
    b.box(42, 96, 44, 14, 7, cloth)


def head(b: Brush, skin: Colour, _: Colour) -> None:
    b.box(56, 84, 16, 24, 8, mixed(INK, skin, 0.14))
    b.pair(28, 68, 6.5, skin)
    b.oval(64, 66, 54, 60, skin)


def square_head(b: Brush, skin: Colour, _: Colour) -> None:
    b.box(55, 84, 18, 24, 8, mixed(INK, skin, 0.14))
    b.pair(29, 68, 6.5, skin)
    b.box(36, 36, 56, 61, 16, skin)


def long_head(b: Brush, skin: Colour, _: Colour) -> None:
    b.box(56, 88, 16, 22, 8, mixed(INK, skin, 0.14))
    b.pair(24, 66, 6, skin)
    b.oval(64, 66, 46, 68, skin)


def eyes(b: Brush, c: Colour, _: Colour) -> None:
    b.pair(11, 66, 4.2, c)


def shut_eyes(b: Brush, c: Colour, _: Colour) -> None:
    for x in (52, 76):
        b.arc(x, 68, 6, 200, 340, c, 3.4)


def wink(b: Brush, c: Colour, _: Colour) -> None:
    b.circle(53, 66, 4.2, c)
    b.line([(70, 66), (80, 66)], c, 3.4)


def big_eyes(b: Brush, c: Colour, white: Colour) -> None:
    b.pair(12, 65, 8, white)
    b.pair(12, 66, 4.4, c)


def brows(b: Brush, c: Colour, _: Colour) -> None:
    for x in (52, 76):
        b.line([(x - 6, 56), (x + 6, 55)], c, 4)


def stern_brows(b: Brush, c: Colour, _: Colour) -> None:
    b.line([(45, 54), (58, 59)], c, 5)
    b.line([(83, 54), (70, 59)], c, 5)


def raised_brow(b: Brush, c: Colour, _: Colour) -> None:
    b.line([(46, 57), (58, 57)], c, 4)
    b.line([(70, 53), (82, 49)], c, 4)


def smile(b: Brush, c: Colour, _: Colour) -> None:
    b.arc(64, 76, 9, 20, 160, c, 3.6)


def grin(b: Brush, c: Colour, _: Colour) -> None:
    b.wedge(64, 78, 11, 0, 180, c)


def smirk(b: Brush, c: Colour, _: Colour) -> None:
    b.line([(58, 84), (66, 85), (74, 80)], c, 3.6)


def flat_mouth(b: Brush, c: Colour, _: Colour) -> None:
    b.line([(56, 84), (72, 84)], c, 3.6)


def round_mouth(b: Brush, c: Colour, _: Colour) -> None:
    b.circle(64, 84, 5, c)


def freckles(b: Brush, c: Colour, _: Colour) -> None:
    for x, y in ((44, 74), (49, 77), (44, 80), (84, 74), (79, 77), (84, 80)):
        b.circle(x, y, 1.7, c)


def cheeks(b: Brush, c: Colour, _: Colour) -> None:
    b.pair(20, 77, 6, c)


def short_hair(b: Brush, c: Colour, _: Colour) -> None:
    b.wedge(64, 60, 30, 180, 360, c)
    b.box(34, 52, 8, 16, 4, c)
    b.box(86, 52, 8, 16, 4, c)


def parted_hair(b: Brush, c: Colour, _: Colour) -> None:
    b.wedge(64, 58, 31, 180, 360, c)
    b.shape([(33, 58), (33, 68), (40, 66), (50, 46), (95, 60), (95, 46), (64, 24)], c)


def sides(b: Brush, c: Colour, _: Colour) -> None:
    b.pair(28, 60, 10, c)
    b.pair(30, 72, 8, c)


def bob(b: Brush, c: Colour, _: Colour) -> None:
    b.oval(64, 58, 76, 72, c)
    b.box(26, 56, 76, 44, 14, c)


def long_hair(b: Brush, c: Colour, _: Colour) -> None:
    b.oval(64, 56, 76, 70, c)
    b.box(26, 54, 76, 74, 16, c)


def fringe(b: Brush, c: Colour, _: Colour) -> None:
    b.wedge(64, 58, 29, 180, 360, c)


def swept_fringe(b: Brush, c: Colour, _: Colour) -> None:
    b.shape([(34, 66), (34, 48), (46, 34), (66, 30), (84, 34), (94, 50), (94, 62), (70, 46)], c)


def curls(b: Brush, c: Colour, _: Colour) -> None:
    for x, y, r in ((36, 50, 15), (50, 36, 15), (64, 31, 16), (78, 36, 15), (92, 50, 15)):
        b.circle(x, y, r, c)
    b.pair(32, 66, 11, c)


def mane(b: Brush, c: Colour, _: Colour) -> None:
    for x, y, r in ((28, 56, 17), (40, 34, 18), (64, 26, 18), (88, 34, 18), (100, 56, 17)):
        b.circle(x, y, r, c)
    b.pair(38, 78, 15, c)
    b.pair(34, 96, 13, c)


def afro(b: Brush, c: Colour, _: Colour) -> None:
    b.circle(64, 50, 38, c)


def bun(b: Brush, c: Colour, _: Colour) -> None:
    b.circle(64, 20, 16, c)
    b.oval(64, 56, 66, 60, c)


def needles(b: Brush, c: Colour, knob: Colour) -> None:
    for x in (-1, 1):
        b.line([(64 - 22 * x, 30), (64 + 24 * x, 6)], c, 3.6)
        b.circle(64 + 24 * x, 6, 4.5, knob)


def braids(b: Brush, c: Colour, band: Colour) -> None:
    b.oval(64, 56, 66, 58, c)
    for n in range(4):
        b.pair(34, 68 + 13 * n, 9.5 - n, c)
    b.pair(34, 114, 5, band)


def crown_braid(b: Brush, c: Colour, _: Colour) -> None:
    b.oval(64, 56, 64, 58, c)
    for n in range(7):
        b.circle(37 + 9 * n, 40 - (12 - 4 * abs(n - 3)), 8, c)


def spikes(b: Brush, c: Colour, _: Colour) -> None:
    b.shape(
        [
            (34, 60),
            (28, 40),
            (42, 44),
            (42, 24),
            (56, 36),
            (64, 16),
            (73, 36),
            (86, 24),
            (86, 44),
            (100, 40),
            (94, 60),
        ],
        c,
    )


def beard(b: Brush, c: Colour, _: Colour) -> None:
    b.wedge(64, 70, 31, 0, 180, c)
    b.box(33, 60, 8, 14, 3, c)
    b.box(87, 60, 8, 14, 3, c)


def big_beard(b: Brush, c: Colour, _: Colour) -> None:
    b.shape(
        [
            (32, 62),
            (44, 78),
            (84, 78),
            (96, 62),
            (94, 98),
            (80, 116),
            (64, 122),
            (48, 116),
            (34, 98),
        ],
        c,
    )


def goatee(b: Brush, c: Colour, _: Colour) -> None:
    b.shape([(54, 88), (74, 88), (64, 110)], c)


def moustache(b: Brush, c: Colour, _: Colour) -> None:
    b.both([(64, 75), (48, 78), (38, 72), (42, 84), (56, 86), (64, 82)], c)


def thin_moustache(b: Brush, c: Colour, _: Colour) -> None:
    b.arc(54, 72, 10, 40, 120, c, 3.4)
    b.arc(74, 72, 10, 60, 140, c, 3.4)


def round_glasses(b: Brush, c: Colour, glass: Colour) -> None:
    b.pair(12, 66, 11, c)
    b.pair(12, 66, 8, glass)
    b.line([(60, 64), (68, 64)], c, 3)


def square_glasses(b: Brush, c: Colour, glass: Colour) -> None:
    for x in (41, 67):
        b.box(x, 57, 20, 17, 4, c)
        b.box(x + 3, 60, 14, 11, 2, glass)
    b.line([(60, 63), (68, 63)], c, 3)


def half_glasses(b: Brush, c: Colour, glass: Colour) -> None:
    for x in (51, 77):
        b.wedge(x, 68, 11, 0, 180, c)
        b.wedge(x, 70, 7, 0, 180, glass)
    b.line([(40, 68), (88, 68)], c, 3)


def sunglasses(b: Brush, c: Colour, _: Colour) -> None:
    b.line([(36, 62), (92, 62)], c, 5)
    b.wedge(50, 61, 14, 0, 180, c)
    b.wedge(78, 61, 14, 0, 180, c)


def monocle(b: Brush, c: Colour, glass: Colour) -> None:
    b.circle(76, 66, 12, c)
    b.circle(76, 66, 9, glass)
    b.line([(86, 74), (92, 104)], c, 2.4)
    b.circle(76, 66, 4.2, INK)


def dive_mask(b: Brush, c: Colour, glass: Colour) -> None:
    b.line([(30, 64), (98, 64)], c, 8)
    b.box(36, 50, 56, 32, 13, c)
    b.box(41, 55, 46, 22, 9, glass)
    b.line([(100, 22), (100, 86), (88, 92)], c, 6)


def earrings(b: Brush, c: Colour, _: Colour) -> None:
    b.pair(30, 82, 5, c)


def hoops(b: Brush, c: Colour, _: Colour) -> None:
    for x in (33, 95):
        b.arc(x, 86, 8, 0, 360, c, 3.2)


def straw_hat(b: Brush, c: Colour, band: Colour) -> None:
    b.wedge(64, 46, 29, 180, 360, c)
    b.box(36, 36, 56, 10, 2, band)
    b.oval(64, 48, 104, 17, c)


def top_hat(b: Brush, c: Colour, band: Colour) -> None:
    b.box(40, 2, 48, 46, 4, c)
    b.box(40, 34, 48, 9, 0, band)
    b.box(26, 42, 76, 9, 4.5, c)


def cap(b: Brush, c: Colour, brim: Colour) -> None:
    b.wedge(64, 52, 31, 180, 360, c)
    b.box(20, 47, 46, 9, 4.5, brim)
    b.circle(64, 22, 3.5, brim)


def beanie(b: Brush, c: Colour, hem: Colour) -> None:
    b.wedge(64, 50, 31, 180, 360, c)
    b.box(31, 42, 66, 13, 6, hem)


def helmet(b: Brush, c: Colour, slots: Colour) -> None:
    b.wedge(64, 52, 35, 180, 360, c)
    for x, top in ((46, 34), (64, 26), (82, 34)):
        b.line([(x, top), (x, 44)], slots, 5)
    b.line([(34, 54), (46, 92)], slots, 2.6)
    b.line([(94, 54), (82, 92)], slots, 2.6)


def hard_hat(b: Brush, c: Colour, ridge: Colour) -> None:
    b.wedge(64, 50, 33, 180, 360, c)
    b.box(58, 14, 12, 34, 5, ridge)
    b.box(24, 46, 80, 9, 4.5, c)


def chef_hat(b: Brush, c: Colour, shade: Colour) -> None:
    b.pair(20, 22, 17, c)
    b.circle(64, 17, 20, c)
    b.box(38, 22, 52, 28, 3, c)
    b.box(38, 42, 52, 8, 2, shade)


def captain_cap(b: Brush, c: Colour, top: Colour) -> None:
    b.oval(64, 32, 82, 32, top)
    b.box(35, 36, 58, 14, 4, c)
    b.oval(64, 51, 52, 12, c)
    b.circle(64, 42, 4.5, top)


def sun_hat(b: Brush, c: Colour, band: Colour) -> None:
    b.wedge(64, 46, 30, 180, 360, c)
    b.box(34, 34, 60, 10, 2, band)
    b.oval(64, 50, 122, 26, c)
    b.oval(64, 56, 58, 12, mixed(INK, c, 0.2))


def headscarf(b: Brush, c: Colour, jewel: Colour) -> None:
    b.oval(64, 52, 76, 66, c)
    b.box(26, 52, 12, 60, 6, c)
    b.box(90, 52, 12, 60, 6, c)
    b.circle(64, 30, 6, jewel)


def headband(b: Brush, c: Colour, _: Colour) -> None:
    b.box(33, 44, 62, 9, 4, c)


def beret(b: Brush, c: Colour, _: Colour) -> None:
    b.oval(54, 34, 76, 32, c)
    b.line([(52, 18), (55, 10)], c, 5)


def flower(b: Brush, c: Colour, heart: Colour) -> None:
    for x, y in ((94, 24), (104, 32), (101, 44), (87, 44), (84, 32)):
        b.circle(x, y, 9, c)
    b.circle(94, 35, 8, heart)


def hood(b: Brush, c: Colour, slit: Colour) -> None:
    b.oval(64, 62, 68, 78, c)
    b.box(38, 54, 52, 24, 12, slit)
    b.both([(34, 58), (14, 46), (18, 66)], c)


def kite(b: Brush, c: Colour, other: Colour) -> None:
    b.shape([(104, 8), (124, 34), (104, 60), (86, 32)], c)
    b.shape([(104, 8), (124, 34), (104, 34)], other)
    b.shape([(104, 60), (86, 32), (104, 34)], other)


def lamp(b: Brush, c: Colour, light: Colour) -> None:
    b.box(34, 42, 60, 7, 3, c)
    b.circle(64, 44, 10, c)
    b.circle(64, 44, 6, light)


def teeth(b: Brush, _: Colour, __: Colour) -> None:
    b.box(56, 78, 16, 4, 1, WHITE)


PARTS: MappingProxyType[str, Draw] = MappingProxyType(
    {
        part.__name__: part
        for part in (
            shoulders,
            apron,
            collar,
            scarf,
            head,
            square_head,
            long_head,
            eyes,
            shut_eyes,
            wink,
            big_eyes,
            brows,
            stern_brows,
            raised_brow,
            smile,
            grin,
            smirk,
            flat_mouth,
            round_mouth,
            freckles,
            cheeks,
            short_hair,
            parted_hair,
            sides,
            bob,
            long_hair,
            fringe,
            swept_fringe,
            curls,
            mane,
            afro,
            bun,
            needles,
            braids,
            crown_braid,
            spikes,
            beard,
            big_beard,
            goatee,
            moustache,
            thin_moustache,
            round_glasses,
            square_glasses,
            half_glasses,
            sunglasses,
            monocle,
            dive_mask,
            earrings,
            hoops,
            straw_hat,
            top_hat,
            cap,
            beanie,
            helmet,
            hard_hat,
            chef_hat,
            captain_cap,
            sun_hat,
            headscarf,
            headband,
            beret,
            flower,
            hood,
            kite,
            lamp,
            teeth,
        )
    }
)
"""The parts by name. Each is a shape in one colour, some with a detail in a second."""
