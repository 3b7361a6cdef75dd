"""The pictures of COLORSE."""

from itertools import combinations

import pytest

from bot.drawing.colours import CORAL
from bot.drawing.picture import Who
from bot.words.i18n import tongue
from cogs.colorse.drawing import pieces
from cogs.colorse.drawing.film import Drop, Falling
from cogs.colorse.drawing.pictures import Seat, Table
from cogs.colorse.drawing.pieces import THEME
from tests.eyes import DEFICIENT, contrast, differ, shape


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
        assert contrast(pieces.LETTER[letter], pieces.GROUND[letter], kind) >= 4


def test_simulation_changes_colours() -> None:
    red, green = pieces.GROUND["R"], pieces.GROUND["G"]
    assert contrast(red, green, "protan") != pytest.approx(contrast(red, green, "typical"), 0.1)


@pytest.mark.parametrize(("one", "other"), list(combinations("RGBY", 2)))
def test_cards_differ_without_any_colour(one: str, other: str) -> None:
    assert differ(shape(pieces.card(one, 84)), shape(pieces.card(other, 84))) > 0.08
