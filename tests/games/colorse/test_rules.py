"""COLORSE: every rule, ruling and worked example of the rules page, and the end of every match."""

from collections import Counter

import pytest

from games.chance import Chance
from games.colorse import GAME, Place, Show, Take
from games.colorse import events as told
from games.colorse.cards import BACK, PACK, colours, count, fall
from games.colorse.state import ColorseOptions, Taken, Task
from games.core import Event, Outcome, Seat
from games.errors import IllegalMove, MatchOver, NotToAct

from ..playing import chance, refused
from .positions import LAST_CARD, box, boxes, legal, of, play, position

# Round


def test_the_specials_of_a_deal_are_coloured_from_the_parent_on() -> None:
    for seed in range(2000):
        state = GAME.deal(4, ColorseOptions(), Chance(seed.to_bytes(2, "big"), 0)).state
        if len(state.tasks) > 1:
            order = [(task.seat - state.parent) % 4 for task in state.tasks]
            assert order == sorted(order)
            assert {task.kind for task in state.tasks} == {"colour"}
            return
    pytest.fail("two SPECIALs at once were never dealt")


# Duel


@pytest.mark.parametrize(
    ("signs", "takers"),
    [
        ("do do", [0, 1]),
        ("do zof", [1, 1]),
        ("zof do", [0, 0]),
        ("do rau", [0]),
        ("rau do", [1]),
        ("zof zof", [2]),
        ("zof rau", [1]),
        ("rau zof", [0]),
    ],
)
def test_signs_decide_the_takes(signs: str, takers: list[int]) -> None:
    state, events = play(position("R", "G", "B"), *signs.split())
    assert [task.seat for task in state.tasks if task.kind == "take"] == takers
    assert [task.seat for task in state.tasks if task.kind == "place"] == takers
    (revealed,) = of(events, told.Revealed)
    assert revealed.signs == tuple(signs.split())


def test_a_sealed_sign_may_be_changed_until_both_are_chosen() -> None:
    before = position("R", "G", "B")
    sealed = GAME.play(before, Seat(0), Show("do"), chance()).state
    assert legal(sealed, 0) == ["zof", "rau"]
    assert GAME.to_act(sealed) == {1}
    changed = GAME.play(sealed, Seat(0), Show("zof"), chance())
    assert changed.events == (told.Sealed(to=frozenset({Seat(0)}), seat=Seat(0), sign="zof"),)
    assert changed.state == GAME.play(before, Seat(0), Show("zof"), chance()).state
    with pytest.raises(IllegalMove, match="chosen zof already"):
        GAME.play(changed.state, Seat(0), Show("zof"), chance())


def test_zof_against_zof_loses_the_highest_occupied_cell() -> None:
    state, events = play(position("R G . / B", "R . . / . Y", "B"), "zof", "zof")
    assert boxes(state)[:2] == ["R G . . . .", "R . . . . ."]
    lost = of(events, told.Lost)
    assert [(e.seat, e.cell, e.card) for e in lost] == [(0, 3, "B"), (1, 4, "Y")]
    assert state.vanished == ("B", "Y")


# Taking


def test_a_face_down_card_is_seen_once_taken() -> None:
    state, events = play(position("R", "G", "B", market="Y B S"), "do", "rau", "take3")
    took, looked = of(events, told.Took)[0], of(events, told.Looked)[0]
    assert (took.to, took.card) == (None, BACK)
    assert (looked.to, looked.card) == ({0}, "S")
    assert GAME.view(state, Seat(0)).held(Seat(0)) == (Taken(Seat(0), 1, "S", True),)
    for other in (None, Seat(1), Seat(2)):
        assert GAME.view(state, other).held(Seat(0)) == (Taken(Seat(0), 1, BACK, True),)


# Placing


def test_a_special_takes_its_colour_as_it_is_placed() -> None:
    state, _ = play(position("R", "G", "B", market="S Y B"), "do", "rau", "take1")
    assert legal(state, 0) == ["place1:R", "place1:G", "place1:B", "place1:Y"]
    blue, _ = play(state, "place1:B")
    assert boxes(blue)[0] == "R S:B . . . ."
    red, events = play(state, "place1:R")
    assert boxes(red)[0] == ". . . . . ."
    assert of(events, told.Placed)[0].vanished == ((1, "S:R"), (0, "R"))
    assert red.vanished == ("S", "R"), "out of the round it is without colour again"


# The end of a round and of the match


def test_match_ends_with_the_second_round_won() -> None:
    state = position("R G B / G R", "G B", "B R Y", "Y R", market="B Y R", wins=(1, 0, 0, 1))
    state, events = play(state, "do", "rau", "take2")
    assert GAME.to_act(state) == set()
    outcome = Outcome((1, 4, 3, 2), (26, 2, 3, 12))
    assert GAME.outcome(state) == outcome
    assert of(events, told.MatchEnded)[0].ranks == outcome.ranks
    with pytest.raises(MatchOver):
        GAME.play(state, Seat(0), Show("do"), chance())
    assert legal(state, 0) == []


def test_equal_rounds_and_cards_share_a_rank() -> None:
    state = position("R G B / G R", "G B", "B R", market="B Y R", wins=(1, 0, 0))
    state, _ = play(state, "do", "rau", "take2")
    assert GAME.outcome(state) == Outcome((1, 2, 2), (26, 2, 2))


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_the_rounds_option_says_how_many_rounds_win(rounds: int) -> None:
    before = position("R G B / G R", "G", "B", market="B Y R", options=ColorseOptions(rounds))
    for won in range(rounds):
        state, _ = play(before._replace(wins=(won, 0, 0)), "do", "rau", "take2")
        assert state.over == (won + 1 == rounds)


# Rulings


def test_do_against_do_takes_and_places_parent_first() -> None:
    state, _ = play(position("R", "G", "B", market="S S Y"), "do", "do")
    order = []
    for move in ("take1", "take2", "place1:B", "place1:B"):
        order.append((*GAME.to_act(state), move))
        state, _ = play(state, move)
    assert order == [(0, "take1"), (1, "take2"), (0, "place1:B"), (1, "place1:B")]
    assert boxes(state)[:2] == ["R S:B . . . .", "G S:B . . . ."]


def test_first_full_box_wins_and_other_tasks_are_dropped() -> None:
    full = "R G B / G R"
    before = position(full, full, "B", market="Y Y R", options=ColorseOptions(rounds=1))
    state, events = play(before, "do", "do", "take1", "take2")
    assert [e.seat for e in of(events, told.RoundWon)] == [0]
    assert boxes(state)[1] == "R G B G R ."
    assert (state.tasks, state.taken) == ((), ())
    assert len(of(events, told.Placed)) == 1


def test_a_second_card_of_the_winner_is_dropped_too() -> None:
    before = position("R G B / G R", "G", "B", market="Y B R", options=ColorseOptions(rounds=1))
    state, events = play(before, "zof", "do", "take1", "take2", "place1")
    assert state.over
    assert len(of(events, told.Placed)) == 1


def test_zof_against_zof_removes_a_face_down_card() -> None:
    state = position("##", "G B", "B", down=("R", None, None), market="Y R B")
    state, events = play(state, "zof", "zof")
    assert boxes(state)[0] == ". . . . . ."
    assert state.down == (None, None, None)
    assert of(events, told.Lost)[0].card == "R"
    assert state.vanished == ("R", "B")
    state, _ = play(state._replace(tasks=(), signs=(None, None)), "do", "rau", "take1")
    assert boxes(state)[0] == "Y . . . . ."


def test_a_box_without_cards_loses_nothing() -> None:
    state, events = play(position(".", "G B", "B"), "zof", "zof")
    assert [event.seat for event in of(events, told.Lost)] == [1]
    assert boxes(state)[0] == ". . . . . ."


def test_the_pack_runs_out_and_the_vanished_cards_are_shuffled() -> None:
    gone = ("R", "S", "GB", "Y", "B")
    state = position("R", "G", "B", market="Y R B", pack=("G",), vanished=gone)
    state, events = play(state, "do", "do", "take1", "take3")
    (again,) = of(events, told.Reshuffled)
    assert again.cards == 5
    assert state.market[0] == "G"
    assert Counter([*state.pack, state.market[2]]) == Counter(gone)
    assert state.vanished == ()


def test_a_face_down_special_needs_no_colour() -> None:
    for seed in range(400):
        before = position("R G B / G R", "G", "B", market="B Y R")
        for seat, sign in ((0, "do"), (1, "rau")):
            before = GAME.play(before, Seat(seat), GAME.parse_move(sign), chance()).state
        state = GAME.play(before, Seat(0), Take(1), Chance(seed.to_bytes(2, "big"), 0)).state
        if state.down[0] == "S":
            assert Task("colour", Seat(0)) not in state.tasks
            return
    pytest.fail("a SPECIAL was never dealt face down")


# Worked examples, refusals and default moves


def test_example_4_the_seat_after_the_child_goes_round_the_table() -> None:
    state = position("R", "G", "B", "Y", parent=Seat(3))
    assert GAME.to_act(state) == {3, 0}
    state, _ = play(state, "zof", "zof")
    assert GAME.to_act(state) == {1}


def test_example_5_five_cards_and_a_sixth_that_vanishes_two() -> None:
    state, events = play(position("R G B / G R", "G", "B", market="R Y G"), "do", "rau", "take1")
    assert count(state.boxes[0]) == 4
    assert not of(events, told.RoundWon)
    assert (state.round, state.parent) == (1, 1)


def test_refused_moves() -> None:
    duel = position("R", "G", "B", market="S Y B")
    refused(GAME, duel, 2, "do", NotToAct, "isn't your turn")
    refused(GAME, duel, 0, "take1", IllegalMove, "Choose a sign")
    refused(GAME, duel, 0, "R", IllegalMove, "Choose a sign")
    taking, _ = play(duel, "zof", "do")
    refused(GAME, taking, 1, "take1", NotToAct, "isn't your turn")
    refused(GAME, taking, 0, "do", IllegalMove, "Take a card")
    refused(GAME, taking, 0, "place1", IllegalMove, "Take a card")
    refused(GAME, play(taking, "take1")[0], 0, "take1", IllegalMove, "taken already")
    placing, _ = play(taking, "take1", "take2")
    refused(GAME, placing, 0, "take3", IllegalMove, "Place a card")
    refused(GAME, placing, 0, "place1", IllegalMove, "colour for the SPECIAL")
    refused(GAME, placing, 0, "place2:R", IllegalMove, "Only a SPECIAL")
    refused(GAME, play(placing, "place2")[0], 0, "place2", IllegalMove, "no card 2")
    painting = duel._replace(tasks=(Task("colour", Seat(1)),))
    refused(GAME, painting, 1, "do", IllegalMove, "Choose a colour")
    refused(GAME, painting, 0, "R", NotToAct, "isn't your turn")


def test_the_default_moves_let_the_fewest_cards_vanish() -> None:
    duel = position("R", "G", "B", market="R RB Y")
    assert [GAME.default_move(GAME.view(duel, Seat(seat))) for seat in (0, 1)] == [Show("do")] * 2
    taking, _ = play(duel, "do", "rau")
    assert GAME.default_move(GAME.view(taking, Seat(0))) == Take(2), "both others vanish"
    taking, _ = play(position("R", "G", "B", market="R B Y"), "do", "rau")
    assert GAME.default_move(GAME.view(taking, Seat(0))) == Take(1)
    special, _ = play(position("R G", "G", "B", market="S B Y"), "do", "rau", "take1")
    assert GAME.default_move(GAME.view(special, Seat(0))) == Place(1, "R")
    with pytest.raises(NotToAct):
        GAME.default_move(GAME.view(special, Seat(1)))


def test_a_missed_placement_of_two_specials_is_the_first_one() -> None:
    tasks = (Task("place", Seat(0)),) * 2
    state, _ = play(position(".", "G", "B", market="S S G"), "zof", "do", "take1", "take2")
    assert state.tasks == tasks
    assert GAME.default_move(GAME.view(state, Seat(0))) == Place(1, "R")


def kinds(events: list[Event]) -> list[type[Event]]:
    return [type(event) for event in events]


# Ties


def test_example_6_a_third_rau_against_rau_ends_the_duel() -> None:
    before = position("R", "G", "B")
    state, events = play(before, *["rau"] * 6)
    assert (state.parent, state.child()) == (1, 2)
    assert GAME.to_act(state) == {1, 2}
    assert (state.market, state.boxes) == (before.market, before.boxes)
    assert state.duel == before.duel + 1
    assert kinds(events)[-2:] == [told.Revealed, told.DuelBegan]


def test_ties_in_a_duel_are_public() -> None:
    state = position("R", "G", "B")
    seen = []
    for _ in range(3):
        seen.append({GAME.view(state, seat).raus for seat in (None, Seat(0), Seat(2))})
        state, events = play(state, "rau", "rau")
        (revealed,) = of(events, told.Revealed)
        assert revealed.to is None
        seen.append({revealed.raus})
    assert seen == [{0}, {1}, {1}, {2}, {2}, {3}]
    assert GAME.view(state, None).raus == 0, "the next duel has none"


def test_a_round_won_in_a_tied_duel_leaves_no_ties_to_the_next() -> None:
    tied, _ = play(position("R G B / G R", "G", "B", market="B Y R"), "rau", "rau", "do", "rau")
    assert tied.raus == 1
    dealt = [GAME.play(tied, Seat(0), Take(1), Chance(bytes([n]), 0)).state for n in range(60)]
    assert {state.round for state in dealt} == {2}
    assert {state.raus for state in dealt} == {0}
    assert {state.duel for state in dealt} == {0, 1}, "SPECIALs are coloured before the first"


# Refilling the market


def test_example_7_market_is_refilled_before_the_placement() -> None:
    state, events = play(position("B", "G", "B", market="R Y G"), "zof", "do", "take1", "take2")
    assert legal(state, 0) == ["place1", "place2"]
    assert state.market == ("Y", "B", "G")
    assert GAME.view(state, Seat(2)).market == ("Y", "B", BACK)
    assert of(events, told.Refilled)[-1].market == ("Y", "B", BACK)


def test_empty_pack_takes_the_vanished_cards_before_placing() -> None:
    state = position("R", "G", "B", market="R Y B", pack=(), vanished=("G", "G"))
    state, events = play(state, "do", "rau", "take1")
    assert of(events, told.Reshuffled)[0].cards == 2
    assert state.market == ("G", "Y", "B")
    assert state.pack == ("G",)
    assert state.vanished == ("R", "R"), "what the placing makes vanish comes too late"


# Two taken cards


@pytest.mark.parametrize(("market", "takes"), [("B B G", "take1 take2"), ("B Y B", "take3 take1")])
def test_example_8_two_equal_cards_are_placed_without_asking(market: str, takes: str) -> None:
    state, events = play(position("R", "G", "B", market=market), "zof", "do", *takes.split())
    assert boxes(state)[0] == "R . . . . ."
    placed = of(events, told.Placed)
    assert [e.vanished for e in placed] == [(), ((2, "B"), (1, "B"))]
    assert state.parent == 1


def test_the_first_of_two_equal_cards_may_win_the_round() -> None:
    state, events = play(
        position("R G B / G R", "G", "B", market="Y Y G"), "zof", "do", "take1", "take2"
    )
    assert len(of(events, told.Placed)) == 1
    assert (state.round, state.wins) == (2, (1, 0, 0))


def test_two_specials_are_placed_in_order_with_colours() -> None:
    state, _ = play(position("R", "G", "B", market="S S G"), "zof", "do", "take2", "take1")
    assert legal(state, 0) == [f"place1:{c}" for c in "RGBY"]
    with pytest.raises(IllegalMove, match="the one you took first"):
        GAME.play(state, Seat(0), Place(2, "Y"), chance())
    state, _ = play(state, "place1:Y")
    assert legal(state, 0) == [f"place2:{c}" for c in "RGBY"]
    state, _ = play(state, "place2:B")
    assert boxes(state)[0] == "R S:Y S:B . . ."


# Face-down starting cards


def test_other_cards_are_turned_up_at_the_end_of_the_match() -> None:
    state, events = play(LAST_CARD, "do", "rau", "take2")
    assert kinds(events)[-4:] == [told.TurnedUp, told.RoundWon, told.TurnedUp, told.MatchEnded]
    assert [(e.seat, e.card) for e in of(events, told.TurnedUp)] == [(0, "S"), (1, "RB")]
    assert boxes(state) == ["S G B G R Y", "RB G . . . .", "B . . . . ."]
    assert GAME.view(state, None).boxes == state.boxes
    assert state.down == (None, None, None)


def test_nothing_vanishes_when_a_card_is_turned_up() -> None:
    before = LAST_CARD._replace(down=("G", "G", None))
    state, _ = play(before, "do", "rau", "take2")
    assert boxes(state)[:2] == ["G G B G R Y", "G G . . . ."]
    assert state.vanished == before.vanished


# Bounds of a round and of a match


@pytest.mark.parametrize(
    ("cards", "winner"),
    [(("R G", "G", "B"), 0), (("R G", "G Y", "B"), None), (("R", "G Y", "B ."), 1)],
)
def test_example_9_after_duel_100_the_fullest_box_wins_the_round(
    cards: tuple[str, ...], winner: int | None
) -> None:
    state, events = play(position(*cards, duel=100), *["rau"] * 6)
    assert (state.round, state.parent) == (2, 1)
    if winner is None:
        boxes = tuple(map(box, cards))
        drawn = told.RoundDrawn(round=1, boxes=boxes, wins=(0, 0, 0))
        assert of(events, told.RoundDrawn) == [drawn]
        assert state.wins == (0, 0, 0)
        assert state.down == (None, None, None)
    else:
        (won,) = of(events, told.RoundWon)
        assert (won.seat, won.box) == (winner, box(cards[winner]))
        assert state.wins[winner] == 1
        assert state.boxes[winner][0] == BACK, "like any winner"


def test_cards_of_duel_100_are_placed_before_the_comparison() -> None:
    before = position("R", "G", "B", market="Y S B", duel=100)
    state, events = play(before, "do", "zof", "take1", "take2", "place1")
    assert not of(events, told.RoundWon)
    state, events = play(state, "place2:B")
    assert [(e.seat, count(e.box)) for e in of(events, told.RoundWon)] == [(1, 3)]


def test_a_box_that_fills_in_duel_100_wins_as_ever() -> None:
    before = position("R G B / G R", "G B R / Y B", "B", market="B Y R", duel=100)
    _, events = play(before, "do", "rau", "take2")
    (won,) = of(events, told.RoundWon)
    assert (won.seat, count(won.box)) == (0, 6)


def test_duel_99_does_not_end_the_round() -> None:
    state, events = play(position("R G", "G", "B", duel=99), *["rau"] * 6)
    assert (state.round, state.duel) == (1, 100)
    assert not of(events, told.RoundWon)


def test_face_down_cards_count_and_the_winners_is_shown() -> None:
    before = position("## G", "G", "B", down=("RB", None, None), wins=(1, 0, 0), duel=100)
    _, events = play(before._replace(options=ColorseOptions(3)), *["rau"] * 6)
    assert [(e.seat, e.card) for e in of(events, told.TurnedUp)] == [(0, "RB")]
    assert of(events, told.RoundWon)[0].box == box("RB G")


def test_drawn_round_turns_up_nothing() -> None:
    before = position("## G", "G R", "B", down=("RB", None, None), wins=(1, 0, 0), duel=100)
    _, events = play(before, *["rau"] * 6)
    assert of(events, told.RoundDrawn)[0].wins == (1, 0, 0)
    assert not of(events, told.TurnedUp)


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_after_four_rounds_for_each_to_be_won_the_match_ends(rounds: int) -> None:
    options = ColorseOptions(rounds)
    last = position("## G", "G R", "B", down=("S", None, None), duel=100, options=options)
    wins = (rounds - 1, 0, 0)
    before, _ = play(last._replace(round=4 * rounds - 1, wins=wins), *["rau"] * 6)
    assert not before.over
    state, events = play(last._replace(round=4 * rounds, wins=wins), *["rau"] * 6)
    assert state.over
    assert kinds(events)[-3:] == [told.RoundDrawn, told.TurnedUp, told.MatchEnded]
    ranks = (1, 2, 3) if rounds > 1 else (1, 1, 3)
    outcome = Outcome(ranks, ((rounds - 1) * 10 + 2, 2, 1))
    assert GAME.outcome(state) == outcome, "the first rank is shared too"


def test_the_pack_never_runs_dry() -> None:
    seed = bytes(32)
    state = GAME.deal(4, ColorseOptions(3), Chance(seed, 0)).state
    for ply in range(1, 3000):
        waiting = GAME.to_act(state)
        if not waiting:
            break
        seat = min(waiting)
        moves = GAME.legal_moves(state, seat)
        state = GAME.play(state, seat, moves[ply % len(moves)], Chance(seed, ply)).state
        if not state.over and not any(task.kind == "colour" for task in state.tasks):
            seen = [card for cells in state.boxes for card in cells if card and card != BACK]
            seen += [card for card in (*state.down, *state.market) if card]
            seen += [taken.card for taken in state.taken]
            assert sorted(s.split(":")[0] for s in [*seen, *state.pack, *state.vanished]) == sorted(
                PACK
            )


# The pack, the box, and what vanishes when a card is placed


def test_the_pack_has_48_cards() -> None:
    assert len(PACK) == 48
    dealt = Counter(PACK)
    assert {dealt[colour] for colour in "RGBY"} == {8}
    assert {dealt[pair] for pair in ("RG", "RB", "RY", "GB", "GY", "BY")} == {2}
    assert dealt["S"] == 4


def test_card_shows_its_colours_and_a_back_hides_them() -> None:
    cards = {"R": "R", "RB": "BR", "S": "", "S:G": "G", BACK: ""}
    assert {card: "".join(sorted(colours(card))) for card in cards} == cards


def test_a_card_goes_into_the_first_empty_cell_gaps_included() -> None:
    cells = [fall(box(b), "Y").cell for b in (".", "R", "R . G", "R G B", "R G B / R G .")]
    assert cells == [0, 1, 1, 3, 5]


def test_placed_card_vanishes_with_neighbours_of_its_colour() -> None:
    assert fall(box("R RB G / B"), "GR").vanished == (4, 1)
    assert fall(box("R RB G / B"), "GB").vanished == (4, 1, 3)
    assert fall(box("R B R / Y"), "BY").vanished == (4, 1, 3)
    assert fall(box("R B R / Y"), "R").vanished == ()


def test_nothing_vanishes_beyond_a_cards_neighbours() -> None:
    assert fall(box("R RB B"), "R") == (3, (3, 0), box(". RB B"))
    assert fall(box("B G R"), "R").vanished == (), "a row's end doesn't touch the next row"
    assert {fall(box("##"), card).vanished for card in PACK} == {()}, "a back takes no part"


def test_a_gap_may_be_filled_between_neighbours() -> None:
    assert fall(box("R . G / R Y"), "RY") == (1, (1, 0, 4), box(". . G / R"))


def test_a_coloured_special_vanishes_like_any_card() -> None:
    assert fall(box("S:R"), "RB").vanished == (1, 0)


def test_example_1_the_left_neighbour_vanishes() -> None:
    first = fall(box("R"), "B")
    assert first.box == box("R B")
    assert fall(first.box, "RB").box == box("R")


def test_example_2_the_card_below_vanishes() -> None:
    placed = fall(box("R G B"), "R")
    assert placed.box == box(". G B")
    assert placed.vanished == (3, 0)
    assert fall(placed.box, "Y").cell == 0
