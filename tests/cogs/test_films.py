"""Films of every game's held moments, in random matches."""

import io
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from PIL import Image, ImageChops

from bot.drawing import film as films
from bot.drawing.file import LARGEST, File
from bot.drawing.film import LONGEST, Film, paced
from bot.drawing.gif import gif
from bot.drawing.picture import TOLD
from bot.drawing.png import corner_mask, png
from bot.screens.examples import films as examples
from bot.screens.transcript import looks
from bot.words.i18n import languages, tongue
from games import GAMES
from games.core import Seat
from games.record import replay

from ..drawing import Drawing, Moment
from ..games.hands import OPTIONS, REVEALING
from ..games.playing import random_match
from .evening import Patch
from .pauses import FILMED

CUT = [
    key
    for key, film in examples().items()
    if hasattr(film, "begin") or getattr(film, "open", None) is False
]
"""The games with reveals in two films."""
MOST = 34
"""Frames of the longest film."""
ENOUGH = 200_000
"""Bytes of the largest film of a random match."""
LOCALES = ("en-US", *languages())


def filmed(key: str, seats: int, options: Any, seed: int) -> Iterator[tuple[Drawing, int]]:
    """Yield the held plies of a random match, with its drawing."""
    for drawing, ply, held in moments(key, seats, options, seed):
        if held:
            yield drawing, ply


def moments(key: str, seats: int, options: Any, seed: int) -> Iterator[tuple[Drawing, int, bool]]:
    """Yield the plies of a random match with its drawing: each held, if it is, and then not."""
    record = random_match(key, seats, options, seed).record
    drawing = Drawing(looks(), record, replay(record))
    for ply, step in enumerate(drawing.steps):
        told = [event for event in step.events if event.to is None]
        pause = looks()[key].pause(drawing.game.view(step.state, None), told)
        if pause or isinstance(film_of(drawing.at(ply, held=True), None), Film):
            yield drawing, ply, True
        yield drawing, ply, False


def new_films(key: str, seats: int, options: Any, seed: int) -> list[Film]:
    """Return the films of a random match as a spectator sees them, in their order."""
    found: dict[Film, None] = {}
    for drawing, ply in filmed(key, seats, options, seed):
        for part in range(2):
            film = film_of(drawing.at(ply, held=True), None, part=part)
            if isinstance(film, Film):
                found.setdefault(film)
    return list(found)


def film_of(moment: Moment, reader: Seat | None, part: int = 0) -> Any:
    """Return the film that a reader sees, or the picture without one."""
    return replace(moment.sight(reader), moving=True, part=part).picture(tongue("en-US"))


def matches(key: str) -> Iterator[tuple[int, Any]]:
    """Yield each number of seats with some options."""
    for number, seats in enumerate(GAMES[key].seats):
        yield seats, OPTIONS[key][number % len(OPTIONS[key])]


@pytest.mark.parametrize("key", FILMED)
@pytest.mark.costly
def test_film_is_made_of_public_events_alone(key: str) -> None:
    rng, found = random.Random(f"films {key}"), 0
    for seats, options in matches(key):
        for drawing, ply in filmed(key, seats, options, 300 + seats):
            for part in range(2):
                public = replace(drawing.at(ply, held=True).sight(None), moving=True, part=part)
                if public.film(tongue("en-US")) is None:
                    continue
                for reader in (None, *map(Seat, range(seats))):
                    known = drawing.known(ply, reader, rng, held=True)
                    film = replace(public, seat=reader).film(tongue("en-US"))
                    assert film_of(known, reader, part=part) == film
                found += 1
    assert found


@pytest.mark.parametrize("key", FILMED)
def test_reveal_at_an_end_has_a_film_in_each_hand(key: str) -> None:
    look, found = looks()[key], 0
    for seats, options in matches(key):
        record = random_match(key, seats, options, 700 + seats).record
        drawing = Drawing(looks(), record, replay(record))
        before = drawing.game.view(drawing.steps[0].state, None)
        for ply, step in enumerate(drawing.steps):
            view, events = drawing.game.view(step.state, None), step.events
            told = [event for event in events if event.to is None]
            ends = look.chapter(view) != look.chapter(before) or view.outcome is not None
            reveals = any(isinstance(event, REVEALING[key]) for event in told)
            before = view
            if reveals and (ends or look.pause(view, told)):
                for reader in (None, *map(Seat, range(seats))):
                    shown = film_of(drawing.at(ply, held=True), reader)
                    assert isinstance(shown, Film), (ply, reader, told)
                found += 1
    assert found


@cache
def chained(key: str) -> list[Film]:
    """Return the films of a match for each number of seats."""
    return [f for seats, options in matches(key) for f in new_films(key, seats, options, seats)]


def opens(film: Film) -> bool:
    """Return True if a film goes on from the end of another one."""
    return getattr(film, "open", None) is True or getattr(film, "begin", None) is not None


@pytest.mark.parametrize("key", CUT)
def test_second_film_begins_with_the_first_one_s_end(key: str) -> None:
    found = chained(key)
    assert any(map(opens, found))
    for before, film in pairwise(found):
        if opens(film):
            begins = next(iter(film.frames()))[1].image
            assert begins.tobytes() == before.still.draw().image.tobytes()


@pytest.mark.parametrize("key", FILMED)
@pytest.mark.costly
def test_film_limits_hold_with_any_number_of_seats(key: str) -> None:
    for seats, options in matches(key):
        found = new_films(key, seats, options, 900 + seats)
        _check(found[len(found) // 2])
        for film in random.Random(seats).sample(found, min(4, len(found))):
            times = [milliseconds for milliseconds, _ in film.frames()]
            assert times == [*film.times(), films.LAST]
            assert 4 <= len(times) <= MOST
            assert sum(paced(times)[:-1]) <= LONGEST
            assert len(gif(film)) <= ENOUGH


def _check(film: Film) -> None:
    frames = list(film.frames())
    times = paced([milliseconds for milliseconds, _ in frames])
    assert 4 <= len(frames) <= MOST
    assert times[-1] == films.LAST
    assert films.seconds(film) == sum(times[:-1]) / 1000
    assert sum(times[:-1]) <= LONGEST
    assert times[0] >= 450
    assert frames[-1][1].image.tobytes() == film.still.draw().image.tobytes()
    content = gif(film)
    assert len(content) <= LARGEST
    assert content == gif(film)
    assert b"NETSCAPE" not in content
    _check_decoded(film, content)
    for locale in LOCALES:
        told = film.alt(tongue(locale))
        assert told
        assert len(told) <= TOLD


def _check_decoded(film: Film, content: bytes) -> None:
    """Check that a viewer composes the very frames that were drawn, with clear corners."""
    read = Image.open(io.BytesIO(content))
    cut = np.asarray(corner_mask()) < 128
    still = np.asarray(Image.open(io.BytesIO(png(film.still))).convert("RGBA"))
    frames = list(film.frames())
    shown_for = []
    for number, (_, canvas) in enumerate(frames):
        read.seek(number)
        shown_for.append(read.info["duration"])
        if number not in (0, len(frames) // 2, len(frames) - 1):
            continue
        shown = np.asarray(read.convert("RGBA"))
        assert not shown[cut][:, 3].any()
        assert (shown[~cut][:, 3] == 255).all()
        # The palette rounds colours.
        wrong = ImageChops.difference(read.convert("RGB"), canvas.image)
        far = np.asarray(wrong).max(axis=2) > 60
        assert (far & ~cut).mean() < 0.01
    assert shown_for == paced([milliseconds for milliseconds, _ in frames])
    inside = np.asarray(corner_mask()) == 255
    assert (shown[inside] == still[inside]).all()


def test_example_films_are_whole() -> None:
    assert list(examples()) == [*sorted(FILMED, key=list(examples()).index), "shinrisen-end"]
    for film in examples().values():
        _check(film)


def test_film_that_fails_becomes_its_last_frame(monkeypatch: Patch) -> None:
    [drawing, ply] = next(filmed(FILMED[0], GAMES[FILMED[0]].seats[0], OPTIONS[FILMED[0]][0], 1))
    film = film_of(drawing.at(ply, held=True), None)
    monkeypatch.setattr("bot.drawing.gif.gif", Mock(side_effect=ValueError("no such piece")))
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
