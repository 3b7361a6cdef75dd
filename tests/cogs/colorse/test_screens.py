"""Screens of COLORSE: duels, takes, placements, rounds, hints, the rules and the story."""

import re
from typing import Any

import pytest

from bot.words.i18n import tongue
from bot.workers.brain import Weighed
from cogs.colorse.cards import card_text, choice_text
from cogs.colorse.look import LOOK
from cogs.colorse.rules_pages import STORY, pages
from cogs.colorse.story import why
from games.colorse import GAME, Show
from games.colorse.cards import BACK, COLOURS
from games.colorse.state import ColorseOptions
from games.core import Seat

from ...games.colorse.positions import LAST_CARD, play, position
from ..drawn import Screens, at_once
from ..evening import NAMES, One, said

ANA, BEN, CHIE = map(Seat, range(3))
EVERYBODY = (None, ANA, BEN, CHIE)
SCREENS = Screens("colorse", lambda state: state.wins)
SIGNS = {"do", "zof", "rau"}
OUTCOMES = {
    ("do", "do"): "Do – Do: both take 1 card, {parent} first.",
    ("do", "zof"): "Zof beats Do: {child} takes 2 cards.",
    ("zof", "do"): "Zof beats Do: {parent} takes 2 cards.",
    ("do", "rau"): "Do beats Rau: {parent} takes 1 card.",
    ("rau", "do"): "Do beats Rau: {child} takes 1 card.",
    ("zof", "rau"): "Rau beats Zof: {child} takes 1 card.",
    ("rau", "zof"): "Rau beats Zof: {parent} takes 1 card.",
    (
        "zof",
        "zof",
    ): "Zof – Zof: both lose their top right card; {next}, next in turn, takes 1 card.",
}
CARDS = "Do–Zof: Zof takes 2"
TITLES = {"en-US": "Catch the curses!", "ja": "ノロイをつかまえろ！", "de": "Fangt die Flüche!"}


def spoken(told: str, name: str) -> str:
    """Return an outcome as the player of that name reads it."""
    own = told.replace(f"{name} takes", "you take").replace(name, "you")
    return own.replace("you, next in turn, takes", "you, next in turn, take")


@pytest.mark.parametrize("signs", OUTCOMES)
@pytest.mark.parametrize("held", [False, True])
def test_outcome_of_a_duel_is_in_words_below_all_boxes(signs: tuple[str, str], held: bool) -> None:
    state, events = play(position("R", "G", "B", "Y"), *signs)
    told = OUTCOMES[signs].format(parent="Ana", child="Ben", next="Chie")
    for seat in (*EVERYBODY, Seat(3)):
        text = SCREENS.words(state, seat, at_once(events), held=held)
        own = told if seat is None else spoken(told, NAMES[seat])
        assert f"**{own}**" in text
        (reveal,) = re.finditer(r"⚔️ \*\*(?:Ana|You): ", text)
        assert held or reveal.start() > text.rindex("\n```")
    (decides,) = GAME.to_act(state)
    kind = state.tasks[0].kind
    assert f"Waiting for @{NAMES[decides]}: {kind} a card" in SCREENS.words(state)


def test_ended_round_stands_above_the_next() -> None:
    before = position("R G B / G R", "G", "B", market="B Y R")
    state, events = play(before, "do", "rau", "take2")
    (owner,) = [seat for seat, card in enumerate(state.down) if card is not None]
    for seat in EVERYBODY:
        text = SCREENS.words(state, seat, at_once(events))
        fills = "You fill the box and win" if seat == ANA else "Ana fills the box and wins"
        assert text.index(f"{fills} round 1") < text.index("Round 2 ·")
        assert BACK in text
        assert "🎴 ##" not in text
        own = re.search(r"Your face-down card: .* (\S+)\.?$", SCREENS.words(state, seat), re.M)
        assert (own is not None) == (seat == owner)
        assert own is None or own[1] == state.down[owner]
    panel = SCREENS.words(state, None, at_once(events), held=True)
    assert "wins round 1" in panel
    assert "Next: round 2, led by Ben" in panel
    assert "Market" not in panel
    assert SCREENS.offered(state, BEN, at_once(events), held=True), "they may decide already"


def test_buttons_of_signs_have_the_names_in_pictures() -> None:
    found = SCREENS.offered(position("R", "G", "B"), ANA, t=tongue("ja"))
    assert {*found.values()} == {"ドー（Do）", "ゾーフ（Zof）", "ラウ（Rau）"}


def test_pairs_of_signs_are_left_to_the_picture_of_a_hand() -> None:
    for pictured in (False, True):
        hand = SCREENS.words(position("R", "G", "B"), ANA, pictured=pictured)
        assert (CARDS in hand) is not pictured


def test_cards_without_a_face_are_words() -> None:
    assert choice_text("S:R", tongue("ja")) == "⭐🟥 赤 R"
    assert choice_text("S:Y", tongue("en-US")) == "⭐🟨 Yellow (Y)"
    assert choice_text("S", tongue("ja")) == "⭐ S"
    assert choice_text("BR", tongue("ja")) == card_text("BR")
    view = GAME.view(position("R", "G", "B"), ANA)
    assert LOOK.label(view, "take3", tongue("de")) == "3 nehmen: 🎴 verdeckt"


def test_full_title_has_both_names() -> None:
    for locale, title in TITLES.items():
        assert LOOK.full_title(tongue(locale)) == f"## 👻 COLORSE\n**{title}**"


def test_facts_tell_the_age() -> None:
    facts = LOOK.facts_line(ColorseOptions(), tongue("en-US"))
    assert facts == "about 15 minutes · easy to learn · from age 9"


@pytest.mark.parametrize(("sign", "by", "cards"), [("do", "Zof", 2), ("zof", "Rau", 1)])
def test_hint_names_the_loss_against_the_better_sign(sign: Any, by: str, cards: int) -> None:
    view: Any = None
    told = why(view, [Weighed(Show(sign), 0.5, 0.0, 0.0)], tongue("en-US"), lambda *_: "")
    assert by in told
    assert f"takes {cards}." in told


def test_duellists_choose_signs_until_a_third_tie() -> None:
    state = position("R", "G", "B")
    for seat in (ANA, BEN):
        assert SCREENS.offered(state, seat) == {"do": "Do", "zof": "Zof", "rau": "Rau"}
    assert not SCREENS.offered(state, CHIE)
    assert "**Ana** against **Ben**" in SCREENS.words(state)
    sealed, _ = play(state, "do")
    assert "Chosen: **Do**" in SCREENS.words(sealed, ANA)
    assert SCREENS.offered(sealed, ANA).keys() == {"zof", "rau"}
    assert "**Ana** · lead · ✓ chosen" in SCREENS.words(sealed)
    assert "Chosen:" not in SCREENS.words(sealed, BEN)
    after, events = play(state, "zof", "rau")
    others = "Ana: Zof · Ben: Rau"
    own = others.replace("Ana", "You"), others.replace("Ben", "you")
    for reader, told in zip(EVERYBODY, (others, *own, others), strict=True):
        assert f"**{told}**" in SCREENS.words(after, reader, at_once(events))
        assert bool(SCREENS.offered(after, reader)) == (reader == BEN)
    for told, brings in (
        ("A tie: they choose again.", "Rau–Rau: choose again"),
        ("A tie: they choose again. A third one ends the duel.", "Rau–Rau: nobody takes"),
    ):
        state, events = play(state, "rau", "rau")
        for reader in (None, BEN):
            assert f"**{told}**" in SCREENS.words(state, reader, at_once(events))
        assert brings in SCREENS.words(state, BEN)
        assert SCREENS.offered(state, ANA).keys() == SCREENS.offered(state, BEN).keys() == SIGNS
    state, events = play(state, "rau", "rau")
    for reader in EVERYBODY:
        screen = SCREENS.words(state, reader, at_once(events))
        assert screen.count("A third tie ends the duel: nobody takes a card.") == 1
    assert "Rau–Rau: choose again" in SCREENS.words(state, CHIE)
    found = [SCREENS.offered(state, seat).keys() for seat in (ANA, BEN, CHIE)]
    assert found == [set(), SIGNS, SIGNS]


def test_boxes_show_colours_as_letters_in_short_lines() -> None:
    state = position("R G BY / RB", "S:Y B", "GY . R", ". . Y")
    for seat in (*EVERYBODY, Seat(3)):
        grids = SCREENS.words(state, seat).split("```")[1::2]
        letters = [[line[:12].split() for line in g.strip("\n").split("\n")] for g in grids]
        for cells in state.boxes:
            shown = [(card or ".").replace(":", "") for card in cells]
            assert [shown[3:], shown[:3]] in letters
        assert all(len(line) < 34 for grid in grids for line in grid.split("\n"))


def lines(screen: str, words: str) -> list[str]:
    return [line for line in screen.split("\n") if words in line]


def test_special_card_is_placed_as_any_colour() -> None:
    state, _ = play(position("R G", "B", "Y", market="S G B"), "do", "rau", "take1")
    assert SCREENS.offered(state, ANA).keys() == {f"place1:{colour}" for colour in COLOURS}
    hand = SCREENS.words(state, ANA)
    assert "Which card first?" not in hand
    for name, gone in (("Red (R)", False), ("Green (G)", True)):
        (line,) = lines(hand, f"{name} → ")
        assert ("vanishes with" in line, "nothing vanishes" in line) == (gone, not gone)
    full, _ = play(position("R G B / G R", "B", "Y", market="S G B"), "do", "rau", "take1")
    assert "fills the box" in SCREENS.words(full, ANA)
    placed, events = play(state, "place1:G")
    assert "places ⭐🟩 Green (G)" in SCREENS.words(placed, None, at_once(events))


def test_face_down_card_is_shown_to_its_taker_alone() -> None:
    state, events = play(position("R", "B", "Y"), "zof", "do", "take3", "take1")
    down = state.taken[0].card
    assert state.taken[0].down
    for seat in EVERYBODY:
        screen = SCREENS.words(state, seat, at_once(events))
        assert ("You look at it: " in screen) == (seat == ANA)
        (held,) = lines(screen, "to be placed")
        assert (f" {down}" in held) == (seat == ANA)
        assert ("🎴 face down" in held) == (seat != ANA)
    assert "takes the face-down card" in SCREENS.words(state, None, at_once(events))


def test_either_of_two_cards_is_placed_first() -> None:
    state, _ = play(position("R G", "B", "Y", market="G B R"), "zof", "do", "take1", "take2")
    hand, moves = SCREENS.words(state, ANA), SCREENS.offered(state, ANA)
    assert "Which card first?" in hand
    assert moves.keys() == {"place1", "place2"}
    assert hand.count("; then ") >= 1
    for place, card, gone in (("place1", "G", True), ("place2", "B", False)):
        assert ("💥2" in moves[place]) == gone
        (line,) = [x for x in hand.split("\n") if f" {card} → " in x[:16]]
        assert ("vanishes with" in line.split("; then ")[0]) == gone
    after, events = play(state, "place2")
    story = SCREENS.words(after, None, at_once(events))
    assert story.index(" B ", story.index("places")) < story.index("places") + 40
    assert not after.taken


def test_market_marks_cards_that_vanish() -> None:
    state, _ = play(position("R G", "B", "Y", market="G B R"), "do", "rau")
    assert SCREENS.offered(state, ANA)["take3"] == "Take 3: face down"
    for take, card, gone in (("take1", "G", True), ("take2", "B", False)):
        assert ("💥2" in SCREENS.offered(state, ANA)[take]) == gone
        assert f" {card} → " in SCREENS.words(state, ANA)
    assert not SCREENS.offered(state, BEN)


@pytest.mark.parametrize(
    ("number", "told"), [(90, ""), (91, "10 duels left in"), (100, "1 duel left in")]
)
def test_remaining_duels_are_shown_from_the_91st_on(number: int, told: str) -> None:
    for seat in (None, Seat(0), Seat(2)):
        screen = SCREENS.words(position("R", "G", "B", duel=number), seat)
        assert (f"{told} this round" in screen) if told else ("left in this round" not in screen)


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("R G", "**Ana has the fullest box and wins round 1.**"),
        ("R", "**Nobody wins round 1: the fullest boxes are equal.**"),
    ],
)
def test_winner_of_a_round_is_named_after_its_last_duel(cards: str, told: str) -> None:
    state, events = play(position(cards, "G", "B", duel=100), *["rau"] * 6)
    for seat in (None, Seat(0), Seat(2)):
        assert told in SCREENS.words(state, seat, at_once(events), reader=None)


def test_face_down_cards_are_reported_in_the_order_of_reveal() -> None:
    state, events = play(LAST_CARD, "do", "rau", "take2")
    for seat in (None, Seat(0), Seat(2)):
        screen = SCREENS.words(state, seat, at_once(events), reader=None)
        told = [
            "Ana turns up the first card: ⭐ S.",
            "Ana fills the box and wins round 1.",
            "Ben turns up the first card: 🟥🟦 RB.",
            "The match is over.",
        ]
        assert [screen.count(line) for line in told] == [1] * 4
        assert sorted(told, key=screen.index) == told
        assert BACK not in screen.split("Market")[0]


def test_of_two_specials_the_first_is_asked_for_alone() -> None:
    state, _ = play(position("R", "G", "B", market="S S G"), "zof", "do", "take1", "take2")
    screen = SCREENS.words(state, Seat(0))
    assert "**Place a card.**" in screen
    assert "Which card first?" not in screen


def test_the_rules_show_an_example_and_the_typed_moves() -> None:
    told = "\n".join(pages(ColorseOptions(), tongue("ja")))
    assert "R   B   RB   🟥🟥 🟦🟦 🟥🟦" in told
    assert "R   .   .    🟥🟥 ➖➖ ➖➖" in told
    typed = re.findall(r"`([a-z]+[0-9]?(?::[A-Z])?|[RGBY])`", told)
    assert {"do", "take3", "place2", "place1:R", "Y"} <= set(typed)
    for text in typed:
        assert GAME.move_text(GAME.parse_move(text)) == text
    assert max(len(line) for grid in told.split("```")[1::2] for line in grid.split("\n")) <= 28


async def test_reader_sees_title_and_story_at_the_start(e: One) -> None:
    (ana,) = e.people
    await e.open(ana, "colorse")
    rules = said(await e.explained(ana, "colorse"))
    assert TITLES["en-US"] in rules
    assert STORY in rules
