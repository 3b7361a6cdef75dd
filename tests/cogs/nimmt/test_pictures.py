"""The pictures of running matches of 6 nimmt!."""

from cogs.nimmt.drawing.pictures import Hand, Table, Trick
from games.core import Seat
from games.nimmt import card_text
from tests.cogs.beside import says
from tests.cogs.scenes import EN, match


def test_new_cards_bear_their_owners_names_until_the_next_trick() -> None:
    drawing, last = match("nimmt", 10)
    owned = []
    for ply in range(min(last, 400)):
        shown = drawing.at(ply).sight(None).picture(EN)
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
            shown = drawing.at(ply).sight(Seat(reader)).picture(EN)
            if reader == seat:
                assert isinstance(shown, Hand)
                assert shown.due == card
            else:
                assert isinstance(shown, Trick)
    assert due
