"""A move may be typed as the screens print it: what stands on a button, and what is completed."""

import re

import pytest

from bot.screens.transcript import looks
from bot.words.i18n import tongue
from cogs.move import meant
from games import GAMES
from games.core import Seat
from games.record import replay
from tests.examples import ALL_AT_ONCE, IN_TURN

from ..drawing import Drawing, choices, completions, screen
from ..games.golden import PLAYTHROUGHS

PRINTED = sorted(name for name in PLAYTHROUGHS if name.startswith((ALL_AT_ONCE, IN_TURN)))


@pytest.mark.parametrize("locale", ["en-US", "ja"])
@pytest.mark.parametrize("name", sorted(PLAYTHROUGHS))
def test_the_words_of_a_completion_are_that_move(name: str, locale: str) -> None:
    record = PLAYTHROUGHS[name]
    drawing, game, understood = Drawing(looks(), record, replay(record)), GAMES[record.game], 0
    for ply in range(0, len(record.moves), 7):
        moment = drawing.at(ply)
        for seat in game.to_act(moment.state):
            labels = completions(moment, Seat(seat), tongue(locale))
            words = [label for _, label in labels]
            for text, label in labels:
                assert meant(text, labels) == text
                if words.count(label) == 1:
                    assert meant(f" {label.upper()} ", labels) == text
                    understood += 1
    assert understood


@pytest.mark.parametrize("name", PRINTED)
def test_a_card_or_bid_on_a_button_is_that_move(name: str) -> None:
    """Printed without prefix and tick: `Raise to 3 × 4`, `55⁷ ✓`."""
    record = PLAYTHROUGHS[name]
    drawing, game, read = Drawing(looks(), record, replay(record)), GAMES[record.game], 0
    for ply in range(0, len(record.moves), 5):
        moment = drawing.at(ply)
        for seat in game.to_act(moment.state):
            parts = screen(moment, Seat(seat), "c3d" if record.game == IN_TURN else "")
            for address, part in choices(parts):
                told = re.search(r"\d.*", part.get("label") or "")
                if address.kind != "move" or told is None or not address.text[0].isdigit():
                    continue
                typed = told[0].removesuffix(" ✓")
                assert game.move_text(game.parse_move(typed)) == address.text, typed
                read += 1
    assert read


def test_words_that_stand_for_two_moves_stay_as_typed() -> None:
    labels = [("0.4-1", "Do"), ("0.4-2", "Do")]
    assert meant(" do ", labels) == "do"
