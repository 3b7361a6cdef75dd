"""The pictures of running matches of COLORSE."""

from bot.play.names import names_of
from bot.screens import arranging
from cogs.colorse.cards import grid
from cogs.colorse.drawing.pictures import Signs
from games.colorse.events import Revealed
from tests.cogs.beside import T, drawn, moments
from tests.cogs.scenes import match


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
