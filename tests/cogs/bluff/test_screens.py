"""Screens of Bluff: emojis, pauses, hints and rules."""

import re
from dataclasses import replace

import pytest

from bot.screens import frames
from bot.screens.look import Scene
from bot.screens.transcript import looks
from bot.words.i18n import languages, tongue
from bot.workers.brain import Weighed
from cogs.bluff.drawing.pictures import Count
from cogs.bluff.look import LOOK
from cogs.bluff.story import why
from games import GAMES
from games.bluff import GAME, WILD, Bid, BluffOptions, Face, matching
from games.chance import Chance
from games.core import Seat
from tests.bot.wire.known import ALL
from tests.drawing import Drawing, controls
from tests.games.playing import random_match

from ..ends import T
from ..pauses import moments, told


def test_a_table_keeps_its_peoples_names_among_emojis() -> None:
    played = random_match("bluff", 2, GAMES["bluff"].Options(), 5)
    drawing = Drawing(looks(), played.record, played.steps)
    moment = drawing.at(1)
    people = tuple(replace(p, name=f"★{p.name}") for p in moment.stored.players)
    named = replace(moment, stored=replace(moment.stored, players=people))
    sight = replace(named.sight(Seat(0)), emojis=ALL)
    for screens in (frames.panel, frames.hand):
        worn = screens(sight, tongue("en"))
        assert "★P0" in worn.text
        assert "★P1" in worn.text


def test_a_sign_stands_on_a_control_but_once() -> None:
    scene = Scene(1, 0, tongue("en"), None, (), (), (), emojis=ALL)
    card = scene.pick("K♥ → 20♥", "x", emoji="hearts", plain="♥")
    wild = scene.pick("★ ✓", "x", emoji="die_wild", plain="★")
    alone = scene.pick("★", "x", emoji="die_wild", plain="★")
    assert [one.label for one in (card, wild, alone)] == ["K → 20♥", "✓", ""]
    assert scene.pick("★", "x", emoji="none", plain="★").label == "★"


def test_options_wear_emojis_too() -> None:
    played = random_match("bluff", 3, GAMES["bluff"].Options(), 5)
    drawing, steps = Drawing(looks(), played.record, played.steps), played.steps
    seen = set()
    for ply in range(len(steps) - 1):
        for seat in GAMES["bluff"].to_act(steps[ply].state):
            sight = drawing.at(ply).sight(seat)
            for emojis in ({}, ALL):
                worn = frames.hand(replace(sight, emojis=emojis), tongue("en"))
                for _, part in controls(worn.components):
                    for option in part.get("options", []):
                        assert ("emoji" in option) == bool(emojis)
                        seen.add(option.get("emoji", {}).get("name"))
    assert len(seen) > 2


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


def test_third_example_is_a_count() -> None:
    assert isinstance(LOOK.example(BluffOptions(), 2), Count)


@pytest.mark.parametrize("locale", ["en-US", *languages()])
def test_rules_name_the_six_behind_the_wild(locale: str) -> None:
    first, _, last = LOOK.rules(BluffOptions(), tongue(locale))
    wild = first.index("★")
    assert "6" in first[wild - 25 : wild + 25]
    assert "6" in last.rpartition("`challenge`")[2]
