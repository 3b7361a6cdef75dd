"""Screens of Sinomilia, drawn from views and events: how they explain its rules."""

from dataclasses import replace
from typing import Any

import pytest

from bot.drawing.picture import Who
from bot.screens.look import Scene
from bot.wire.ui import Row
from bot.words.i18n import tongue
from bot.words.speech import Voice
from cogs.sinomilia.look import LOOK
from cogs.sinomilia.story import _paid
from games.core import Event, Seat
from games.sinomilia import GAME, SinomiliaOptions, State
from games.sinomilia.events import Item, Paid

from ...games.playing import chance
from ...games.sinomilia.rounds import round_of
from ..drawn import Screens
from ..evening import NAMES

T = tongue("en-US")


ANA, BEN = map(Seat, range(2))
SCREENS = Screens("sinomilia", lambda state: state.chips)
DIGITS = {str(number) for number in range(10)}


def after(state: State, text: str) -> tuple[State, list[tuple[int, Event]]]:
    """Return the state and the story after these moves.

    When both seats have to lay, the lower one does so first.
    """
    story: list[tuple[int, Event]] = []
    for ply, word in enumerate(text.split(), 1):
        mover = state.turn if state.phase == "turns" else min(GAME.to_act(state))
        step = GAME.play(state, mover, GAME.parse_move(word), chance())
        state = step.state
        story += [(ply, event) for event in step.events]
    return state, story


def screens(state: State, text: str = "", **fields: Any) -> list[str]:
    """Return the words of the panel and of both hands after these moves, seat 0 first."""
    state, story = after(state, text)
    fields["people"] = (Who(0, "Ana"), Who(1, "Ben"))
    return [SCREENS.words(state, seat, story, **fields) for seat in (None, ANA, BEN)]


def test_toss_is_called_and_predictions_are_hidden() -> None:
    dealt = GAME.deal(2, SinomiliaOptions(), chance(0)).state
    assert SCREENS.offered(dealt, BEN) == {"sun": "☀️ Sun", "moon": "🌙 Moon"}
    assert not SCREENS.offered(dealt, ANA)
    table, ana, _ = screens(dealt)
    assert "the coin that you toss" in ana
    assert "Waiting for @Ben: call the coin" in table
    table, ana, _ = screens(dealt, "moon")
    assert "Ben calls 🌙, the coin shows ☀️: Ana starts" in table
    assert "➡️ You start" in ana
    tossed, _ = after(dealt, "moon")
    assert SCREENS.offered(tossed, ANA).keys() == DIGITS
    first, second = screens(dealt, "moon 7"), screens(dealt, "moon 3")
    for chosen, (table, ana, ben) in (("7", first), ("3", second)):
        assert f"Chosen: **{chosen}**" in ana
        assert f"**[{chosen}]**" in ana
        assert "🎴 laid" in table
        assert "[" not in table + ben
    assert first[::2] == second[::2]
    table, ana, ben = screens(dealt, "moon 3 5")
    assert "Your prediction: **3**" in ana
    assert "[" not in table
    assert "**[3]**" not in ben


def test_a_change_is_picked_and_its_feint_looks_alike() -> None:
    state = round_of((4, 7))
    assert [*SCREENS.offered(state, ANA).values()] == [
        *("☀️ Chip, sun up", "🌙 Chip, moon up", "🔄 Change …", "Pass")
    ]
    assert not SCREENS.offered(state, BEN)
    assert "Waiting for @Ana: chip, change or pass?" in SCREENS.words(state)
    picked = SCREENS.offered(state, ANA, picked="change")
    assert picked.keys() == {*(f"change{n}" for n in range(10)), "back"}
    assert picked["change4"] == "4 (feint)"
    table, ana, ben = screens(state, "change9")
    assert "Your prediction: **9**" in ana
    for screen_words in (table, ben):
        assert "changes the prediction" in screen_words
        assert "14 🪙 · 🔄🌙 changed" in screen_words
        assert "16 🪙 · 🔄☀️ can change" in screen_words
        assert "**9**" not in screen_words.replace("of 9", "")
    table, ana, ben = screens(state, "change9 change7")
    assert "Your prediction: **7**" in ben
    assert "Ben changes the prediction" in ana
    assert "feint" not in ana + table, "it looks like any change"
    changed, _ = after(state, "change9 change7")
    assert "change" not in SCREENS.offered(changed, ANA), "once a round"
    table, ana, _ = screens(state, "change9 change7 chip-sun chip-moon")
    assert "## ☀️🌙○○○○○○○" in table
    assert "**2** of 9 (☀️ 1 · 🌙 1)" in table
    assert "A pass ends the round now" in ana


def test_the_payment_is_itemised_in_the_order_of_the_rules() -> None:
    for told in screens(round_of((2, 9)), "chip-sun chip-moon pass"):
        lines = (
            *("A pass after a moon, with 2 chips in the middle", "up **9**", "up **2**"),
            *("nearer and win", "+1 for the moons", "+2 for the round", "+2 from the middle"),
            *(" 5 chips: 3 from ", "Round 2\n"),
        )
        at = [told.index(line) for line in lines]
        assert at == sorted(at)
        assert "~~2~~" in told, "used cards are struck out for all to see"
        assert "~~9~~" not in told, "a nine goes back"
    state, _ = after(round_of((2, 9)), "chip-sun chip-moon pass")
    assert SCREENS.offered(state, ANA).keys() == DIGITS - {"2"}
    assert SCREENS.offered(state, BEN).keys() == DIGITS


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
