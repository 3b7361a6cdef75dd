"""The pictures of COLORSE, alone and in running matches."""

from itertools import combinations

import pytest

from bot.drawing.colours import CORAL
from bot.drawing.picture import Who
from bot.play.names import names_of
from bot.screens import arranging
from bot.words.i18n import tongue
from cogs.colorse import drawing
from cogs.colorse.cards import grid
from cogs.colorse.drawing import THEME
from cogs.colorse.drawing.film import Drop, Falling
from cogs.colorse.drawing.pictures import Seat, Signs, Table
from games.colorse.events import Revealed

from ...eyes import DEFICIENT, contrast, differ, shape
from ..beside import T, drawn, match, moments


def test_hand_shows_all_boxes_once() -> None:
    seen = [0, 0]
    for words, pictured in moments("colorse"):
        view, seat = pictured.view, pictured.seat
        if seat is None or pictured.held or view.outcome is not None:
            continue
        plain, shown = drawn(words).text, drawn(pictured)
        told = shown.files[0].text
        placing = bool(view.held(seat))
        more = arranging.happened(words, T).text
        for at, name in enumerate(names_of(words.stored.players, T)):
            if at != seat:
                box = f"**{name}**", grid(view.boxes[at])
                assert all(part in plain for part in box)
                assert not any(part in shown.text for part in box[1:])
                # A card to be placed hides the others' boxes: *Story* has them.
                assert (f"{name}: Bottom" in told) != placing
                assert all(part in more for part in box) or not placing
        seen[placing] += 1
    assert min(seen) > 2


def test_hand_of_a_winner_stands_while_the_signs_are_shown() -> None:
    drawing, last = match("colorse", 3)
    stood = 0
    for ply in range(1, last):
        if any(isinstance(event, Revealed) for event in drawing.steps[ply].events):
            for seat in drawing.game.to_act(drawing.steps[ply].state):
                shown = drawing.at(ply, held=True).sight(seat)
                before = drawing.at(ply - 1).sight(seat)
                if shown.view.boxes != before.view.boxes or seat not in before.to_act:
                    continue
                assert isinstance(shown.picture_below(T), Signs)
                assert shown.picture(T) == before.picture(T)
                stood += 1
    assert stood > 3


def test_film_names_all_cards_in_their_order() -> None:
    none = (None,) * 6
    ana, ben = Seat(Who(0, "Ana"), none), Seat(Who(1, "Ben"), none)
    before = Table((ana._replace(held=("Y", "B")), ben), ("R", "G", "RG"))
    gone = (3, "B"), (1, "BY")
    still = Table((ana._replace(gone=gone), ben), before.market)
    told = Falling(still, before, (Drop(0, "Y", 2), Drop(0, "B", 3, gone))).alt(tongue("en-US"))
    assert told.startswith("Ana: Y stays. Ana: B, BY vanished. Ana: Bottom:")


@pytest.mark.parametrize("kind", ["typical", *DEFICIENT])
def test_letters_stand_out_for_all_eyes(kind: str) -> None:
    assert contrast(CORAL, THEME.well, kind) >= 4.5
    for letter in "RGBY":
        assert contrast(drawing.LETTER[letter], drawing.GROUND[letter], kind) >= 4


@pytest.mark.parametrize(("one", "other"), list(combinations("RGBY", 2)))
def test_cards_differ_without_any_colour(one: str, other: str) -> None:
    assert differ(shape(drawing.card(one, 84)), shape(drawing.card(other, 84))) > 0.08
