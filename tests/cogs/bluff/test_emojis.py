"""The emojis of Bluff on its screens."""

from dataclasses import replace

from bot.screens import frames
from bot.screens.look import Scene
from bot.screens.transcript import looks
from bot.words.i18n import tongue
from games import GAMES
from games.core import Seat
from tests.bot.wire.known import ALL
from tests.drawing import Drawing, controls
from tests.games.playing import random_match


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
