"""COLORSE: the pack, the box, and what vanishes when a card is placed."""

from collections import Counter

from games.colorse.cards import BACK, PACK, colours, fall

from .positions import box


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


def test_only_neighbours_of_the_placed_card_vanish() -> None:
    assert fall(box("R RB B"), "R") == (3, (3, 0), box(". RB B"))


def test_row_end_does_not_touch_the_next_row() -> None:
    assert fall(box("B G R"), "R").vanished == ()


def test_a_gap_may_be_filled_between_neighbours() -> None:
    assert fall(box("R . G / R Y"), "RY") == (1, (1, 0, 4), box(". . G / R"))


def test_a_back_takes_no_part() -> None:
    for card in PACK:
        assert fall(box("##"), card).vanished == ()


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
