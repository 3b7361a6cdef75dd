"""Parts common to all games' panels and hands: reveals, the end, computers' seats, line width."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bot.screens import frames
from bot.screens.look import Scene
from bot.screens.parts import looks
from bot.screens.sight import Sight
from bot.storage import Player
from bot.words.i18n import tongue
from games import GAMES, nimmt
from games.chance import Chance
from games.core import Seat
from games.record import replay

from ..drawing import Drawing, stored_of
from ..games.golden import PLAYTHROUGHS
from .evening import components, words

T = tongue("en-US")
ASKING = (
    "Waiting for",
    "⏳",
    "Choose a",
    "Your turn",
    "Your last turn",
    "You start",
    "You can change it",
)
FIRST = {record.game: record for record in reversed(PLAYTHROUGHS.values())}


def ended(key: str, seat: Seat | None, **values: Any) -> Sight:
    """Return the sight of a match played to its end and stored."""
    record = FIRST[key]
    steps = replay(record)
    outcome = GAMES[key].outcome(steps[-1].state)
    assert outcome is not None
    stored = stored_of(record)
    players = tuple(
        replace(player, rank=rank, score=score, ordinal_before=0.0, ordinal_after=1.5)
        for player, rank, score in zip(stored.players, outcome.ranks, outcome.scores, strict=True)
    )
    stored = replace(stored, players=players, phase="over")
    return replace(Sight.at(stored, looks()[key], steps, seat), **values)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_end_begins_with_the_winner_and_the_story_in_a_line(key: str) -> None:
    sight = ended(key, None)
    winner = next(p.name for p in sight.stored.players if p.rank == 1)
    lines = frames.panel(sight, T).text.splitlines()
    assert lines[0].endswith(" · the end")
    assert lines[1].startswith("### 🏆 ")
    assert f"**{winner}**" in lines[1]
    assert "🥇" not in lines[2], "a line of the story"
    assert lines[3].startswith("🥇 ")


@pytest.mark.parametrize("key", ["nimmt", "bluff"])
@pytest.mark.parametrize("seat", [None, Seat(1)])
def test_each_score_stands_there_once(key: str, seat: Seat | None) -> None:
    sight = ended(key, seat)
    text = (frames.panel(sight, T) if seat is None else frames.hand(sight, T)).text
    for player in sight.stored.players:
        score = sight.look.score(player.score or 0, T)
        assert text.count(f"**{player.name}** · {score}") == 1
        assert f"**{player.name}** {player.score}" not in text
    assert "rating 1030 (+30)" in text


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_hand_keeps_the_last_reveal_above_the_result(key: str) -> None:
    hand = frames.hand(ended(key, Seat(0)), T)
    last = {"nimmt": "Revealed: ", "bluff": "All cups are lifted"}.get(key, "")
    assert last in hand.text
    assert hand.text.index(last) < hand.text.index("🏆")
    assert len(hand.text.splitlines()) > 5
    buttons = [c["label"] for c in components(hand.components) if c["type"] == 2]
    assert buttons == ["Rematch", "Replay", "Rules", "Fairness"]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_unfinished_match_shows_its_last_position(key: str) -> None:
    """A player left alone takes the win, without scores."""
    record = FIRST[key]
    stored = stored_of(record)
    players = tuple(replace(p, rank=n) for n, p in enumerate(stored.players, 1))
    stored = replace(stored, players=players, phase="over")
    steps = replay(record)[: len(record.moves) // 2]
    for seat in (None, Seat(0)):
        sight = Sight.at(stored, looks()[key], steps, seat)
        text = (frames.panel(sight, T) if seat is None else frames.hand(sight, T)).text
        assert "🏆" in text
        if key in ("nimmt", "bluff"):
            assert "Waiting for" not in text
            assert "bulls\n" not in text


@pytest.mark.parametrize("key", sorted(GAMES))
def test_cancelled_match_awaits_no_one(key: str) -> None:
    record = FIRST[key]
    stored, steps = replace(stored_of(record), phase="cancelled"), replay(record)
    for at in range(1, len(steps)):
        for seat in (None, *map(Seat, range(record.seats))):
            for held in (False, True):
                sight = replace(Sight.at(stored, looks()[key], steps[:at], seat), held=held)
                drawn = frames.panel(sight, T) if seat is None else frames.hand(sight, T)
                asked = [word for word in ASKING if word in drawn.text]
                assert not asked, (at, seat, drawn.text)
                assert any(player.name in drawn.text for player in stored.players)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_computers_seat_is_marked_wherever_it_is_named(key: str) -> None:
    record = FIRST[key]
    steps = replay(record)
    stored = stored_of(record)
    gone, *others = stored.players
    for who in (replace(gone, left=True, left_ply=1), replace(gone, away=True)):
        live = replace(stored, phase="live", players=(who, *others))
        for at in range(3, len(steps), 5):
            for reader in (None, Seat(1)):
                sight = Sight.at(live, looks()[key], steps[:at], reader)
                drawn = frames.panel(sight, T) if reader is None else frames.hand(sight, T)
                for line in drawn.text.replace("**", "").splitlines():
                    if "computer plays" not in line:
                        assert line.count("P0") == line.count("🤖 P0"), line
                assert f"<@{gone.user_id}>" not in drawn.text


@pytest.mark.parametrize("key", sorted(GAMES))
def test_hand_says_that_a_computer_plays_for_an_absent_player(key: str) -> None:
    stored, steps = stored_of(FIRST[key]), replay(FIRST[key])
    for values in ({"left": True, "left_ply": 1}, {"away": True}):
        gone: Player = replace(stored.players[0], **values)
        live = replace(stored, phase="live", players=(gone, *stored.players[1:]))
        hand = frames.hand(Sight.at(live, looks()[key], steps[:4], Seat(1)), T)
        assert "computer plays" in hand.text


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_live_hand_has_the_rules(key: str) -> None:
    stored, steps = replace(stored_of(FIRST[key]), phase="live"), replay(FIRST[key])
    for at in range(1, len(steps), 7):
        for seat in range(len(stored.players)):
            hand = frames.hand(Sight.at(stored, looks()[key], steps[:at], Seat(seat)), T)
            labels = [c["label"] for c in components(hand.components) if c["type"] == 2]
            assert labels.count("Rules") == 1


def columns(line: str) -> int:
    return sum(
        2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in line
        if not unicodedata.combining(sign)
    )


@pytest.mark.parametrize("name", sorted(PLAYTHROUGHS))
@pytest.mark.parametrize("locale", ["en-US", "ja"])
def test_no_code_block_is_wider_than_a_phone_and_no_row_longer(name: str, locale: str) -> None:
    record, t = PLAYTHROUGHS[name], tongue(locale)
    drawing = Drawing(looks(), record, replay(record))
    for ply in range(0, len(record.moves) + 1, 9):
        for reader in (None, Seat(0), Seat(1)):
            sight = drawing.at(ply).sight(reader)
            drawn = frames.panel(sight, t) if reader is None else frames.hand(sight, t)
            for block in re.findall(r"```\n(.*?)```", drawn.text, re.DOTALL):
                assert all(columns(line) <= 28 for line in block.splitlines()), block
            for row in components(drawn.components):
                inside = row.get("components", [])
                labels = [c["label"] for c in inside if c["type"] == 2]
                if row["type"] == 1 and max(map(len, labels), default=0) > 3:
                    assert len(labels) <= 4


def test_the_widest_rows_of_6_nimmt_fit_a_phone() -> None:
    deal = GAMES["nimmt"].deal(2, nimmt.NimmtOptions(), Chance(bytes(32), 0)).state
    rows = ((1000, 1010, 1020, 1030, 1040), (770, 880, 990, 1000, 1010), (550,), (440, 3))
    view = GAMES["nimmt"].view(deal._replace(rows=rows), None)
    text = str(looks()["nimmt"].last(_scene(view))[0])
    block = text.split("```")[1].strip("\n").splitlines()
    assert max(map(columns, block)) <= 28
    assert block[2] == "2!77⁵ 88⁵ 99⁵ 100³ 101¹  19"


def _scene(view: Any, names: int = 2) -> Scene:
    called = [f"P{n}" for n in range(names)]
    return Scene(1, 0, T, view, [], called, [f"@{name}" for name in called])


def test_ten_players_need_few_lines() -> None:
    game = GAMES["nimmt"]
    state = game.deal(10, nimmt.NimmtOptions(), Chance(bytes(32), 0)).state
    chosen = [state.hands[0][0], None, state.hands[2][0], *[None] * 7]
    view = game.view(state._replace(chosen=tuple(chosen)), None)
    text = "\n".join(p for p in looks()["nimmt"].table(_scene(view, 10)) if isinstance(p, str))
    awaited, done = text.splitlines()[-2:]
    assert awaited.startswith("⏳ @P1 **0** (+0) · @P3")
    assert done == "✓ P0 **0** (+0) · P2 **0** (+0)"
    assert "Waiting for" not in text


@cache
def played(name: str) -> Drawing:
    return Drawing(looks(), PLAYTHROUGHS[name], replay(PLAYTHROUGHS[name]))


def plies(key: str) -> Iterator[tuple[str, int]]:
    """Every ply of all golden matches of a game."""
    for name, record in PLAYTHROUGHS.items():
        if record.game == key:
            yield from ((name, ply) for ply in range(len(record.moves) + 1))


def told(parts: Any) -> list[str]:
    return [line for part in parts if isinstance(part, str) for line in part.splitlines()]


def test_own_hand_is_shown_while_another_player_chooses_a_row() -> None:
    seen = 0
    for name, ply in plies("nimmt"):
        moment = played(name).at(ply)
        view = GAMES["nimmt"].view(moment.state, Seat(0))
        if view.revealed and view.hand:
            text = words(frames.hand(moment.sight(Seat(0)), T).components)
            for card in view.hand:
                assert re.search(rf"(?<!\d){re.escape(nimmt.card_text(card))}", text)
            seen += "Your hand: " in text
    assert seen


def moments(key: str) -> list[tuple[Drawing, int]]:
    """Return the plies with a reveal pause."""
    found = []
    for name, ply in plies(key):
        step = played(name).steps[ply]
        public = [event for event in step.events if event.to is None]
        if looks()[key].pause(GAMES[key].view(step.state, None), public):
            found.append((played(name), ply))
    return found


def test_reveal_of_a_trick_ends_with_the_most_bulls() -> None:
    found = moments("nimmt")
    assert found
    chosen = 0
    for drawing, ply in found:
        moment = drawing.at(ply, held=True)
        panel = told(looks()["nimmt"].table(moment.sight(None).scene(T)))
        taken = [int(n) for line in panel for n in re.findall(r"takes row \d: (\d+) bull", line)]
        assert taken == sorted(taken)
        assert not any("Waiting for" in line or "✓" in line for line in panel)
        view = GAMES["nimmt"].view(moment.state, Seat(0))
        hand = frames.hand(moment.sight(Seat(0)), T)
        if view.outcome is None:
            assert "s2:move:" in str(hand.components), "nobody is kept from choosing"
            chosen += 1
        if any("Round" in line and "is over" in line for line in panel):
            assert view.outcome is not None or f"**Round {view.round}**" not in panel[0]
    assert chosen


def test_reveal_of_a_challenge_comes_before_the_next_round() -> None:
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


def test_player_with_the_most_bulls_comes_last() -> None:
    took = [
        nimmt.Took(seat=Seat(seat), card=10, row=seat, cards=(10,), bulls=bulls, why="sixth")
        for seat, bulls in enumerate((12, 3))
    ]
    view = GAMES["nimmt"].view(
        GAMES["nimmt"].deal(2, nimmt.NimmtOptions(), Chance(bytes(32), 0)).state, None
    )
    story = [(1, event) for event in (nimmt.Revealed(cards=()), *took)]
    lines = told(looks()["nimmt"].table(replace(_scene(view), story=story)))
    at = next(n for n, line in enumerate(lines) if line.startswith("-# Revealed: "))
    assert lines[at + 1 : at + 3] == [
        "🐂 **P1 takes row 2: 3 bulls**",
        "🐂 **P0 takes row 1: 12 bulls** Ouch.",
    ]
