"""Screens of Bluff: emojis, pauses, hints and pictures."""

import re

import pytest

from bot.drawing import podium
from bot.drawing.picture import Who
from bot.screens import frames
from bot.screens.look import Scene
from bot.screens.transcript import looks
from bot.words.i18n import tongue
from bot.workers.brain import Weighed
from cogs.bluff.drawing.pictures import Seat as Shown
from cogs.bluff.drawing.pictures import Table
from cogs.bluff.story import why
from games import GAMES
from games.bluff import GAME, WILD, Bid, Face, matching
from games.chance import Chance
from games.core import Seat

from ...bot.wire.known import ALL
from ...drawing import Drawing
from ...games.playing import random_match
from ...pictures import TEN, written
from ..ends import T
from ..pauses import moments, told


def test_a_sign_stands_on_a_control_but_once() -> None:
    scene = Scene(1, 0, tongue("en"), None, (), (), (), emojis=ALL)
    card = scene.pick("K♥ → 20♥", "x", emoji="hearts", plain="♥")
    wild = scene.pick("★ ✓", "x", emoji="die_wild", plain="★")
    alone = scene.pick("★", "x", emoji="die_wild", plain="★")
    assert [one.label for one in (card, wild, alone)] == ["K → 20♥", "✓", ""]
    assert scene.pick("★", "x", emoji="none", plain="★").label == "★"


def test_a_running_bid_stands_once_above_the_controls() -> None:
    played = random_match("bluff", 3, GAMES["bluff"].Options(), 5)
    drawing = Drawing(looks(), played.record, played.steps)
    seen = 0
    for ply in range(1, min(40, len(played.steps))):
        sight = drawing.at(ply).sight(None)
        if sight.view.outcome is not None or not sight.view.bids:
            continue
        text = "\n".join(str(part) for part in sight.look.table(sight.scene(tongue("en"))))
        headline = next(line for line in text.splitlines() if line.startswith("## "))
        bid, _, who = headline.removeprefix("## ").partition(" · ")
        assert f"{who} bids {bid}\n" not in text + "\n"
        seen += 1
    assert seen > 5


def test_challenge_precedes_next_round_and_starter_may_bid() -> None:
    found = moments("bluff")
    assert found
    for drawing, ply in found:
        moment = drawing.at(ply, held=True)
        view = GAMES["bluff"].view(moment.state, None)
        panel = told(looks()["bluff"].table(moment.sight(None).scene(T)))
        assert panel[0] == f"**Round {view.round - (view.outcome is None)}**"
        assert "All cups are lifted" in panel[1]
        total = next(n for n, line in enumerate(panel) if line.startswith("**Total"))
        lost = [n for n, line in enumerate(panel) if re.search(r"loses \d+ di", line)]
        assert lost
        assert min(lost) > total
        assert not any("Waiting for" in line or "No bid yet" in line for line in panel)
        for seat in view.to_act:
            hand = frames.hand(moment.sight(seat), T)
            assert "s2:move:" in str(hand.components)
            assert hand.text.index("All cups") < hand.text.index("No bid yet")


# One of five hidden dice counts for the face with 1 - (2/3)^5, for a wild with 1 - (5/6)^5.
@pytest.mark.parametrize(("face", "odds"), [(4, 87), (WILD, 60)])
def test_hint_counts_wilds_for_each_other_face(face: Face, odds: int) -> None:
    state, _ = GAME.deal(2, GAME.Options(), Chance(b"two cups", 0))
    view = GAME.view(state, Seat(0))
    bid = Bid(matching(view.hand, face) + 1, face)
    assert f"{odds} %" in why(view, [Weighed(bid, 0.5, 0.0, 0.0)], tongue("en-US"))


def test_player_without_a_name_is_named_by_the_seat() -> None:
    table = Table((Shown(Who(0, ""), 3), Shown(Who(1, "Ben"), 2)), ((0, Bid(1, 2)),))
    assert "Player 1 bids 1 × 2." in table.alt(tongue("en-US"))


def test_podium_shows_no_dice_as_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    places = (podium.Place(TEN[n], n + 1, score) for n, score in enumerate((3, 0, -7)))
    texts = [one.text for one in written(podium.Podium("bluff", tuple(places)), monkeypatch)]
    assert texts.count("0") == 2
    assert not [text for text in texts if "7" in text]
