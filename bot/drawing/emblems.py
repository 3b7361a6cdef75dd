"""What stands for a game where it isn't played: its emblem, five pieces in a fan, its scores."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image, ImageFilter

from games.bluff.state import WILD
from games.cards import parse_card
from games.colorse.cards import BACK, SPECIAL

from ..words.i18n import Tongue
from . import chips, colour_cards, dice, french, icons, nimmt_cards, people, words
from .canvas import Canvas
from .colours import WHITE, Colour, colour
from .pen import Pen, Sprite

_BULL, _GHOST = colour("#FFE6A8"), colour("#E9E2FA")
FAN = (844, 262)
"""How large a fan is."""
_FADED = 0.3
# Turned pieces are made twice as large first: turning blurs.
_SCALE = 2
_ARC = ((-272, 40, 20), (-138, 10, 10), (0, 0, 0), (138, 10, -10), (272, 40, -20))
_SHADOW_DOWN, _SHADOW_BLUR, _SHADOW = 10, 9, 0.4


@lru_cache(maxsize=32)
def emblem(game: str, size: int) -> Sprite:
    """A game's sign."""
    if game == "nimmt":
        return nimmt_cards.bull(size, _BULL)
    if game == "bluff":
        return dice.die(5, size)
    if game == "schwimmen":
        return french.ring(size)
    if game == "colorse":
        return colour_cards.ghost(size, _GHOST)
    pen = Pen(size * 1.4, size, 2)
    icons.sun(pen, size * 0.45, size * 0.44, size * 0.86)
    icons.moon(pen, size * 0.95, size * 0.56, size * 0.86)
    return pen.done()


@lru_cache(maxsize=16)
def faded(game: str, size: int) -> Sprite:
    """The sign as it stands where it says nothing."""
    whole = emblem(game, size)
    return Sprite(whole.rgb, whole.mask.point(lambda a: round(a * _FADED)), whole.out)


def _pieces(game: str) -> Sequence[Sprite]:
    k = _SCALE
    if game == "nimmt":
        return [nimmt_cards.card(c, 124 * k, 176 * k) for c in (100, 220, 4, 550, 1040)]
    if game == "bluff":
        return [dice.die(face, 134 * k) for face in (2, 5, WILD, 4, 1)]
    if game == "schwimmen":
        cards = map(parse_card, ("7S", "QD", "AH", "KC", "TH"))
        return [french.upright(card, 124 * k, 176 * k) for card in cards]
    if game == "colorse":
        return [colour_cards.card(c, 144 * k) for c in ("R", "GB", SPECIAL, "B", "Y")]
    number = [chips.number(card, 124 * k, 166 * k) for card in (2, 8)]
    return [
        number[0],
        chips.chip("sun", 130 * k),
        chips.back(124 * k, 166 * k),
        chips.chip("moon", 130 * k),
        number[1],
    ]


@lru_cache(maxsize=8)
def trio(game: str) -> tuple[Sprite, ...]:
    """Three pieces of a game, upright and small."""
    if game == "nimmt":
        return tuple(nimmt_cards.card(c, 86, 110) for c in (220, 550, 1040))
    if game == "bluff":
        return tuple(dice.die(face, 82) for face in (5, WILD, 3))
    if game == "schwimmen":
        return tuple(french.upright(card, 84, 112) for card in map(parse_card, ("QD", "AH", "KC")))
    if game == "colorse":
        return tuple(colour_cards.card(c, 84) for c in ("R", SPECIAL, "B"))
    return chips.chip("sun", 84), chips.number(8, 84, 108), chips.chip("moon", 84)


@lru_cache(maxsize=8)
def fan(game: str) -> Sprite:
    """Five pieces of a game, each turned a little more than the one beside it."""
    w, h = FAN
    sheet = Image.new("RGBA", (w * _SCALE, h * _SCALE))
    for piece, (dx, dy, angle) in zip(_pieces(game), _ARC, strict=True):
        laid = _turned(piece, angle)
        x = round((w / 2 + dx) * _SCALE - laid.width / 2)
        y = round((h / 2 - 14 + dy) * _SCALE - laid.height / 2)
        sheet.alpha_composite(laid, (x, y))
    small = sheet.reduce(_SCALE)
    return Sprite(small.convert("RGB"), small.getchannel("A"), 0)


def _turned(piece: Sprite, angle: int) -> Image.Image:
    """A piece turned to the left by so many degrees, its shadow still below it."""
    face = piece.rgb.convert("RGBA")
    face.putalpha(piece.mask)
    face = face.rotate(angle, Image.Resampling.BICUBIC, expand=True)
    room = _SHADOW_DOWN + 2 * _SHADOW_BLUR
    size = (face.width + 2 * room, face.height + 2 * room)
    under = Image.new("L", size)
    under.paste(face.getchannel("A"), (room, room + _SHADOW_DOWN))
    under = under.filter(ImageFilter.GaussianBlur(_SHADOW_BLUR))
    whole = Image.new("RGBA", size)
    whole.putalpha(under.point(lambda a: round(a * _SHADOW)))
    whole.alpha_composite(face, (room, room))
    return whole


# Scores

Part = tuple[Callable[[int], Sprite] | None, str]
"""A number of a score, and the piece before it."""


def _bull(size: int) -> Sprite:
    return nimmt_cards.bull(size, WHITE)


def _die(size: int) -> Sprite:
    return dice.die(5, size)


def _sun(size: int) -> Sprite:
    return chips.chip("sun", size)


def _box(size: int) -> Sprite:
    return colour_cards.card(BACK, size)


def parts(game: str, score: int) -> tuple[Part, ...]:
    """A final score as it is drawn."""
    if game == "nimmt":
        return ((_bull, str(abs(score))),)
    if game == "bluff":
        # Who has no dice left is told by how many rounds they missed.
        return ((_die, str(score)),) if score > 0 else ((None, f"−{-score}" if score else "0"),)
    if game == "schwimmen":
        return ((french.ring, str(score)),)
    if game == "colorse":
        won, cards = divmod(abs(score), 10)
        return (people.crown, str(won)), (_box, str(cards))
    return ((_sun, str(score)),)


def told(game: str, score: int, t: Tongue) -> str:
    """A final score in words."""
    if game == "nimmt":
        return t.many("{n} bull", "{n} bulls", abs(score))
    if game == "bluff":
        if score > 0:
            return t.many("{n} die left", "{n} dice left", score)
        if score == 0:
            return t("out in the last round")
        return t.many("out {n} round before the end", "out {n} rounds before the end", -score)
    if game == "schwimmen":
        return t.many("survived {n} deal", "survived {n} deals", score)
    if game == "colorse":
        won, cards = divmod(abs(score), 10)
        return t.many(
            "{n} round, {cards} in the box", "{n} rounds, {cards} in the box", won, cards=cards
        )
    return t.many("{n} chip", "{n} chips", score)


def measure(told: Sequence[Part], size: int) -> int:
    """How wide a score is drawn."""
    icon = round(size * 0.95)
    wide = sum(words.width(text, size) + (icon + 10 if sign else 0) for sign, text in told)
    return wide + 24 * (len(told) - 1)


def score(
    canvas: Canvas,
    x: float,
    y: float,
    told: Sequence[Part],
    size: int,
    fill: Colour = WHITE,
    *,
    middle: bool = True,
) -> float:
    """A score around a point, or from there; where it ends."""
    icon = round(size * 0.95)
    x -= measure(told, size) / 2 if middle else 0
    for sign, text in told:
        if sign is not None:
            canvas.mid(sign(icon), x + icon / 2, y)
            x += icon + 10
        x += canvas.text(x, y, text, size, fill) + 24
    return x - 24
