"""Frames are drawn from a Sight alone: no bot, no house, no file."""

import re
from dataclasses import replace

import pytest

from bot.screens import frames
from bot.screens.parts import looks
from bot.screens.sight import Sight
from bot.storage import Player
from bot.words.i18n import tongue
from games import GAMES
from games.core import Seat
from games.record import replay
from tests.examples import ALL_AT_ONCE

from ...drawing import stored_of
from ...games.golden import PLAYTHROUGHS

T = tongue("en-US")
FIRST = {record.game: record for record in reversed(PLAYTHROUGHS.values())}


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_panel_is_drawn_from_a_sight(key: str) -> None:
    stored, steps = replace(stored_of(FIRST[key]), phase="live"), replay(FIRST[key])
    panel = frames.panel(Sight.at(stored, looks()[key], steps[:4]), T)
    assert panel.text.startswith(f"## {looks()[key].emoji} {looks()[key].name} · table 77\n")
    assert "P0" in panel.text
    assert panel.ply == 3


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_hand_is_drawn_from_a_sight(key: str) -> None:
    stored, steps = replace(stored_of(FIRST[key]), phase="live"), replay(FIRST[key])
    seat = min(GAMES[key].to_act(steps[3].state))
    hand = frames.hand(Sight.at(stored, looks()[key], steps[:4], Seat(seat)), T)
    assert f"{looks()[key].name} · <#2>" in hand.text
    at = f"77:{stored.mark}:"
    assert any(f"s2:{kind}:{at}" in str(hand.components) for kind in ("move", "pick"))


def test_a_lobby_is_a_sight_without_a_match() -> None:
    lobby = replace(stored_of(FIRST[ALL_AT_ONCE]), phase="lobby", started_at=None, ended_at=None)
    panel = frames.panel(Sight.at(lobby, looks()[ALL_AT_ONCE], []), T)
    assert " is open" in panel.text
    assert panel.ply == -1


def test_a_computers_seat_is_marked() -> None:
    people = (Player(100, "Ana", "en-US", 1), Player(-101, "Trude", "en-US", 2, kind="hard"))
    stored = replace(stored_of(FIRST[ALL_AT_ONCE]), phase="live", players=people)
    panel = frames.panel(Sight.at(stored, looks()[ALL_AT_ONCE], replay(FIRST[ALL_AT_ONCE])[:1]), T)
    assert "🤖 Trude" in panel.text
    assert "🤖 Ana" not in panel.text
    assert "-101" not in panel.text
    assert "someone" not in panel.text


@pytest.mark.parametrize("key", sorted(GAMES))
def test_hand_is_drawn_before_its_match_is_loaded(key: str) -> None:
    stored = replace(stored_of(FIRST[key]), phase="live", ended_at=None)
    assert stored.started_at is not None
    hand = frames.hand(Sight.at(stored, looks()[key], [], Seat(0)), T)
    assert "You sit on seat 1" in hand.text


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_panel_in_japanese_gives_no_orders(key: str) -> None:
    stored, steps = replace(stored_of(FIRST[key]), phase="live", ended_at=None), replay(FIRST[key])
    for step in range(1, min(len(steps), 80)):
        sight = Sight.at(stored, looks()[key], steps[:step])
        orders = re.findall(".*(?:ください|ましょう).*", frames.panel(sight, tongue("ja")).text)
        assert not orders
