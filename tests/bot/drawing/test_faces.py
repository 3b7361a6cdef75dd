"""Drawn faces of computers: one for each character, told apart when small."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.drawing.colours import CORAL, GOLD, WHITE, Colour
from bot.drawing.faces import PARTS, Face, painted
from bot.drawing.kit import kit
from bot.drawing.lobby import Lobby, Seat
from bot.drawing.people import computer
from bot.drawing.picture import Who
from bot.screens.transcript import looks
from tests.eyes import DEFICIENT, contrast
from tests.palettes import apart

CHARACTERS = {
    f"{key}-{one.name}": one
    for key, look in looks().items()
    for level in look.computers.values()
    for one in level.characters
    if len(level.characters) > 1
}
FACES = {name: one.face for name, one in CHARACTERS.items() if one.face is not None}
"""Characters of all games whose strengths have several, and their faces."""
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


def test_characters_have_faces_of_all_known_parts() -> None:
    assert FACES.keys() == CHARACTERS.keys()
    assert PARTS.keys() == {"robot"} | {part.name for one in FACES.values() for part in one.parts}
    for face in FACES.values():
        assert min(apart(c[:3], said[:3]) for c in colours(face) for said in (GOLD, CORAL)) > 40


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference of two pictures, of 255."""
    return float(ImageStat.Stat(ImageChops.difference(one, other)).mean[0])


@pytest.mark.parametrize("ground", [WHITE, (49, 51, 56, 255)])
def test_small_faces_differ_without_colour(ground: Colour) -> None:
    known = {name: small(face, ground) for name, face in FACES.items()}
    near = [(a, b) for a, b in combinations(known, 2) if difference(known[a], known[b]) < _APART]
    assert not near


@pytest.mark.parametrize("name", FACES)
def test_face_stands_out_from_its_games_seats(name: str) -> None:
    panel, ground = kit(name.partition("-")[0]).theme.panel, FACES[name].ground
    assert min(contrast(ground, panel, kind) for kind in ("typical", *DEFICIENT)) > 1.2


@pytest.mark.parametrize("name", FACES)
def test_computer_in_a_lobby_has_its_face_and_a_badge(name: str) -> None:
    key, face = name.partition("-")[0], FACES[name]

    def drawn(face: Face | None) -> bytes:
        seat = Seat(Who(0, "Kim", face), computer=True)
        return Lobby(key, (seat,), 1, 2).draw().image.tobytes()

    assert drawn(face) != drawn(None)
    sprite, bare = computer(104, kit(key).theme, face), painted(face, 104).done()
    changed = ImageChops.difference(sprite.rgb, bare.rgb).getbbox()
    assert changed is not None
    assert min(changed[:2]) > 70, "a badge at the lower right"


@pytest.mark.parametrize("face", FACES.values(), ids=FACES)
def test_ground_of_a_face_is_a_disc(face: Face) -> None:
    mask = painted(face, 128).done().mask
    assert mask.getpixel((0, 0)) == mask.getpixel((127, 127)) == 0
    assert mask.getpixel((64, 64)) == 255
