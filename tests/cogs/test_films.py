"""Films of every game's held moments, in random matches."""

import io
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageChops

from bot.drawing import film as films
from bot.drawing.file import LARGEST, File
from bot.drawing.film import Film
from bot.drawing.gif import gif
from bot.drawing.picture import TOLD
from bot.drawing.png import corner_mask, png
from bot.drawing.samples import films as examples
from bot.screens.look import Look
from bot.screens.parts import looks
from bot.words.i18n import languages, tongue
from games import GAMES
from games.core import Seat
from games.record import replay

from ..drawing import Drawing, Moment
from ..games.hands import OPTIONS
from ..games.playing import random_match

FILMED = [key for key in sorted(GAMES) if type(looks()[key]).film is not Look.film]
"""The games that have films."""
LOCALES = ("en-US", *languages())


def filmed(key: str, seats: int, options: Any, seed: int) -> Iterator[tuple[Drawing, int]]:
    """Yield the held plies of a random match, with its drawing."""
    record = random_match(key, seats, options, seed).record
    drawing = Drawing(looks(), record, replay(record))
    for ply, step in enumerate(drawing.steps):
        told = [event for event in step.events if event.to is None]
        if looks()[key].pause(drawing.game.view(step.state, None), told):
            yield drawing, ply


def film_of(moment: Moment, reader: Seat | None, locale: str = "en-US") -> Any:
    """Return the film that a reader sees, or the picture without one."""
    return replace(moment.sight(reader), moving=True).picture(tongue(locale))


def matches(key: str) -> Iterator[tuple[int, Any]]:
    """Yield each number of seats with some options."""
    for number, seats in enumerate(GAMES[key].seats):
        yield seats, OPTIONS[key][number % len(OPTIONS[key])]


@pytest.mark.parametrize("key", FILMED)
def test_film_is_made_of_public_events_alone(key: str) -> None:
    rng, found = random.Random(f"films {key}"), 0
    for seats, options in matches(key):
        for drawing, ply in filmed(key, seats, options, 300 + seats):
            public = film_of(drawing.at(ply, held=True), None)
            for reader in (None, *map(Seat, range(seats))):
                known = film_of(drawing.known(ply, reader, rng, held=True), reader)
                if isinstance(known, Film):
                    assert known == public
            found += isinstance(public, Film)
    assert found


@pytest.mark.parametrize("key", FILMED)
def test_film_is_short_and_ends_with_its_still(key: str) -> None:
    for seats, options in matches(key):
        held = list(filmed(key, seats, options, 500 + seats))
        shown = [film_of(drawing.at(ply, held=True), None) for drawing, ply in held]
        chosen = [one for one in shown if isinstance(one, Film)]
        for film in chosen[len(chosen) // 2 :][:1]:
            _check(film)


def _check(film: Film) -> None:
    frames = list(film.frames())
    assert 4 <= len(frames) <= 32
    assert frames[-1].milliseconds == films.LAST
    assert sum(frame.milliseconds for frame in frames[:-1]) <= 5500
    assert frames[0].milliseconds >= 450
    assert frames[-1].canvas.image.tobytes() == film.still.draw().image.tobytes()
    content = gif(film)
    assert len(content) <= LARGEST
    assert content == gif(film)
    assert b"NETSCAPE" not in content
    _check_decoded(film, content)
    for locale in LOCALES:
        told = film.told(tongue(locale))
        assert told
        assert len(told) <= TOLD


def _check_decoded(film: Film, content: bytes) -> None:
    """Check that a viewer composes the very frames that were drawn, with clear corners."""
    read = Image.open(io.BytesIO(content))
    cut = np.asarray(corner_mask()) < 128
    still = np.asarray(Image.open(io.BytesIO(png(film.still))).convert("RGBA"))
    frames = list(film.frames())
    times = []
    for number, frame in enumerate(frames):
        read.seek(number)
        times.append(read.info["duration"])
        if number not in (0, len(frames) // 2, len(frames) - 1):
            continue
        shown = np.asarray(read.convert("RGBA"))
        assert not shown[cut][:, 3].any()
        assert (shown[~cut][:, 3] == 255).all()
        # The palette rounds colours.
        wrong = ImageChops.difference(read.convert("RGB"), frame.canvas.image)
        far = np.asarray(wrong).max(axis=2) > 60
        assert (far & ~cut).mean() < 0.01
    assert times == [frame.milliseconds // 10 * 10 for frame in frames]
    inside = np.asarray(corner_mask()) == 255
    assert (shown[inside] == still[inside]).all()


def test_example_films_are_whole() -> None:
    assert list(examples()) == sorted(FILMED, key=list(examples()).index)
    for film in examples().values():
        _check(film)


def test_film_that_fails_becomes_its_last_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    [drawing, ply] = next(filmed(FILMED[0], GAMES[FILMED[0]].seats[0], OPTIONS[FILMED[0]][0], 1))
    film = film_of(drawing.at(ply, held=True), None)

    def fail(film: Film) -> bytes:
        raise ValueError("no such piece")

    monkeypatch.setattr("bot.drawing.gif.gif", fail)
    assert File.of(film).content == png(film.still)
    monkeypatch.setattr("bot.drawing.gif.gif", lambda film: b"x" * (LARGEST + 1))
    file = File.of(film)
    assert file.content == png(film.still)
    assert file.name.endswith(".png")
    monkeypatch.undo()
    assert File.of(film).name.endswith(".gif")


def test_reader_of_stills_gets_no_film() -> None:
    [drawing, ply] = next(filmed(FILMED[0], GAMES[FILMED[0]].seats[0], OPTIONS[FILMED[0]][0], 1))
    sight = drawing.at(ply, held=True).sight(None)
    assert not isinstance(sight.picture(tongue("en-US")), Film)
    assert isinstance(replace(sight, moving=True).picture(tongue("en-US")), Film)
    later = replace(sight, moving=True, held=False)
    assert not isinstance(later.picture(tongue("en-US")), Film)
