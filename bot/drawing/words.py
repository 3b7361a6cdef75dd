"""Names and numbers in the project's own font, and in the system's fonts for other letters.

Nunito is in the tree. Japanese, Chinese and Korean use a font of the machine. A sign that Nunito
lacks is drawn by its plain letters (NFKC) if they are in Nunito, or if no font has the sign. Others
are left out. A text with right-to-left letters is drawn in one font, because letters join and order
only within one.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Literal

from PIL import Image, ImageDraw, ImageFont, features

from ..words.letters import right_to_left
from .colours import Colour

Weight = Literal["black", "bold"]
Font = ImageFont.FreeTypeFont

_FONTS = Path(__file__).parent / "fonts"
_OWN = {"black": _FONTS / "Nunito-Black.ttf", "bold": _FONTS / "Nunito-ExtraBold.ttf"}
# File names. Pillow looks for them in the system's font folders.
_SYSTEM = (
    "NotoSansCJK-Bold.ttc",
    "NotoSansCJKjp-Bold.otf",
    "NotoSansJP-Bold.otf",
    "SourceHanSans-Bold.ttc",
    "YuGothB.ttc",
    "msyhbd.ttc",
    "malgunbd.ttf",
    "Hiragino Sans GB.ttc",
    "AppleSDGothicNeo.ttc",
    "wqy-microhei.ttc",
    "DejaVuSans-Bold.ttf",
)
_SYSTEM_SHARE = 0.94
# No font draws it: its replacement stands for everything that is missing.
_MISSING = "\U0010fffe"
# They join or part letters, and have no shape.
_JOINERS = "\u200c\u200d"
NO_CJK = (
    "no font here has Japanese, Chinese or Korean letters: such names are drawn as seat numbers; "
    "install fonts-noto-cjk (Debian, Ubuntu)"
)
"""Hint for hosts, if `draws_cjk` returns False."""
_LEAST = 30
_NUMBERED = re.compile(r" (\d{1,2})$")


@cache
def joins() -> bool:
    """Return True if Pillow can join and order letters: it needs the FriBiDi library for that."""
    return bool(features.check("raqm"))


@cache
def _opened(name: str | Path, size: float, *, joined: bool = False) -> Font | None:
    layout = ImageFont.Layout.RAQM if joined else ImageFont.Layout.BASIC
    try:
        return ImageFont.truetype(name, size, layout_engine=layout)
    except OSError:
        return None


@cache
def _system() -> tuple[str, ...]:
    return tuple(name for name in _SYSTEM if _opened(name, 20) is not None)


@lru_cache(maxsize=4096)
def _font_of(sign: str, weight: Weight) -> str | Path | None:
    """The first font that draws the sign."""
    return next((name for name in _names(weight) if _has(name, sign)), None)


def _names(weight: Weight) -> list[str | Path]:
    return [_OWN[weight], *_system()]


@lru_cache(maxsize=8192)
def _has(name: str | Path, sign: str) -> bool:
    font = _opened(name, 20)
    return font is not None and _drawn(font, sign) != _drawn(font, _MISSING)


def _drawn(font: Font, sign: str) -> tuple[tuple[int, int], bytes]:
    mask = font.getmask(sign)
    return mask.size, bytes(mask)


@lru_cache(maxsize=2048)
def _runs(text: str, weight: Weight, size: float) -> tuple[tuple[str, Font], ...]:
    """The text in stretches of one font each, without what no font has."""
    if joins() and right_to_left(text):
        return _joined(text, weight, size)
    plain = "".join(_plain(sign, weight) for sign in text)
    signs = [(sign, _font_of(sign, weight)) for sign in plain]
    runs = []
    for name, group in groupby(signs, key=lambda found: found[1]):
        own = name == _OWN[weight]
        font = name and _opened(name, size if own else round(size * _SYSTEM_SHARE))
        if font:
            runs.append(("".join(sign for sign, _ in group), font))
    return tuple(runs)


def _plain(sign: str, weight: Weight) -> str:
    """Return a sign, or its plain letters if only those can be drawn in the project's own font."""
    letters = unicodedata.normalize("NFKC", sign)
    own = {_font_of(one, weight) for one in letters} == {_OWN[weight]}
    return letters if own or _font_of(sign, weight) is None else sign


def _joined(text: str, weight: Weight, size: float) -> tuple[tuple[str, Font], ...]:
    """The text in the font that has most of its signs, without the others."""
    name = max(_names(weight), key=lambda name: sum(_has(name, sign) for sign in text))
    font = _opened(name, round(size * _SYSTEM_SHARE), joined=True)
    kept = "".join(sign for sign in text if sign.isspace() or sign in _JOINERS or _has(name, sign))
    return ((kept, font),) if font is not None and kept.strip() else ()


def draws_cjk() -> bool:
    """Return True if a font of this machine has Japanese, Chinese or Korean letters."""
    return _font_of("千", "bold") is not None


@lru_cache(maxsize=1024)
def printable(text: str, weight: Weight = "bold") -> str:
    """Return the part of a text that can be drawn, from its first visible sign."""
    kept = "".join(run for run, _ in _runs(text, weight, 20)).strip()
    # Marks and joiners of an emoji that no font has would make a blank initial.
    seen = (at for at, sign in enumerate(kept) if unicodedata.category(sign)[0] not in "CMZ")
    return kept[next(seen, len(kept)) :]


@lru_cache(maxsize=2048)
def width(text: str, size: int, weight: Weight = "black") -> int:
    """Return the width of a text in pixels."""
    return round(sum(font.getlength(run) for run, font in _runs(text, weight, size)))


@cache
def digit_height(size: int, weight: Weight = "black") -> int:
    """Return the height of a digit. All texts are centred by it."""
    font = _opened(_OWN[weight], size)
    assert font is not None
    _, top, _, bottom = font.getbbox("0", anchor="ls")
    return round(bottom - top)


@lru_cache(maxsize=1024)
def fitted(name: str, sizes: Sequence[int], most: int, weight: Weight = "bold") -> tuple[str, int]:
    """Return the text and the largest fitting size, or a shortened text at the smallest size.

    A number at its end stays, because it distinguishes computers.
    """
    name = printable(name, weight)
    for size in sizes:
        if width(name, size, weight) <= most:
            return name, size
    number = _NUMBERED.search(name)
    end = "…" + (number[1] if number else "")
    cut = number.start() if number else len(name)
    while cut > 1 and width(name[:cut].rstrip() + end, sizes[-1], weight) > most:
        cut -= 1
    return name[:cut].rstrip() + end, sizes[-1]


def sizes(size: int) -> range:
    """Return the sizes of a name, the preferred one first, down to the least one."""
    return range(size, min(size, _LEAST) - 1, -2)


def alike(name: str, *places: tuple[int, int]) -> str:
    """Return one form of a name that fits all places, each with its size and its width.

    The narrowest place decides how short it is.
    """
    return min((fitted(name, sizes(size), most)[0] for size, most in places), key=len)


@lru_cache(maxsize=1024)
def mask(text: str, size: int, weight: Weight) -> tuple[Image.Image, int, int]:
    """The text's shape, and where it begins from the baseline's left end."""
    runs = _runs(text, weight, size)
    room = size // 2
    shape = Image.new("L", (max(1, width(text, size, weight)) + 2 * room, 2 * size + room))
    draw, x = ImageDraw.Draw(shape), float(room)
    baseline = size + room
    for run, font in runs:
        draw.text((x, baseline), run, fill=255, font=font, anchor="ls")
        x += font.getlength(run)
    box = shape.getbbox() or (0, 0, 1, 1)
    return shape.crop(box), box[0] - room, box[1] - baseline


def placed(
    x: float, y: float, text: str, size: int, weight: Weight, back: float = 0
) -> tuple[Image.Image, int, int]:
    """Return a text's shape and its corner, centred on y by the height of its digits.

    `back`: the share of its width that lies left of x.
    """
    shape, left, top = mask(text, size, weight)
    left += round(x - back * width(text, size, weight))
    return shape, left, round(y + digit_height(size, weight) / 2 + top)


def write(
    image: Image.Image, x: float, y: float, text: str, size: float, fill: Colour, back: float = 0.5
) -> None:
    """Write a text on an image, around a point or with another share of it left of that."""
    shape, *corner = placed(x, y, text, round(size), "black", back)
    image.paste(fill[:3], (corner[0], corner[1]), shape)


def forget() -> None:
    """Know no text any more that was ever drawn: among them are people's names."""
    for kept in (_runs, printable, width, fitted, mask):
        kept.cache_clear()
