"""Screens of Bluff: bids, shown dice, reveals, hints, pictures, and the rules."""

import re

import pytest

from bot.drawing import podium
from bot.drawing.picture import Who
from bot.screens import frames
from bot.screens.look import Scene
from bot.screens.transcript import looks
from bot.words.i18n import tongue
from bot.workers.brain import Weighed
from cogs.bluff.drawing.pictures import Seat as Shown
from cogs.bluff.drawing.pictures import Table
from cogs.bluff.rules_pages import rules as _rules
from cogs.bluff.story import why
from games import GAMES, bluff
from games.bluff import GAME, WILD, Bid, Face, matching
from games.chance import Chance
from games.core import Event, Seat

from ...bot.wire.known import ALL
from ...drawing import Drawing
from ...games.bluff.positions import play, position
from ...games.playing import random_match
from ...pictures import TEN, written
from ..drawn import Screens, at_once
from ..ends import T
from ..evening import Patch
from ..pauses import moments, told

ANA, BEN, CHIE = map(Seat, range(3))
SCREENS = Screens("bluff", lambda state: state.left)
SIX = bluff.BluffOptions(dice=6)


def faces(dice: bluff.Dice) -> str:
    """Return dice as screens show them."""
    return " ".join("★" if die == 6 else f"{die}{'⚀⚁⚂⚃⚄'[die - 1]}" for die in dice)


def bids(choices: dict[str, str]) -> set[str]:
    return {text for text in choices if re.match(r"\d", text)}


def counts(choices: dict[str, str]) -> set[int]:
    """Return the counts that a list offers."""
    return {int(label.split()[0]) for label in choices.values() if label.endswith("× …")}


def toggles(choices: dict[str, str]) -> dict[str, str]:
    """Return the buttons of the dice to show."""
    return {text: label for text, label in choices.items() if re.fullmatch(r"cd\d*s", text)}


def test_a_sign_stands_on_a_control_but_once() -> None:
    scene = Scene(1, 0, tongue("en"), None, (), (), (), emojis=ALL)
    card = scene.pick("K♥ → 20♥", "x", emoji="hearts", plain="♥")
    wild = scene.pick("★ ✓", "x", emoji="die_wild", plain="★")
    alone = scene.pick("★", "x", emoji="die_wild", plain="★")
    assert [one.label for one in (card, wild, alone)] == ["K → 20♥", "✓", ""]
    assert scene.pick("★", "x", emoji="none", plain="★").label == "★"


def test_a_running_bid_stands_once_above_the_controls() -> None:
    played = random_match("bluff", 3, GAMES["bluff"].Options(), 5)
    drawing = Drawing(looks(), played.record, played.steps)
    seen = 0
    for ply in range(1, min(40, len(played.steps))):
        sight = drawing.at(ply).sight(None)
        if sight.view.outcome is not None or not sight.view.bids:
            continue
        text = "\n".join(str(part) for part in sight.look.table(sight.scene(tongue("en"))))
        headline = next(line for line in text.splitlines() if line.startswith("## "))
        bid, _, who = headline.removeprefix("## ").partition(" · ")
        assert f"{who} bids {bid}\n" not in text + "\n"
        seen += 1
    assert seen > 5


def test_challenge_precedes_next_round_and_starter_may_bid() -> None:
    found = moments("bluff")
    assert found
    for drawing, ply in found:
        moment = drawing.at(ply, held=True)
        view = GAMES["bluff"].view(moment.state, None)
        panel = told(looks()["bluff"].table(moment.sight(None).scene(T)))
        assert panel[0] == f"**Round {view.round - (view.outcome is None)}**"
        assert "All cups are lifted" in panel[1]
        total = next(n for n, line in enumerate(panel) if line.startswith("**Total"))
        lost = [n for n, line in enumerate(panel) if re.search(r"loses \d+ di", line)]
        assert lost
        assert min(lost) > total
        assert not any("Waiting for" in line or "No bid yet" in line for line in panel)
        for seat in view.to_act:
            hand = frames.hand(moment.sight(seat), T)
            assert "s2:move:" in str(hand.components)
            assert hand.text.index("All cups") < hand.text.index("No bid yet")


# One of five hidden dice counts for the face with 1 - (2/3)^5, for a wild with 1 - (5/6)^5.
@pytest.mark.parametrize(("face", "odds"), [(4, 87), (WILD, 60)])
def test_hint_counts_wilds_for_each_other_face(face: Face, odds: int) -> None:
    state, _ = GAME.deal(2, GAME.Options(), Chance(b"two cups", 0))
    view = GAME.view(state, Seat(0))
    bid = Bid(matching(view.hand, face) + 1, face)
    assert f"{odds} %" in why(view, [Weighed(bid, 0.5, 0.0, 0.0)], tongue("en-US"))


def test_player_without_a_name_is_named_by_the_seat() -> None:
    table = Table((Shown(Who(0, ""), 3), Shown(Who(1, "Ben"), 2)), ((0, Bid(1, 2)),))
    assert "Player 1 bids 1 × 2." in table.alt(tongue("en-US"))


def test_podium_shows_no_dice_as_zero(monkeypatch: Patch) -> None:
    places = (podium.Place(TEN[n], n + 1, score) for n, score in enumerate((3, 0, -7)))
    texts = [one.text for one in written(podium.Podium("bluff", tuple(places)), monkeypatch)]
    assert texts.count("0") == 2
    assert not [text for text in texts if "7" in text]


def test_first_round_shows_own_dice_large_and_the_starter() -> None:
    state = position("1 2 3 4 5 */2 2 3 4 5 */3 3 3 4 5 *", options=SIX)
    waits = "Waiting for {}: the first bid."
    panel, *hands = (SCREENS.words(state, seat) for seat in (None, ANA, BEN, CHIE))
    assert "Round 1 · 18 dice" in panel
    assert waits.format("@Ana") in panel
    assert "You start" in hands[0]
    assert "challenge" not in SCREENS.offered(state, ANA)
    for seat, dice in enumerate(state.hidden):
        shows = [f"# {faces(dice)}" in text.splitlines() for text in (panel, *hands)]
        assert shows == [False, *(seat == reader for reader in range(3))]
    for seat in (BEN, CHIE):
        assert not SCREENS.offered(state, seat)
        assert waits.format("**Ana**") in hands[seat]


def test_any_legal_bid_takes_two_choices() -> None:
    state = position("/".join(["1 2 3 4 5 *"] * 6), options=SIX)
    first = SCREENS.offered(state, ANA)
    (rest,) = [text for text, label in first.items() if label == "24 or more …"]
    both = counts(first) | counts(SCREENS.offered(state, ANA, picked=rest))
    assert both == set(range(1, 37)), "no list is cut off at 25"
    for count in (1, 25, 26, 36):
        found = SCREENS.offered(state, ANA, picked=f"c{count}d")
        assert bids(found) == {f"{count}x{face}" for face in "12345*"}
        assert "Back" in found.values()
    state = play(state, "26x*").state
    found = SCREENS.offered(state, BEN)
    assert counts(found) == set(range(27, 37))
    assert {"challenge", "27x*"} <= found.keys()
    assert bids(SCREENS.offered(state, BEN, picked="c36d")) == {"36x*"}


def test_dice_are_shown_by_toggling_and_the_rest_is_rerolled() -> None:
    state = position("1 2 4 4 */2 2 5 * *")
    (picked,) = [text for text, label in SCREENS.offered(state, ANA).items() if "Show" in label]
    for die in (0, 2, 4, 2):
        picked = [*toggles(SCREENS.offered(state, ANA, picked=picked))][die]
    found = SCREENS.offered(state, ANA, picked=picked)
    assert not bids(found), "dice replace the count"
    shown = [label.endswith("✓") for label in toggles(found).values()]
    assert shown == [True, False, False, False, True]
    assert "show1*" in found
    state, events = play(state, "show1*")
    assert len(state.hidden[0]) == 3
    for seat in (None, ANA, BEN):
        screen = SCREENS.words(state, seat, at_once(events))
        assert "5 dice · shown: 1⚀ ★" in screen
        told = "You show {} and reroll 3 dice" if seat == ANA else "shows {} and rerolls 3 dice"
        assert told.format("1⚀ ★") in screen
        assert ("You rerolled:" in screen) == (seat == ANA)
    assert "dice are shown, now a bid." in SCREENS.words(state)
    assert "now make a bid" in SCREENS.words(state, ANA)
    found = SCREENS.offered(state, ANA)
    assert not {"challenge", picked} & found.keys(), "one a turn"
    assert not [label for label in found.values() if "Show" in label]
    assert not SCREENS.offered(state, BEN)


def test_last_die_can_not_be_shown() -> None:
    assert "Show dice" not in SCREENS.offered(position("1/2"), ANA).values()


@pytest.mark.parametrize(
    ("bid", "total"),
    [
        ("4x2", "**Total 6: 2 more than bid**"),
        ("6x2", "**Total 6: exactly as bid**"),
        ("8x2", "**Total 6: 2 fewer than bid**"),
    ],
)
def test_a_challenge_lifts_all_cups_and_counts_aloud(bid: str, total: str) -> None:
    state, events = play(position("1 1 2 3 */2 2 5 * *", f"1:{bid}"), "challenge")
    for seat in (None, ANA, BEN):
        lines = SCREENS.words(state, seat, at_once(events)).split("\n")
        (begins,) = [n for n, line in enumerate(lines) if line.endswith("All cups are lifted:")]
        assert lines[begins + 1 : begins + 4] == [
            "Ana: 1⚀ 1⚀ **2⚁** 3⚂ **★=2** · +2".replace("Ana", "You" if seat == ANA else "Ana"),
            "Ben: **2⚁** **2⚁** 5⚄ **★=2** **★=2** · +4".replace(
                "Ben", "You" if seat == BEN else "Ben"
            ),
            total,
        ]


def test_bid_beyond_all_dice_loses_them() -> None:
    before = position("1 2 3 4 5/1 2 3 4 */1 2 3 * *", "0:15x*", turn=1)
    assert "Ben: nothing is higher than 15 × ★, challenge it." in SCREENS.words(before)
    assert [*SCREENS.offered(before, BEN)] == ["challenge"]
    state, events = play(before, "challenge")
    panel = SCREENS.words(state, None, at_once(events))
    assert "Round 2" in panel
    assert "**Ben challenges 15 × ★ by Ana.** All cups are lifted:" in panel
    assert "**Total 3: 12 fewer than bid**" in panel
    assert "Ana loses 5 dice and is out." in panel
    assert "**Ana** out" in panel
    hand = SCREENS.words(state, ANA, at_once(events))
    assert "Stay and watch" in hand
    assert "All cups are lifted" in hand
    assert not SCREENS.offered(state, ANA)


def test_reveal_stays_on_the_panel_during_a_round_of_turns() -> None:
    state, story = position("1 1 2 3 */2 2 5 * *", "1:1x1"), list[tuple[int, Event]]()
    for ply, (text, stays) in enumerate((("challenge", True), ("1x1", True), ("1x2", False))):
        state, events = play(state, text)
        story += [(ply, event) for event in events]
        assert ("All cups are lifted" in SCREENS.words(state, None, story)) == stays
    assert re.search(r"1 × 2 · (\w+)\n-# (?!\1)\w+ bids 1 × 1", SCREENS.words(state, None, story))


def test_one_click_raises_and_forged_half_choices_are_ignored() -> None:
    state = position("1 2 4 4 */2 2 5 * *")
    for picked in (
        *("", "c99d", "c0d", "c4d9", "c4d00", "c4d012345", "cd5", "c-1d", "x", "c4", "d13"),
        *("c٤d", "💥"),
    ):
        found = SCREENS.offered(state, ANA, picked=picked)
        assert not any(label.endswith("✓") for label in found.values()), picked
        assert not any(text.startswith("show") for text in found), picked
    for seat, bid, label in ((ANA, "1x1", "Bid 1 × 1"), (BEN, "1x2", "Raise to 1 × 2")):
        assert SCREENS.offered(state, seat)[bid] == label
        state, events = play(state, bid)
        told = f"## {label.split(' ', 1)[1].removeprefix('to ')} · "
        assert told in SCREENS.words(state, None, at_once(events))


def test_rules_show_moves_that_can_be_typed() -> None:
    typed = re.findall(r"`(.+?)`", "\n".join(_rules(bluff.BluffOptions(), tongue("ja"))))
    assert typed == ["4x5", "2x*", "show3*", "challenge"]
    assert [bluff.GAME.move_text(bluff.GAME.parse_move(text)) for text in typed] == typed
