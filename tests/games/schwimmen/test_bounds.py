"""Schwimmen: every deal and every match ends under any play (rulings of 2026-11)."""

import pytest

from games import schwimmen
from games.core import Outcome, Seat
from games.errors import IllegalMove, MatchOver, NotToAct
from games.record import Record, dumps, loads, replay
from games.schwimmen import GAME, Keep, Pass, SchwimmenOptions, State

from ..playing import SEED
from .positions import cards, packs, play, position, result

HANDS = "7H 8H 9H/KC 7S 8D/QC JC 9S"
# 10 in hearts, by holder.
EQUAL = ("KH 9S 7D", "QH 9C 8D", "JH 8S 7C", "TH 8C 7S")


def rounds(turns: int, seats: int = 3) -> str:
    """All seats pass this number of times."""
    return " ".join(["pass"] * turns * seats)


def texts(state: State) -> list[str]:
    return [GAME.move_text(move) for move in GAME.legal_moves(state, state.turn)]


# Twenty turns a seat


def test_ruling_deal_ends_after_20_turns_a_seat() -> None:
    state = position(HANDS, "AC AS KD", dealer=2)
    before, events = play(state, f"{rounds(19)} pass pass")
    assert schwimmen.DealEnded not in [type(event) for event in events]
    after, events = play(before, "pass")
    told = result(events)
    assert (told.closer, told.shown, told.losers) == (None, (), (1,))
    assert after.lives == (3, 2, 3)
    assert after.deal == 3, "the next deal has begun"


def test_ruling_no_new_table_after_the_twentieth_turns() -> None:
    _, events = play(position(HANDS, "AC AS KD"), rounds(20))
    ended = [type(event) for event in events].index(schwimmen.DealEnded)
    assert sum(type(event) is schwimmen.Renewed for event in events[:ended]) == 19


def test_ruling_dealers_choice_is_no_turn() -> None:
    state = position("7H 8H 9H/-/KC 7S 8D", extra="AC AS KD")
    before, _ = play(state, f"keep {rounds(19, seats=2)} pass")
    assert (before.deal, before.turns) == (2, 39)
    after, _ = play(before, "pass")
    assert after.deal == 3


def test_ruling_swaps_are_turns_as_well() -> None:
    state = position("7H 8H 9H/KC 7S 8D", "QC TD 9S", dealer=0)
    back_and_forth = "KC-QC 7H-TD QC-KC TD-7H " * 10
    before, events = play(state, back_and_forth.rsplit(maxsplit=1)[0])
    assert (before.deal, before.turns) == (2, 39)
    after, events = play(before, "TD-7H")
    assert (result(events).losers, after.deal) == ((1,), 3)


def test_ruling_no_close_in_the_twentieth_turns() -> None:
    state, _ = play(position(HANDS, "AC AS KD"), f"{rounds(18)} pass pass")
    assert "pass!" in texts(state), "the last of the nineteenth round may"
    state, _ = play(state, "pass")
    for _ in range(3):
        assert "pass" in texts(state)
        assert not [text for text in texts(state) if text.endswith("!")]
        with pytest.raises(IllegalMove, match="last round of turns"):
            play(state, "pass!")
        state, _ = play(state, "pass")
    assert state.deal == 3


def test_ruling_a_close_before_that_runs_as_ever() -> None:
    state = position(HANDS, "AC AS KD", dealer=2)
    closed, events = play(state, f"{rounds(18)} pass pass pass!")
    assert schwimmen.LastTurns not in [type(event) for event in events]
    assert GAME.view(closed, None).last_turns == (0, 1)
    after, events = play(closed, "pass pass")
    assert result(events).closer == 2
    assert after.deal == 3


def test_ruling_last_turns_are_announced_after_the_nineteenth() -> None:
    state = position("7H 8H 9H/KC 7S 8D/-/QC TD 9S", "AC AS KD", dealer=1)
    before, events = play(state, f"{rounds(18)} pass pass")
    assert GAME.view(before, None).last_turns == ()
    assert schwimmen.LastTurns not in [type(event) for event in events]
    after, events = play(before, "pass")
    kinds = [type(event) for event in events]
    assert kinds == [schwimmen.Passed, schwimmen.Renewed, schwimmen.LastTurns]
    assert events[-1] == schwimmen.LastTurns(seats=(Seat(3), Seat(0), Seat(1)))
    for left in ((3, 0, 1), (0, 1), (1,)):
        for reader in (None, Seat(0)):
            view = GAME.view(after, reader)
            assert (view.last_turns, view.closer) == (left, None)
        after, events = play(after, "pass")
    assert GAME.view(after, None).last_turns == ()


def test_last_turns_are_announced_without_a_new_table() -> None:
    state, _ = play(position(HANDS, "AC AS KD", dealer=2), f"{rounds(18)} pass pass")
    _, events = play(state._replace(table=cards("AC AS KD")), "QC-KD")
    assert [type(event) for event in events] == [schwimmen.Swapped, schwimmen.LastTurns]


def test_no_last_turns_when_the_nineteenth_ends_the_deal() -> None:
    state = position("7H 8H 9H/AC KC 8D", "QC TD 9S", dealer=1)
    state, _ = play(state, f"{rounds(18, seats=2)} pass")
    near = state._replace(table=cards("QC TD 9S"))
    _, events = play(near, "8D-QC")
    assert result(events).shown == (1,)
    assert schwimmen.LastTurns not in [type(event) for event in events]


# A close without an event


def test_ruling_the_record_keeps_such_a_close_as_written(monkeypatch: pytest.MonkeyPatch) -> None:
    packs(monkeypatch, lambda deal: "AC KC 8D AH KH 8S TC TH 9S")
    bare = Record("schwimmen", GAME.version, SchwimmenOptions(), 2, SEED, ("7", "7"))
    dealer = replay(bare)[0].state.dealer
    turn = ("8S-TH!", "8D-TC!")[dealer]
    moves = ((dealer, "keep"), (Seat(1 - dealer), turn))
    record = Record("schwimmen", GAME.version, SchwimmenOptions(), 2, SEED, ("7", "7"), moves)
    assert replay(record)[-1].state.results[-1].shown == (1 - dealer,)
    assert turn in dumps(record)
    assert loads(dumps(record)).moves == moves


# Deals that would put all seats out


def ties(monkeypatch: pytest.MonkeyPatch, *others: str) -> None:
    """Deal equal hands, but these in the deals they are for."""
    packs(monkeypatch, lambda deal: others[deal] if deal < len(others) else " ".join(EQUAL))


def test_ruling_third_spared_deal_in_a_row_ends_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    ties(monkeypatch)
    state = position("/".join([*EQUAL[:2], "-"]), "AC AS KD", lives="0 0 0")
    for number in (1, 2):
        state, events = play(state, "pass! pass" if number == 1 else "keep pass! pass")
        told = result(events)
        assert (told.spared, told.losers, told.out, told.in_a_row) == ((0, 1), (), (), number)
        assert (state.lives, state.gone) == ((0, 0, 0), (0, 0, 1))
        assert (state.deal, state.dealer) == (2 + number, number % 2), "played again"
        assert GAME.outcome(state) is None
    state, events = play(state, "keep pass! pass")
    told = result(events)
    assert (told.spared, told.losers, told.out, told.in_a_row) == ((0, 1), (), (), 3)
    outcome = Outcome((1, 1, 3), (4, 4, 0))
    assert GAME.outcome(state) == outcome
    assert events[-1] == schwimmen.MatchEnded(ranks=outcome.ranks, scores=outcome.scores)
    assert GAME.to_act(state) == frozenset()
    assert GAME.legal_moves(state, state.turn) == ()
    assert GAME.view(state, None).last_turns == ()
    with pytest.raises(MatchOver):
        play(state, "pass")


def test_ruling_only_such_deals_in_a_row_count(monkeypatch: pytest.MonkeyPatch) -> None:
    one_out = f"{EQUAL[0]} {EQUAL[1]} 7H 8C 9D"
    ties(monkeypatch, " ".join(EQUAL), one_out)
    state = position("/".join(EQUAL[:3]), "AC AS KD", lives="0 0 0")
    state, _ = play(state, "pass! pass pass")
    state, events = play(state, "keep pass! pass pass")
    assert result(events).in_a_row == 2
    state, events = play(state, "keep pass! pass pass")
    assert (result(events).out, result(events).in_a_row) == ((2,), 0)
    for number in (1, 2, 3):
        assert GAME.outcome(state) is None
        state, events = play(state, "keep pass! pass")
        assert result(events).in_a_row == number
    assert GAME.outcome(state) == Outcome((1, 1, 3), (7, 7, 3))


# A move for who makes none


def test_ruling_default_move_keeps_then_passes() -> None:
    choosing = position("7H 8H 9H/KC 7S 8D", extra="QC TD 9S")
    assert GAME.default_move(GAME.view(choosing, Seat(0))) == Keep()
    state = position("7H 8H 9H/KC 7S 8D", "QC TD 9S")
    with pytest.raises(NotToAct):
        GAME.default_move(GAME.view(state, Seat(0)))
    for _ in range(40):
        assert GAME.default_move(GAME.view(state, state.turn)) == Pass()
        state, _ = play(state, "pass")
    assert state.deal == 3
