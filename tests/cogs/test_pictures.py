"""What pictures show of a running match: for every pair of eyes, and nothing they may not know."""

import random
from dataclasses import replace
from functools import cache

import pytest

from bot.drawing.bluff import Count
from bot.drawing.colorse import Signs, Won
from bot.drawing.nimmt import Table, Trick
from bot.drawing.picture import TOLD, Picture
from bot.drawing.png import png
from bot.drawing.schwimmen import End
from bot.drawing.sinomilia import Reveal
from bot.i18n import tongue
from bot.look import NoLook
from games import GAMES, bluff, colorse_events, nimmt, schwimmen, sinomilia
from games.core import Seat

from ..drawing import Drawing, looks
from ..games.playing import random_match

MOST = 60
CASES = [(key, seats) for key, game in GAMES.items() for seats in {game.seats[0], game.seats[-1]}]


@cache
def match(key: str, seats: int) -> tuple[Drawing, int]:
    """A random match and its last ply."""
    played = random_match(key, seats, GAMES[key].Options(), 5)
    return Drawing(looks(), played.record, played.steps), len(played.steps) - 1


def plies(last: int) -> list[int]:
    """The beginning, the end, and some between."""
    between = random.Random(1).sample(range(last + 1), min(MOST, last + 1))
    return sorted({0, 1, last, *between})


@pytest.mark.parametrize(("key", "seats"), CASES)
def test_every_pair_of_eyes_has_a_picture_at_any_time(key: str, seats: int) -> None:
    drawing, last = match(key, seats)
    t = tongue("en-US")
    for ply in plies(last):
        for reader in (None, Seat(0), Seat(seats - 1)):
            for held in (False, True):
                shown = drawing.at(ply, held=held).sight(reader).picture()
                assert shown is not None
                assert hash(shown) == hash(drawing.at(ply, held=held).sight(reader).picture())
                assert 0 < len(shown.told(t)) <= TOLD


@pytest.mark.parametrize(("key", "seats"), CASES)
def test_a_picture_tells_nothing_that_its_reader_may_not_know(key: str, seats: int) -> None:
    drawing, last = match(key, seats)
    rng = random.Random(3)
    for ply in plies(last):
        for reader in (None, Seat(0), Seat(seats - 1)):
            for held in (False, True):
                real = drawing.at(ply, held=held).sight(reader).picture()
                other = drawing.known(ply, reader, rng, held=held).sight(reader).picture()
                assert real == other


@pytest.mark.parametrize("key", GAMES)
def test_pictures_of_real_matches_can_be_drawn(key: str) -> None:
    drawing, last = match(key, GAMES[key].seats[-1])
    found: dict[type, Picture] = {}
    for ply in plies(last):
        for reader in (None, Seat(1)):
            for held in (False, True):
                shown = drawing.at(ply, held=held).sight(reader).picture()
                assert shown is not None
                found[type(shown)] = shown
    assert len(found) >= 3
    assert all(len(png(shown)) <= 60_000 for shown in found.values())


TURNED = {
    "nimmt": (nimmt.Took, Trick),
    "bluff": (bluff.Challenged, Count),
    "schwimmen": (schwimmen.DealEnded, End),
    "sinomilia": (sinomilia.Turned, Reveal),
    "colorse": (colorse_events.Revealed, Signs | Won),
}
"""What is told in a moment of its own, and the picture of it."""


@pytest.mark.parametrize("key", TURNED)
def test_what_is_turned_up_has_a_picture_of_its_own_for_everybody(key: str) -> None:
    drawing, last = match(key, GAMES[key].seats[-1])
    turned, kind = TURNED[key]
    held = []
    for ply in range(1, min(last + 1, 600)):
        moment = drawing.at(ply, held=True)
        due = getattr(moment.sight(None).view, "revealed", ())
        if not due and any(isinstance(event, turned) for event in drawing.steps[ply].events):
            held.append([moment.sight(reader).picture() for reader in (None, Seat(0))])
    assert held
    assert all(isinstance(shown, kind) for both in held for shown in both)


def test_new_cards_bear_their_owners_names_until_the_next_trick() -> None:
    drawing, last = match("nimmt", 10)
    owned = []
    for ply in range(min(last, 400)):
        shown = drawing.at(ply).sight(None).picture()
        if isinstance(shown, Table):
            owned.append({laid.by.name for row in shown.rows for laid in row if laid.by})
    assert set() in owned
    assert {f"P{seat}" for seat in range(10)} >= set().union(*owned)
    assert max(map(len, owned)) > 3


def test_a_lobby_and_a_game_without_pictures_have_none() -> None:
    drawing, _ = match("bluff", 2)
    sight = drawing.at(0).sight(None)
    assert sight.picture() is not None
    assert type(sight)(sight.stored, sight.look).picture() is None
    assert replace(sight, look=NoLook()).picture() is None
