"""Frames are drawn from a Sight alone: no bot, no house, no file. Words repeat no picture."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from bot.drawing.file import File
from bot.screens import frames
from bot.screens.sight import Sight
from bot.screens.transcript import looks
from bot.storage import Player
from bot.words.i18n import tongue
from games import GAMES
from games.core import Seat
from games.record import replay
from tests.examples import ALL_AT_ONCE

from ...cogs.evening import components
from ...drawing import choices, stored_of
from ...games.golden import PLAYTHROUGHS
from ...games.hands import OPTIONS, SERVES
from ...games.playing import random_match

T = tongue("en-US")
FIRST = {record.game: record for record in reversed(PLAYTHROUGHS.values())}
LOBBY = replace(stored_of(FIRST[ALL_AT_ONCE]), phase="lobby", started_at=None, ended_at=None)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_each_vote_to_remove_has_a_button_at_a_full_table(key: str) -> None:
    """All players vote to remove the next one, in a pause too."""
    played = random_match(key, GAMES[key].seats[-1], GAMES[key].Options(), 1)
    stored, steps = replace(stored_of(played.record), phase="live"), played.steps
    seats = range(len(stored.players))
    players = tuple(
        replace(player, wants_gone=(seat + 1) % len(seats))
        for seat, player in enumerate(stored.players)
    )
    for paused_at in (None, 1.0):
        at = replace(stored, players=players, paused_at=paused_at)
        for seen, seat in product(range(1, len(steps), 15), (None, *map(Seat, seats))):
            sight = Sight.at(at, looks()[key], steps[:seen], seat)
            drawn = frames.panel(sight, T) if seat is None else frames.hand(sight, T)
            own = () if seat is None else (seat, players[seat].wants_gone)
            offered = {one.text for one, _ in choices(drawn.components) if one.kind == "kick"}
            assert offered == {str(one) for one in seats if one not in own}


def test_names_of_a_lobby_stand_in_its_picture_alone() -> None:
    people = (Player(100, "Ana", "en-US", 1), Player(101, "Ben", "en-US", 2))
    kept = (Player(102, "Chie", "en-US", 3),)
    lobby = replace(LOBBY, players=people, awaited=kept, host_id=100)
    sight = Sight.at(lobby, looks()[ALL_AT_ONCE], [])
    assert "\n1. **Ana** 👑\n2. **Ben**\n3. Chie?\n" in frames.panel(sight, T).text
    picture = sight.picture(T)
    assert picture is not None
    pictured = replace(sight, file=File(picture, "a.png", b""))
    shown = frames.panel(pictured, T)
    assert all(name in shown.files[0].text for name in ("Ana", "Ben", "Chie"))
    assert not any(name in shown.text for name in ("Ana", "Ben", "Chie"))
    called = frames.panel(replace(pictured, unreached=frozenset({102})), T)
    assert "\n<@102>?\n" in called.text


@pytest.mark.parametrize("key", [key for key in sorted(GAMES) if SERVES[key]])
def test_a_waiting_hand_names_the_awaited(key: str) -> None:
    seats = GAMES[key].seats[0]
    played = random_match(key, seats, GAMES[key].Options(), 3)
    stored, found = replace(stored_of(played.record), phase="live", ended_at=None), 0
    for ply in range(1, min(len(played.steps), 60)):
        waited = GAMES[key].to_act(played.steps[ply - 1].state)
        if len(waited) != 1:
            continue
        (seat,) = waited
        other = Seat((seat + 1) % seats)
        hand = frames.hand(Sight.at(stored, looks()[key], played.steps[:ply], other), T)
        if "Chosen: **" not in hand.text:
            assert re.search(rf"Waiting for .*P{seat}\b", hand.text)
            found += 1
    assert found


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_held_reveal_without_a_decision_has_no_clock(key: str) -> None:
    played = random_match(key, GAMES[key].seats[0], GAMES[key].Options(), 3)
    stored = replace(stored_of(played.record), phase="live", ended_at=None, pace=60)
    for ply in range(1, min(len(played.steps), 60)):
        at = Sight.at(stored, looks()[key], played.steps[:ply], Seat(0))
        hand = frames.hand(replace(at, held=True, deadline=1000.0, now=950.0), T)
        decides = any(f"s2:{kind}:" in str(hand.components) for kind in ("move", "pick"))
        assert decides or "⏳ <t:" not in hand.text


@pytest.mark.parametrize("key", sorted(GAMES))
def test_hand_with_a_hint_has_no_empty_text_in_a_pause(key: str) -> None:
    played = random_match(key, GAMES[key].seats[0], GAMES[key].Options(), 3)
    stored = replace(stored_of(played.record), phase="live", ended_at=None)
    first, *others = stored.players
    kind = max(looks()[key].computers)
    players = (first, *(replace(one, user_id=-101 - n, kind=kind) for n, one in enumerate(others)))
    alone, hints = replace(stored, players=players), 0
    for ply in range(1, min(len(played.steps), 60)):
        for held in (False, True):
            sight = Sight.at(alone, looks()[key], played.steps[:ply], Seat(0))
            drawn = frames.hand(replace(sight, held=held), T)
            said = [part["content"] for part in components(drawn.components) if "content" in part]
            assert said
            assert all(said)
            hints += "'💡'" in str(drawn.components)
    assert hints or not looks()[key].weighs


@pytest.mark.parametrize("key", sorted(GAMES))
def test_hand_is_drawn_before_its_match_is_loaded(key: str) -> None:
    stored = replace(stored_of(FIRST[key]), phase="live", ended_at=None)
    assert stored.started_at is not None
    assert "You sit on seat 1" in frames.hand(Sight.at(stored, looks()[key], [], Seat(0)), T).text


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_panel_in_japanese_gives_no_orders(key: str) -> None:
    stored, steps = replace(stored_of(FIRST[key]), phase="live", ended_at=None), replay(FIRST[key])
    for step in range(1, min(len(steps), 80)):
        sight = Sight.at(stored, looks()[key], steps[:step])
        orders = re.findall(".*(?:ください|ましょう).*", frames.panel(sight, tongue("ja")).text)
        assert not orders


def test_notices_in_japanese_name_people_with_san() -> None:
    people = (
        Player(100, "Ana", "en-US", 1, misses=1, wants_end=True),
        Player(101, "Ben", "en-US", 2, misses=2, wants_end=True, wants_on=True),
        Player(102, "Chie", "en-US", 3, left=True, removed_by=0),
        Player(103, "Dan", "en-US", 4, away=True),
        Player(104, "Eve", "en-US", 5, left=True),
    )
    played = random_match(ALL_AT_ONCE, len(people), GAMES[ALL_AT_ONCE].Options(), 5)
    stored = replace(
        stored_of(played.record), phase="live", players=people, paused_at=1.0, paused_by=1, pauses=2
    )
    sight = Sight.at(stored, looks()[ALL_AT_ONCE], played.steps[:2])
    lines = frames.panel(sight, tongue("ja")).text.splitlines()
    told = "\n".join(line for line in lines if re.match("(-# )?(⌛|⏸|▶️|🤖|🏳️)", line))
    for name in ("Ana", "Ben", "Chie", "Dan", "Eve"):
        assert f"{name}さん" in told
        assert not re.search(rf"{name}(?!さん)", told)
    assert "AnaさんによりChieさんが除外されました" in told
    assert "Anaさん、Benさんが中止に投票" in told


def test_a_lobby_says_when_others_than_the_host_may_start() -> None:
    people = tuple(Player(100 + n, f"P{n}", "en-US", n + 1) for n in range(2))
    lobby = replace(LOBBY, players=people, opened_at=1000.0)
    sight = Sight.at(lobby, looks()[ALL_AT_ONCE], [])
    early, late = (frames.panel(replace(sight, now=1000.0 + s), T).text for s in (0, 601))
    assert "can start" not in early
    assert "anyone who sits here can start" in late


NEAR = r"[*:·( ]*"
SAID = re.compile(rf"\b(?P<who>P\d+)\b{NEAR}(?P<n>\d+)(?!\d)")
TURNED = re.compile(rf"(?<!\d)(?P<n>\d+){NEAR}(?P<who>P\d+)\b")


def screens(key: str) -> Iterator[tuple[str, str]]:
    """Yield texts of panels and hands with the alternative texts of the pictures beside them."""
    least, most = GAMES[key].seats[0], GAMES[key].seats[-1]
    for seats in sorted({least, min(4, most), min(7, most)}):
        record = random_match(key, seats, OPTIONS[key][0], 5).record
        steps = replay(record)
        stored = replace(stored_of(record), phase="live", ended_at=None)
        plies = range(1, len(steps) - 1)
        for ply in random.Random(seats).sample(plies, min(60, len(plies))):
            for seat in (None, Seat(0), Seat(seats - 1)):
                sight = Sight.at(stored, looks()[key], steps[: ply + 1], seat)
                sight = replace(sight, pictures=True, moving=False)
                if (picture := sight.picture(T)) is None:
                    continue
                sight = replace(sight, file=File(picture, "x.png", b"x"))
                drawn = (frames.panel if seat is None else frames.hand)(sight, T)
                yield drawn.text, picture.alt(T)


def repeats(line: str, told: str) -> bool:
    """Return True if a line only gives players the numbers that a picture gives them."""
    line = re.sub("(?:❤️)+(?!\\d)", lambda hearts: str(len(hearts[0]) // 2), line)
    line = line.replace("❤️", "")
    pairs = [m.group("who", "n") for one in (SAID, TURNED) for m in one.finditer(line)]
    said = [re.search(rf"\b{who}: (\d+ → )?{n}\b", told) for who, n in pairs]
    return bool(said) and all(said)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_pictured_words_repeat_nothing(key: str) -> None:
    found = set()
    for text, told in screens(key):
        found |= {line for line in text.splitlines() if repeats(line, told)}
        assert not set(text) & set("⁰¹²³⁴⁵⁶⁷⁸⁹"), f"the bulls of cards: {text}"
        # A prompt and a story name players elsewhere than at their beginning.
        listed = [line for line in text.splitlines() if re.match(r"(\*\*)?P\d+\W+\d", line)]
        assert len(listed) <= 2, f"players share two lines: {text}"
        # A game may have the coin in its heading.
        assert "🪙" not in text.replace(looks()[key].emoji, ""), f"chips: {text}"
        assert "in all" not in text, f"a headline of bulls: {text}"
    assert not found, "\n".join(sorted(found)[:20])
