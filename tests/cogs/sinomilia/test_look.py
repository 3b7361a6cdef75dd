"""Screens of Sinomilia, drawn from views and events: how they explain its rules."""

from dataclasses import replace
from typing import Any

import pytest

from bot.drawing.picture import Who
from bot.screens.look import Scene
from bot.wire.ui import Row, screen
from bot.words.i18n import tongue
from bot.words.speech import Voice
from cogs.sinomilia.look import LOOK
from cogs.sinomilia.story import _paid
from games.core import Event, Seat
from games.sinomilia import GAME, State
from games.sinomilia.events import Item, Paid

from ...games.playing import chance
from ...games.sinomilia.rounds import round_of
from ..evening import NAMES, words

T = tongue("en-US")


def screens(
    state: State, text: str = "", *, held: bool = False, pictured: bool = False
) -> list[str]:
    """Return the words of the panel and of both hands after these moves, seat 0 first.

    When both seats have to lay, the lower one does so first.
    """
    story: list[tuple[int, Event]] = []
    for ply, word in enumerate(text.split(), 1):
        mover = state.turn if state.phase == "turns" else min(GAME.to_act(state))
        step = GAME.play(state, mover, GAME.parse_move(word), chance())
        state = step.state
        story += [(ply, event) for event in step.events]
    drawn = []
    for reader in (None, Seat(0), Seat(1)):
        scene = Scene(
            table_id=1,
            stage=GAME.stage(state),
            t=T,
            view=GAME.view(state, reader),
            story=[(ply, e) for ply, e in story if e.to is None or reader in e.to],
            names=NAMES[:2],
            mentions=NAMES[:2],
            held=held,
            reader=reader,
            people=(Who(0, "Ana"), Who(1, "Ben")),
            pictured=pictured,
        )
        parts: Any = LOOK.table(scene) if reader is None else LOOK.hand(scene)
        layout: Any = screen(0, *parts)
        drawn.append(words(layout.components))
    return drawn


def test_automatic_pass_and_its_cost_are_announced() -> None:
    table, ana, ben = screens(round_of((4, 5), chips=(1, 20)), "chip-sun")
    ends = "a moon or a pass"
    assert f"**Ana** holds no chips and passes automatically: {ends} ends the round." in table
    assert f"**Ana** holds no chips and passes automatically: {ends} ends the round." in ben
    assert f"You hold no chips and pass automatically: {ends} by Ben ends the round." in ana
    assert "holds no chips" not in ana
    assert "automatically" not in "".join(screens(round_of((4, 5)), "chip-sun"))
    table, ana, ben = screens(round_of((4, 5), chips=(1, 20)))
    assert "This is your last chip" in ana
    assert "last chip" not in table + ben


def test_automatic_pass_is_reported_as_any_pass() -> None:
    table, ana, ben = screens(round_of((4, 5), chips=(1, 20)), "chip-sun chip-sun")
    assert "Ben lays chip 2\n-# ➖ Ana passes" in table
    assert "Ben lays chip 2\n-# ➖ You pass" in ana
    assert "You lay chip 2\n-# ➖ Ana passes" in ben


@pytest.mark.parametrize("held", [False, True])
def test_last_move_of_a_round_is_reported_with_its_pass(held: bool) -> None:
    turns = "chip-sun chip-moon"
    drawn = screens(round_of((4, 5), chips=(1, 20)), turns, held=held)
    laid = ("Ben lays", "Ana passes"), ("Ben lays", "You pass"), ("You lay", "Ana passes")
    for screen_words, (lays, passes) in zip(drawn, laid, strict=True):
        over = "**Round 1 is over.** A pass after a moon"
        assert f"{lays} chip 2\n-# ➖ {passes}\n{over}" in screen_words
        assert "chip 1" not in screen_words


def test_a_round_that_ended_stands_above_the_heading_of_the_next() -> None:
    for drawn in screens(round_of((4, 5)), "chip-sun pass pass"):
        told = [drawn.index(text) for text in ("Round 1 is over", " up **", "Round 2")]
        assert told == sorted(told)
        assert drawn.index("for the round") < drawn.index("Round 2")


@pytest.mark.parametrize("pictured", [False, True])
def test_a_report_never_stands_under_another_rounds_heading(pictured: bool) -> None:
    for drawn in screens(round_of((4, 5)), "chip-sun pass pass 1 2", pictured=pictured):
        assert drawn.index("Round 1 is over") < drawn.index("Round 2"), "both have laid"
    for drawn in screens(round_of((4, 5)), "chip-sun pass pass 1 2 pass", pictured=pictured):
        assert "Round 1" not in drawn
        assert drawn.index("Round 2") < drawn.index("➖")


def test_chips_stand_in_words_or_in_the_picture() -> None:
    nine = " ".join(["chip-sun"] * 9)
    over = round_of((9, 9), nines=2)
    for drawn in screens(over, nine):
        assert "**9** of 9 (☀️ 9 · 🌙 0)" in drawn
        assert "○" not in drawn
    for drawn in screens(over, nine, pictured=True):
        assert "of 9" not in drawn, "the picture has the chips"
    table, *_ = screens(round_of((4, 5)), "chip-sun pass pass", pictured=True)
    assert "of 9" not in table
    assert "**0** of 9" in screens(round_of((4, 5)), "chip-sun pass pass")[0]


def test_seat_that_has_not_laid_is_shown_as_choosing() -> None:
    table, *_ = screens(round_of((4, 5)), "chip-sun pass pass 1")
    assert "🎴 laid" in table
    assert "⏳ choosing" in table
    assert "· …" not in table


def test_a_turn_stands_below_the_heading_of_its_round() -> None:
    for drawn in screens(round_of((4, 5)), "chip-sun"):
        assert drawn.index("Round 1") < drawn.index("chip 1")


def test_rounds_of_two_9s_are_counted_and_end_the_match() -> None:
    for drawn in screens(round_of((4, 5))):
        assert "Two 9s" not in drawn
    for nines in (1, 2):
        for drawn in screens(round_of((4, 5), nines=nines)):
            assert f"Two 9s in a row: **{nines}** of 3, then the match ends." in drawn
    table, *_ = screens(round_of((9, 9), nines=2), "pass pass")
    assert "Two 9s for the third round in a row: the match is over." in table
    assert "of 3, then the match ends" not in table


def test_a_hand_keeps_its_own_numbers_while_a_card_is_held() -> None:
    used = ((1,), (2,))
    table, ana, ben = screens(round_of((4, 5), used=used), "pass pass", held=True)
    assert "**Ana**\n0  ~~1~~  2  3  **[4]**  5  6  7  8  9" in ana
    assert "**Ben**\n0  1  ~~2~~  3  4  **[5]**  6  7  8  9" in ben
    for drawn, other in ((table, "[4]"), (table, "[5]"), (ana, "[5]"), (ben, "[4]")):
        assert other not in drawn
    assert "~~4~~" not in ana, "as they were before the reveal"
    _, ana, _ = screens(round_of((9, 5)), "pass pass", held=True)
    assert "**[9]**" in ana


def test_ten_numbers_stand_in_two_rows_of_five() -> None:
    state = round_of((None, None))
    scene = Scene(1, 0, T, GAME.view(state, Seat(0)), (), NAMES[:2], NAMES[:2])
    assert [len(part.controls) for part in LOOK.hand(scene) if isinstance(part, Row)] == [5, 5]
    scene = replace(scene, view=GAME.view(round_of((4, 5)), Seat(0)), picked="change")
    rows = [len(part.controls) for part in LOOK.hand(scene) if isinstance(part, Row)]
    assert rows == [4, 4, 3]


def test_empty_payments_are_left_out() -> None:
    items = (Item("win", 2, 0), Item("table", 3, 3))
    paid = Paid(winner=Seat(0), items=items, chips=(3, 0))
    lines = _paid(paid, Voice(T, NAMES[:2]), False)
    assert not [line for line in lines if "+0" in line]
    assert any("+3" in line for line in lines)


def test_reason_of_a_tie_stands_with_the_chips() -> None:
    """The words beside a picture may keep one line alone."""
    for told in screens(round_of((9, 9)), "chip-sun pass pass", pictured=True):
        (line,) = [line for line in told.splitlines() if "get" in line]
        assert "Equally near. Whoever acted last loses: " in line
