"""Screens of Schwimmen: rules, all screens of a match, reports of ended deals."""

from dataclasses import replace
from typing import Any

import pytest

from bot.screens.look import Scene
from bot.words.i18n import tongue
from bot.words.speech import Voice
from cogs.schwimmen import story
from cogs.schwimmen.look import LOOK
from games import schwimmen
from games.cards import Card, Hand, arranged
from games.chance import Chance
from games.core import Event, Seat
from games.schwimmen import GAME, SchwimmenOptions

from ...games.schwimmen.positions import cards, play, position
from ..drawn import Screens, Story, at_once
from ..evening import NAMES

ANA, BEN, CHIE = EVERYBODY = [*map(Seat, range(3))]
SCREENS = Screens("schwimmen", lambda state: state.lives)
T = tongue("en-US")


def drawn(reader: Seat | None, state: schwimmen.State, told: Story = (), **fields: Any) -> str:
    """Return the words of a screen and the labels of its buttons, with all names."""
    given = (state, reader, told)
    fields["reader"] = None
    return "\n".join([SCREENS.words(*given, **fields), *SCREENS.labels(*given, **fields)])


def moved(state: schwimmen.State, texts: str) -> schwimmen.State:
    """Return the state after these moves."""
    return play(state, texts)[0]


def shown(card: Card) -> str:
    """Return a card as screens show it."""
    suit = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}[card.suit]
    return ("10" if card.rank == "T" else card.rank) + suit


def hands_of(*texts: str) -> tuple[Hand, ...]:
    return tuple(arranged(cards(text)) for text in texts)


def test_last_turns_are_shown_to_all_without_a_close() -> None:
    state = GAME.deal(2, SchwimmenOptions(), Chance(bytes(32), 0)).state
    state = moved(state, "keep" + " pass" * 37)
    assert "Last turns" not in drawn(None, state)
    assert "✋ Close" in drawn(state.turn, state)
    step = GAME.play(state, state.turn, GAME.parse_move("pass"), Chance(bytes(32), 1))
    first, second = step.state.turn, step.state.after(step.state.turn)
    told = [(38, event) for event in step.events]
    for reader in (None, first, second):
        text = drawn(reader, step.state, told)
        assert f"**Last turns:** {NAMES[first]}, {NAMES[second]}" in text
        assert "nobody may close any more" in text
        assert "✋ Close" not in text
        assert "Close ✋" not in text, "a button that isn't there isn't explained"
    assert "swap or pass, the last turn of this deal" in drawn(None, step.state)
    assert "Your last turn!" in drawn(first, step.state)
    last = moved(step.state, "pass")
    assert f"**Last turns:** {NAMES[second]}\n" in drawn(None, last)
    over = moved(last, "pass")
    assert "**Deal 1 is over:** everyone has had 20 turns" in drawn(None, over)


def test_deals_that_would_put_all_out_show_their_effect() -> None:
    state = GAME.deal(2, SchwimmenOptions(), Chance(bytes(32), 0)).state
    hands, told = hands_of("KH 9S 7D", "QH 9C 8D"), []
    for _ in range(3):
        state = moved(state, "keep")._replace(lives=(0, 0), hands=hands)
        state = moved(state, "pass! pass")
        told.append(drawn(None, state))
    assert "That would put everyone out: nobody loses a life." in told[0]
    assert "Once more, and the match ends." in told[1]
    assert "3 times in a row: the match ends" in told[2]


def after_a_close(*hands: str) -> schwimmen.State:
    """Return the state after a closed deal with these hands and two lives per seat."""
    state = GAME.deal(len(hands), SchwimmenOptions(lives=2), Chance(bytes(32), 0)).state
    state = moved(state, "keep")._replace(hands=hands_of(*hands))
    return moved(state, "pass!" + " pass" * (len(hands) - 1))


def test_the_outcome_of_a_deal_is_said_in_words_the_loser_last() -> None:
    plain = drawn(None, after_a_close("AH KH 7S", "8D 9D 7C"))
    assert plain.index("· Ana") < plain.index("· Ben · loses a life")
    assert "\n**Ben has the lowest hand and loses the deal.**" in plain
    told = drawn(None, after_a_close("KH 9S 7D", "QH 9C 8D", "AS KS 7H"))
    assert "**The lowest hands are equal and lose the deal: Ana, Ben.**" in told
    assert told.count("· loses a life") == 2
    suits = drawn(None, after_a_close("7S 8S 9S", "7H 8H 9H"))
    assert "Equal worth, but **24♥** is lower than **24♠**: **Ben loses the deal.**" in suits
    ranks = drawn(None, after_a_close("TS TH TC", "JS JH JC"))
    assert "but **10♣  10♠  10♥** is lower than **J♣  J♠  J♥**: **Ana loses the deal.**" in ranks


def test_story_line_omits_a_reader_put_out() -> None:
    """Their own line says it."""
    state = after_a_close("AH KH 7S", "8D 9D 7C")._replace(lives=(1, 0))
    result = replace(state.results[-1], out=(Seat(1),))
    view = replace(GAME.view(state, None), results=(result,))
    for locale, line in (("en-US", "Out in deal 1: Ben (17♦)"), ("de", "In Runde 1 geht unter: ")):
        scene = Scene(1, 0, tongue(locale), view, [], NAMES, NAMES)
        assert line in LOOK.story_line(scene)
        assert LOOK.story_line(replace(scene, reader=Seat(1))) == ""


def test_fire_costs_everyone_without_it_a_life() -> None:
    hands = hands_of("AS AH AC", "KH 9S 7D", "QH 9C 8D")
    ana, ben, chie = EVERYBODY
    fire = schwimmen.Result(1, hands, (2, 1, 1), None, (ana,), True, (ben, chie), (), (), 0)
    told = story.result(fire, Voice(T, NAMES))
    assert told.startswith("**Deal 1 is over: Fire 🔥** by Ana\n✅ ")
    assert "· Ben · loses a life\n" in told
    assert told.endswith("\n**Everyone without Fire loses the deal.**")
    own = Voice(T, NAMES, ben)
    assert "· you lose a life\n" in story.result(fire, own)
    assert story.losses(fire, own) == "Deal 1 was lost by you, Chie."
    alone = replace(fire, losers=(ben,))
    assert story.losses(alone, own) == "You lost deal 1."


def test_a_deal_that_ended_stands_above_the_heading_of_the_next() -> None:
    state = after_a_close("AH KH 7S", "8D 9D 7C")
    for reader in (None, Seat(0), Seat(1)):
        text = drawn(reader, state)
        assert text.index("Deal 1 is over") < text.index("loses the deal") < text.index("Deal 2")
    later = moved(state, "keep pass pass")
    assert drawn(None, later).index("Deal 1 was lost by Ben") < drawn(None, later).index("Deal 2")


def told_of(seats: int, texts: str) -> tuple[schwimmen.State, list[tuple[int, Event]]]:
    """Return the state after these moves of a new match, with all public events."""
    state, dealt = GAME.deal(seats, SchwimmenOptions(), Chance(bytes(32), 0))
    told: list[tuple[int, Event]] = [(0, event) for event in dealt]
    for ply, text in enumerate(texts.split(), 1):
        state, events = play(state, text)
        told += [(ply, event) for event in events]
    return state, [(ply, event) for ply, event in told if event.to is None]


@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("held", [False, True])
def test_close_is_reported_with_its_move_and_the_turns_after(seats: int, held: bool) -> None:
    state, told = told_of(seats, "keep pass!" + " pass" * (seats - 1))
    text = drawn(None, state, told, held=held)
    assert text.count(" passes") == seats
    assert text.index("passes") < text.index("closes** ✋") < text.rindex("passes")
    assert "Deal 1 is over:" in text or "Deal 1 was lost" in text


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_round_of_turns_is_reported_with_the_dealers_choice(seats: int) -> None:
    before = "keep pass!" + " pass" * (seats - 1)
    state, told = told_of(seats, before + " keep" + " pass" * (seats - 1))
    for reader in (None, state.turn):
        text = drawn(reader, state, told)
        assert text.count(" passes") == seats - 1
        assert "keeps the hand" in text
        assert "closes" not in text, "that was the deal before"


@pytest.mark.parametrize("pictured", [False, True])
def test_close_without_a_swap_asks_for_the_rest(pictured: bool) -> None:
    state, told = told_of(3, "keep")
    before, after = (drawn(state.turn, state, told, pictured=pictured, picked=p) for p in ("", "!"))
    assert "Swap 1 for 1?" in before
    assert "**You close with this turn:** now swap or pass." in after
    lives = next(line for line in before.splitlines() if "❤️" in line)
    assert lives in after.splitlines()
    assert len(after.splitlines()) == len(before.splitlines()), "no button moves"


def test_label_of_a_swap_hides_the_worth_from_others() -> None:
    state = GAME.deal(2, SchwimmenOptions(), Chance(bytes(32), 0)).state
    state = GAME.play(state, state.turn, schwimmen.Keep(), Chance(bytes(32), 1)).state
    give, take = state.hands[state.turn][0], state.table[0]
    for close in ("", "!"):
        for reader in (None, Seat(1 - state.turn)):
            label = LOOK.label(GAME.view(state, reader), f"{give}-{take}{close}", T)
            assert label == f"Swap {shown(give)} for {shown(take)}"


def test_only_the_dealer_keeps_or_takes() -> None:
    before = position("KH 9S 7D/QH 9C 8D/AS KS 7H", extra="TH JC 8S")
    assert SCREENS.offered(before, ANA) == {"keep": "Keep", "take": "Take the extra hand"}
    panel = SCREENS.words(before)
    for words in ("dealer Ana", "Waiting for @Ana: keep the hand, or take", "face down"):
        assert words in panel
    after, events = play(before, "take")
    told = at_once(events)
    for reader in (None, *EVERYBODY):
        assert not SCREENS.offered(before, reader) or reader == ANA
        hands = before.hands if reader is None else [before.hands[reader]]
        text, later = SCREENS.words(before, reader), SCREENS.words(after, reader, told)
        for hand in hands:
            own = "  ".join(map(shown, hand))
            assert (f"# {own}" in text) == (reader is not None)
        assert "# 9♠  K♥  7♦" in later, "the old cards are open"
        assert ("10♥  J♣  8♠" in later) == (reader == ANA)
    assert "Ana takes the extra hand unseen" in SCREENS.words(after, None, told)


def test_a_swap_is_picked_by_its_two_cards_with_their_worth() -> None:
    state = position(
        "KH 9S 7D/QH 9C 8D", "TH JC 8S", turn=0, options=SchwimmenOptions(swap_all=True)
    )
    for forged in ("", "nonsense", "AD-AD", "-", "--", "🂡"):
        found = SCREENS.offered(state, ANA, picked=forged)
        assert "Swap" not in found.values(), "nothing is picked yet"
        assert {"Pass", "✋ Close"} < set(found.values())
        assert not [label for label in found.values() if "✓" in label]
    for picked, ticks, told in (
        ("7D", {"7♦ ✓"}, "10♥: worth 20 · J♣: worth 10 · 8♠: worth 17"),
        ("-TH", {"10♥ ✓"}, "9♠: worth 20 · K♥: worth 10 · 7♦: worth 20"),
        ("7D-TH", {"7♦ ✓", "10♥ ✓"}, "7♦ for 10♥: worth **20♥** instead of 10♥."),
        ("all", {"All three ✓"}, "All three: worth **10♣** instead of 10♥."),
    ):
        hand = SCREENS.words(state, ANA, picked=picked)
        found = SCREENS.offered(state, ANA, picked=picked)
        assert "Your hand: worth **10♥**\n# 9♠  K♥  7♦" in hand
        assert "# 10♥  J♣  8♠" in hand
        assert told in hand
        assert {label for label in found.values() if "✓" in label} == ticks
        assert (found.get(picked) == "Swap") == (picked in ("7D-TH", "all"))
    plain = position("KH 9S 7D/QH 9C 8D", "TH JC 8S", turn=0)
    for forged in ("all", "KH-7S-8D"):
        assert "Swap" not in SCREENS.offered(plain, ANA, picked=forged).values()
    # A picked card may be changed, or put back.
    found = SCREENS.offered(state, ANA, picked="7D-TH")
    assert (found["9S-TH"], found["-TH"], found["7D"]) == ("9♠", "7♦ ✓", "10♥ ✓")
    for move, told in (("7D-TH", "gives 7♦ and takes 10♥"), ("all", "gives all three")):
        after, events = play(state, move)
        assert f"Ana {told}" in SCREENS.words(after, None, at_once(events))
        assert not SCREENS.offered(after, ANA)
        assert SCREENS.offered(after, BEN)
    view = GAME.view(state, ANA)
    for move, label in (
        ("pass!", "Pass and close"),
        ("7D-TH", "Swap 7♦ for 10♥ (worth 20"),
        ("all", "Swap all three (worth 10"),
    ):
        assert LOOK.label(view, move, T).startswith(label)


def test_all_hands_are_compared_when_a_deal_has_ended() -> None:
    before = position("KH 9S 7D/QH 9C 8D/AS KS 7H", "TH JC 8S", turn=0, lives="1 0 1")
    state, events = play(before, "pass! pass pass")
    told = at_once(events)
    for reader in (None, *EVERYBODY):
        text = SCREENS.words(state, reader, told)
        assert "**Deal 2 is over:**" in text
        assert "had closed" in text
        for seat, hand in enumerate(before.hands):
            who = "you" if seat == reader else NAMES[seat]
            line = next(x for x in text.splitlines() if f"· {who}" in x and "**" in x)
            assert "  ".join(map(shown, hand)) in line
        loser = next(x for x in text.splitlines() if x.startswith("💔"))
        assert loser.endswith(("swims now 🏊", "· you swim now 🏊"))
        assert "🏊 swims" in text, "the standings say so too"
        assert "Ben ❌ out" in text
    assert "You're out." in SCREENS.words(state, BEN)
    assert not SCREENS.offered(state, BEN)
    for ply, move in enumerate(("keep", "pass", "pass"), 2):
        assert "**Deal 2 is over:**" in SCREENS.words(state, None, told), "there is time to look"
        state, events = play(state, move)
        told += [(ply, event) for event in events]
    panel = SCREENS.words(state, None, told)
    assert "**Deal 2 is over:**" not in panel
    assert "Deal 2 was lost by" in panel
