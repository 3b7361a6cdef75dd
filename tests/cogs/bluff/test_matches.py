"""Whole matches of Bluff as people play them: clicks, half choices, restarts."""

import re
from collections.abc import Sequence

import pytest
from simcord import MemberActor

from bot.screens.look import Scene
from bot.wire.ui import Address
from bot.words.i18n import tongue
from cogs.bluff.look import BluffLook
from cogs.bluff.rules_pages import rules as _rules
from games import bluff
from games.core import Event, Seat

from ...games.bluff.positions import play, position
from ..conftest import Begin
from ..evening import NAMES, Evening, Three, Two, components

# A fixed deck, because an unlucky challenge would end a match before its test.
pytestmark = pytest.mark.usefixtures("deck")

SELECT = 3


def state(e: Evening) -> bluff.State:
    """Return the match's full state, hidden dice included."""
    found: bluff.State = e.bot.tables._open[1].state.playing().state
    return found


def awaited(e: Evening) -> MemberActor:
    """Return the person who has to act."""
    (person,) = e.unsealed()
    return person


def seat_of(e: Evening, person: MemberActor) -> Seat:
    return Seat(e.people.index(person))


def counts(e: Evening, person: MemberActor) -> dict[int, tuple[str, str]]:
    """Return the counts in the hand's selects: count → (custom_id, value)."""
    return {
        int(option["label"].split()[0]): (c["custom_id"], option["value"])
        for c in components(e.hand(person).components)
        if c["type"] == SELECT
        for option in c["options"]
        if "×" in option["label"]
    }


def toggles(e: Evening, person: MemberActor) -> list[tuple[str, str]]:
    """Return the buttons that pick dice: (label, custom_id), in the order of the dice."""
    return [
        (label, c["custom_id"])
        for c in components(e.hand(person).components)
        if c["type"] == 2 and (label := c["label"]) != "Back" and _kind(c["custom_id"]) == "pick"
    ]


def showing(e: Evening, person: MemberActor) -> tuple[str, str] | None:
    """Return the entry that opens the dice to show: (custom_id of its list, value)."""
    for c in components(e.hand(person).components):
        for option in c.get("options", ()):
            if option["label"] == "Show dice":
                return c["custom_id"], option["value"]
    return None


async def go_back(e: Evening, person: MemberActor) -> None:
    """Undo the half choice."""
    back = e.buttons(e.hand(person))["Back"]
    await person.user.click(e.hand(person), custom_id=back)


async def open_dice(e: Evening, person: MemberActor) -> None:
    """Open the own dice in place of the other controls."""
    entry = showing(e, person)
    assert entry is not None
    await person.user.select(e.hand(person), [entry[1]], custom_id=entry[0])


def _kind(custom_id: str) -> str:
    address = Address.parse(custom_id)
    return "" if address is None else address.kind


async def open_rest(e: Evening, person: MemberActor, label: str) -> None:
    """Open the counts that have no room in the first list."""
    (found,) = [
        (c["custom_id"], option["value"])
        for c in components(e.hand(person).components)
        for option in c.get("options", ())
        if option["label"] == label
    ]
    await person.user.select(e.hand(person), [found[1]], custom_id=found[0])


async def choose_count(e: Evening, person: MemberActor, count: int) -> None:
    if count not in counts(e, person):
        await open_rest(e, person, "24 or more …")
    custom_id, value = counts(e, person)[count]
    await person.user.select(e.hand(person), [value], custom_id=custom_id)


async def toggle(e: Evening, person: MemberActor, die: int) -> None:
    if not toggles(e, person):
        await open_dice(e, person)
    await person.user.click(e.hand(person), custom_id=toggles(e, person)[die][1])


async def test_first_round_shows_own_dice_large_and_the_starter(e: Three) -> None:
    await e.begin("bluff", dice=6)
    assert "Round 1 · 18 dice" in e.panel_words()
    starter = awaited(e)
    waits = "Waiting for {}: the first bid."
    assert waits.format(f"<@{starter.id}>") in e.panel_words()
    assert "You start" in e.hand_words(starter)
    assert "challenge" not in e.moves(starter)
    for person in e.people:
        mine = state(e).hidden[seat_of(e, person)]
        large = "# " + " ".join("★" if d == 6 else f"{d}{'⚀⚁⚂⚃⚄'[d - 1]}" for d in mine)
        assert large in e.hand_words(person).splitlines()
        for other in e.people:
            if other is not person:
                assert large not in e.hand_words(other).splitlines()
        assert large not in e.panel_words()
        if person is not starter:
            assert not e.offered(person)
            assert waits.format(f"**{starter.user.name}**") in e.hand_words(person)


async def test_any_legal_bid_takes_two_choices(evening: Begin) -> None:
    async with evening(6) as e:
        await e.begin("bluff", dice=6)
        person = awaited(e)
        first = set(counts(e, person))
        await open_rest(e, person, "24 or more …")
        assert first | set(counts(e, person)) == set(range(1, 37)), "no list is cut off at 25"
        await go_back(e, person)
        assert set(counts(e, person)) == first
        reached = set()
        for count in (1, 25, 26, 36):
            await choose_count(e, person, count)
            assert await e.made() == [], "nothing is committed"
            reached |= set(e.moves(person))
            await go_back(e, person)
        assert reached >= {f"{n}x{face}" for n in (1, 25, 26, 36) for face in "12345*"}
        await choose_count(e, person, 26)
        await e.play(person, "26x*")
        next_one = awaited(e)
        assert next_one is not person
        assert set(counts(e, next_one)) == set(range(27, 37))
        await choose_count(e, next_one, 36)
        assert set(e.moves(next_one)) == {"36x*"}
        await go_back(e, next_one)
        assert set(e.moves(next_one)) == {"challenge", "27x*"}


async def test_dice_are_shown_by_toggling_and_the_rest_is_rerolled(e: Two) -> None:
    await e.begin("bluff")
    person = awaited(e)
    seat = seat_of(e, person)
    hand = state(e).hidden[seat]
    await choose_count(e, person, 4)
    assert {"4x1", "4x*"} <= set(e.moves(person))
    assert not toggles(e, person)
    await go_back(e, person)
    for die in (0, 2, 4, 2):
        await toggle(e, person, die)
    assert not {"4x1", "4x*"} & set(e.moves(person)), "dice replace the count"
    assert [label.endswith("✓") for label, _ in toggles(e, person)] == [
        True, False, False, False, True,
    ]  # fmt: skip
    text = bluff.GAME.move_text(bluff.Show((hand[0], hand[4])))
    assert await e.made() == [], "nothing is committed"
    await e.play(person, text)
    assert await e.made() == [(seat, text)]
    assert len(state(e).hidden[seat]) == 3
    faces = " ".join("★" if d == 6 else f"{d}{'⚀⚁⚂⚃⚄'[d - 1]}" for d in (hand[0], hand[4]))
    other = next(p for p in e.people if p is not person)
    for screen in (e.panel_words(), e.hand_words(other), e.hand_words(person)):
        assert f"5 dice · shown: {faces}" in screen
        own = screen == e.hand_words(person)
        told = "You show {} and reroll 3 dice" if own else "shows {} and rerolls 3 dice"
        assert told.format(faces) in screen
    assert "You rerolled:" in e.hand_words(person)
    assert "You rerolled:" not in e.hand_words(other)
    assert "dice are shown, now a bid." in e.panel_words()
    assert "now make a bid" in e.hand_words(person)
    assert showing(e, person) is None, "no second show in one turn"
    assert "challenge" not in e.moves(person)
    assert awaited(e) is person


async def test_last_die_can_not_be_shown(e: Two) -> None:
    await e.begin("bluff", dice=1)
    assert showing(e, awaited(e)) is None


async def test_a_challenge_lifts_all_cups_and_counts_aloud(e: Three) -> None:
    await e.begin("bluff")
    bidder = awaited(e)
    await choose_count(e, bidder, 15)
    await e.play(bidder, "15x*")
    challenger = awaited(e)
    assert f"<@{challenger.id}>: nothing is higher than 15 × ★, challenge it." in e.panel_words()
    assert [kind for kind, *_ in e.offered(challenger)] == ["move"]
    before, first = state(e), e.panel().id
    await e.play(challenger, "challenge")
    panel = e.panel_words()
    assert e.panel().id != first, "a new round has a new panel"
    assert "Round 2" in panel
    who, by = NAMES[seat_of(e, challenger)], NAMES[seat_of(e, bidder)]
    assert f"**{who} challenges 15 × ★ by {by}.** All cups are lifted:" in panel
    total = 0
    for seat, dice in enumerate(before.hidden):
        total += dice.count(6)
        faces = " ".join("**★**" if d == 6 else f"{d}{'⚀⚁⚂⚃⚄'[d - 1]}" for d in dice)
        assert f"{NAMES[seat]}: {faces} · +{dice.count(6)}\n" in panel
    assert f"**Total {total}: {15 - total} fewer than bid**" in panel
    assert f"{by} loses 5 dice and is out." in panel
    assert f"**{by}** out" in panel
    assert "Stay and watch" in e.hand_words(bidder)
    assert "All cups are lifted" in e.hand_words(bidder)
    assert not e.offered(bidder)


async def test_reveal_stays_on_the_panel_during_a_round_of_turns(e: Two) -> None:
    await e.begin("bluff")
    await e.play(awaited(e), "1x1")
    await e.play(awaited(e), "challenge")
    assert "All cups are lifted" in e.panel_words()
    await e.play(awaited(e), "1x1")
    assert "All cups are lifted" in e.panel_words()
    await e.play(awaited(e), "1x2")
    assert "All cups are lifted" not in e.panel_words()
    names = [NAMES[seat] for seat, _ in (await e.made())[-2:]]
    assert f"1 × 2 · {names[1]}\n-# {names[0]} bids 1 × 1" in e.panel_words()


async def test_one_click_raises_and_forged_half_choices_are_ignored(e: Two) -> None:
    await e.begin("bluff")
    person = awaited(e)
    for picked in (
        *("", "c99d", "c0d", "c4d9", "c4d00", "c4d012345", "cd5", "c-1d", "x", "c4", "d13"),
        *("c٤d", "💥"),
    ):
        forged = str(Address("pick", 1, state(e).stage, picked, e.mark()))
        await e.forge_hand(person, forged)
        assert not any(label.endswith("✓") for label, _ in toggles(e, person)), picked
        assert not any(text.startswith("show") for text in e.moves(person)), picked
        if "Back" in e.buttons(e.hand(person)):
            # The count of a choice with wrong dice is still one.
            await go_back(e, person)
    assert await e.made() == []
    for bid, label in (("1x1", "Bid 1 × 1"), ("1x2", "Raise to 1 × 2")):
        person = awaited(e)
        assert e.buttons(e.hand(person))[label] == e.moves(person)[bid]
        await e.play(person, bid)
        assert f"## {label.split(' ', 1)[1].removeprefix('to ')} · " in e.panel_words()
    assert [text for _, text in await e.made()] == ["1x1", "1x2"]


@pytest.mark.parametrize(
    ("bids", "total"),
    [
        ("1:4x2", "**Total 6: 2 more than bid**"),
        ("1:6x2", "**Total 6: exactly as bid**"),
        ("1:8x2", "**Total 6: 2 fewer than bid**"),
    ],
)
def test_reveal_counts_dice_in_bold_per_seat_before_the_total(bids: str, total: str) -> None:
    step = play(position("1 1 2 3 */2 2 5 * *", bids), "challenge")
    lines = drawn(step.state, step.events).split("\n")
    (begins,) = [n for n, line in enumerate(lines) if line.endswith("All cups are lifted:")]
    assert lines[begins + 1 : begins + 4] == [
        "Ana: 1⚀ 1⚀ **2⚁** 3⚂ **★=2** · +2",
        "Ben: **2⚁** **2⚁** 5⚄ **★=2** **★=2** · +4",
        total,
    ]


def drawn(state: bluff.State, events: Sequence[Event]) -> str:
    """Return the texts of the panel in a position, after these events."""
    names = NAMES[: len(state.left)]
    scene = Scene(
        table_id=1,
        stage=state.stage,
        t=tongue("en-US"),
        view=bluff.GAME.view(state, None),
        story=[(1, event) for event in events],
        names=names,
        mentions=names,
    )
    return "\n".join(part for part in BluffLook().table(scene) if isinstance(part, str))


def test_rules_show_moves_that_can_be_typed() -> None:
    typed = re.findall(r"`(.+?)`", "\n".join(_rules(bluff.BluffOptions(), tongue("ja"))))
    assert typed == ["4x5", "2x*", "show3*", "challenge"]
    assert [bluff.GAME.move_text(bluff.GAME.parse_move(text)) for text in typed] == typed
