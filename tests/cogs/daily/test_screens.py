"""The daily deal in words: lines that spoil nothing, boards, runs of days."""

import re

import pytest

from bot.screens.fairness import short
from bot.screens.transcript import looks
from bot.words.i18n import spoken, tongue
from cogs.daily import deals, screens
from cogs.daily.store import Deal, Run
from games import find_game
from games.chance import commitment

from ...games.playing import random_match

GAME = deals.daily_game()
LOOK = looks()[GAME]
RULES = deals.daily_of(GAME)


def run(score: int, *marks: int, name: str = "Ana") -> Run:
    return Run(142, 1, 1, name, score, marks)


def test_line_reads_as_in_the_plan() -> None:
    mine = run(7, 0, 0, 5, 0, 0, 0, 1, 1, 0, 0)
    line = screens.line(mine, LOOK, tongue("en-US"))
    assert line.startswith("Shinrisen daily 142 · 7 ")
    assert line.split(" · ")[2].replace(RULES.sign, "x") == "··x···xx··"


@pytest.mark.parametrize("locale", spoken())
def test_line_spoils_nothing(locale: str) -> None:
    """Two deals with other cards and equal costs have the same line and card."""
    t, mine = tongue(locale), run(7, 0, 0, 5, 0, 0, 0, 1, 1, 0, 0)
    line = screens.line(mine, LOOK, t)
    assert sorted(re.findall(r"\d+", line)) == ["142", "7"], "a number and a score"
    assert screens.result(mine, LOOK, t) in line
    assert "{" not in line
    told = screens.picture(mine, LOOK).alt(t)
    assert {int(n) for n in re.findall(r"\d+", told)} <= {142, 7, 5, 1, 3, 8}


def test_days_are_counted_by_week_and_run() -> None:
    days = [1, 2, 3, 10, 11, 12, 13, 20]
    assert deals.best_run(days) == 4
    assert deals.best_run([]) == 0
    for today in range(1, 40):
        weekday = (deals.FIRST.weekday() + today - 1) % 7
        week = [number for number in days if today - weekday <= number <= today]
        assert deals.this_week(days, today) == len(week)


def test_day_begins_at_midnight_utc() -> None:
    for number in (1, 142, 5000):
        assert deals.number_at(deals.ends(number) - 0.5) == number
        assert deals.number_at(deals.ends(number)) == number + 1
        assert deals.closes(number) - deals.ends(number) >= 300, "for those who are at it"


def test_costs_are_the_score_of_every_deal() -> None:
    for seed in range(5):
        played = random_match(GAME, RULES.seats, RULES.options, seed)
        events = [e for step in played.steps for e in step.events if e.to is None]
        costs = deals.costs(GAME, events)
        outcome = find_game(GAME).outcome(played.steps[-1].state)
        assert outcome is not None
        assert (len(costs), sum(costs)) == (RULES.decisions, outcome.scores[0])


@pytest.mark.parametrize("locale", spoken())
def test_board_shares_places_and_hides_markup(locale: str) -> None:
    runs = [run(5, 0, 5), run(5, 5, 0, name="**Ben**"), run(9, 9, 0, name="Chie")]
    board = screens.board(runs, LOOK, tongue(locale)).splitlines()
    assert [line.partition("\\.")[0] for line in board] == ["1", "1", "3"]
    assert "\\*\\*Ben" in board[1]


@pytest.mark.parametrize("locale", spoken())
def test_proof_gives_promises_of_a_week_and_no_secret(locale: str) -> None:
    past = Deal(141, GAME, b"x" * 32, 99, (9,) * 10, "record")
    coming = [Deal(142 + n, GAME, bytes([n]) * 32) for n in range(deals.AHEAD + 1)]
    told = "".join(screens.proof(past, coming, LOOK, tongue(locale)))
    assert f"--promise {commitment(past.secret)}" in told
    for one in coming:
        assert f"{one.number}  {short(commitment(one.secret))}" in told
        assert one.secret.hex() not in told
