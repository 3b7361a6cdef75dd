"""Kept pictures have the same bytes as from scratch, draw less, and can be forgotten."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.drawing import mapped, pen
from bot.drawing.canvas import Box, Canvas, Surface, box, framed, plated
from bot.drawing.colours import CORAL, GOLD, Colour
from bot.drawing.crowning import Crowning
from bot.drawing.gif import gif
from bot.drawing.kit import kit
from bot.drawing.lobby import Lobby, Seat
from bot.drawing.picture import Who
from bot.drawing.png import png
from bot.drawing.podium import Place, Podium
from bot.screens.examples import samples
from games import GAMES

SAMPLES = samples()
GAME = next(key for key in sorted(GAMES) if mapped.stored_palette(kit(key).theme))
"""A game whose pictures have a palette beside the code."""
SIZE = (880, 390)


def lobby(*names: str) -> Lobby:
    """Return an open table with these players."""
    seats = tuple(Seat(Who(seat, name)) for seat, name in enumerate(names))
    return Lobby(GAME, seats, 2, 6)


def crowning(name: str) -> Crowning:
    """Return the film of a match's end."""
    names = name, "Ben", "Mika", "Zoë"
    places = (Place(Who(seat, one), seat + 1, 9 - seat) for seat, one in enumerate(names))
    return Crowning(Podium(GAME, tuple(places)))


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> list[Box]:
    """Return the boxes that are drawn from now on."""
    drawn: list[Box] = []
    part = Canvas.part

    def noted(self: Canvas, box: Box) -> Image.Image:
        drawn.append(box)
        return part(self, box)

    monkeypatch.setattr(Canvas, "part", noted)
    return drawn


def test_picture_has_the_same_bytes_after_any_other() -> None:
    alone = {}
    for name, picture in SAMPLES.items():
        mapped.forget()
        alone[name] = png(picture)
    mapped.forget()
    for order in (list(SAMPLES), sorted(SAMPLES, key=lambda name: name[::-1])):
        assert [name for name in order if png(SAMPLES[name]) != alone[name]] == []


def test_film_has_the_same_bytes_after_one_alike() -> None:
    mapped.forget()
    alone = gif(crowning("69"))
    mapped.forget()
    assert len({alone, gif(crowning("96"))}) == 2
    assert gif(crowning("69")) == alone


def test_steps_of_a_film_are_drawn_once_until_forgotten(parts: list[Box]) -> None:
    mapped.forget()
    first = gif(crowning("Ana"))
    del parts[:]
    assert gif(crowning("Ana")) == first
    assert parts == []
    mapped.forget()
    gif(crowning("Ana"))
    assert len(parts) > 1


def test_kept_steps_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.drawing.gif._STEPS", 5)
    mapped.forget()
    gif(crowning("Ana"))
    assert len(mapped.steps()) == 5


def test_only_the_changed_place_is_drawn_until_forgotten(parts: list[Box]) -> None:
    for _ in range(2):
        mapped.forget()
        del parts[:]
        png(lobby("Ana"))
        assert parts == [(0, 0, *SIZE)]
        del parts[:]
        png(lobby("Ana", "Ben"))
        assert 0 < sum((right - left) * (low - high) for left, high, right, low in parts) < 100_000


def test_kept_pictures_are_few() -> None:
    for number in range(60):
        png(lobby(*(f"{number} {seat}" for seat in range(6))))
    assert len(mapped._kept()) <= 40


def test_stroke_after_a_drawing_is_seen() -> None:
    canvas = lobby("Ana").draw()
    plain = canvas.image
    canvas.strokes.append(plated(300, 100, Surface(20, GOLD), 300, 300))
    assert ImageChops.difference(plain, canvas.image).getbbox() == (300, 300, 600, 390)


@given(
    st.lists(
        st.tuples(
            st.integers(-50, 900), st.integers(-50, 600), st.integers(1, 900), st.integers(1, 600)
        ),
        max_size=8,
    )
)
def test_joined_boxes_cover_all_and_little_more(places: list[Box]) -> None:
    boxes = [(x, y, x + w, y + h) for x, y, w, h in places]
    sheet, covered = Image.new("L", SIZE), Image.new("L", SIZE)
    for one in boxes:
        sheet.paste(255, one)
    for one in mapped.joined(boxes, SIZE):
        covered.paste(255, one)
    assert ImageChops.subtract(sheet, covered).getbbox() is None
    within = Image.new("L", SIZE)
    if boxes:
        within.paste(255, reduce(mapped.around, boxes))
    assert ImageChops.subtract(covered, within).getbbox() is None


@pytest.mark.parametrize(("fill", "edge"), [(None, GOLD), (CORAL, GOLD), (CORAL, None)])
@pytest.mark.parametrize("dashed", [False, True])
@pytest.mark.parametrize("glow", [False, True])
@pytest.mark.parametrize(("w", "h", "radius"), [(848, 130, 22), (140, 190, 20), (150, 150, 75)])
def test_parts_of_a_box_look_like_the_whole(
    w: int,
    h: int,
    radius: int,
    fill: Colour | None,
    edge: Colour | None,
    *,
    dashed: bool,
    glow: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Small boxes have finer edges.
    monkeypatch.setattr(pen, "_LARGE", w * h)
    surface = Surface(radius, fill, edge, 5, dashed, glow)
    whole = box.__wrapped__(w, h, surface)
    expected = Image.effect_noise(whole.mask.size, 90).convert("RGB")
    found = expected.copy()
    expected.paste(whole.rgb, (0, 0), whole.mask)
    for source, place, mask in framed.__wrapped__(w, h, surface)[0]:
        found.paste(source, place, mask)
    assert ImageChops.difference(found, expected).getbbox() is None
