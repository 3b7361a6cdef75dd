"""Computers that play Sinomilia: legal, blind to what is hidden, and each better than the last.

That *hard* beats *normal*, and by how much, needs more matches than a test has time for: that is
the ladder's.
"""

from dataclasses import replace
from itertools import pairwise

import pytest

from bench.ladder import AtRandom, Default, against
from games.sinomilia import GAME, SinomiliaOptions
from games.sinomilia.computers import players, positions
from games.sinomilia.computers.habits import Heard, Past, Turns, hear, likely, unused
from games.sinomilia.computers.players import EASY, HARD, NORMAL, Asked, follow, worth
from games.sinomilia.computers.positions import CHANGE, MOON, MOONS, PASS, SUN, End, Public, after
from games.sinomilia.computers.worth import PLAIN, Round, ends_worth
from games.thinking.players import Thinker

from ..hands import OPTIONS
from ..playing import moments, random_match

QUICK = replace(HARD, iterations=2)
NOTHING_USED = Round("starter", (15, 15), ((), ()), 0)


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("options", OPTIONS["sinomilia"])
def test_positions_follow_each_other_as_by_the_rules(
    options: SinomiliaOptions, number: int
) -> None:
    compared = 0
    for state, seat, told in moments(random_match("sinomilia", 2, options, number)):
        view = GAME.view(state, seat)
        if view.phase != "turns" or view.starter is None:
            continue
        _, begun, position, _ = hear(view, told)
        assert position.turn == int(seat != view.starter)
        assert position.chips == len(state.table)
        assert position.moons == min(state.table.count("moon"), MOONS)
        assert position.changed == (state.changed[view.starter], state.changed[1 - view.starter])
        assert begun.nines == state.nines
        assert begun.chips[position.turn] - positions.spent(position) == state.chips[seat]
        assert view.prediction is not None
        legal = {players.action_of(m, view.prediction)[0] for m in GAME.legal_moves(state, seat)}
        changed = {CHANGE} if position.changed[position.turn] else set[int]()
        assert legal == {SUN, MOON, PASS, CHANGE} - changed
        compared += 1
    assert compared


@pytest.mark.parametrize("number", range(6))
def test_ends_are_paid_as_by_the_rules(number: int) -> None:
    state, seat, told = moments(random_match("sinomilia", 2, SinomiliaOptions(), number))[-1]
    view = GAME.view(state, seat)
    assert view.starter is not None
    past, last, *_ = hear(view, told)
    rounds = [*past, (int(view.starter), Past(last, (), (0, 0)))]
    compared = 0
    for (starter, over), (following, next_round) in pairwise(rounds):
        end = after(*over.turns[-1])
        assert isinstance(end, End)
        if sum(action == MOON for _, action in over.turns) > MOONS:
            continue
        chips = next_round.begun.chips
        lead = chips[0] - chips[1] if following == starter else chips[1] - chips[0]
        worth = ends_worth(over.begun, (end,), None)
        assert worth[(*over.cards, 0)] == pytest.approx(0.5 + lead / 60)
        compared += 1
    assert compared


def test_a_match_that_ends_is_worth_its_outcome() -> None:
    begun = Round("starter", (20, 10), (tuple(range(1, 8)), tuple(range(1, 8))), 0)
    ends = (End((0, 0), 0, (False, False), None), End((0, 9), 0, (False, False), 1))
    worth = ends_worth(begun, ends, PLAIN)
    assert worth[0, 8, 0] == worth[8, 0, 0] == 1
    assert worth[9, 0, 1] == 1
    # The nine chips of the other are its own again.
    even = replace(begun, chips=(15, 15))
    assert ends_worth(even, ends, PLAIN)[0, 8, 1] == 0
    # With equal chips the starter wins, whether or not it won its last round.
    for tie, expected in (("starter", 1), ("draw", 0.5)):
        equal = replace(begun, chips=(17, 13), tie=tie)
        assert ends_worth(equal, ends[:1], PLAIN)[8, 0, 0] == expected
    drawn = Round("draw", (15, 15), begun.used, 0)
    nobody = (End((1, 0), 0, (True, True), 0),)
    assert ends_worth(drawn, nobody, PLAIN)[0, 8, 0] == 1
    assert ends_worth(replace(drawn, chips=(13, 17)), ends[:1], PLAIN)[0, 8, 0] == 0.5


def test_habits_are_recognised_by_the_cards_that_were_turned() -> None:
    passes = Past(NOTHING_USED, ((Public(), PASS), (Public(before=1, turn=1), PASS)), (2, 4))
    reckons, passing, _ = likely([(passes, 1), (passes, 1), (passes, 1)])
    assert passing > 0.7
    assert reckons >= 0.1
    fooled = passes._replace(cards=(2, 9))
    assert likely([(fooled, 1)] * 3)[1] < 0.1


def test_last_sun_is_worth_the_end_of_the_round() -> None:
    asked = Asked(FEW, 1, (), None, 30)
    position, turns = Public(), list[tuple[Public, int]]()
    for action in [SUN] * 8:
        turns.append((position, action))
        reached = after(position, action)
        assert isinstance(reached, Public)
        position = reached
    answer, place = follow(asked, tuple(turns))
    assert answer.lines.child(place, SUN) is None
    own, others = unused(FEW)
    for action in (SUN, MOON):
        end = after(position, action)
        assert isinstance(end, End)
        ends = ends_worth(FEW, (end,), None)[:, :, 0]
        expected = ends[own, :][:, others] @ answer.laid(place) - 0.5
        assert worth(asked, tuple(turns), position, action) == pytest.approx(expected, abs=1e-5)


FEW = Round("starter", (14, 16), ((0, 2, 4, 5, 7), (1, 3, 5, 8)), 0)
"""Rounds of few cards are solved quickly."""


def _most(seat: int, iterations: int) -> float:
    """Return the most that a seat wins against that solver, from -0.5 to 0.5."""
    answer, _ = follow(Asked(FEW, 1 - seat, (), players.learned(), iterations), ())
    return float(answer.worth(0).max())


def test_best_response_to_hard_gains_next_to_nothing_in_a_round() -> None:
    worth = (_most(0, 240) - _most(1, 240)) / 2
    assert max(_most(0, HARD.iterations) - worth, _most(1, HARD.iterations) + worth) < 0.015
    assert min(_most(0, 6) - worth, _most(1, 6) + worth) > 0.02


@pytest.mark.parametrize("seat", [0, 1])
def test_turns_without_a_place_in_the_lines_bring_nothing(seat: int) -> None:
    asked = Asked(FEW, 1 - seat, (), players.learned(), 120)
    turns: Turns = () if seat == 0 else ((Public(), SUN),)
    position = Public() if seat == 0 else Public((1, 0), turn=1, actor=0)
    lined, place = follow(asked, turns)
    expected = lined.worth(place)
    moon, root = follow(asked, (*turns, (position, MOON)))
    assert root == 0
    assert (moon.worth(0) < expected + 0.03).all()
    change, root = follow(asked, (*turns, (position, CHANGE)))
    assert root == 0
    assert change.worth(0).max() < expected.max() + 0.03


def test_pretended_habits_win_next_to_nothing() -> None:
    # It walks up to its number in three rounds.
    begun, turns = NOTHING_USED, list[tuple[Public, int]]()
    position = Public()
    for action in (SUN, PASS, SUN, PASS, SUN, PASS, PASS):
        turns.append((position, action))
        reached = after(position, action)
        position = reached if isinstance(reached, Public) else position
    walked = (0, Past(begun, tuple(turns), (3, 6)))
    heard = Heard((walked,) * 3, FEW, Public(), ())
    known = likely([(walked[1], 0)] * 3)
    assert known[2] > 0.8
    asked = HARD.asked(heard, 1, 0, HARD.iterations)
    assert asked.known[0] == pytest.approx(0.8)
    assert sum(asked.known) == pytest.approx(1, abs=0.03)
    fooled, fair = (follow(one, ())[0].worth(0).max() for one in (asked, asked._replace(known=())))
    assert fooled < fair + 0.02


def test_habits_are_answered_once_they_are_likely() -> None:
    passing, reckoning = (0.1, 0.9, 0.0), ()
    answered, fair = (
        follow(Asked(NOTHING_USED, 0, known, PLAIN, 30), ())[0] for known in (passing, reckoning)
    )
    # The middle one is what it holds, and a tie is lost by who acts.
    assert answered.laid(0)[4] < 0.05
    assert fair.laid(0)[4] > 0.1


@pytest.mark.parametrize(
    ("better", "worse", "deals", "least"),
    [
        (EASY, AtRandom(), 40, 0.55),
        (NORMAL, EASY, 1, 0.9),
        (NORMAL, Default("sinomilia"), 2, 0.9),
        (replace(HARD, iterations=24), EASY, 1, 0.9),
        (QUICK, Default("sinomilia"), 1, 0.9),
    ],
    ids=["easy", "normal", "normal-default", "hard", "hard-default"],
)
def test_each_strength_beats_weaker_ones(
    better: Thinker, worse: Thinker, deals: int, least: float
) -> None:
    assert against("sinomilia", SinomiliaOptions(), better, [worse], deals).mean >= least
