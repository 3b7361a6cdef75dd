"""Screens of 6 nimmt!: pauses, the end, cached parts and examples of the rules."""

import random
import re
from dataclasses import replace
from typing import Any

from bot.play import shuffle
from bot.screens import frames
from bot.screens.look import Scene
from bot.screens.sight import Sight
from bot.screens.transcript import looks
from bot.storage import rows
from bot.words.i18n import tongue
from cogs.nimmt import cards
from games import GAMES, nimmt
from games.chance import Chance
from games.core import Seat
from games.record import replay
from tests.drawing import stored_of
from tests.games.golden import PLAYTHROUGHS
from tests.games.playing import random_match

from ..ends import T, columns
from ..evening import words
from ..pauses import moments, played, plies, told

DEALT = GAMES["nimmt"].deal(2, nimmt.NimmtOptions(), Chance(bytes(32), 0)).state


def test_the_widest_rows_of_6_nimmt_fit_a_phone() -> None:
    rows = ((1000, 1010, 1020, 1030, 1040), (770, 880, 990, 1000, 1010), (550,), (440, 3))
    view = GAMES["nimmt"].view(DEALT._replace(rows=rows), None)
    text = str(looks()["nimmt"].last(_scene(view))[0])
    block = text.split("```")[1].strip("\n").splitlines()
    assert max(map(columns, block)) <= 28
    assert block[2] == "2!77⁵ 88⁵ 99⁵ 100³ 101¹  19"


def _scene(view: Any, names: int = 2) -> Scene:
    called = [f"P{n}" for n in range(names)]
    return Scene(1, 0, T, view, [], called, [f"@{name}" for name in called])


def test_one_round_has_no_story_of_the_dearest_round() -> None:
    match = random_match("nimmt", 2, nimmt.NimmtOptions(rounds=1), 5)
    view = GAMES["nimmt"].view(match.steps[-1].state, None)
    assert view.outcome is not None
    view = view._replace(bulls=(0, 33), round_bulls=(0, 33))
    assert looks()["nimmt"].story_line(_scene(view)) == ""


def test_ten_players_fit_in_few_lines() -> None:
    game = GAMES["nimmt"]
    state = game.deal(10, nimmt.NimmtOptions(), Chance(bytes(32), 0)).state
    chosen = [state.hands[0][0], None, state.hands[2][0], *[None] * 7]
    view = game.view(state._replace(chosen=tuple(chosen)), None)
    text = "\n".join(p for p in looks()["nimmt"].table(_scene(view, 10)) if isinstance(p, str))
    awaited, done = text.splitlines()[-2:]
    assert awaited.startswith("⏳ @P1 **0** · @P3")
    assert done == "✓ P0 **0** · P2 **0**"
    assert "Waiting for" not in text


def test_hand_is_shown_while_another_player_chooses_a_row() -> None:
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


def test_trick_shows_largest_take_last_and_allows_a_choice() -> None:
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


def test_largest_take_is_shown_last() -> None:
    took = [
        nimmt.Took(seat=Seat(seat), card=10, row=seat, cards=(10,), bulls=bulls, why="sixth")
        for seat, bulls in enumerate((12, 3))
    ]
    story = [(1, event) for event in (nimmt.Revealed(cards=()), *took)]
    scene = replace(_scene(GAMES["nimmt"].view(DEALT, None)), story=story)
    lines = told(looks()["nimmt"].table(scene))
    at = next(n for n, line in enumerate(lines) if line.startswith("-# Revealed: "))
    assert lines[at + 1 : at + 3] == [
        "🐂 **P1 takes row 2: 3 bulls**",
        "🐂 **P0 takes row 1: 12 bulls** Ouch.",
    ]


def test_bulls_of_the_round_are_named_only_from_the_second() -> None:
    view = GAMES["nimmt"].view(DEALT, None)

    def scores(number: int) -> str:
        later = view._replace(round=number, bulls=(15, 7), round_bulls=(5, 0))
        return str(looks()["nimmt"].last(_scene(later))[-1])

    assert scores(1) == "**P0** 15 🐂\n**P1** 7 🐂"
    assert scores(2) == "**P0** 15 🐂 (5 this round)\n**P1** 7 🐂"


def test_nothing_kept_from_another_drawing_is_shown() -> None:
    kept = (cards.with_bulls, shuffle._seed_hash, rows._mark)
    sights = []
    for name, record in PLAYTHROUGHS.items():
        if record.game != "nimmt":
            continue
        stored, steps = replace(stored_of(record), phase="live"), replay(record)
        stored = replace(stored, secret=name.encode().ljust(32))
        for ply in range(1, len(steps), 7):
            seat = Seat(ply % len(stored.players))
            sights.append(Sight.at(stored, looks()["nimmt"], steps[:ply], seat))
    random.Random(1).shuffle(sights)
    tongues = [tongue("en-US"), tongue("ja")]
    warm = [frames.hand(sight, t).digest for sight in sights for t in tongues]
    for sight in reversed(sights):
        for t in reversed(tongues):
            for cache in kept:
                cache.cache_clear()
            assert frames.hand(sight, t).digest == warm.pop()
