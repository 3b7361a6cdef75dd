"""The pictures of 6 nimmt!, alone and in running matches."""

from itertools import combinations

import pytest
from PIL import ImageChops

from bot.drawing.colours import CORAL
from bot.drawing.picture import Who
from bot.words.i18n import tongue
from cogs.nimmt import drawing
from cogs.nimmt.drawing import THEME
from cogs.nimmt.drawing.film import Reveal, Waiting
from cogs.nimmt.drawing.moment import Choice
from cogs.nimmt.drawing.pictures import Hand, Played, Table, Trick
from games.core import Seat
from games.nimmt.cards import JOKERS, NUMBERS, card_text

from ...eyes import DEFICIENT, contrast
from ...pictures import written
from ..beside import T, match, says
from ..evening import Patch


def test_new_cards_bear_their_owners_names_until_the_next_trick() -> None:
    drawing, last = match("nimmt", 10)
    owned = []
    for ply in range(min(last, 400)):
        shown = drawing.at(ply).sight(None).picture(T)
        if isinstance(shown, Table):
            owned.append({one.who.name for one in shown.new})
    assert set() in owned
    assert {f"P{seat}" for seat in range(10)} >= set().union(*owned)
    assert max(map(len, owned)) > 3


def test_hand_and_picture_name_the_own_pieces() -> None:
    says("nimmt", lambda view: [card_text(card) for card in view.hand])


def test_only_the_player_of_a_due_card_sees_it_in_the_own_hand() -> None:
    drawing, last = match("nimmt", 4)
    due = 0
    for ply in range(last):
        if not (revealed := drawing.at(ply).sight(None).view.revealed):
            continue
        seat, card = revealed[0]
        due += 1
        for reader in range(4):
            shown = drawing.at(ply).sight(Seat(reader)).picture(T)
            if reader == seat:
                assert isinstance(shown, Hand)
                assert shown.due == card
            else:
                assert isinstance(shown, Trick)
    assert due


@pytest.mark.parametrize("kind", ["typical", *DEFICIENT])
def test_cards_stand_out_for_all_eyes(kind: str) -> None:
    assert contrast(CORAL, THEME.threat, kind) >= 2.9
    for ground, digits, bulls in drawing.INKS.values():
        assert contrast(digits, ground, kind) >= 4
        assert contrast(bulls, ground, kind) >= 3


def test_gold_and_coral_never_say_something_alone() -> None:
    rows = ((80,),) * 4
    new, took = (Table(rows, (Played(Who(0, "Ana"), 80, 0, row),)) for row in ((), (30,)))
    plain = Table(rows)
    grey = [picture.draw().image.convert("L") for picture in (plain, new, took)]
    for one, other in combinations(grey, 2):
        assert ImageChops.difference(one, other).getbbox()


def test_every_card_is_drawn() -> None:
    drawn = {card: drawing.card(card, 96, 104) for card in JOKERS + NUMBERS}
    assert len({sprite.rgb.tobytes() for sprite in drawn.values()}) == len(drawn)
    assert card_text(1040) == "104"


def test_wait_for_a_row_names_each_card_once() -> None:
    rows = ((30,), (70,), (80,), (90,))
    cards = (Played(Who(0, "Ana"), 20), Played(Who(1, "Ben"), 85))
    told = Reveal(Waiting(rows, cards), rows, cards).alt(tongue("en-US"))
    assert told.count("Ana: ") == told.count("Ben: ") == 1


def test_name_of_five_letters_has_room_beside_another(monkeypatch: Patch) -> None:
    new = Played(Who(0, "Kenji"), 40, 0), Played(Who(1, "Amara"), 50, 0)
    table = Table(((30, 40, 50), *((70,),) * 3), new)
    assert {"Kenji", "Amara"} <= {one.text for one in written(table, monkeypatch)}


def test_card_goes_to_the_upper_of_equal_ends() -> None:
    rows = ((190, 4, 6), (200,), (800,), (900,))
    told = Choice(rows, (210, 950), 210, 950, 3, 1, 10).alt(tongue("en-US"))
    assert "21 goes to row 1 as the rows lie." in told
