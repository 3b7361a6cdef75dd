"""Matches of Schwimmen as people play them: swaps of two clicks, compared hands, the end."""

from dataclasses import replace

import pytest
from simcord import MemberActor

from bot.wire.ui import Address
from games import schwimmen
from games.cards import PACK, Hand
from games.core import Seat
from games.schwimmen.thirty_one import counting_suit, swapped, worth

from ..conftest import Deck
from ..evening import Evening, Three, Two, said
from .matches import shown, sitting, to_a_turn


@pytest.fixture(autouse=True)
def _known(deck: Deck) -> None:
    """Fix the deck, because a deal that starts with a Thirty-One needs other clicks."""
    deck(0)


def picks(e: Evening, person: MemberActor) -> dict[str, str]:
    """Return the buttons of half choices in a hand: label → custom_id."""
    return {
        label: custom_id
        for label, custom_id in e.buttons(e.hand(person)).items()
        if ":pick:" in custom_id
    }


async def choose(e: Evening, person: MemberActor, text: str) -> None:
    """Click the pick that carries this text."""
    custom_id = next(c for c in picks(e, person).values() if c.endswith(f":{text}"))
    await person.user.click(e.hand(person), custom_id=custom_id)


async def view_of(e: Evening, person: MemberActor) -> schwimmen.View:
    """Return the person's view by the rules, to compare it with the screen."""
    table = await e.bot.tables.get(1)
    seat = e.people.index(person)
    view: schwimmen.View = table.state.playing().view(Seat(seat))
    return view


# The dealer's choice


async def test_only_the_dealer_keeps_or_takes(e: Three) -> None:
    await e.begin("schwimmen")
    dealer = sitting(e)
    name = dealer.user.name
    assert set(e.moves(dealer)) == {"keep", "take"}
    assert "Take the extra hand" in e.buttons(e.hand(dealer))
    assert f"dealer {name}" in e.panel_words()
    assert f"Waiting for <@{dealer.user.id}>: keep the hand, or take" in e.panel_words()
    assert "face down" in e.panel_words()
    for person in e.people:
        own = (await view_of(e, person)).hand
        assert all(shown(card) in e.hand_words(person) for card in own)
        if person is not dealer:
            assert e.offered(person) == []
    first = (await view_of(e, dealer)).hand
    await e.play(dealer, "take")
    second = (await view_of(e, dealer)).hand
    assert not set(first) & set(second)
    own_cards = "  ".join(map(shown, second))
    assert f"# {'  '.join(map(shown, first))}" in e.panel_words(), "the old cards are open"
    assert "takes the extra hand unseen" in e.panel_words()
    assert f"# {own_cards}" in e.hand_words(dealer)
    assert own_cards not in e.panel_words()
    for person in e.people:
        assert (own_cards in e.hand_words(person)) == (person is dealer)


# A turn


async def test_a_swap_takes_two_clicks_and_a_third_commits_it(e: Two) -> None:
    await e.begin("schwimmen")
    person = await to_a_turn(e)
    view = await view_of(e, person)
    stranger = next(c for c in PACK if c not in (*view.hand, *view.table))
    for forged in ("all", "nonsense", f"{stranger}-{stranger}", "-", "--", "KH-7S-8D", "🂡"):
        await e.forge_hand(person, addressed(e, person, "pick", forged))
        assert not [label for label in picks(e, person) if "✓" in label]
        assert "Swap" not in e.buttons(e.hand(person))
    move = addressed(e, person, "move", f"{stranger}-{view.table[0]}")
    assert "don't hold" in said(await e.forge_hand(person, move))
    assert await view_of(e, person) == view
    give, take = view.hand[0], view.table[1]
    buttons = e.buttons(e.hand(person))
    assert {"Pass", "✋ Close"} < set(buttons)
    assert "Swap" not in buttons, "nothing is picked yet"
    assert len(picks(e, person)) == 7
    panel = e.panel_words()

    await choose(e, person, str(give))
    assert f"{shown(give)} ✓" in picks(e, person)
    assert f"{shown(take)}: worth " in e.hand_words(person)
    assert "Swap" not in e.buttons(e.hand(person))
    await choose(e, person, f"{give}-{take}")
    assert f"{shown(give)} for {shown(take)}: worth **" in e.hand_words(person)
    assert "Swap" in e.buttons(e.hand(person))
    assert e.panel_words() == panel, "nobody sees what is only picked"
    assert await view_of(e, person) == view, "nothing is committed"

    await e.play(person, f"{give}-{take}")
    assert take in (await view_of(e, person)).hand
    assert f"gives {shown(give)} and takes {shown(take)}" in e.panel_words()
    assert e.offered(person) == []
    assert sitting(e) is not person


def number_of(hand: Hand) -> str:
    """Return a hand's worth without the suit that counts: a suit beside it reads as a card."""
    return worth_of(hand).rstrip("♣♠♥♦")


def worth_of(hand: Hand) -> str:
    """Return a hand's worth in the notation of the rules, with the suit that counts."""
    suit, points = counting_suit(hand), worth(hand)
    sign = "" if suit is None else {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}[suit]
    assert points < 62, "no Thirty-One among these cards"
    return f"{points / 2:g}".replace(".5", "½") + sign


async def test_all_hands_are_compared_when_a_deal_has_ended(e: Three) -> None:
    await e.begin("schwimmen", lives=1)
    await to_a_turn(e)
    hands = {person.user.name: (await view_of(e, person)).hand for person in e.people}
    deal = (await view_of(e, e.people[0])).deal
    for turn in ("pass!", "pass", "pass"):
        await e.play(sitting(e), turn)
    for reader in (None, *e.people):
        text = e.panel_words() if reader is None else e.hand_words(reader)
        assert f"**Deal {deal} is over:**" in text
        assert "had closed" in text
        for name, hand in hands.items():
            who = "you" if reader is not None and name == reader.user.name else name
            line = next(x for x in text.splitlines() if f"· {who}" in x and "**" in x)
            assert "  ".join(map(shown, hand)) in line
        loser = next(x for x in text.splitlines() if x.startswith("💔"))
        assert loser.endswith(("swims now 🏊", "· you swim now 🏊"))
        assert "🏊 swims" in text, "the standings say so too"
    await to_a_turn(e)
    assert f"**Deal {deal} is over:**" in e.panel_words(), "there is time to look"
    for _ in range(3):
        await e.play(sitting(e), "pass")
    assert f"**Deal {deal} is over:**" not in e.panel_words()
    assert f"Deal {deal} was lost by" in e.panel_words()
    while "❌ out" not in e.panel_words():
        await e.play_out(seed=len(await e.made()), plies=1)
    (out,) = [p for p in e.people if "You're out." in e.hand_words(p)]
    assert e.offered(out) == []


# Mistakes


def addressed(e: Evening, person: MemberActor, kind: str, text: str) -> str:
    """Return the custom_id of a move that the hand offers, with another kind and text."""
    address = Address.parse(e.moves(person)["pass"])
    assert address is not None
    return str(replace(address, kind=kind, text=text))


async def test_moves_are_typed_or_picked_with_their_worth(e: Two) -> None:
    await e.begin("schwimmen", swap_all=True)
    dealer = sitting(e)
    offered = await dealer.autocomplete(e.channel, "move", "move", "")
    assert {choice["value"] for choice in offered} == {"keep", "take"}
    person = await to_a_turn(e)
    offered = await person.autocomplete(e.channel, "move", "move", "")
    assert len(offered) == 22
    labels = {choice["value"]: choice["name"] for choice in offered}
    assert labels["pass!"] == "Pass and close"
    assert labels["all"].startswith("Swap all three (worth ")
    view = await view_of(e, person)
    give, take = view.hand[0], view.table[0]
    then = number_of(swapped(view.hand, give, take))
    assert labels[f"{give}-{take}"].startswith(
        f"Swap {shown(give)} for {shown(take)} (worth {then}"
    )
    await person.slash(e.channel, "move", move=f"{give}-{take}")
    assert take in (await view_of(e, person)).hand
    person = await to_a_turn(e)
    view = await view_of(e, person)
    assert f"# {'  '.join(map(shown, view.table))}" in e.hand_words(person)
    own = f"Your hand: worth **{worth_of(view.hand)}**\n# {'  '.join(map(shown, view.hand))}"
    assert own in e.hand_words(person)
    for give in view.hand:
        await choose(e, person, str(give))
        for take in view.table:
            hand = swapped(view.hand, give, take)
            then = worth_of(hand)
            assert f"{shown(take)}: worth {number_of(hand)}" in e.hand_words(person)
            await choose(e, person, f"{give}-{take}")
            told = f"{shown(give)} for {shown(take)}: worth **{then}** instead of "
            assert told + f"{worth_of(view.hand)}." in e.hand_words(person)
            await choose(e, person, str(give))
        assert f"{shown(give)} ✓" in picks(e, person)
        await choose(e, person, "")
    # A card of the middle may be picked first, and one's own be changed.
    first, second = view.hand[:2]
    await choose(e, person, f"-{view.table[0]}")
    assert f"{shown(view.table[0])} ✓" in picks(e, person)
    for give in (first, second):
        await choose(e, person, f"{give}-{view.table[0]}")
    assert f"{shown(second)} ✓" in picks(e, person)
    assert f"{shown(first)} ✓" not in picks(e, person)
    await choose(e, person, str(second))
    assert "Swap" not in e.buttons(e.hand(person))
    await choose(e, person, "")
    assert not [label for label in picks(e, person) if "✓" in label]
    assert await view_of(e, person) == view
    await choose(e, person, "all")
    assert "All three ✓" in picks(e, person)
    assert "All three: worth **" in e.hand_words(person)
    await e.play(person, "all")
    assert "gives all three" in e.panel_words()
    assert set((await view_of(e, person)).table) == set(view.hand)
