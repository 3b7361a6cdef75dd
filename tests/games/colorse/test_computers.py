"""Computers that play COLORSE: legal, blind to what is hidden, and each better than the last.

That *hard* beats *normal* and the other references takes hundreds of deals: the ladder shows it.
"""

import random
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from bench.colorse.greedy import Greedy
from bench.ladder import AtRandom, against
from games.chance import Chance
from games.colorse import GAME, Show
from games.colorse.cards import DOWN, SIGNS, SPECIAL, Box, fall
from games.colorse.computers import takes
from games.colorse.computers.many import KINDS, bits, lose, place, put
from games.colorse.computers.players import EASY, HARD, NORMAL
from games.colorse.computers.signs import cautious, read
from games.colorse.computers.story import aims, duels, here, match_chances
from games.colorse.computers.worth import ENDS, NOBODY, solve
from games.colorse.events import Lost
from games.colorse.state import ColorseOptions, Task
from games.core import Seat
from games.thinking.players import Thinker

from ..playing import Playthrough, moments, random_match


def _boxes(played: Playthrough) -> Sequence[Box]:
    return list(dict.fromkeys(box for step in played.steps for box in step.state.boxes))


def test_the_batch_places_as_the_rules_do() -> None:
    boxes = [b for b in _boxes(random_match("colorse", 4, ColorseOptions(), 3)) if None in b]
    batch = np.array([[bits(card) for card in box] for box in boxes], np.uint8)
    for kind in (kind for kind in KINDS if kind != SPECIAL):
        placed = place(batch, np.full(len(boxes), bits(kind), np.uint8))
        expected = [[bits(card) for card in fall(box, kind).box] for box in boxes]
        assert placed.tolist() == expected


def test_a_special_of_the_batch_stays_where_it_can() -> None:
    boxes = [b for b in _boxes(random_match("colorse", 4, ColorseOptions(), 4)) if None in b]
    batch = np.array([[bits(card) for card in box] for box in boxes], np.uint8)
    placed = put(batch, np.full(len(boxes), KINDS.index(SPECIAL)))
    for box, after_ in zip(boxes, placed.tolist(), strict=True):
        could = any(not fall(box, f"S:{colour}").vanished for colour in "RGBY")
        assert (sum(map(bool, after_)) > 6 - box.count(None)) == could


def test_batch_loses_the_same_cards_as_the_rules() -> None:
    played, compared = random_match("colorse", 4, ColorseOptions(), 5), 0
    for before, step in pairwise(played.steps):
        for event in step.events:
            if isinstance(event, Lost) and before.state.round == step.state.round:
                box = before.state.boxes[event.seat]
                lost = lose(np.array([bits(card) for card in box], np.uint8))
                expected = [bits(c) if n != event.cell else 0 for n, c in enumerate(box)]
                assert lost.tolist() == expected
                compared += 1
    assert compared
    assert not lose(np.zeros(6, np.uint8)).any()


def test_duel_ends_follow_from_the_signs() -> None:
    played, compared = random_match("colorse", 4, ColorseOptions(), 7), set[int]()
    for state, _, _ in moments(played, 6):
        if state.tasks or state.signs != (None, None):
            continue
        position = here(GAME.view(state, None))
        for first, parents in enumerate(SIGNS):
            for second, childs in enumerate(SIGNS):
                step = GAME.play(state, state.parent, Show(parents), Chance(b"end", 0))
                step = GAME.play(step.state, state.child(), Show(childs), Chance(b"end", 1))
                tasks = tuple(task for task in step.state.tasks if task.kind == "take")
                number = int(ENDS[first, second])
                compared.add(number)
                assert tasks == _takes(number, position.parent)
    assert len(compared) == NOBODY + 1


def _takes(end: int, parent: int) -> tuple[Task, ...]:
    who = [(0,), (1,), (0, 0), (1, 1), (0, 1), (2,), ()][end]
    return tuple(Task("take", Seat((parent + n) % 4)) for n in who)


# Do < Zof < Rau < Do, and the two of a duel want the opposite.
CYCLIC = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], np.float32)
FAIR = np.full(3, 1 / 3, np.float32)


def _mix_after(shown: Sequence[str], likely: Sequence[float]) -> list[float]:
    """Return the mix of a cyclic duel, after as many with the same prediction."""
    duels_ = len(shown) + 1
    worth, fair, ahead = (
        np.repeat(np.array(part, np.float32)[None], duels_, 0) for part in (CYCLIC, FAIR, likely)
    )
    signs = [SIGNS.index(sign) for sign in shown]
    mix: list[float] = cautious(worth, -worth, fair, ahead, signs).tolist()
    return mix


def test_constant_sign_is_countered() -> None:
    assert _mix_after(["do"] * 6, [0.9, 0.05, 0.05])[SIGNS.index("zof")] > 0.9


def test_signs_are_mixed_evenly_against_a_reader() -> None:
    # The prediction is do, so zof is the answer, and the reader shows rau.
    assert max(_mix_after(["rau"] * 6, [0.9, 0.05, 0.05])) < 0.4
    assert _mix_after([], [0.9, 0.05, 0.05])[SIGNS.index("zof")] < 0.5


def test_no_sign_gains_much_against_a_solved_mix() -> None:
    tables = np.random.default_rng(1).random((2, 50, 3, 3), np.float32)
    (parents, childs), _ = solve(tables, np.zeros(50, np.bool_), 100)
    by_parents = np.einsum("dab,db->da", tables[0], childs)
    by_childs = np.einsum("dab,da->db", tables[1], parents)
    for gains, mix in ((by_parents, parents), (by_childs, childs)):
        missed = gains.max(1) - np.einsum("da,da->d", gains, mix)
        assert missed.mean() < 0.004
        assert missed.max() < 0.06


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_shown_again_and_again_is_expected(sign: str) -> None:
    step = GAME.deal(4, ColorseOptions(), Chance(b"same", 0))
    state, told, ply, rng = step.state, [*step.events], 0, random.Random(8)
    while len(duels(told)) < 16 or state.tasks or state.signs != (None, None):
        seat = min(GAME.to_act(state))
        legal = GAME.legal_moves(state, seat)
        ply += 1
        same = [move for move in legal if isinstance(move, Show) and move.sign == sign]
        step = GAME.play(state, seat, rng.choice(same or legal), Chance(b"same", ply))
        state, told = step.state, [*told, *step.events]
    seat = state.child() if state.parent else state.parent
    found = read(GAME.view(state, seat), told)
    assert found.likely.argmax() == SIGNS.index(sign)
    assert found.likely.max() > 0.55


def test_a_card_that_wins_the_round_is_taken() -> None:
    taken = 0
    for seed in range(4):
        for state, seat, _ in moments(random_match("colorse", 4, ColorseOptions(), seed), 400):
            due = state.tasks[0].kind if state.tasks else ""
            box = state.boxes[seat]
            if due != "take" or box.count(None) != 1 or state.tasks[-1] != Task("place", seat):
                continue
            if sum(task.seat != seat for task in state.tasks):
                continue
            fits = [
                card and card != SPECIAL and not fall(box, card).vanished
                for card in state.market[:DOWN]
            ]
            if any(fits):
                best = takes.weigh(GAME.view(state, seat), GAME.legal_moves(state, seat))
                wins = tuple(w + (s == seat) for s, w in enumerate(state.wins))
                assert best[0][1] == pytest.approx(match_chances(wins, 2)[seat], abs=1e-3)
                taken += 1
    assert taken


def test_round_is_worth_more_to_a_seat_with_a_win() -> None:
    worth = aims((1, 0, 0, 0), 2, 0)
    assert worth[0][0] == 1
    assert worth[1][0] == 0
    assert worth[1][1] > worth[1][2]
    assert sum(match_chances((1, 1, 0), 3)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("better", "worse"), [(EASY, AtRandom()), (NORMAL, EASY)], ids=["easy", "normal"]
)
def test_each_strength_wins_more_than_its_share(better: Thinker, worse: Thinker) -> None:
    rounds = ColorseOptions(rounds=1)
    assert against("colorse", rounds, better, [worse] * 3, 12, name="strength").mean > 0.25


def test_hard_beats_three_greedy_players() -> None:
    figure = against("colorse", ColorseOptions(), HARD, [Greedy(astray=0)] * 3, 8, name="greedy")
    assert figure.mean > 0.6
