"""The pairs of signs: a picture in the rules, and words only in hands without pictures."""

from dataclasses import replace

from bot.screens.transcript import looks
from bot.words.i18n import tongue
from cogs.colorse.drawing.matrix import Matrix
from cogs.colorse.look import LOOK
from games.colorse.state import ColorseOptions
from games.core import Seat
from games.record import replay

from ...drawing import Drawing, screen
from ...games.playing import random_match
from ..evening import words

T = tongue("en-US")
CARDS = "Do–Zof: Zof takes 2"


def test_second_page_draws_all_pairs_of_signs() -> None:
    picture = LOOK.example(ColorseOptions(), 1)
    assert isinstance(picture, Matrix)
    assert "Do and Zof: Zof takes 2." in picture.alt(T)


def test_pictured_hand_leaves_the_pairs_of_signs_out() -> None:
    record = random_match("colorse", 4, ColorseOptions(rounds=1), 5).record
    drawing = Drawing(looks(), record, replay(record))
    moment = next(m for m in map(drawing.at, range(20)) if CARDS in words(screen(m, Seat(0))))
    scene = replace(moment.sight(Seat(0)).scene(T), pictured=True)
    assert not [part for part in LOOK.hand(scene) if CARDS in str(getattr(part, "text", part))]
