"""Pictures of all games: their size and bytes, contrast for all eyes, and their texts."""

import io
import os
import subprocess
import sys
from functools import cache
from hashlib import sha256
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.drawing import colours, emblems, people, words
from bot.drawing.boxes import Box
from bot.drawing.canvas import Stroke, stencil
from bot.drawing.colours import (
    BRONZE,
    CLEAR,
    CORAL,
    GOLD,
    INK,
    IVORY,
    MINT,
    RED,
    RED_ON_GOLD,
    SHINRISEN,
    SILVER,
    WHITE,
    Colour,
    Theme,
)
from bot.drawing.ending import Ending
from bot.drawing.kit import Kit, kit
from bot.drawing.lobby import Lobby, Seat
from bot.drawing.mapped import palette_of, stored_palette
from bot.drawing.picture import TOLD, Picture, Who
from bot.drawing.png import png
from bot.drawing.podium import WIDTHS, Place, Podium
from bot.drawing.words import _font_of
from bot.screens.examples import samples
from bot.words.i18n import languages, tongue
from bot.words.parts import part
from games import GAMES
from tests.eyes import DEFICIENT, contrast, near
from tests.palettes import apart, made
from tests.pictures import TEN, Written, check_around, check_full, named, written

from ...games.hands import OPTIONS
from ...games.playing import random_match

SAMPLES = samples()
THEMES = [SHINRISEN, *(kit(game).theme for game in GAMES)]


@pytest.fixture(scope="module")
def drawn() -> dict[str, bytes]:
    """Return every example as a PNG."""
    return {name: png(picture) for name, picture in SAMPLES.items()}


# Size, bytes, themes


@pytest.mark.parametrize("name", SAMPLES)
def test_a_picture_is_small_and_as_large_as_a_phone_shows_it(
    name: str, drawn: dict[str, bytes]
) -> None:
    image = Image.open(io.BytesIO(drawn[name]))
    assert (image.format, image.size[0], image.mode) == ("PNG", 880, "P")
    # An open table has many words beside its picture.
    assert image.size[1] == (390 if isinstance(SAMPLES[name], Lobby) else 560)
    assert len(drawn[name]) <= 60_000


@pytest.mark.parametrize("name", SAMPLES)
def test_corners_are_transparent_and_the_rim_is_visible(name: str, drawn: dict[str, bytes]) -> None:
    image = Image.open(io.BytesIO(drawn[name])).convert("RGBA")
    alpha, foot = image.getchannel("A"), image.height - 1
    assert [alpha.getpixel(at) for at in ((0, 0), (879, 0), (0, foot), (879, foot))] == [0] * 4
    assert alpha.crop((30, 0, 850, image.height)).getextrema() == (255, 255)
    assert alpha.crop((0, 30, 880, foot - 30)).getextrema() == (255, 255)
    rim = SAMPLES[name].theme.rim
    for place in ((440, 1), (440, foot - 1), (1, 280), (878, 280)):
        assert near(image.getpixel(place), rim)


@pytest.mark.parametrize("name", SAMPLES)
def test_palette_preserves_a_pictures_colours(name: str, drawn: dict[str, bytes]) -> None:
    shown = Image.open(io.BytesIO(drawn[name])).convert("RGBA").convert("RGB")
    apart = ImageChops.difference(shown, SAMPLES[name].draw().image)
    inside = apart.crop((30, 30, 850, 530)).convert("L")
    assert sum(inside.histogram()[24:]) < 0.002 * inside.width * inside.height


def test_another_process_draws_the_same_bytes(drawn: dict[str, bytes]) -> None:
    # Its names need no font of the machine, which that process sees in any case.
    name = next(name for name in SAMPLES if "-rules-" in name)
    code = (
        "import hashlib; from bot.drawing.png import png; from bot.screens.examples import samples;"
        f"print(hashlib.sha256(png(samples()[{name!r}])).hexdigest())"
    )
    root = str(Path(__file__).parents[3])
    env = {**os.environ, "PYTHONPATH": root, "PYTHONHASHSEED": "7"}
    told = subprocess.run(
        [sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True
    )
    assert told.stdout.strip() == sha256(drawn[name]).hexdigest()


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_the_palettes_beside_the_code_are_those_of_the_examples(theme: Theme) -> None:
    """Allow a few different colours, because other systems have other fonts."""
    if _font_of("漢", "black") is None:
        pytest.skip("no font here has Japanese letters")
    palette = stored_palette(theme)
    if palette is None:
        pytest.skip("a theme without a palette")
    colours = palette.getpalette() or []
    kept = list(zip(colours[0::3], colours[1::3], colours[2::3], strict=True))
    strange = [rgb for rgb in made(theme) if min(apart(rgb, other) for other in kept) > 12]
    assert len(strange) <= 8, "run `make palettes`"


def test_examples_all_look_different(drawn: dict[str, bytes]) -> None:
    assert len(drawn) == len(set(SAMPLES.values()))
    # Games without drawings of their own may have the same.
    plain = [key for key in GAMES if part(key, "drawing") is None]
    own = [png for name, png in drawn.items() if name.partition("-")[0] not in plain]
    assert len(set(own)) == len(own)


# Colours


@pytest.mark.parametrize("kind", ["typical", *DEFICIENT])
def test_colours_contrast_with_their_ground_for_all_vision(kind: str) -> None:
    pairs: list[tuple[Colour, Colour, float]] = [
        (INK, IVORY, 7),
        (INK, GOLD, 7),
        (RED, IVORY, 4),
        (RED_ON_GOLD, GOLD, 3),
    ]
    pairs += [(INK, CORAL, 4.5), (CORAL, colours.LOSS, 2.9)]
    for theme in THEMES:
        pairs += [(WHITE, theme.ground, 7), (WHITE, theme.panel, 6), (WHITE, theme.active, 4.5)]
        pairs += [(GOLD, theme.panel, 4), (GOLD, theme.active, 3), (GOLD, theme.well, 4.5)]
        pairs += [(theme.quiet, theme.well, 3)]
    for metal in (GOLD, SILVER, BRONZE):
        pairs += [(INK, metal, 6)]
    pairs += [(MINT, colours.SHINRISEN.panel, 4), (CORAL, colours.SHINRISEN.panel, 2.9)]
    pairs += [
        (people.metal(rank, theme), theme.well, 3) for rank in (1, 2, 3, 4) for theme in THEMES
    ]
    weak = [(*pair, contrast(pair[0], pair[1], kind)) for pair in pairs]
    assert not [found for found in weak if found[3] < found[2]]


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


@pytest.mark.usefixtures("own_fonts")
def test_names_become_seat_numbers_without_system_fonts() -> None:
    assert [Who(3, name).shown for name in ("千恵", "Jörg", "千 Ana")] == ["4", "Jörg", "Ana"]
    assert not words.draws_cjk()


@pytest.mark.usefixtures("own_fonts")
def test_names_are_drawn_by_plain_letters_or_seat_number() -> None:
    shown = {
        "𝓐𝓵𝓮𝔁": "Alex",
        "ＡＬＥＸ": "ALEX",
        "Alex ②": "Alex 2",
        "👨\u200d👩\u200d👧": "4",
        "👩\u200d🚀 Bo": "Bo",
    }
    assert {name: Who(3, name).shown for name in shown} == shown


# Texts


@pytest.mark.parametrize("locale", ["en-US", *languages()])
@pytest.mark.parametrize("name", SAMPLES)
def test_text_names_all_people_in_the_picture(name: str, locale: str) -> None:
    told = SAMPLES[name].alt(tongue(locale))
    assert 0 < len(told) <= TOLD
    missing = [who.name for who in named(SAMPLES[name]) if who.name not in told]
    # A player's own hand says "you".
    assert name.partition("-")[2].startswith(("hand", "ending", "choice")) or not missing


# Full pictures around a match


AROUND = [name for name, one in SAMPLES.items() if isinstance(one, Lobby | Podium | Ending)]


@pytest.mark.parametrize("name", AROUND)
def test_example_around_a_match_stays_inside(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check_around(SAMPLES[name], monkeypatch)


@pytest.mark.parametrize("key", GAMES)
def test_full_lobby_stays_inside(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = GAMES[key].seats
    for computer in (False, True):
        people = (Seat(who, host=True, computer=computer) for who in TEN[: seats[-1]])
        full = Lobby(key, tuple(people), seats[0], seats[-1])
        check_full(full)
        check_around(full, monkeypatch)


@pytest.mark.parametrize("key", GAMES)
def test_full_podium_stays_inside(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    people = TEN[: GAMES[key].seats[-1]]
    for sign in (-1, 1):
        full = Podium(
            key, tuple(Place(who, n + 1, sign * (104 + n)) for n, who in enumerate(people))
        )
        check_full(full)
        check_around(full, monkeypatch)


@cache
def widest(key: str) -> int:
    """Return the score of some random matches that is drawn the widest."""
    matches = (random_match(key, GAMES[key].seats[-1], one, 1) for one in OPTIONS[key])
    ends = [GAMES[key].outcome(match.steps[-1].state) for match in matches]
    scores = {score for end in ends if end is not None for score in end.scores}
    return max(scores, key=lambda score: emblems.score(kit(key).score_parts(score), 50).w)


def ranks_of(players: int) -> list[tuple[int, ...]]:
    """Return all ways to share ranks, such as 1 2 2 4."""
    alike = product((False, True), repeat=players - 1)
    found = []
    for one in alike:
        ranks = [1]
        for at, equal in enumerate(one, 2):
            ranks.append(ranks[-1] if equal else at)
        found.append(tuple(ranks))
    return found


@pytest.mark.parametrize("ranks", ranks_of(4))
@pytest.mark.parametrize("key", [key for key in sorted(GAMES) if 4 in GAMES[key].seats])
def test_ends_of_four_people_never_overlap(
    key: str, ranks: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The widest names beside each other.
    people = [Who(seat, TEN[5].name) for seat in range(4)]
    pairs = zip(people, ranks, strict=True)
    places = tuple(Place(who, rank, widest(key)) for who, rank in pairs)
    ends: list[Picture] = [Podium(key, places), *(Ending(key, places, own) for own in places)]
    for picture in ends:
        with monkeypatch.context() as patch:
            scores = _scores(patch)
            names = written(picture, patch)
        assert len(scores) >= len(names) >= 3
        # Less than 12 pixels look like one text.
        texts = [one._replace(left=one.left - 6, right=one.right + 6) for one in names + scores]
        assert not [pair for pair in combinations(texts, 2) if pair[0].covers(pair[1])]
        check_around(picture, monkeypatch)
        check_full(picture)


def _scores(patch: pytest.MonkeyPatch) -> list[Written]:
    """Return a list that gets every score, its pieces included, instead of the canvas."""
    found = list[Written]()

    def noted(parts: Any, size: int, *fill: Colour) -> Box:
        shown = score(parts, size, *fill)

        def note(x: float, y: float) -> Stroke:
            found.append(Written("", x, x + shown.w, size, y + shown.h / 2))
            return stencil(Image.new("L", (1, 1)), 0, 0, CLEAR)

        return Box(shown.w, shown.h, note)

    score = emblems.score
    patch.setattr(emblems, "score", noted)
    return found


@pytest.mark.parametrize("players", range(1, 6))
@pytest.mark.parametrize("key", GAMES)
def test_shared_first_places_stay_on_their_blocks(
    key: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    podium = Podium(key, tuple(Place(TEN[n], 1, widest(key)) for n in range(players)))
    scores = _scores(monkeypatch)
    names = written(podium, monkeypatch)
    assert scores
    # Between two blocks there is no gap.
    assert all(one.right - one.left <= WIDTHS[players] - 12 for one in names + scores)


@pytest.mark.parametrize("key", GAMES)
def test_score_is_laid_out_once(key: str) -> None:
    laid = [emblems.score(kit(key).score_parts(12), 50) for _ in range(2)]
    assert laid[0] is laid[1]


# A game that draws nothing of its own


def test_plain_kit_draws_a_lobby_and_a_podium_with_points() -> None:
    assert kit("chess") == Kit()
    lobby = Lobby("chess", (Seat(TEN[0], host=True),), 2, 2)
    podium = Podium("chess", (Place(TEN[0], 1, 3), Place(TEN[1], 2, -1)))
    assert palette_of(lobby.theme) is None
    assert png(lobby) == png(lobby) != png(podium)
    assert podium.alt(tongue("en-US")) == "1. Ana: 3 points. 2. Anastasia: -1 points."


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 8, 10])
@pytest.mark.parametrize("key", sorted(GAMES))
def test_end_of_a_hand_stays_inside_with_any_players(
    key: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = tuple(Place(who, rank, 100 + rank) for rank, who in enumerate(TEN[:seats], 1))
    for own in {0, seats - 1}:
        picture = Ending(key, places, places[own])
        check_around(picture, monkeypatch)
        check_full(picture)
