"""The application's emojis: their drawing, their names, and their use on screens."""

import io
import re
from dataclasses import replace
from itertools import combinations
from types import MappingProxyType

import pytest
from PIL import Image, ImageChops

from bot.drawing.emojis import art, emojis, uploads
from bot.wire.emojis import dressed, ours
from bot.wire.ui import Drawn, screen
from bot.words.parts import part
from games import GAMES
from tests.emojis import apart, drawn, stored
from tests.eyes import DEFICIENT, seen

from .known import NAMES

WORN = [key for key in GAMES if part(key, "emojis") is not None]


def small(name: str, ground: str) -> Image.Image:
    """Return an emoji at text size on a theme's background."""
    image = Image.open(io.BytesIO(art()[name])).convert("RGBA")
    on = Image.new("RGBA", image.size, ground)
    on.alpha_composite(image)
    return on.convert("RGB").resize((22, 22), Image.Resampling.LANCZOS)


def test_emojis_fit_discords_limits() -> None:
    for name, png in uploads().items():
        image = Image.open(io.BytesIO(png))
        assert (image.format, image.size, image.mode) == ("PNG", (128, 128), "RGBA")
        assert len(png) <= 256 << 10
        assert re.fullmatch(r"[a-z0-9_]{2,32}", name)
        assert image.getchannel("A").getextrema() == (0, 255)
    assert len(set(art().values())) == len(NAMES) == len(uploads())


def test_names_of_uploads_can_be_read_aloud() -> None:
    assert not [name for name in uploads() if re.search("_[0-9a-f]{6}$", name)]
    assert set(uploads()) >= {name for name, one in emojis().items() if one.version == 1}


def test_a_changed_drawing_is_uploaded_by_a_new_name(monkeypatch: pytest.MonkeyPatch) -> None:
    name = NAMES[0]
    known = MappingProxyType({**emojis(), name: replace(emojis()[name], version=2)})
    art()
    monkeypatch.setattr("bot.drawing.emojis.emojis", lambda: known)
    renamed = uploads.__wrapped__()
    assert f"{name}_v2" in renamed
    assert name not in renamed
    assert len(renamed) == len(NAMES)


@pytest.mark.parametrize("key", WORN)
def test_a_changed_drawing_has_a_new_version(key: str) -> None:
    known, now = stored(key), drawn(key)
    if not known:
        pytest.skip("no thumbnails are stored for this game")
    assert set(known) == set(now), "run `python -m tests.emojis`"
    for name, (version, pixels) in now.items():
        if version == known[name][0]:
            assert apart(pixels, known[name][1]) < 12, f"raise the version of {name}"
        else:
            assert version > known[name][0], "run `python -m tests.emojis`"
    assert all(apart(now[a][1], now[b][1]) > 24 for a, b in combinations(now, 2))


@pytest.mark.parametrize("suffix", ["", "_v2", "_v12", "_8cb0c9"])
def test_uploads_of_all_versions_are_ours(suffix: str) -> None:
    assert all(ours(name + suffix) for name in NAMES)
    assert not ours(NAMES[0] + "_house")


@pytest.mark.parametrize("ground", ["#313338", "#ffffff"])
@pytest.mark.parametrize("name", NAMES)
def test_an_emoji_stands_out_at_22_pixels_on_both_themes(name: str, ground: str) -> None:
    shown = small(name, ground).convert("L")
    low, high = shown.getextrema()
    assert isinstance(low, int)
    assert isinstance(high, int)
    assert high - low > 80
    apart = ImageChops.difference(shown, Image.new("L", (22, 22), shown.getpixel((0, 0))))
    assert sum(apart.histogram()[25:]) > 40


@pytest.mark.parametrize("kind", ["typical", *DEFICIENT])
def test_no_two_emojis_are_alike_for_any_eyes(kind: str) -> None:
    def eyes(name: str) -> list[tuple[float, ...]]:
        raw = small(name, "#313338").tobytes()
        pixels = list(zip(raw[::3], raw[1::3], raw[2::3], strict=True))[::3]
        return [seen((*pixel, 255), kind) for pixel in pixels]

    shown = {name: eyes(name) for name in NAMES}
    for one, other in combinations(NAMES, 2):
        apart = sum(
            max(abs(a - b) for a, b in zip(p, q, strict=True)) > 0.08
            for p, q in zip(shown[one], shown[other], strict=True)
        )
        assert apart >= 3, (one, other)


def test_emojis_replace_signs_except_in_code_and_full_texts() -> None:
    drawn = screen(1, "5 × 4⚃ ♥", "```\n♥\n```\n`♥`", "♥" * 200)
    there = {"hearts": "<:hearts_abc123:123456789012345678>"}
    worn = Drawn(dressed(drawn.components, there, {"♥": "{hearts}"}))
    assert worn.text == "5 × 4⚃ <:hearts_abc123:123456789012345678>\n```\n♥\n```\n`♥`\n" + "♥" * 200


def test_emojis_do_not_change_names() -> None:
    drawn = screen(1, "**Ana★** bids 3 × ★", "★Ben: ♥", "K♥ is Q♥")
    there = {"hearts": "<:h:1>", "die_wild": "<:w:2>"}
    signs = {"♥": "{hearts}", "★": "{die_wild}"}
    worn = Drawn(dressed(drawn.components, there, signs, ["Ana★", "★Ben", "K♥", "Dan"]))
    assert worn.text == "**Ana★** bids 3 × <:w:2>\n★Ben: <:h:1>\nK♥ is Q<:h:1>"
