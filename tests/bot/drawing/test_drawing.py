"""Pictures: size, bytes, colours under colour blindness, and descriptions."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.drawing import (
    bluff,
    colour_cards,
    colours,
    french,
    leaderboard,
    lobby,
    nimmt,
    nimmt_cards,
    people,
    schwimmen,
    share,
    words,
)
from bot.drawing.colours import (
    BRONZE,
    CORAL,
    GOLD,
    INK,
    IVORY,
    MINT,
    RED,
    RED_ON_GOLD,
    SILVER,
    WHITE,
    Colour,
    Felt,
)
from bot.drawing.leaderboard import Leaderboard
from bot.drawing.lobby import Lobby
from bot.drawing.pen import Sprite
from bot.drawing.picture import TOLD, Picture, Who
from bot.drawing.png import _palette, png
from bot.drawing.podium import Place, Podium
from bot.drawing.profile import Course, Profile
from bot.drawing.samples import SAMPLES
from bot.drawing.share import Share
from bot.drawing.words import _font_of
from bot.words.i18n import languages, tongue
from games.bluff.state import WILD, Bid
from games.cards import PACK
from games.nimmt.cards import JOKERS, NUMBERS, card_text
from tests.palettes import apart, made
from tests.written import written

FELTS = [found for found in vars(colours).values() if isinstance(found, Felt)]
NAMES = ("Ana", "Anastasia", "千恵", "건우", "Jörg", "Maximilian the Second of Twelve")
DEFICIENT = {
    "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""Machado, Oliveira and Fernandes 2009, at their strongest."""


TEN = [Who(seat, NAMES[seat % len(NAMES)]) for seat in range(10)]


@pytest.fixture(scope="module")
def drawn() -> dict[str, bytes]:
    """Every example, drawn once."""
    return {name: png(picture) for name, picture in SAMPLES.items()}


# Size, bytes, themes


@pytest.mark.parametrize("name", SAMPLES)
def test_a_picture_is_small_and_as_large_as_a_phone_shows_it(
    name: str, drawn: dict[str, bytes]
) -> None:
    image = Image.open(io.BytesIO(drawn[name]))
    assert (image.format, image.size, image.mode) == ("PNG", (880, 560), "P")
    assert len(drawn[name]) <= 60_000


@pytest.mark.parametrize("name", SAMPLES)
def test_corners_are_transparent_and_the_rim_is_visible(name: str, drawn: dict[str, bytes]) -> None:
    image = Image.open(io.BytesIO(drawn[name])).convert("RGBA")
    alpha = image.getchannel("A")
    assert [alpha.getpixel(at) for at in ((0, 0), (879, 0), (0, 559), (879, 559))] == [0] * 4
    assert alpha.crop((30, 0, 850, 560)).getextrema() == (255, 255)
    assert alpha.crop((0, 30, 880, 530)).getextrema() == (255, 255)
    rim = SAMPLES[name].felt.rim
    for place in ((440, 1), (440, 558), (1, 280), (878, 280)):
        assert near(image.getpixel(place), rim)


@pytest.mark.parametrize("name", SAMPLES)
def test_palette_preserves_a_pictures_colours(name: str, drawn: dict[str, bytes]) -> None:
    shown = Image.open(io.BytesIO(drawn[name])).convert("RGBA").convert("RGB")
    apart = ImageChops.difference(shown, SAMPLES[name].draw().image)
    inside = apart.crop((30, 30, 850, 530)).convert("L")
    assert sum(inside.histogram()[24:]) < 0.002 * inside.width * inside.height


def test_the_same_description_has_the_same_bytes(drawn: dict[str, bytes]) -> None:
    assert {name: png(picture) for name, picture in SAMPLES.items()} == drawn


def test_another_process_draws_the_same_bytes_at_once(drawn: dict[str, bytes]) -> None:
    code = (
        "import hashlib, time; from bot.drawing.png import png;"
        "from bot.drawing.samples import SAMPLES; begun = time.process_time();"
        "print(hashlib.sha256(png(SAMPLES['bluff-reveal'])).hexdigest());"
        "print(time.process_time() - begun)"
    )
    root = str(Path(__file__).parents[3])
    env = {**os.environ, "PYTHONPATH": root, "PYTHONHASHSEED": "7"}
    told = subprocess.run(
        [sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True
    )
    found, seconds = told.stdout.split()
    assert found == sha256(drawn["bluff-reveal"]).hexdigest()
    assert float(seconds) < 1.5, "a person waits for the first picture"


@pytest.mark.parametrize("felt", FELTS, ids=lambda felt: felt.game)
def test_stored_palettes_match_the_examples(felt: Felt) -> None:
    # Colours may differ slightly, because each system has its own fonts.
    if _font_of("漢", "black") is None:
        pytest.skip("no font here has Japanese letters")
    colours = _palette(felt).getpalette() or []
    kept = list(zip(colours[0::3], colours[1::3], colours[2::3], strict=True))
    strange = [rgb for rgb in made(felt) if min(apart(rgb, other) for other in kept) > 12]
    assert len(strange) <= 8, "run `make palettes`"


def test_examples_all_look_different(drawn: dict[str, bytes]) -> None:
    assert len(set(drawn.values())) == len(drawn) == len(set(SAMPLES.values()))


# Colours


def near(pixel: Any, colour: Colour) -> bool:
    """Return True if a pixel has the colour, within the palette's error."""
    return all(abs(a - b) <= 10 for a, b in zip(pixel[:3], colour[:3], strict=True))


def linear(part: float) -> float:
    """Convert a colour channel to linear light."""
    part /= 255
    return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)


def seen(colour: Colour, kind: str) -> tuple[float, ...]:
    """Convert a colour to linear light as seen with this kind of colour vision."""
    light = [linear(part) for part in colour[:3]]
    if kind == "typical":
        return tuple(light)
    rows = DEFICIENT[kind]
    return tuple(
        min(1.0, max(0.0, sum(k * part for k, part in zip(row, light, strict=True))))
        for row in rows
    )


def contrast(one: Colour, other: Colour, kind: str) -> float:
    """Return the WCAG contrast of two colours, 1 to 21."""

    def bright(colour: Colour) -> float:
        red, green, blue = seen(colour, kind)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((bright(one), bright(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("kind", ["typical", *DEFICIENT])
def test_colours_contrast_with_their_ground_for_all_vision(kind: str) -> None:
    pairs: list[tuple[Colour, Colour, float]] = [
        (INK, IVORY, 7),
        (INK, GOLD, 7),
        (RED, IVORY, 4),
        (RED_ON_GOLD, GOLD, 3),
    ]
    pairs += [(INK, CORAL, 4.5), (CORAL, colours.LOSS, 2.9)]
    for felt in FELTS:
        pairs += [(WHITE, felt.ground, 7), (WHITE, felt.panel, 6), (WHITE, felt.active, 4.5)]
        pairs += [(GOLD, felt.panel, 4), (GOLD, felt.active, 3), (GOLD, felt.well, 4.5)]
        pairs += [(felt.quiet, felt.well, 3)]
    # Coral is large or a shape, and stands on these alone.
    pairs += [(CORAL, colours.NIMMT.threat, 2.9)]
    pairs += [(CORAL, colours.COLORSE.well, 4.5), (CORAL, colours.SINOMILIA.well, 4.5)]
    for metal in (GOLD, SILVER, BRONZE):
        pairs += [(INK, metal, 6)]
    pairs += [(MINT, colours.SHINRISEN.panel, 4), (CORAL, colours.SHINRISEN.panel, 2.9)]
    pairs += [(people.metal(rank, felt), felt.well, 3) for rank in (1, 2, 3, 4) for felt in FELTS]
    for card in (4, 10, 50, 100, 110, 550):
        ground, digits, bulls = nimmt_cards.inks(card)
        pairs += [(digits, ground, 4), (bulls, ground, 3)]
    pairs += [(colour_cards.LETTER[letter], colour_cards.GROUND[letter], 4) for letter in "RGBY"]
    weak = [(*pair, contrast(pair[0], pair[1], kind)) for pair in pairs]
    assert not [found for found in weak if found[3] < found[2]]


def test_colour_vision_simulation_changes_contrast() -> None:
    red, green = colour_cards.GROUND["R"], colour_cards.GROUND["G"]
    assert contrast(red, green, "protan") != pytest.approx(contrast(red, green, "typical"), 0.1)
    grey = (128, 128, 128, 255)
    for kind in DEFICIENT:
        assert seen(grey, kind) == pytest.approx(seen(grey, "typical"), abs=0.01)


@pytest.mark.parametrize(("one", "other"), list(combinations("RGBY", 2)))
def test_colorse_cards_differ_without_colour(one: str, other: str) -> None:
    assert differ(shape(colour_cards.card(one, 84)), shape(colour_cards.card(other, 84))) > 0.08


@pytest.mark.parametrize(("one", "other"), [("H", "D"), ("S", "C"), ("H", "S"), ("D", "C")])
def test_suits_differ_without_colour(one: str, other: str) -> None:
    cards = {card.suit: card for card in PACK if card.rank == "9"}
    first, second = (french.upright(cards[suit], 142, 200) for suit in (one, other))
    assert differ(shape(first), shape(second)) > 0.02


def test_rating_arrows_differ_without_colour() -> None:
    one, other = (
        Leaderboard((leaderboard.Line(Who(0, "Ana"), 1, 1000, risen=risen),)).draw().image
        for risen in (True, False)
    )
    arrows = [image.crop((610, 40, 666, 92)).convert("L") for image in (one, other)]
    shapes = [arrow.point(lambda value: 255 if value > 100 else 0) for arrow in arrows]
    assert differ(*shapes) > 0.1


AROUND = [name for name in SAMPLES if name.endswith(("lobby", "end", "share"))]
AROUND += ["shinrisen-leaderboard", "shinrisen-profile"]


@pytest.mark.parametrize("name", [*AROUND, *map(str, range(13))])
def test_digits_around_a_match_are_large_and_inside(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = SAMPLES[name] if name in SAMPLES else around(TEN)[int(name)]
    drawn = written(picture, monkeypatch)
    people_named = {who.shown for who in named(picture)}
    assert [one for one in drawn if one.size < 28] == []
    assert [
        one
        for one in drawn
        if one.text.strip("~−-/ ").isdecimal() and one.text not in people_named and one.size < 40
    ] == []
    assert [one for one in drawn if one.left < 18 or one.right > 862] == []


def test_gold_and_coral_are_never_the_only_difference() -> None:
    owner = Who(0, "Ana")
    rows = ((nimmt.Laid(80),),) * 3
    new = nimmt.Table(((nimmt.Laid(80, owner),), *rows))
    took = nimmt.Table(((nimmt.Laid(80, owner, took=True),), *rows))
    plain = nimmt.Table(((nimmt.Laid(80),), *rows))
    grey = [picture.draw().image.convert("L") for picture in (plain, new, took)]
    for one, other in combinations(grey, 2):
        assert ImageChops.difference(one, other).getbbox()


def shape(sprite: Sprite) -> Image.Image:
    """Return a mask of the places that differ in lightness from the piece's ground."""
    grey = sprite.rgb.convert("L").crop((20, 20, sprite.rgb.width - 20, sprite.rgb.height - 20))
    counts = grey.histogram()
    ground = counts.index(max(counts))
    return grey.point(lambda value: 255 if abs(value - ground) > 12 else 0)


def differ(one: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels that differ between two masks."""
    both = ImageChops.difference(one, other)
    return sum(both.histogram()[128:]) / (both.width * both.height)


# Names


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Ana", "Ana"), ("Ana 🎲", "Ana"), ("🎲", "4"), ("", "4"), ("Zoë Ł. Ж", "Zoë Ł. Ж")],
)
def test_name_keeps_drawable_letters_or_becomes_the_seat_number(name: str, shown: str) -> None:
    assert Who(3, name).shown == shown


def test_long_name_is_shortened_only_when_it_does_not_fit() -> None:
    text, size = words.fitted("Anastasia", (40, 30), 400)
    assert (text, size) == ("Anastasia", 40)
    text, size = words.fitted("Anastasia", (40, 30), words.width("Anastasia", 30, "bold"))
    assert (text, size) == ("Anastasia", 30)
    text, size = words.fitted("Anastasia of the Seven Seas", (40, 30), 160)
    assert text.endswith("…")
    assert words.width(text, size, "bold") <= 160
    # The third Kenji of a table is not the second.
    text, size = words.fitted("Kenji 3", (28,), 82)
    assert text.startswith("Ke")
    assert text.endswith("…3")
    assert words.width(text, size, "bold") <= 82


def test_names_become_seat_numbers_without_system_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = (words._system, words._font_of, words._runs, words.width, words.fitted, words.mask)
    for found in kept:
        found.cache_clear()
    monkeypatch.setattr(words, "_SYSTEM", ())
    assert [Who(3, name).shown for name in ("千恵", "Jörg", "千 Ana")] == ["4", "Jörg", "Ana"]
    for found in kept:
        found.cache_clear()


# Descriptions


def named(thing: object) -> Iterator[Who]:
    """Yield all people named in a description."""
    if isinstance(thing, Who):
        yield thing
    elif isinstance(thing, tuple):
        for part in thing:
            yield from named(part)
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from named(getattr(thing, field.name))


@pytest.mark.parametrize("locale", ["en-US", *languages()])
@pytest.mark.parametrize("name", SAMPLES)
def test_text_names_all_people_in_the_picture(name: str, locale: str) -> None:
    told = SAMPLES[name].told(tongue(locale))
    assert 0 < len(told) <= TOLD
    missing = [who.name for who in named(SAMPLES[name]) if who.name not in told]
    # The owner's own hand says "your" instead of the name.
    assert name.startswith("colorse-hand") or not missing


SAYS = {
    "nimmt-table": "3, 8 (new, Jörg took the row), 2 bulls|Row 3 is full|55 (new, 千恵), 13 bulls",
    "nimmt-hand": "Chosen: 60|0.4, 5, 20, 33, 38, 47, 60, 73, 85, 90, 104|last is 55, 7 bulls",
    "nimmt-hand-due": "Your 5 waits for a row|3: 5 of 5 cards",
    "nimmt-reveal": "千恵: 73 takes row 3, 13 bulls|Ana: 88 to row 4|row 3: 41, 43, 49, 50, 55",
    "nimmt-reveal-due": "Jörg: 6, still to be placed|Anastasia: 55, still|Row 1: 2 of 5 cards",
    "bluff-table": "Ben bids 5 × 3|千恵 to act|Ben shows 3, wild, 2 hidden|3 × 3, 2 × wild|13 dice",
    "bluff-hand": "cup: 2, 3, 3, 5, wild|3 of your dice fit|Ben shows 3, wild, 2 hidden|13 dice",
    "bluff-hand-open": "You have shown 3, 3, 5, wild|12 × 4|Lea: 6 dice hidden",
    "bluff-reveal": "Ben bid 5 × 3. 7 counted|Jörg: 5, +0|千恵 loses 2 dice",
    "schwimmen-table": "千恵 gave 7 of spades (new) for king of hearts|Jörg to act|Jörg swims"
    "|千恵 has closed|Ben: 1 life|Stock: 14|queen of hearts, 10 of spades",
    "schwimmen-table-8": "Mika is out",
    "schwimmen-hand": "ace of hearts, 9 of hearts, king of clubs|Worth 20 in hearts|2 lives left"
    "|7 of spades (new)|Stock: 14",
    "schwimmen-hand-three": "Worth 30½.|Swimming",
    "schwimmen-reveal": "Ana: 7♠ 8♠ 9♠. Worth 24 in spades|Ben loses a life and swims",
    "schwimmen-reveal-8": "Jörg is out|小明 loses a life, 1 is left",
    "sinomilia-table": "5 of 9 chips: sun, moon, sun, moon, moon (new)|Ana to act|Ana: 11 chips"
    "|Used: 2, 3, 6. Has changed|Ana starts",
    "sinomilia-hand": "Your prediction: 5|Your cards: 1, 2, 3, 5, 6, 8, 9|千恵: 14 chips",
    "sinomilia-reveal": "Ana: 5. 千恵: 8|Ana wins and gets 11: moons 3, for the win 2"
    "|from the middle 6|10 → 21|14 → 9",
    "sinomilia-reveal-first": "Ana: 5. 千恵: not turned up yet",
    "colorse-table": "Ana leads against Ben|Bottom: R, G, B; top: Y, –, –|New: B|1 round won"
    "|Market: RG, Y, face down|face down, Y, SPECIAL R",
    "colorse-table-gone": "Anastasia: RG, G vanished|To be placed: SPECIAL, face down",
    "colorse-hand": "RG would vanish, 2 cards in all|Card 2 would vanish, 2 cards in all",
    "colorse-hand-sign": "Your sign: Rau|Under your back: GB",
    "colorse-reveal": "Ana: Do. Ben: Zof. Ben wins. Ben takes 2 cards",
    "colorse-reveal-tie": "Neither wins|千恵 loses 1 card|Mika takes 1 card",
    "colorse-reveal-won": "千恵 wins the round|Ben: 1 round won",
    "nimmt-lobby": "Ana sits here, the host.|千恵 sits here.|7 seats are free.",
    "bluff-lobby": "Toni sits here, a computer.|4 seats are free.",
    "schwimmen-lobby": "A seat is kept for Jörg.|5 seats are free.",
    "sinomilia-lobby": "1 seat is free.",
    "nimmt-end": "1. Ana: 18 bulls.|5. Mika: 70 bulls.",
    "bluff-end": "1. 千恵: 3 dice left.|2. Ana: out in the last round.|out 1 round before the end",
    "schwimmen-end": "2. 千恵: survived 8 deals.|2. Ana: survived 8 deals.|4. Jörg: survived 6",
    "sinomilia-end": "1. 千恵: 25 chips.|2. Ana: 0 chips.",
    "colorse-end": "1. Jörg: 2 rounds, 6 in the box.",
    "nimmt-share": "Shinrisen, 6 nimmt!|Dashed line: 66.|1. Ana: 2, 7, 9, 18.",
    "bluff-share": "Shinrisen, Bluff.|3. Ben: 5, 3, 3, 0, 0.",
    "shinrisen-leaderboard": "1. 千恵: 1184, risen.|2. Ana: 1121.|3. Jörg: 1063, fallen.|~1002",
    "shinrisen-profile": "Ana: 23 of 61 won.|Rating in 6 nimmt! over 9 matches: from 1000 to 1121",
}


@pytest.mark.parametrize("name", SAYS)
def test_text_describes_the_picture(name: str) -> None:
    told = SAMPLES[name].told(tongue("en-US"))
    assert [part for part in SAYS[name].split("|") if part not in told] == []


def test_person_without_a_name_is_described_by_the_seat() -> None:
    table = bluff.Table(
        (bluff.Seat(Who(0, ""), 3), bluff.Seat(Who(1, "Ben"), 2)), ((0, Bid(1, 2)),)
    )
    assert "Player 1 bids 1 × 2." in table.told(tongue("en-US"))


# The worst that can happen


def worst() -> list[Picture]:
    """Return the pictures with the longest names, the fullest tables and the widest numbers."""
    ten = TEN
    full = tuple(nimmt.Laid(card, ten[1], took=True) for card in NUMBERS[-5:])
    dice = (WILD,) * 6
    cups = tuple(bluff.Seat(ten[seat], 0, dice, 6, acts=True) for seat in range(6))
    lost = tuple((ten[seat], 1) for seat in range(1, 6))
    hands = [PACK[3 * n : 3 * n + 3] for n in range(8)]
    out = [schwimmen.Seat(ten[n], 0, 5, out=True) for n in range(8)]
    return [
        nimmt.Table((full,) * 4),
        nimmt.Hand((nimmt.End(1040, 5, 27),) * 4, (*JOKERS[:1], *NUMBERS[-10:]), 1040),
        nimmt.Trick(tuple(nimmt.Played(ten[n], NUMBERS[-n - 1], 3, 27) for n in range(10))),
        nimmt.Trick(
            tuple(nimmt.Played(ten[n], NUMBERS[-n - 1], 3, 27) for n in range(5)),
            nimmt.Taken(ten[5], 3, NUMBERS[-5:]),
        ),
        bluff.Table(cups, tuple((3, Bid(30 + n, WILD)) for n in range(6))),
        bluff.Hand(dice, (), 36, Bid(36, WILD), cups[5]),
        bluff.Hand((), dice, 36, Bid(36, WILD), cups[5]),
        bluff.Count(ten[5], Bid(36, WILD), tuple((ten[n], dice) for n in range(6)), lost),
        bluff.Count(ten[5], Bid(30, 1), ((ten[5], dice), (ten[1], dice)), ((ten[5], 6),)),
        schwimmen.Table(hands[0], 29, tuple(out), schwimmen.Swap(ten[5], hands[0], hands[1])),
        schwimmen.Hand(hands[2], 5, 5, hands[0], 29, hands[0]),
        schwimmen.End(
            tuple(
                schwimmen.Open(seat, hand, lost=True) for seat, hand in zip(out, hands, strict=True)
            )
        ),
        *around(ten),
    ]


def around(ten: list[Who]) -> list[Picture]:
    """Return the fullest and the emptiest pictures around a match."""
    ways = [tuple(n * (seat + 3) for n in range(20)) for seat in range(10)]
    ratings = tuple(800 + n * 37 % 400 for n in range(101))
    return [
        Lobby("nimmt", tuple(lobby.Seat(who, host=True) for who in ten), 2, 10),
        Lobby("colorse", tuple(lobby.Seat(who, computer=True) for who in ten[5:9]), 3, 4),
        Podium("nimmt", tuple(Place(who, n + 1, -104 - n) for n, who in enumerate(ten))),
        Podium("nimmt", tuple(Place(who, 1, -104) for who in ten[:5])),
        Podium("bluff", tuple(Place(who, n + 1, 6 - 9 * n) for n, who in enumerate(ten[:6]))),
        Podium("colorse", (Place(ten[5], 1, 36), *(Place(who, 2, 26) for who in ten[:3]))),
        Podium("sinomilia", (Place(ten[5], 1, 30),)),
        Share(
            "nimmt",
            "6 nimmt!",
            tuple(share.Line(who, 10 - n, ways[n]) for n, who in enumerate(ten)),
            66,
            lost=True,
        ),
        Share("bluff", "Bluff", (share.Line(ten[5], 1, (6,)), share.Line(ten[1], 2, (0,)))),
        Leaderboard(
            tuple(
                leaderboard.Line(who, 10**n, 1000 - n, sure=False, risen=False, own=True)
                for n, who in enumerate(ten[3:8])
            )
        ),
        Leaderboard((leaderboard.Line(ten[5], 1, 1000),)),
        Profile(
            ten[5],
            99_999,
            88_888,
            tuple(
                Course(felt.game, "6 nimmt!", 9, 9_999, ratings, sure=False)
                for felt in colours.GAME_FELTS.values()
            ),
        ),
        Profile(ten[2], 1, 0, (Course("bluff", "Bluff", 1, 0, (1000, -204), sure=False),)),
    ]


@pytest.mark.parametrize("at", range(len(worst())))
def test_fullest_pictures_are_drawn_and_described(at: int) -> None:
    picture = worst()[at]
    assert len(png(picture)) <= 60_000
    for locale in ("en-US", *languages()):
        told = picture.told(tongue(locale))
        assert len(told) <= TOLD
        assert not told.endswith("…")


def test_every_card_of_6_nimmt_can_be_drawn() -> None:
    drawn = {card: nimmt_cards.card(card, 96, 104) for card in JOKERS + NUMBERS}
    assert len({sprite.rgb.tobytes() for sprite in drawn.values()}) == len(drawn)
    assert card_text(1040) == "104"
