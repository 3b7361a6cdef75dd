"""Matches of COLORSE as people play them: signs, takes, placements, by clicks."""

import random
import re
from collections.abc import Callable, Sequence

import pytest
from simcord import MemberActor

from bot.screens.look import Scene
from bot.wire.ui import Address
from bot.words.i18n import tongue
from cogs.colorse.cards import choice_text
from cogs.colorse.look import ColorseLook
from cogs.colorse.rules_pages import pages
from games.colorse import GAME
from games.colorse.cards import BACK, COLOURS, SPECIAL, coloured, fall
from games.colorse.state import ColorseOptions, State
from games.core import Event, Seat

from ...games.colorse.positions import play, position
from ..conftest import Deck
from ..evening import NAMES, Evening, Four, Three, said

SIGNS = {"do", "zof", "rau"}


pytestmark = pytest.mark.usefixtures("deck")


def state(e: Evening) -> State:
    """Return the match's full state, to compare it with the screens."""
    found: State = e.bot.tables._open[1].state.playing().state
    return found


async def until(e: Evening, right: Callable[[State], bool], seed: int = 0) -> State:
    """Make random moves until the state fulfils a condition, and return that state."""
    rng = random.Random(seed)
    for _ in range(80):
        if right(state(e)):
            return state(e)
        person = rng.choice(e.unsealed())
        await e.play(person, rng.choice(list(e.moves(person))))
    pytest.fail("that never came about")


def due(kind: str) -> Callable[[State], bool]:
    def right(now: State) -> bool:
        return bool(now.tasks) and now.tasks[0].kind == kind

    return right


def duel(now: State) -> bool:
    return not now.tasks and now.signs == (None, None)


def decider(e: Evening) -> MemberActor:
    """Return the only person whose hand has controls."""
    (person,) = [p for p in e.people if e.offered(p)]
    return person


async def test_next_round_has_a_new_panel_and_a_secret_face_down_card(deck: Deck, e: Three) -> None:
    deck(83)
    await e.begin("colorse", rounds=2)
    first = e.panel().id
    now = await until(e, lambda s: s.round == 2, seed=3)
    assert e.panel().id != first
    assert "wins round 1" in e.panel_words()
    assert BACK in e.panel_words()
    owner = next(s for s, card in enumerate(now.down) if card is not None)
    for seat, person in enumerate(e.people):
        assert ("Your face-down card: " in e.hand_words(person)) == (seat == owner)
    told = e.hand_words(e.people[owner]).split("Your face-down card: ")[1]
    assert f"{now.down[owner]}" in told


async def test_duellists_choose_signs_until_a_third_tie(e: Three) -> None:
    await e.begin("colorse")
    now = await until(e, duel)
    parent, child, third = (e.people[now.child(n)] for n in range(3))
    for person in (parent, child):
        assert set(e.moves(person)) == SIGNS
        assert set(e.buttons(e.hand(person))) == {"Do", "Zof", "Rau", "⋯"}
    assert not e.offered(third)
    assert f"**{NAMES[now.parent]}** against **{NAMES[now.child()]}**" in e.panel_words()

    await e.play(parent, "do")
    assert "Chosen: **Do**" in e.hand_words(parent)
    assert f"**{NAMES[now.parent]}** · lead · ✓ chosen" in e.panel_words()
    assert "Chosen:" not in e.hand_words(child)
    assert set(e.moves(parent)) == {"zof", "rau"}
    before = e.panel().edited_at
    await e.play(parent, "zof")
    assert "Chosen: **Zof**" in e.hand_words(parent)
    assert e.panel().edited_at == before, "a change leaves no trace for others"
    await e.play(child, "rau")
    lead, rival = NAMES[now.parent], NAMES[now.child()]
    for screen in (e.panel_words(), e.hand_words(third)):
        assert f"**{lead}: Zof · {rival}: Rau**" in screen
    assert f"**You: Zof · {rival}: Rau**" in e.hand_words(parent)
    assert f"**{lead}: Zof · you: Rau**" in e.hand_words(child)
    assert decider(e) is child
    now = await until(e, duel)
    parent, child, third = (e.people[now.child(n)] for n in range(3))
    stale = e.moves(parent)["do"]
    for told, brings in (
        ("A tie: they choose again.", "Rau–Rau: choose again"),
        ("A tie: they choose again. A third one ends the duel.", "Rau–Rau: nobody takes"),
    ):
        await e.play(parent, "rau")
        await e.play(child, "rau")
        assert f"**{told}**" in e.hand_words(child)
        assert brings in e.hand_words(child)
        assert f"**{told}**" in e.panel_words()
        assert set(e.moves(parent)) == set(e.moves(child)) == SIGNS
    late = await e.forge_hand(parent, stale)
    assert "moved on" in said(late)
    await e.play(parent, "rau")
    await e.play(child, "rau")
    for screen in (e.panel_words(), *map(e.hand_words, e.people)):
        assert screen.count("A third tie ends the duel: nobody takes a card.") == 1
    assert "Rau–Rau: choose again" in e.hand_words(third)
    assert set(e.moves(child)) == set(e.moves(third)) == SIGNS
    assert not e.offered(parent)


async def test_boxes_show_colours_as_letters_in_short_lines(e: Four) -> None:
    await e.begin("colorse")
    now = await until(e, lambda s: duel(s) and any(b[2] is not None for b in s.boxes))
    for screen in (e.panel_words(), *map(e.hand_words, e.people)):
        grids = screen.split("```")[1::2]
        letters = [[line[:12].split() for line in g.strip("\n").split("\n")] for g in grids]
        for cells in now.boxes:
            shown = [(card or ".").replace(":", "") for card in cells]
            assert [shown[3:], shown[:3]] in letters
        assert all(len(line) < 34 for grid in grids for line in grid.split("\n"))


async def test_cards_are_taken_and_placed_with_their_effects(e: Three) -> None:
    await e.begin("colorse")

    def special(now: State) -> bool:
        return due("place")(now) and len(now.taken) == 1 and bool(now.boxes[now.tasks[0].seat][0])

    now = await until(e, special)
    taken = now.taken[0]
    person = decider(e)
    assert set(e.moves(person)) == {f"place{taken.number}:{c}" for c in COLOURS}
    hand = e.hand_words(person)
    for colour in COLOURS:
        card = coloured(SPECIAL, colour)
        placed = fall(now.boxes[taken.seat], card)
        (line,) = [x for x in hand.split("\n") if f" {choice_text(card, tongue('en-US'))} → " in x]
        if None not in placed.box:
            assert "fills the box" in line
        else:
            assert ("vanishes with" in line) == bool(placed.vanished)
            assert ("nothing vanishes" in line) == (not placed.vanished)
    made = len(await e.made())
    await e.play(person, f"place{taken.number}:G")
    assert len(await e.made()) == made + 1
    assert "places ⭐🟩 Green (G)" in e.panel_words()

    def down(now: State) -> bool:
        return due("place")(now) and len(now.taken) == 2 and now.taken[1].down

    now = await until(e, down)
    person, card = decider(e), now.taken[1].card
    assert "You look at it: " in e.hand_words(person)
    assert "takes the face-down card" in e.panel_words()
    for screen in (e.panel_words(), *(e.hand_words(p) for p in e.people if p is not person)):
        (held,) = [line for line in screen.split("\n") if "to be placed" in line]
        assert held.endswith("🎴 face down")
        assert "You look at it" not in screen
    (mine,) = [x for x in e.hand_words(person).split("\n") if "to be placed" in x]
    assert mine.endswith(f" {card}")

    def two(now: State) -> bool:
        cards = {taken.card for taken in now.taken}
        return due("place")(now) and len(cards) == 2 and SPECIAL not in cards

    now = await until(e, two)
    person = decider(e)
    assert "Which card first?" in e.hand_words(person)
    assert set(e.moves(person)) == {"place1", "place2"}
    assert e.hand_words(person).count("; then ") >= 1
    box = now.boxes[now.tasks[0].seat]
    labels = {Address.parse(i): label for label, i in e.buttons(e.hand(person)).items()}
    for taken in now.taken:
        gone = fall(box, taken.card).vanished
        (label,) = [x for at, x in labels.items() if at and at.text == f"place{taken.number}"]
        assert (f"💥{len(gone)}" in label) == bool(gone)
        (line,) = [x for x in e.hand_words(person).split("\n") if f" {taken.card} → " in x[:16]]
        assert ("vanishes with" in line.split("; then ")[0]) == bool(gone)
    second = now.taken[1]
    await e.play(person, "place2")
    story = e.panel_words()
    assert story.index(f" {second.card} ") < story.index("places") + 40
    assert not state(e).taken
    checked = 0
    for seed in range(20):
        now = await until(e, due("take"), seed)
        seat = now.tasks[0].seat
        person = decider(e)
        assert person is e.people[seat]
        labels = {Address.parse(i): label for label, i in e.buttons(e.hand(person)).items()}
        shown = {at.text: label for at, label in labels.items() if at is not None}
        for place, lying in enumerate(now.market, 1):
            if place == 3:
                assert shown["take3"] == "Take 3: face down"
            elif lying is not None and lying != SPECIAL:
                gone = fall(now.boxes[seat], lying).vanished
                assert (f"💥{len(gone)}" in shown[f"take{place}"]) == bool(gone)
                assert f" {lying} → " in e.hand_words(person)
                checked += bool(gone)
        if checked:
            return
        await e.play(person, next(iter(e.moves(person))))
    pytest.fail("nothing would ever have vanished")


# Screens drawn from a position


def drawn(state: State, events: Sequence[Event] = (), seat: Seat | None = None) -> str:
    """Return the texts of the panel or of a hand in a position, after these events."""
    names = NAMES[: len(state.wins)]
    scene = Scene(
        table_id=1,
        stage=state.stage,
        t=tongue("en-US"),
        view=GAME.view(state, seat),
        story=[(1, event) for event in events],
        names=names,
        mentions=names,
    )
    look = ColorseLook()
    parts = look.table(scene) if seat is None else look.hand(scene)
    return "\n".join(part for part in parts if isinstance(part, str))


@pytest.mark.parametrize(
    ("number", "told"), [(90, ""), (91, "10 duels left in"), (100, "1 duel left in")]
)
def test_remaining_duels_are_shown_from_the_91st_on(number: int, told: str) -> None:
    for seat in (None, Seat(0), Seat(2)):
        screen = drawn(position("R", "G", "B", duel=number), seat=seat)
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
        assert told in drawn(state, events, seat)


def test_face_down_cards_are_reported_in_the_order_of_reveal() -> None:
    before = position(
        *("## G B / G R", "## G", "B"), market="B Y R", down=("S", "RB", None), wins=(1, 1, 0)
    )
    state, events = play(before, "do", "rau", "take2")
    for seat in (None, Seat(0), Seat(2)):
        screen = drawn(state, events, seat)
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
    screen = drawn(state, seat=Seat(0))
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
