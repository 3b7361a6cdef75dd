"""Screens of COLORSE: duels, the order of texts, hints, rules and the story."""

import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bot.screens.transcript import looks
from bot.words.i18n import tongue
from bot.workers.brain import Weighed
from cogs.colorse.cards import card_text, choice_text
from cogs.colorse.look import LOOK
from cogs.colorse.rules_pages import STORY
from cogs.colorse.story import why
from games.colorse import Show
from games.colorse import events as events
from games.colorse.state import ColorseOptions
from games.core import Seat
from games.record import replay

from ...drawing import Drawing, controls, screen
from ...games.playing import random_match
from ..evening import One, said, words
from ..helped import explained

SEATS = 4
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
TIES = (
    "A tie: they choose again.",
    "A tie: they choose again. A third one ends the duel.",
    "A third tie ends the duel: nobody takes a card.",
)
READERS = (None, *map(Seat, range(SEATS)))
T = tongue("en-US")
CARDS = "Do–Zof: Zof takes 2"
TITLES = {"en-US": "Catch the curses!", "ja": "ノロイをつかまえろ！", "de": "Fangt die Flüche!"}


@cache
def match() -> tuple[Drawing, list[Any]]:
    """Return a random match of four seats and at least three rounds, with its steps."""
    record = random_match("colorse", SEATS, ColorseOptions(rounds=2), 5).record
    steps = replay(record)
    return Drawing(looks(), record, steps), list(steps)


def plies(*kinds: type) -> list[tuple[int, Any]]:
    """Return the events of these types with their plies."""
    return [(n, e) for n, step in enumerate(match()[1]) for e in step.events if type(e) in kinds]


def all_drawn() -> list[tuple[Any, Any]]:
    """Return every screen of the match before its end, each with its view."""
    drawing, steps = match()
    moments = [drawing.at(ply) for ply in range(len(steps) - 1)]
    return [(m.sight(r).view, screen(m, r)) for m in moments for r in READERS]


def spoken(told: str, name: str) -> str:
    """Return an outcome as the player of that name reads it."""
    return (
        told.replace(f"{name} takes", "you take")
        .replace(name, "you")
        .replace("you, next in turn, takes", "you, next in turn, take")
    )


def test_outcome_of_a_duel_is_in_words_on_every_screen() -> None:
    drawing, steps = match()
    seen = set()
    for ply, shown in plies(events.Revealed):
        if ply == len(steps) - 1:
            continue
        text = OUTCOMES.get(shown.signs) or TIES[shown.raus - 1]
        seen.add(text)
        names = {"parent": shown.parent, "child": shown.child, "next": (shown.child + 1) % SEATS}
        told = text.format(**{role: f"P{seat}" for role, seat in names.items()})
        for held in (False, True):
            for reader in READERS:
                own = told if reader is None else spoken(told, f"P{reader}")
                assert f"**{own}**" in words(screen(drawing.at(ply, held=held), reader))
    assert seen >= set(OUTCOMES.values()) | set(TIES[:1])


def test_buttons_of_signs_have_the_names_in_pictures() -> None:
    drawing, _ = match()
    ply, event = next((n, e) for n, e in plies(events.DuelBegan))
    drawn = screen(drawing.at(ply), event.parent, locale="ja")
    labels = {part.get("label") for at, part in controls(drawn) if at.kind == "move"}
    assert {"ドー（Do）", "ゾーフ（Zof）", "ラウ（Rau）"} <= labels


def test_last_reveal_is_below_all_boxes() -> None:
    seen = 0
    for view, drawn in all_drawn():
        text = words(drawn)
        # The prompt above the boxes names the rivals of the next duel.
        reveals = [found.start() for found in re.finditer(r"⚔️ \*\*(?:P|You)(?!.* against )", text)]
        if reveals and not re.search(r" wins? round |Nobody wins", text):
            last = max(found.start() for found in re.finditer(r"\n```", text))
            assert min(reveals) > last, view
            seen += 1
    assert seen


def test_a_round_that_ended_is_named_under_the_next_headline() -> None:
    drawing, _ = match()
    ended = plies(events.RoundWon)[:-1]
    assert ended
    for ply, event in ended:
        for reader in READERS:
            text = words(screen(drawing.at(ply), reader))
            # The headline has the next round already.
            fills = f"P{event.seat} fills the box and wins"
            if reader == event.seat:
                fills = "You fill the box and win"
            assert f"{fills} round {event.round}" in text
            assert f"round {event.round + 1}" in "".join(text.splitlines()[:2]).lower()
        panel = words(screen(drawing.at(ply, held=True), None))
        assert f"wins round {event.round}" in panel
        assert f"Next: round {event.round + 1}, led by" in panel
        assert "Market" not in panel
        deciding = drawing.game.to_act(drawing.at(ply).state)
        for seat in deciding:
            held = screen(drawing.at(ply, held=True), seat)
            assert [at for at, _ in controls(held) if at.kind == "move"], "they may decide already"


def test_which_card_first_is_asked_only_between_two_cards() -> None:
    asked = 0
    for view, drawn in all_drawn():
        if "Which card first?" in words(drawn):
            asked += 1
            texts = {at.text[:6] for at, _ in controls(drawn) if at.kind == "move"}
            assert texts == {"place1", "place2"}, view
    assert asked


@pytest.mark.parametrize("kind", ["take", "place"])
def test_awaited_decision_is_shown_as_awaited(kind: str) -> None:
    drawing, steps = match()
    for ply, step in enumerate(steps[:-1]):
        if step.state.tasks and step.state.tasks[0].kind == kind:
            text = words(screen(drawing.at(ply), None))
            assert f"Waiting for <@{9000 + step.state.tasks[0].seat}>: {kind} a card" in text
            return
    pytest.fail("never")


def test_cards_without_a_face_are_words() -> None:
    assert choice_text("S:R", tongue("ja")) == "⭐🟥 赤 R"
    assert choice_text("S:Y", tongue("en-US")) == "⭐🟨 Yellow (Y)"
    assert choice_text("S", tongue("ja")) == "⭐ S"
    assert choice_text("BR", tongue("ja")) == card_text("BR")
    look, (view, _) = looks()["colorse"], all_drawn()[-1]
    assert look.label(view, "take3", tongue("de")) == "3 nehmen: 🎴 verdeckt"
    assert not [drawn for _, drawn in all_drawn() if "🎴 ##" in words(drawn)]


def test_facts_tell_the_age() -> None:
    facts = looks()["colorse"].facts_line(ColorseOptions(), tongue("en-US"))
    assert facts == "about 15 minutes · easy to learn · from age 9"


@pytest.mark.parametrize(("sign", "by", "cards"), [("do", "Zof", 2), ("zof", "Rau", 1)])
def test_hint_names_the_loss_against_the_better_sign(sign: Any, by: str, cards: int) -> None:
    view: Any = None
    told = why(view, [Weighed(Show(sign), 0.5, 0.0, 0.0)], tongue("en-US"), lambda *_: "")
    assert by in told
    assert f"takes {cards}." in told


def test_pictured_hand_leaves_the_pairs_of_signs_out() -> None:
    record = random_match("colorse", 4, ColorseOptions(rounds=1), 5).record
    drawing = Drawing(looks(), record, replay(record))
    moment = next(m for m in map(drawing.at, range(20)) if CARDS in words(screen(m, Seat(0))))
    scene = replace(moment.sight(Seat(0)).scene(T), pictured=True)
    assert not [part for part in LOOK.hand(scene) if CARDS in str(getattr(part, "text", part))]


async def test_reader_sees_title_and_story_at_the_start(e: One) -> None:
    (ana,) = e.people
    await e.open(ana, "colorse")
    rules = said(await explained(e, ana, "colorse"))
    assert TITLES["en-US"] in rules
    assert STORY in rules
