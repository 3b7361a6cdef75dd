"""Computers that play Bluff: legal, blind to what is hidden, safe, each better than the last."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np
import pytest

from bench.bluff.reference import REFERENCES
from bench.ladder import AtRandom, Default, against, play
from games.bluff import GAME, Bid, BluffOptions, Challenge, Move, State, View, matching
from games.bluff.computers import duel, odds
from games.bluff.computers.beliefs import manners, now, worlds
from games.bluff.computers.odds import KINDS, MOST, Kind, matches_of, rolls, worth
from games.bluff.computers.players import EASY, HARD, NORMAL
from games.bluff.computers.search import Rest, Rows, Worlds
from games.bluff.state import FACES, higher_bids
from games.chance import Chance
from games.core import Seat
from games.thinking.players import Thinker, Told


def test_hard_challenges_impossible_bids_and_no_certain_ones() -> None:
    state = _dealt(((1, 2, 3), (1, 1, 2)), Bid(6, 4))
    view = GAME.view(state, Seat(0))
    legal = GAME.legal_moves(state, Seat(0))
    assert HARD.choose(view, [], legal, random.Random(1)) == Challenge()
    state = _dealt(((1, 1, 6), (1, 1, 2)), Bid(2, 1))
    view = GAME.view(state, Seat(0))
    legal = GAME.legal_moves(state, Seat(0))
    assert HARD.choose(view, [], legal, random.Random(1)) != Challenge()


def _dealt(hidden: tuple[tuple[int, ...], ...], *bids: Bid) -> State:
    """Return a round with these dice and bids, made in turn. Seat 0 is to act."""
    seats = len(hidden)
    made = tuple((Seat((n - len(bids)) % seats), bid) for n, bid in enumerate(bids))
    return State(
        options=BluffOptions(dice=max(map(len, hidden))),
        round=1,
        stage=1,
        left=tuple(map(len, hidden)),
        hidden=hidden,
        shown=((),) * seats,
        bids=made,
        turn=Seat(0),
        out=(0,) * seats,
    )


def test_bidder_is_taken_to_hold_its_bid() -> None:
    state = _dealt(((1, 2, 3, 3, 4), (1,) * 5), Bid(3, 5))
    view = GAME.view(state, Seat(0))
    rng = np.random.default_rng(1)
    faces, _ = worlds(view, [], now(view, []), 300, rng)
    fives = matches_of(faces[1])[:, 4].mean()
    assert fives > 2
    assert faces[1].sum(1).tolist() == [5] * 300


@dataclass
class _Judge:
    """Plays by the odds, and records the kind it assigns to the next seat before each move."""

    found: list[int] = field(default_factory=list)

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        self.found.append(int(manners(view, told)[1].argmax()))
        return NORMAL.choose(view, told, legal, rng)


@pytest.mark.parametrize(
    ("player", "kind"),
    [
        (Default("bluff"), KINDS.index(Kind(low=1.0, mean=True))),
        (EASY, KINDS.index(Kind(low=0.01, wilds=False))),
    ],
    ids=["lowest", "beginner"],
)
def test_player_kind_follows_from_its_acts(player: Thinker, kind: int) -> None:
    ends = []
    for deal in range(5):
        judge = _Judge()
        play("bluff", BluffOptions(), [judge, player], f"kinds{deal}", 0, [])
        ends.append(judge.found[-1])
    assert ends.count(kind) >= 4


@pytest.mark.parametrize("dice", [1, 2, 5, 12, 36])
def test_the_lowest_higher_bids_are_those_of_the_rules(dice: int) -> None:
    for last in (None, *higher_bids(None, dice)):
        higher = higher_bids(last, dice)
        weight, face = last.height if last else (0, 0)
        counts, order = odds.lowest_counts(dice)[weight, face], odds.ranks(dice)[weight, face]
        lowest = [next((b for b in higher if b.face == f), None) for f in FACES]
        assert [b and b.count for b in lowest] == [c if c <= dice else None for c in counts]
        there = [b for b in sorted(zip(order, lowest, strict=True), key=lambda p: p[0]) if b[1]]
        assert [b.height for _, b in there if b] == sorted(b.height for b in lowest if b)


def test_rolls_are_all_there_are() -> None:
    for dice in range(7):
        found, chances = rolls(dice)
        assert chances.sum() == pytest.approx(1)
        some = tuple(sorted(random.Random(dice).choices(FACES, k=dice)))
        assert found[odds.place_of(some)].tolist() == [some.count(face) for face in FACES]


@pytest.mark.parametrize("end", ["last", "first_out"])
def test_challenge_worth_agrees_with_the_rules(end: str) -> None:
    options = BluffOptions(dice=3, end=end)
    rng = random.Random(2)
    for n in range(80):
        left = tuple(rng.choice((1, 2, 3)) for _ in range(3))
        hidden = tuple(tuple(rng.choices(FACES, k=dice)) for dice in left)
        bid = rng.choice(higher_bids(None, sum(left)))
        state = _dealt(hidden, bid)._replace(options=options)
        after = GAME.play(state, Seat(0), Challenge(), Chance(b"settled", n)).state
        beyond = sum(matching(dice, bid.face) for dice in hidden) - bid.count
        for me in range(3):
            bring = odds.brings(left, 0, 2, me, end)[np.clip(beyond, -MOST, MOST) + MOST]
            assert bring == pytest.approx(worth(after.left, me, end))


@pytest.mark.parametrize("left", [(2, 3), (3, 0, 4, 2), (5, 5, 5, 5)])
def test_the_batch_goes_on_as_the_rules_and_the_odds_have_it(left: tuple[int, ...]) -> None:
    rng, seats = random.Random(4), len(left)
    number = 20
    hands = [[tuple(rng.choices(FACES, k=d)) for d in left] for _ in range(number)]
    faces = np.array([[[h.count(f) for f in FACES] for h in hand] for hand in hands])
    worlds = Worlds(
        matching=matches_of(faces).swapaxes(0, 1),
        open=np.zeros((number, 6), np.int64),
        kinds=np.zeros((seats, number), np.int64),
        mine=np.full(number, left[0]),
    )
    nothing = np.zeros(number, np.int64)
    rows = Rows(np.arange(number), np.zeros((seats, number), np.int64), nothing, nothing, nothing)
    rest = Rest(left, left, 0, "last", 0.0)
    values = rest.play(worlds, rows, 0, 0, np.random.default_rng(1))
    for hand, value in zip(hands, values, strict=True):
        state = _dealt(tuple(hand))
        while state.round == 1 and not state.over:
            seat = state.turn
            legal = GAME.legal_moves(state, seat)
            move = REFERENCES["the odds"].choose(GAME.view(state, seat), [], legal, rng)
            state = GAME.play(state, seat, move, Chance(b"batch", 0)).state
        assert value == pytest.approx(worth(state.left, 0, "last"))


BIDS = higher_bids(None, 2)
WINS = np.array(
    [[[matching((a, b), bid.face) >= bid.count for b in FACES] for a in FACES] for bid in BIDS],
    float,
)
"""True if the bidder wins a challenge. Axes [bid, bidder's die, other die]."""


def _mix(player: Any, bids: tuple[int, ...], die: int) -> Any:
    """Return a player's frequencies of each bid and of a challenge (last), with a die each."""
    state = _dealt(((die,), (die,)), *(BIDS[bid] for bid in bids))
    view, legal = GAME.view(state, state.turn), GAME.legal_moves(state, state.turn)
    found = np.zeros(len(BIDS) + 1)
    if hasattr(player, "mix"):
        shares = player.mix(view, [], legal)
    else:
        shares = [move == player.choose(view, [], legal, random.Random(0)) for move in legal]
    for move, often in zip(legal, shares, strict=True):
        found[BIDS.index(move) if isinstance(move, Bid) else -1] += often
    return found


def _response(player: Any, bids: tuple[int, ...], seat: int, reach: Any) -> Any:
    """Return P(these bids and a win) of the best response, by its die.

    `seat`: the player's. `reach`: P(these bids) by the player's die.
    """
    if not reach.any():
        return np.zeros(len(FACES))
    rest = range(bids[-1] + 1 if bids else 0, len(BIDS))
    if len(bids) % 2 == seat:
        mix = np.array([_mix(player, bids, die) for die in FACES]) * reach[:, None]
        value = sum((_response(player, (*bids, b), seat, mix[:, b]) for b in rest), np.zeros(6))
        return value + WINS[bids[-1]] @ mix[:, -1] if bids else value
    choices = [_response(player, (*bids, b), seat, reach) for b in rest]
    return np.max([*choices, *([(1 - WINS[bids[-1]]) @ reach] if bids else [])], axis=0)


def _above_half(player: Any) -> float:
    """Return the best response's chance to win, minus a half, each side beginning once."""
    wins = [_response(player, (), seat, np.full(len(FACES), 1 / 36)).sum() for seat in (0, 1)]
    return float(sum(wins) / 2 - 0.5)


def test_hard_is_nearly_unexploitable_with_a_die_each() -> None:
    assert _above_half(REFERENCES["the odds"]) == pytest.approx(0.1528, abs=1e-4)
    assert 0 <= _above_half(HARD) < 0.02


def test_mix_is_worth_the_best_choice_with_a_die_each() -> None:
    opening = duel.learned()[0][0].mean(0)
    likely = [bid for bid, often in zip(duel.BIDS, opening, strict=False) if often > 0.1]
    assert likely
    for die, bid in product(FACES, (None, *likely)):
        state = _dealt(((die,), (1,)), *((bid,) if bid else ()))
        view, legal = GAME.view(state, Seat(0)), GAME.legal_moves(state, Seat(0))
        worths = duel.weigh(view, legal)
        often = duel.mix(view, legal)
        mixed = sum(p * w for p, w in zip(often, worths, strict=True))
        assert max(worths) - mixed < 0.03


@pytest.mark.parametrize(
    ("better", "worse", "seats", "deals"),
    [(EASY, AtRandom(), 3, 4), (NORMAL, EASY, 2, 50), (HARD, NORMAL, 2, 4)],
    ids=["easy", "normal", "hard"],
)
def test_each_strength_beats_the_one_below(
    better: Thinker, worse: Thinker, seats: int, deals: int
) -> None:
    options = BluffOptions(dice=4)
    assert against("bluff", options, better, [worse] * (seats - 1), deals).mean > 1 / seats
