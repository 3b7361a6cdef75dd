"""Schwimmen: every rule, ruling and worked example of the rules page."""

from collections import Counter

import pytest

from games import schwimmen
from games.cards import PACK, Card, arranged, find_card, parse_card
from games.core import Outcome, Seat
from games.errors import IllegalMove, InvalidMove, MatchOver, NotToAct
from games.schwimmen import GAME, SchwimmenOptions, SwapAll, thirty_one
from games.schwimmen.thirty_one import counting_suit, strength, worth

from ..playing import chance, only, random_match, refused
from .positions import cards, play, position, result, stack

# Worked examples


def test_example_1_five_hands_are_compared_and_the_worst_loses() -> None:
    hands = "7H 8H 9H/AC AS KD/JC JS JH/TC TS TH/7S 8S 9S"
    _, events = play(position(hands, "QD JD 7D"), "pass! pass pass pass pass")
    assert result(events).losers == (1,)
    without = hands.replace("/AC AS KD", "")
    _, events = play(position(without, "QD JD 7D"), "pass! pass pass pass")
    assert result(events).losers == (0,)


def test_example_2_equal_lowest_hands_both_lose_a_life() -> None:
    state = position("KH 9S 7D/QH 9C 8D/AS KS 8C", "7C 7S 7H")
    state, events = play(state, "pass! pass pass")
    assert result(events).losers == (0, 1)
    assert state.lives == (2, 2, 3)


def test_example_3_fire_costs_all_others_a_life() -> None:
    state = position("AC AS 7D/JC JS JH/7S 8S 9S", "AH 7C KD", dealer=2)
    state, events = play(state, "7D-AH")
    told = result(events)
    assert (told.fire, told.losers, told.shown) == (True, (1, 2), (0,))
    assert state.lives == (3, 2, 2)


def test_example_4_three_passes_turn_up_three_new_cards() -> None:
    state = position("7H 8H 9H/KC 7S 8D/QC TD 9S", "AC AS KD", stock="AH AD JC JS 7D")
    two, _ = play(state, "pass pass")
    assert two.table == state.table
    three, events = play(state, "pass pass pass")
    assert set(three.table) == set(cards("AH AD JC"))
    assert three.stock == cards("JS 7D")
    assert three.discards == cards("AC AS KD")
    renewed = only(events, schwimmen.Renewed)
    assert (renewed.table, renewed.stock, renewed.reshuffled) == (three.table, 2, False)
    assert three.turn == 1, "the turns go on"


def test_example_5_others_have_one_more_turn_after_a_close() -> None:
    state = position("7H 8H 9H/KC 7S 8D/QC TD 9S", "AC AS KD", dealer=2)
    state, events = play(state, "pass!")
    assert only(events, schwimmen.Closed) == schwimmen.Closed(seat=Seat(0))
    for seat, left in ((1, (1, 2)), (2, (2,))):
        assert state.turn == seat
        assert GAME.view(state, None).last_turns == left
        texts = [GAME.move_text(move) for move in GAME.legal_moves(state, Seat(seat))]
        assert "pass" in texts
        assert not [text for text in texts if text.endswith("!")]
        with pytest.raises(IllegalMove, match="closed already"):
            play(state, "pass!")
        state, events = play(state, "pass")
    assert result(events).closer == 0
    assert state.deal == 3


def test_example_6_lowest_swimmer_is_out() -> None:
    state = position("7H 8C 9D/KC QC 8D/QH TH 9S", "AC AS KD", lives="0 1 3")
    state, events = play(state, "pass! pass pass")
    assert result(events).out == (0,)
    assert state.gone == (2, 0, 0)
    assert state.hands[0] == ()
    assert state.still_in() == (1, 2)


# A match: deal


@pytest.mark.parametrize(("hand", "fire"), [("AH KH TH", False), ("AH AS AC", True)])
def test_a_dealt_thirty_one_or_fire_is_shown_at_once(
    hand: str, fire: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, f"7C 8S 9D {hand} KC QC 8C JS JD 7D")
    step = GAME.deal(3, SchwimmenOptions(), chance(0))
    told = result(list(step.events))
    assert told.shown == (1,)
    assert told.fire == fire
    assert told.losers == ((0, 2) if fire else (0,))
    assert told.closer is None
    kinds = [type(event) for event in step.events]
    assert kinds.index(schwimmen.Showed) < kinds.index(schwimmen.DealEnded)
    assert step.state.deal == 2, "the next deal has begun"
    assert step.state.lives == ((2, 3, 2) if fire else (2, 3, 3))
    assert step.state.results == (told,)


@pytest.mark.parametrize(
    ("dealt", "losers"),
    [
        pytest.param("AH KH TH AD AS AC 7C 7S 8H", (0, 2), id="ruling, fire beats a 31"),
        ("AH KH TH AD KD TD 7C 7S 8H", (2,)),
        pytest.param("AH KH TH AD KD TD", (1,), id="hearts beat diamonds"),
    ],
)
def test_two_hands_dealt_as_thirty_one_or_fire_are_shown(
    dealt: str, losers: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, dealt)
    told = result(list(GAME.deal(len(dealt.split()) // 3, SchwimmenOptions(), chance(0)).events))
    assert (told.shown, told.losers) == ((0, 1), losers)


def test_deals_ended_by_dealt_hands_follow_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "AH KH TH 7C 8S 9D", "7C 8S 9D AH AC AS", "7C 7D 8H 9S TC KD")
    step = GAME.deal(2, SchwimmenOptions(), chance(0))
    assert [told.losers for told in step.state.results] == [(1,), (0,)]
    assert step.state.deal == 3
    assert step.state.lives == (2, 2)
    stack(monkeypatch, "AH KH TH 7C 8S 9D", "AH KH TH 7C 8S 9D")
    over = GAME.deal(2, SchwimmenOptions(lives=1), chance(0)).state
    assert GAME.outcome(over) == Outcome((1, 2), (2, 1))
    assert GAME.to_act(over) == frozenset()


# The dealer's choice


def test_the_dealer_takes_and_its_first_hand_is_the_table() -> None:
    state = position("7H 8H 9H/KC 7S 8D", extra="QC TD 9S")
    after, events = play(state, "take")
    assert after.hands == (cards("QC TD 9S"), state.hands[1])
    assert after.table == state.hands[0]
    took = schwimmen.Took(seat=Seat(0), table=state.hands[0])
    dealt = schwimmen.Dealt(to=frozenset({Seat(0)}), seat=Seat(0), hand=cards("QC TD 9S"))
    assert events == [took, dealt], "only the dealer learns what it took"


@pytest.mark.parametrize(("extra", "fire"), [("AC KC TC", False), ("AC AS AD", True)])
def test_a_taken_thirty_one_or_fire_ends_the_deal(extra: str, fire: bool) -> None:
    _, events = play(position("7H 8H 9H/KS 7S 8D/QD JD 8C", extra=extra), "take")
    told = result(events)
    assert told.shown == (0,)
    assert told.losers == ((1, 2) if fire else (1,))


# Turns


@pytest.mark.parametrize(("turn", "fire"), [("8D-TC", False), ("8D-AS", True)])
@pytest.mark.parametrize("close", ["", "!"])
def test_a_swap_that_makes_thirty_one_or_fire_ends_the_deal(
    turn: str, fire: bool, close: str
) -> None:
    hands = "7H 8H 9H/AC AH 8D/QD JD 8C" if fire else "7H 8H 9H/AC KC 8D/QD JD 8C"
    state = position(hands, "TC AS 9S")
    assert GAME.parse_move(turn + close) in GAME.legal_moves(state, Seat(1))
    _, events = play(state, turn + close)
    told = result(events)
    assert told.shown == (1,)
    assert (told.closer, told.fire) == (None, fire)
    assert told.losers == ((0, 2) if fire else (2,))
    assert not [event for event in events if isinstance(event, schwimmen.Closed)]


def test_thirty_one_after_a_close_ends_the_deal() -> None:
    state = position("7H 8H 9H/AC KC 8D/QD JD 8C", "TC AS 9S", dealer=2)
    _, events = play(state, "pass! 8D-TC")
    assert (result(events).shown, result(events).closer) == ((1,), None)


def test_thirty_one_may_leave_several_losers() -> None:
    state = position("KH 9S 7D/QH 9C 8D/AS KS 8C", "TS 7S 7H", dealer=1)
    state, events = play(state, "8C-TS")
    assert result(events).losers == (0, 1)


def test_all_seats_still_in_must_pass_in_a_row() -> None:
    state = position("7H 8H 9H/-/KC 7S 8D/QC TD 9S", "AC AS KD", dealer=3)
    swapped, _ = play(state, "pass 7S-KD pass pass")
    assert swapped.table == cards("AC AS 7S"), "a swap begins the count anew"
    swapped, _ = play(swapped, "pass")
    assert not set(swapped.table) & set(cards("AC AS 7S"))
    plain, _ = play(state, "pass pass pass")
    assert plain.table != state.table, "the seat that is out isn't counted"


# Rulings


def test_ruling_a_short_stock_takes_the_discards_in_first() -> None:
    state = position("7H 8H 9H/KC 7S 8D", "AC AS KD", stock="AH AD")
    after, events = play(state, "pass pass")
    assert {*after.table, *after.stock} == {*cards("AC AS KD AH AD")}
    assert len(after.table) == 3
    assert after.discards == ()
    renewed = only(events, schwimmen.Renewed)
    assert renewed.reshuffled
    assert renewed.stock == 2


def test_a_stock_of_three_is_enough() -> None:
    state = position("7H 8H 9H/KC 7S 8D", "AC AS KD", stock="AH AD TC")
    after, _ = play(state, "pass pass")
    assert set(after.table) == set(cards("AH AD TC"))
    assert after.stock == ()
    again, _ = play(after, "pass pass")
    assert {*again.table, *again.stock} == {*cards("AC AS KD AH AD TC")}


def test_ruling_passes_before_and_after_a_close_count_alike() -> None:
    state = position("7H 8H 9H/KC 7S 8D/QC TD 9S", "AC AS KD")
    after, events = play(state, "pass pass! pass")
    assert [type(event) for event in events][-1] is schwimmen.Renewed
    assert after.turn == 1
    assert GAME.view(after, None).last_turns == (1,)
    assert after.passes == 0


def test_no_new_table_when_the_last_pass_ends_the_deal() -> None:
    _, events = play(position("7H 8H 9H/KC 7S 8D", "AC AS KD"), "pass! pass")
    assert schwimmen.Renewed not in [type(event) for event in events]
    assert result(events).losers == (1,)


def test_equal_lowest_hands_are_not_spared_if_one_has_lives() -> None:
    state = position("KH 9S 7D/QH 9C 8D", "AC AS KD", lives="0 1")
    after, events = play(state, "pass! pass")
    assert result(events).out == (0,)
    assert GAME.outcome(after) is not None


# The end


def test_the_last_seat_in_wins_and_later_out_ranks_better() -> None:
    state = position("7H 8C 9D/KC QC 8D/-/-", "AC AS KD", lives="0 3 0 0")
    state = state._replace(deal=7, gone=(0, 0, 4, 2))
    after, events = play(state, "pass! pass")
    outcome = Outcome((2, 1, 3, 4), (6, 7, 3, 1))
    assert GAME.outcome(after) == outcome
    assert events[-1] == schwimmen.MatchEnded(ranks=outcome.ranks, scores=outcome.scores)
    with pytest.raises(MatchOver):
        play(after, "pass")


def test_out_in_the_same_deal_shares_a_rank() -> None:
    state = position("KH 9S 7D/QH 9C 8D/AS KS 8C", "7C 7S 7H", lives="0 0 1")
    state, _ = play(state, "pass! pass pass")
    assert GAME.outcome(state) == Outcome((2, 2, 1), (1, 1, 2))


# Options and refusals


@pytest.mark.parametrize("lives", range(1, 6))
def test_the_lives_option(lives: int) -> None:
    played = random_match("schwimmen", 3, SchwimmenOptions(lives=lives), lives)
    lost: Counter[int] = Counter()
    for step in played.steps:
        for event in step.events:
            if isinstance(event, schwimmen.DealEnded):
                lost.update(event.result.losers)
    outcome = GAME.outcome(played.steps[-1].state)
    assert outcome is not None
    beaten = [seat for seat in range(3) if outcome.ranks[seat] > 1]
    assert [lost[seat] for seat in beaten] == [lives + 1] * 2, "all lives, then swimming"


def test_swapping_all_three_cards_is_an_option() -> None:
    state = position("7H 8H 9H/KC 7S 8D", "QC TD 9S", options=SchwimmenOptions(swap_all=True))
    assert SwapAll() in GAME.legal_moves(state, Seat(1))
    assert SwapAll(close=True) in GAME.legal_moves(state, Seat(1))
    after, events = play(state, "all")
    assert after.hands[1] == arranged(cards("QC TD 9S"))
    assert set(after.table) == set(cards("KC 7S 8D"))
    told = only(events, schwimmen.SwappedAll)
    assert (set(told.give), set(told.take)) == (set(cards("KC 7S 8D")), set(cards("QC TD 9S")))
    closed, _ = play(state, "all!")
    assert closed.closer == 1
    without = state._replace(options=SchwimmenOptions())
    assert SwapAll() not in GAME.legal_moves(without, Seat(1))
    with pytest.raises(IllegalMove, match="isn't played"):
        play(without, "all")


def test_swapping_all_breaks_a_row_of_passes() -> None:
    state = position("7H 8H 9H/KC 7S 8D", "QC TD 9S", options=SchwimmenOptions(swap_all=True))
    after, _ = play(state, "pass all pass")
    assert after.passes == 1
    assert set(after.table) == set(state.hands[0])


def test_swapping_all_for_a_thirty_one_ends_the_deal() -> None:
    options = SchwimmenOptions(swap_all=True)
    _, events = play(position("7H 8H 9H/KS 7S 8D", "AC KC TC", options=options), "all")
    assert result(events).shown == (1,)


def test_refused_moves() -> None:
    state = position("7H 8H 9H/KC 7S 8D/-", "QC TD 9S")
    refused(GAME, state, 1, "7H-QC", IllegalMove, "don't hold 7H")
    refused(GAME, state, 1, "KC-AC", IllegalMove, "AC isn't in the middle")
    refused(GAME, state, 1, "keep", IllegalMove, "chosen already")
    refused(GAME, state, 1, "take", IllegalMove, "chosen already")
    refused(GAME, state, 0, "pass", NotToAct, "isn't your turn")
    refused(GAME, state, 2, "pass", NotToAct, "are out")
    choosing = position("7H 8H 9H/KC 7S 8D", extra="QC TD 9S")
    refused(GAME, choosing, 0, "pass", IllegalMove, "First keep")
    refused(GAME, choosing, 0, "7H-QC", IllegalMove, "First keep")
    refused(GAME, choosing, 1, "keep", NotToAct, "isn't your turn")


# Cards, and the worth of hands


def test_the_pack_has_32_cards_of_four_suits() -> None:
    assert len(set(PACK)) == 32
    assert Counter(card.suit for card in PACK) == dict.fromkeys("CSHD", 8)
    assert [str(card) for card in PACK[:8]] == ["AC", "KC", "QC", "JC", "TC", "9C", "8C", "7C"]


def test_cards_read_back_as_written() -> None:
    assert all(parse_card(str(card)) == card for card in PACK)
    assert find_card("KH") == Card("K", "H")
    for text in ("", "K", "10H", "6H", "KX", "kh", "HK", "KH "):
        assert find_card(text) is None
        with pytest.raises(InvalidMove):
            parse_card(text)


@pytest.mark.parametrize(
    ("hand", "doubled", "suit"),
    [
        ("7H 8H 9H", 48, "H"),
        ("AC AS KH", 22, "C"),
        *((f"{rank}C {rank}S {rank}H", thirty_one.THREE_OF_A_RANK, None) for rank in "JT7"),
        ("7S 8S 9S", 48, "S"),
        ("AH KH TH", thirty_one.THIRTY_ONE, "H"),
        ("AD QD JD", thirty_one.THIRTY_ONE, "D"),
        ("AC AS AH", thirty_one.FIRE, None),
        ("KH QH 7H", 54, "H"),
        ("AH KH 9D", 42, "H"),
        ("KC QS AD", 22, "D"),
        ("KH 9S 7D", 20, "H"),
        ("KH QS 7D", 20, "S"),
        ("7C 7S 8H", 16, "H"),
    ],
)
def test_the_worth_of_a_hand(hand: str, doubled: int, suit: str | None) -> None:
    assert (thirty_one.THREE_OF_A_RANK, thirty_one.THIRTY_ONE, thirty_one.FIRE) == (61, 62, 64)
    assert worth(cards(hand)) == doubled
    assert counting_suit(cards(hand)) == suit


@pytest.mark.parametrize(
    "better_first",
    [
        [f"{rank}C {rank}S {rank}H" for rank in "AKQJT987"],
        ["AC AS AH", "AD KD QD", "KC KS KH"],
        ["7C 8C 9C", "7S 8S 9S", "7H 8H 9H", "7D 8D 9D"],
        ["AC KC TC", "AS KS TS", "AH KH TH", "AD KD TD"],
        ["JC JS JH", "TC TS TH", "7S 8S 9S", "7H 8H 9H", "AC AS KD"],
        ["JC KH QD", "KH QS 7D"],
    ],
)
def test_hands_are_compared_by_worth_rank_then_suit(better_first: list[str]) -> None:
    strengths = [strength(cards(hand)) for hand in better_first]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(strengths)


def test_equal_hands_have_one_strength_in_any_order() -> None:
    assert strength(cards("KH 9S 7D")) == strength(cards("QH 9C 8D"))
    assert strength(cards("KH 7H AS")) == strength(cards("QH 7H 9C"))
    assert strength(cards("9H 7H 8H")) == strength(cards("7H 8H 9H"))
    assert strength(cards("KH QS 7D")) == strength(cards("QS 7D KH"))
    assert strength(cards("KH QS 7D")) == strength(cards("TS 8H 9D")), "by the better suit"
