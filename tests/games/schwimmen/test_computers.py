"""Computers that play Schwimmen: legal, blind to what is hidden, and each better than the last."""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from bench.ladder import AtRandom, against
from games import schwimmen
from games.cards import PACK, SUITS, Card, parse_card
from games.chance import Chance
from games.core import Event
from games.schwimmen import GAME, Keep, Move, Pass, SchwimmenOptions, State, Swap
from games.schwimmen.computers.ahead import chances, imagine_many, known, last_swimmer, turn
from games.schwimmen.computers.many import ALL, PASS, Many, codes, numbers, ranking, reaches, worths
from games.schwimmen.computers.players import EASY, NORMAL
from games.schwimmen.thirty_one import strength, swapped, worth

from ..hands import OPTIONS
from ..playing import heard, moments, random_match

TABLES = [
    pytest.param(seats, options, id=f"{seats}-{number}")
    for seats in (2, 4, 8)
    for number, options in enumerate(OPTIONS["schwimmen"])
]


def _unhurried(legal: Sequence[Move], rng: random.Random) -> Move:
    """Any move, but seldom a close, and often a pass, so that deals last."""
    turns = [move for move in legal if not getattr(move, "close", False)]
    if rng.random() < 0.04:
        return rng.choice(legal)
    if Pass() in turns and rng.random() < 0.4:
        return Pass()
    return rng.choice(turns)


def test_hands_are_ranked_as_by_the_rules() -> None:
    rng, best = random.Random(1), ranking()
    hands = [tuple(rng.sample(PACK, 3)) for _ in range(300)]
    hands += [tuple(Card("A", suit) for suit in SUITS[:3]), tuple(PACK[:3])]
    ranks = [int(best.ranks[codes(numbers(hand))]) for hand in hands]
    for (one, r), (other, s) in combinations(zip(hands[-80:], ranks[-80:], strict=True), 2):
        assert (r < s) == (strength(one) < strength(other))
    for hand, rank in zip(hands, ranks, strict=True):
        assert worths()[codes(numbers(hand))] == worth(hand) / 2
        assert (rank >= best.shown) == (worth(hand) >= 62)
        assert (rank >= best.fire) == (worth(hand) == 64)


def test_hand_prospect_is_its_best_swap_with_any_table() -> None:
    hand = tuple(map(PACK.__getitem__, (0, 9, 18)))
    others = [card for card in PACK if card not in hand]
    best = {
        card: max(worth(hand), *(worth(swapped(hand, give, card)) for give in hand)) / 2
        for card in others
    }
    expected = fmean(max(best[card] for card in table) for table in combinations(others, 3))
    assert reaches()[codes(numbers(hand))] == pytest.approx(expected, abs=1e-3)


def _same(state: State) -> Many:
    """The position of a state, twice."""
    playing = state.still_in()
    stock = np.zeros((32 - 3 * len(playing), 2), np.int64)
    drawn = len(stock) - len(state.stock)
    stock[drawn:] = np.array(numbers(state.stock), np.int64)[:, None]
    return Many(
        hands=np.array([[[n] * 2 for n in numbers(state.hands[seat])] for seat in playing]),
        table=np.array([[n] * 2 for n in numbers(state.table)]),
        stock=stock,
        drawn=np.full(2, drawn),
        passes=np.full(2, state.passes),
        closer=np.full(2, -1 if state.closer is None else playing.index(state.closer)),
        place=playing.index(state.turn),
        turns=state.turns,
        swap_all=state.options.swap_all,
        rng=np.random.default_rng(1),
    )


def _number(many: Many, move: Move) -> int:
    if isinstance(move, Swap):
        hand: list[int] = many.hands[many.place, :, 0].tolist()
        table: list[int] = many.table[:, 0].tolist()
        give, take = numbers([move.give, move.take])
        return 3 * hand.index(give) + table.index(take)
    return ALL if isinstance(move, schwimmen.SwapAll) else PASS


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_batch_plays_a_deal_as_the_rules_do(seats: int, options: SchwimmenOptions) -> None:
    rng, compared = random.Random(seats), 0
    for seed in range(8):
        state = GAME.deal(seats, options, Chance(b"batch", seed)).state
        # Now and then no seat swaps: tables are renewed, and a deal ends after twenty turns.
        lazy, many = seed % 4 == 0, None
        for ply in range(1, 200):
            if state.choosing:
                move: Move = Keep()
            else:
                many = many or _same(state)
                legal = GAME.legal_moves(state, state.turn)
                move = Pass() if lazy else _unhurried(legal, rng)
                many.turn(
                    np.full(2, _number(many, move)), np.full(2, getattr(move, "close", 0) > 0)
                )
            step = GAME.play(state, state.turn, move, Chance(b"batch", 1000 * seed + ply))
            before, state = state, step.state
            ended = next(
                (e.result for e in step.events if isinstance(e, schwimmen.DealEnded)), None
            )
            if ended:
                if many is not None:
                    assert not len(many.number)
                    lost = sum(
                        1 << before.still_in().index(s) for s in ended.losers or ended.spared
                    )
                    assert many.lost.tolist() == [lost, lost]
                    compared += 1
                break
            if many is None:
                continue
            assert many.passes[0] == state.passes
            assert state.still_in()[many.place] == state.turn
            for place, seat in enumerate(state.still_in()):
                assert {PACK[n] for n in many.hands[place, :, 0].tolist()} == set(state.hands[seat])
            if any(isinstance(e, schwimmen.Renewed) and e.reshuffled for e in step.events):
                # Reshuffled by another chance: the same cards, and on from there.
                cards = {*many.table[:, 0].tolist(), *many.stock[many.drawn[0] :, 0].tolist()}
                assert cards == set(numbers((*state.table, *state.stock)))
                many = _same(state)
            assert {PACK[n] for n in many.table[:, 0].tolist()} == set(state.table)
    assert compared > 3


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_imagined_hands_hold_the_taken_cards_once(seats: int, options: SchwimmenOptions) -> None:
    for state, seat, told in moments(random_match("schwimmen", seats, options, 3), 5):
        view = GAME.view(state, seat)
        worlds = imagine_many(view, told, 20, np.random.default_rng(1))
        held = known(view, told).held
        for world in range(20):
            hands = worlds.hands[:, :, world].tolist()
            hidden = [*(n for hand in hands for n in hand), *worlds.rest[:, world].tolist()]
            assert len(set(hidden)) == len(hidden) == 32 - len(view.table) - len(state.discards)
            assert len(worlds.rest) == len(state.stock) + len(state.extra)
            for place, s in enumerate(state.still_in()):
                assert set(numbers(sorted(held[s]))) <= set(hands[place])
                assert s != seat or hands[place] == numbers(view.hand)
                assert ranking().ranks[codes(hands[place])] < ranking().shown


def _after(*moves: str, seed: int) -> tuple[State, tuple[Event, ...]]:
    """Return two seats after the dealer's keep and these turns, with the first player's events."""
    step = GAME.deal(2, SchwimmenOptions(), Chance(b"after", seed))
    first = step.state.after(step.state.dealer)
    told = heard(step.events, first)
    for ply, text in enumerate(("keep", *moves)):
        move = GAME.parse_move(text)
        step = GAME.play(step.state, step.state.turn, move, Chance(b"after", ply))
        told += heard(step.events, first)
    return step.state, tuple(told)


def test_closer_is_thought_to_hold_more() -> None:
    for seed in range(4):
        state, told = _after("pass", "pass!", seed=seed)
        view = GAME.view(state, state.turn)
        assert view.closer is not None
        means = []
        for closer in (view.closer, None):
            seen = replace(view, closer=closer)
            worlds = imagine_many(seen, told, 200, np.random.default_rng(1))
            means.append(float(worths()[codes(worlds.hands[view.closer])].mean()))
        assert means[0] > means[1] + 5


def test_seat_without_a_gain_passes() -> None:
    hand, table = (
        numbers([parse_card(card) for card in cards.split()]) for cards in ("QC TC KH", "KD 7D 8H")
    )
    rest = [place for place in range(len(PACK)) if place not in (*hand, *table)]
    many = Many(
        hands=np.array([hand, rest[:3]])[:, :, None],
        table=np.array(table)[:, None],
        stock=np.array(rest[3:])[:, None],
        drawn=np.zeros(1, np.int64),
        passes=np.zeros(1, np.int64),
        closer=np.full(1, -1),
        place=0,
        turns=38,
        swap_all=False,
        rng=np.random.default_rng(1),
    )
    turn(many, np.full((2, 1), 25, np.float32))
    assert many.table[:, 0].tolist() == table


def test_last_swimmer_chance_agrees_with_losing_in_turn() -> None:
    @lru_cache
    def exact(own: int, others: tuple[int, ...]) -> float:
        if own < 0:
            return 0.0
        if not others:
            return 1.0
        after = [exact(own - 1, others)]
        for at, lives in enumerate(others):
            left = (*others[:at], *([lives - 1] if lives else []), *others[at + 1 :])
            after.append(exact(own, left))
        return fmean(after)

    for own, others in ((3, (3, 3, 3)), (0, (2, 1)), (5, (5, 0, 3)), (1, (4,))):
        assert last_swimmer(own, others) == pytest.approx(exact(own, others), abs=2e-3)
    table = chances((0, 2, 0), 0)
    assert table[0b001] == 0
    assert table[0b111] == 0
    assert table[0b110] == pytest.approx(exact(0, (1,)), abs=2e-3)
    assert chances((0, 0), 0)[0b11] == pytest.approx(0.5, abs=2e-3)


@pytest.mark.parametrize(
    ("better", "worse", "deals_"),
    [(EASY, AtRandom(), 4), (NORMAL, EASY, 6)],
    ids=["easy", "normal"],
)
def test_each_strength_wins_more_than_its_share(better: Any, worse: Any, deals_: int) -> None:
    assert against("schwimmen", SchwimmenOptions(), better, [worse] * 3, deals_).mean > 0.4
