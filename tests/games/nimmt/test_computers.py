"""Computers that play 6 nimmt!: legal, blind to what is hidden, and each better than the last."""

import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from bench.ladder import AtRandom, against
from games import nimmt
from games.chance import Chance
from games.core import Seat
from games.nimmt import GAME, Choose, NimmtOptions, State, TakeRow, row_bulls, row_end
from games.nimmt.computers.ahead import deal_hands, drawn, generator, knowledge, liked
from games.nimmt.computers.many import fits, lowest_first, place, same_rows, trick
from games.nimmt.computers.nets import Unseen, of_cards
from games.nimmt.computers.players import EASY, HARD, NORMAL
from games.thinking.players import Thinker

from ..hands import OPTIONS
from ..playing import moments, random_match

ROUND = NimmtOptions(rounds=1)
TABLES = [
    pytest.param(seats, options, id=f"{seats}-{number}")
    for seats in (2, 4, 10)
    for number, options in enumerate(OPTIONS["nimmt"])
]


def _bulls_spared(outcome: Any, seat: Seat) -> float:
    """Return a seat's bulls below the mean of the others."""
    others = sum(outcome.scores) - outcome.scores[seat]
    return float(others / (len(outcome.scores) - 1) - outcome.scores[seat])


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_batch_places_as_the_rules_do(seats: int, options: NimmtOptions) -> None:
    compared = 0
    steps = random_match("nimmt", seats, options, 3).steps
    for before, after in pairwise(steps):
        for event in after.events:
            if isinstance(event, nimmt.Revealed):
                cards = np.array([[card] for _, card in sorted(event.cards)], np.int16)
                order, seat = lowest_first(cards)
                pairs = zip(seat[:, 0].tolist(), order[:, 0].tolist(), strict=True)
                assert tuple(pairs) == event.cards
        waiting = before.state.waiting
        if not waiting or after.state.round != before.state.round:
            continue
        rows = same_rows(before.state.rows)
        seat, took = waiting[0][0], 0
        # The row its player chose: where the card lies, or lay until another took it.
        card = waiting[0][1]
        chosen = next(
            e.row
            for e in after.events
            if isinstance(e, nimmt.Placed | nimmt.Took) and e.card == card
        )
        left = len(after.state.waiting)
        for n, (owner, card) in enumerate(waiting[: len(waiting) - left]):
            array = np.array([card], np.int16)
            got = place(rows, array, np.array([chosen], np.int16) if n == 0 else None)
            took += int(got[0]) * (owner == seat)
        assert rows.ends[:, 0].tolist() == [row_end(row) for row in after.state.rows]
        assert rows.lengths[:, 0].tolist() == [len(row) for row in after.state.rows]
        assert rows.costs[:, 0].tolist() == [row_bulls(row) for row in after.state.rows]
        assert took == after.state.round_bulls[seat] - before.state.round_bulls[seat]
        compared += 1
    assert compared


@pytest.mark.parametrize("jokers", [False, True])
def test_many_tricks_at_once_go_as_by_the_rules(jokers: bool) -> None:
    rng = random.Random(4)
    options = NimmtOptions(rounds=1, jokers=jokers)
    state = GAME.deal(5, options, Chance(b"many", 0)).state
    worlds = [[rng.choice(hand) for hand in state.hands] for _ in range(50)]
    rows = same_rows(state.rows, len(worlds))
    taken = trick(rows, np.array(worlds, np.int16).T)
    for at, cards in enumerate(worlds):
        played = state
        for n, card in enumerate(cards):
            played = GAME.play(played, Seat(n), Choose(card), Chance(b"many", n)).state
        while played.waiting and played.trick == state.trick:
            seat, card = played.waiting[0]
            view = GAME.view(played, seat)
            if fits(same_rows(played.rows), np.array([card], np.int16))[0] < 0 and card >= 10:
                move = TakeRow(_cheapest(played))
            else:
                move = TakeRow(max(range(4), key=lambda r: (len(view.rows[r]) % 5, -r)))
            played = GAME.play(played, seat, move, Chance(b"many", 99)).state
        assert rows.ends[:, at].tolist() == [row_end(row) for row in played.rows]
        assert taken[:, at].tolist() == list(played.round_bulls)


def test_cards_are_alike_in_however_many_worlds() -> None:
    state = GAME.deal(4, ROUND, Chance(b"wide", 0)).state
    rows = ((state.rows[0][0],), *((row[0],) * n for n, row in enumerate(state.rows[1:], 2)))
    hand = np.array(state.hands[0], np.int16)[:, None]
    unseen = Unseen(np.arange(105, dtype=np.int16))
    worlds = 20_000
    many = of_cards(same_rows(rows, worlds), np.repeat(hand, worlds, 1), unseen, 3)
    assert (many == of_cards(same_rows(rows), hand, unseen, 3)).all()


def _cheapest(state: State) -> int:
    return min(range(4), key=lambda r: (row_bulls(state.rows[r]), -len(state.rows[r]), r))


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_imagined_hands_hold_no_card_seen_before(seats: int, options: NimmtOptions) -> None:
    for state, seat, told in moments(random_match("nimmt", seats, options, 6), 6):
        known = knowledge(GAME.view(state, seat), told)
        hands = deal_hands(known, 20, generator(random.Random(1)))
        assert hands.shape == (seats - 1, len(state.hands[seat]), 20)
        for world in range(20):
            cards = hands[:, :, world].reshape(-1).tolist()
            assert len(set(cards)) == len(cards)
            assert set(cards) <= set(known.unseen)
        truth = {card for s, hand in enumerate(state.hands) if s != seat for card in hand}
        assert truth <= set(known.unseen)
        shown = [event for event in told if isinstance(event, nimmt.Revealed)]
        seen = {card for event in shown for _, card in event.cards} | set(state.hands[seat])
        assert state.round > 1 or not seen & set(hands.reshape(-1).tolist())


def test_cards_that_take_a_row_are_played_seldom() -> None:
    rows = ((100, 200, 300, 400, 500), (600,), (700,), (800,))
    # The first is lower than all rows, the second fills one, the third is a joker.
    hand = np.array([[50], [510], [3], [610]], np.int16).repeat(4_000, 1)
    places = drawn(liked(same_rows(rows, 4_000), hand), generator(random.Random(1)))
    first, second, joker, free = np.bincount(places, minlength=4) / 4_000
    assert joker == pytest.approx(free, abs=0.05)
    assert max(first, second) < free / 4
    assert min(first, second) > 0.02


def test_easy_lays_any_card_that_costs_nothing_now() -> None:
    rows = ((100, 200, 300, 400, 500), (600,), (700,), (800,))
    dealt = GAME.deal(2, ROUND, Chance(b"easy", 0)).state
    state = dealt._replace(rows=rows, hands=((510, 610, 660, 900), (10, 20, 30, 40)))
    view, legal = GAME.view(state, Seat(0)), GAME.legal_moves(state, Seat(0))
    laid = {EASY.choose(view, (), legal, random.Random(n)) for n in range(40)}
    assert laid == {Choose(610), Choose(660), Choose(900)}


@pytest.mark.parametrize(
    ("better", "worse", "deals"),
    [(EASY, AtRandom(), 8), (NORMAL, EASY, 32), (HARD, NORMAL, 8)],
    ids=["easy", "normal", "hard"],
)
def test_each_strength_spares_more_bulls_than_the_one_below(
    better: Thinker, worse: Thinker, deals: int
) -> None:
    assert against("nimmt", ROUND, better, [worse] * 3, deals, score=_bulls_spared).mean > 0
