"""Drawn faces of computers: one for each character, told apart when small."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.drawing.canvas import Canvas
from bot.drawing.colours import CORAL, GOLD, WHITE, Colour
from bot.drawing.faces import PARTS, Face, painted
from bot.drawing.kit import kit
from bot.drawing.lobby import Lobby, Seat
from bot.drawing.people import computer
from bot.drawing.picture import Who
from bot.screens.transcript import looks
from tests.eyes import DEFICIENT, contrast
from tests.palettes import apart

FACES = [
    pytest.param(one.face, id=f"{key}-{one.name}")
    for key, look in looks().items()
    for level in look.computers.values()
    for one in level.characters
    if len(level.characters) > 1
]
"""The faces of all games whose strengths have several characters."""
_SMALL = 32
# Least mean difference of two small faces, of 255.
_APART = 15


def small(face: Face, ground: Colour) -> Image.Image:
    """Return a face as small as it is ever drawn, in grey, on a ground."""
    image, sprite = Image.new("RGB", (_SMALL, _SMALL), ground[:3]), painted(face, _SMALL).done()
    image.paste(sprite.rgb, (0, 0), sprite.mask)
    return image.convert("L")


def colours(face: Face) -> list[Colour]:
    """Return all colours of a face."""
    return [face.ground, *(fill for part in face.parts for fill in (part.fill, part.second))]


@pytest.mark.parametrize("face", FACES)
def test_character_has_a_face_of_known_parts(face: Face | None) -> None:
    assert face is not None
    assert {part.name for part in face.parts} <= PARTS.keys()
    assert min(apart(c[:3], said[:3]) for c in colours(face) for said in (GOLD, CORAL)) > 40


def test_every_part_belongs_to_a_face() -> None:
    faces = [param.values[0] for param in FACES]
    used = {"robot"} | {part.name for one in faces if isinstance(one, Face) for part in one.parts}
    assert PARTS.keys() - used == set()


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference of two pictures, of 255."""
    return float(ImageStat.Stat(ImageChops.difference(one, other)).mean[0])


@pytest.mark.parametrize("ground", [WHITE, (49, 51, 56, 255)])
def test_small_faces_differ_without_colour(ground: Colour) -> None:
    known = [(str(param.id), small(param.values[0], ground)) for param in FACES]  # type: ignore[arg-type]
    near = [(a, b, difference(x, y)) for (a, x), (b, y) in combinations(known, 2)]
    assert not [one for one in near if one[2] < _APART]


@pytest.mark.parametrize("key", sorted(looks()))
def test_face_stands_out_from_its_games_seats(key: str) -> None:
    panel = kit(key).theme.panel
    for level in looks()[key].computers.values():
        for one in level.characters:
            if one.face is not None:
                kinds = ("typical", *DEFICIENT)
                assert min(contrast(one.face.ground, panel, kind) for kind in kinds) > 1.2


@pytest.mark.parametrize("key", sorted(looks()))
def test_computer_in_a_lobby_has_its_face_and_a_badge(key: str) -> None:
    def drawn(face: Face | None) -> Canvas:
        return Lobby(key, (Seat(Who(0, "Kim", face), computer=True),), 1, 2).draw()

    theme = kit(key).theme
    for level in looks()[key].computers.values():
        for one in level.characters:
            if one.face is None:
                continue
            assert drawn(one.face).image.tobytes() != drawn(None).image.tobytes()
            sprite, bare = computer(104, theme, one.face), painted(one.face, 104).done()
            changed = ImageChops.difference(sprite.rgb, bare.rgb).getbbox()
            assert changed is not None
            assert changed[0] > 70, "a badge at the lower right"
            assert changed[1] > 70, "a badge at the lower right"


def test_ground_of_a_face_is_a_disc() -> None:
    for param in FACES:
        face = param.values[0]
        assert isinstance(face, Face)
        mask = painted(face, 128).done().mask
        assert mask.getpixel((0, 0)) == mask.getpixel((127, 127)) == 0
        assert mask.getpixel((64, 64)) == 255
