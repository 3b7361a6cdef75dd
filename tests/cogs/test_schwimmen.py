"""Schwimmen as people play it: two clicks a swap, hands compared, who swims and who is out."""

import random
import re
from typing import Any

import pytest
from simcord import MemberActor

from bot.i18n import tongue
from bot.look import Scene
from bot.ui import Address, screen
from cogs.schwimmen import SchwimmenLook
from games import GAMES, schwimmen
from games.cards import PACK, Card, Hand, arranged, parse_card
from games.chance import Chance
from games.core import Event, Seat
from games.schwimmen import GAME, SchwimmenOptions
from games.thirty_one import counting_suit, swapped, worth

from .conftest import Begin, Deck
from .evening import NAMES, Evening, components, said, words

LOOK = SchwimmenLook()


@pytest.fixture(autouse=True)
def _known(deck: Deck) -> None:
    """A Thirty-One dealt at once now and then would take other clicks than a test makes."""
    deck(0)


def sitting(e: Evening) -> MemberActor:
    """Whose turn it is, as the hands show."""
    (person,) = e.unsealed()
    return person


def picks(e: Evening, person: MemberActor) -> dict[str, str]:
    """What half a choice a hand offers: its label → custom_id."""
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
    """What the rules say this person may know, to compare the screen with."""
    table = await e.bot.tables.get(1)
    seat = e.people.index(person)
    view: schwimmen.View = table.playing().view(Seat(seat))
    return view


def shown(card: Card) -> str:
    """A card as screens show it."""
    suit = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}[card.suit]
    return ("10" if card.rank == "T" else card.rank) + suit


async def to_a_turn(e: Evening) -> MemberActor:
    """Go on until somebody is to swap or pass; deals may end as they are dealt."""
    while "keep" in e.moves(sitting(e)):
        await e.play(sitting(e), "keep")
    return sitting(e)


# Whole matches


@pytest.mark.parametrize(
    ("people", "options"), [(2, {"lives": 1}), (8, {"lives": 1, "swap_all": True})]
)
async def test_a_whole_match_is_played_to_its_end_and_rated(
    evening: Begin, people: int, options: dict[str, Any]
) -> None:
    async with evening(people) as e:
        await e.begin("schwimmen", **options)
        panel = e.panel().id
        await e.play_out(seed=people)

        end = e.panel_words()
        assert e.panel().id != panel, "each deal has a new panel"
        assert "the end" in end
        assert "is over" in end, "the last hands are compared"
        assert "is out" in end
        assert "rating" in end
        assert re.search(r"🥇 \*\*\w+\*\* · survived \d+ deals? · rating", end)
        assert all(name in end for name in NAMES[:people])
        for person in e.people:
            assert "the end" in e.hand_words(person)
            assert not e.moves(person)
        standings = await e.people[0].slash(e.channel, "leaderboard")
        assert standings.response is not None
        assert words(standings.response.components).count("1 match,") == people


async def test_the_lobby_tells_the_options(evening: Begin) -> None:
    async with evening(1) as e:
        await e.people[0].slash(e.channel, "schwimmen play", lives=1, swap_all=True)
        assert "1 life each" in e.panel_words()
        assert "all three cards for the whole table" in e.panel_words()
        assert "of 2–8" in e.panel_words()


# The dealer's choice


async def test_only_the_dealer_keeps_or_takes(evening: Begin) -> None:
    async with evening(3) as e:
        await e.begin("schwimmen")
        dealer = sitting(e)
        name = dealer.user.name
        assert set(e.moves(dealer)) == {"keep", "take"}
        assert "Take the other three" in e.buttons(e.hand(dealer))
        assert f"dealer {name}" in e.panel_words()
        assert f"<@{dealer.user.id}> keeps the hand, or takes" in e.panel_words()
        assert "face down" in e.panel_words()
        for person in e.people:
            own = (await view_of(e, person)).hand
            assert all(shown(card) in e.hand_words(person) for card in own)
            if person is not dealer:
                assert e.offered(person) == []


async def test_who_takes_gets_other_cards_and_lays_the_first_open(evening: Begin) -> None:
    async with evening(2) as e:
        await e.begin("schwimmen")
        dealer = sitting(e)
        first = (await view_of(e, dealer)).hand
        await e.play(dealer, "take")
        second = (await view_of(e, dealer)).hand
        assert not set(first) & set(second)
        open_cards = "  ".join(map(shown, first))
        own_cards = "  ".join(map(shown, second))
        assert f"# {open_cards}" in e.panel_words()
        assert "takes the other three unseen" in e.panel_words()
        assert f"# {own_cards}" in e.hand_words(dealer)
        for reader in (*(p for p in e.people if p is not dealer), None):
            text = e.panel_words() if reader is None else e.hand_words(reader)
            assert own_cards not in text


# A turn


async def test_a_swap_takes_two_clicks_and_a_third_commits_it(evening: Begin) -> None:
    async with evening(2) as e:
        await e.begin("schwimmen")
        person = await to_a_turn(e)
        view = await view_of(e, person)
        give, take = view.hand[0], view.table[1]
        buttons = e.buttons(e.hand(person))
        assert {"Pass", "Pass and close"} < set(buttons)
        assert "Swap" not in buttons, "nothing is picked yet"
        assert len(picks(e, person)) == 6
        panel = e.panel_words()

        await choose(e, person, str(give))
        assert f"{shown(give)} ✓" in picks(e, person)
        assert any(label.startswith(f"{shown(take)} → ") for label in picks(e, person))
        assert "Swap" not in e.buttons(e.hand(person))
        await choose(e, person, f"{give}-{take}")
        assert f"{shown(give)} for {shown(take)}: worth **" in e.hand_words(person)
        assert {"Swap", "Swap and close"} < set(e.buttons(e.hand(person)))
        assert e.panel_words() == panel, "nobody sees what is only picked"
        assert await view_of(e, person) == view, "nothing is committed"

        await e.play(person, f"{give}-{take}")
        assert take in (await view_of(e, person)).hand
        assert f"gives {shown(give)} and takes {shown(take)}" in e.panel_words()
        assert e.offered(person) == []
        assert sitting(e) is not person


async def test_the_hand_says_what_it_is_worth_and_what_each_swap_would_make_it(
    evening: Begin,
) -> None:
    async with evening(2) as e:
        await e.begin("schwimmen", swap_all=True)
        person = await to_a_turn(e)
        view = await view_of(e, person)
        assert f"# {'  '.join(map(shown, view.table))}" in e.hand_words(person)
        own = f"Your hand: worth **{worth_of(view.hand)}**\n# {'  '.join(map(shown, view.hand))}"
        assert own in e.hand_words(person)
        assert f"All three → {worth_of(view.table)}" in picks(e, person)
        for give in view.hand:
            await choose(e, person, str(give))
            for take in view.table:
                then = worth_of(swapped(view.hand, give, take))
                assert f"{shown(take)} → {then}" in picks(e, person)
                await choose(e, person, f"{give}-{take}")
                told = f"{shown(give)} for {shown(take)}: worth **{then}** instead of "
                assert told + f"{worth_of(view.hand)}." in e.hand_words(person)
                await choose(e, person, str(give))
            await choose(e, person, "")


def worth_of(hand: Hand) -> str:
    """A hand's worth as the rules page writes it, with the suit that counts."""
    suit, points = counting_suit(hand), worth(hand)
    sign = "" if suit is None else {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}[suit]
    assert points < 62, "no Thirty-One among these cards"
    return f"{points / 2:g}".replace(".5", "½") + sign


async def test_a_pick_can_be_taken_back_and_changed(evening: Begin) -> None:
    async with evening(2) as e:
        await e.begin("schwimmen")
        person = await to_a_turn(e)
        view = await view_of(e, person)
        first, second = view.hand[:2]
        take = view.table[0]
        await choose(e, person, f"-{take}")
        assert f"{shown(take)} ✓" in picks(e, person)
        await choose(e, person, f"{first}-{take}")
        await choose(e, person, f"{second}-{take}")
        assert f"{shown(second)} ✓" in picks(e, person)
        assert f"{shown(first)} ✓" not in picks(e, person)
        await choose(e, person, str(second))
        assert "Swap" not in e.buttons(e.hand(person))
        await choose(e, person, "")
        assert not [label for label in picks(e, person) if "✓" in label]
        assert await view_of(e, person) == view


async def test_all_three_cards_are_swapped_with_one_pick(evening: Begin) -> None:
    async with evening(2) as e:
        await e.begin("schwimmen", swap_all=True)
        person = await to_a_turn(e)
        view = await view_of(e, person)
        assert any(label.startswith("All three → ") for label in picks(e, person))
        await choose(e, person, "all")
        assert "All three ✓" in picks(e, person)
        assert "All three: worth **" in e.hand_words(person)
        await e.play(person, "all")
        assert "gives all three" in e.panel_words()
        assert set((await view_of(e, person)).table) == set(view.hand)


async def test_after_a_close_the_others_may_only_swap_or_pass(evening: Begin) -> None:
    async with evening(3) as e:
        await e.begin("schwimmen")
        closer = await to_a_turn(e)
        await e.play(closer, "pass!")
        assert f"**{closer.user.name} closes** ✋" in e.panel_words()
        for _ in range(2):
            person = sitting(e)
            buttons = e.buttons(e.hand(person))
            assert "Pass" in buttons
            assert not [label for label in buttons if "close" in label]
            assert "has the last turn" in e.panel_words()
            await e.play(person, "pass")
        assert "**Deal 2**" in e.panel_words()


async def test_all_hands_are_compared_when_a_deal_has_ended(evening: Begin) -> None:
    async with evening(3) as e:
        await e.begin("schwimmen", lives=1)
        await to_a_turn(e)
        hands = {person.user.name: (await view_of(e, person)).hand for person in e.people}
        deal = (await view_of(e, e.people[0])).deal
        for turn in ("pass!", "pass", "pass"):
            await e.play(sitting(e), turn)
        for text in (e.panel_words(), *(e.hand_words(person) for person in e.people)):
            assert f"**Deal {deal} is over:**" in text
            assert "had closed" in text
            for name, hand in hands.items():
                line = next(x for x in text.splitlines() if f"· {name}" in x and "**" in x)
                assert "  ".join(map(shown, hand)) in line
            loser = next(x for x in text.splitlines() if x.startswith("💔"))
            assert loser.endswith("swims now 🏊")
            assert "🏊 swims" in text, "the standings say so too"
        await to_a_turn(e)
        assert f"**Deal {deal} is over:**" in e.panel_words(), "there is time to look"
        for _ in range(3):
            await e.play(sitting(e), "pass")
        assert f"**Deal {deal} is over:**" not in e.panel_words()
        assert f"Deal {deal} was lost by" in e.panel_words()


async def test_who_is_out_sees_so_and_is_asked_nothing(evening: Begin) -> None:
    async with evening(3) as e:
        await e.begin("schwimmen", lives=1)
        rng = random.Random(4)
        while "❌ out" not in e.panel_words():
            await e.play_out(seed=rng.randrange(99), plies=1)
        out = [p for p in e.people if "You are out." in e.hand_words(p)]
        assert len(out) == 1
        assert e.offered(out[0]) == []


# What goes wrong


async def test_a_move_of_somebody_else_is_refused_in_private(evening: Begin) -> None:
    async with evening(2) as e:
        await e.begin("schwimmen")
        person = await to_a_turn(e)
        other = next(p for p in e.people if p is not person)
        refused = await other.slash(e.channel, "schwimmen move", move="pass")
        assert "isn't your turn" in said(refused)
        for nonsense in ("KH", "keep", "all", "7X-8Y", "💥", "pass!!"):
            refused = await person.slash(e.channel, "schwimmen move", move=nonsense)
            assert refused.ephemeral
            assert "❌" not in said(refused)
        assert sitting(e) is person


async def test_forged_picks_pick_nothing(evening: Begin) -> None:
    async with evening(2) as e:
        await e.begin("schwimmen")
        person = await to_a_turn(e)
        view = await view_of(e, person)
        stranger = next(c for c in PACK if c not in (*view.hand, *view.table))
        for forged in ("all", "nonsense", f"{stranger}-{stranger}", "-", "--", "KH-7S-8D", "🂡"):
            custom_id = _forged(e, person, "pick", forged)
            await person.user.click(e.hand(person), custom_id=custom_id)
            assert not [label for label in picks(e, person) if "✓" in label]
            assert "Swap" not in e.buttons(e.hand(person))
        assert await view_of(e, person) == view


async def test_a_forged_move_and_a_stale_click_change_nothing(evening: Begin) -> None:
    async with evening(2) as e:
        await e.begin("schwimmen")
        person = await to_a_turn(e)
        view = await view_of(e, person)
        stranger = next(c for c in PACK if c not in (*view.hand, *view.table))
        text = f"{stranger}-{view.table[0]}"
        result = await person.user.click(e.hand(person), custom_id=_forged(e, person, "move", text))
        assert "don't hold" in said(result)
        assert await view_of(e, person) == view

        old = e.moves(person)["pass!"]
        await e.play(person, "pass")
        after = await view_of(e, person)
        _put(e, person, old)
        stale = await person.user.click(e.hand(person), custom_id=old)
        assert "earlier moment" in said(stale)
        assert await view_of(e, person) == after


def _forged(e: Evening, person: MemberActor, kind: str, text: str) -> str:
    """Give a button of the hand another custom_id, as a tampering client would send."""
    own = e.moves(person)["pass"]
    address = Address.parse(own)
    assert address is not None
    forged = str(Address(kind, address.table_id, address.stage, text))
    stored = e.env.backend.get_message(e.hand(person).channel.id, e.hand(person).id)
    for component in components(stored.components):
        if component.get("custom_id") == own:
            component["custom_id"] = forged
    return forged


def _put(e: Evening, person: MemberActor, custom_id: str) -> None:
    """Have the hand show an old button again, as another device still does."""
    stored = e.env.backend.get_message(e.hand(person).channel.id, e.hand(person).id)
    stored.components[0]["components"].append(
        {"type": 1, "components": [{"type": 2, "style": 2, "label": "x", "custom_id": custom_id}]}
    )


async def test_a_typed_move_is_completed_in_words(evening: Begin) -> None:
    async with evening(2) as e:
        await e.begin("schwimmen", swap_all=True)
        dealer = sitting(e)
        offered = await dealer.autocomplete(e.channel, "schwimmen move", "move", "")
        assert {choice["value"] for choice in offered} == {"keep", "take"}
        person = await to_a_turn(e)
        offered = await person.autocomplete(e.channel, "schwimmen move", "move", "")
        assert len(offered) == 22
        labels = {choice["value"]: choice["name"] for choice in offered}
        assert labels["pass!"] == "Pass and close"
        assert labels["all"].startswith("Swap all three (worth ")
        view = await view_of(e, person)
        give, take = view.hand[0], view.table[0]
        assert labels[f"{give}-{take}"].startswith(f"Swap {shown(give)} for {shown(take)} (worth ")
        await person.slash(e.channel, "schwimmen move", move=f"{give}-{take}")
        assert take in (await view_of(e, person)).hand


# Restarts


async def test_buttons_go_on_working_after_a_restart_at_the_dealers_choice(
    evening: Begin,
) -> None:
    async with evening(2) as e:
        await e.begin("schwimmen")
        dealer = sitting(e)
        await e.restart()
        await e.play(dealer, "keep")
        assert "keeps the hand" in e.panel_words()


async def test_buttons_go_on_working_after_a_restart_in_a_turn(evening: Begin) -> None:
    async with evening(2) as e:
        await e.begin("schwimmen")
        person = await to_a_turn(e)
        await e.restart()
        first = e.buttons(e.hand(person))
        label, custom_id = next((k, v) for k, v in first.items() if ":pick:" in v)
        await person.user.click(e.hand(person), custom_id=custom_id)
        assert f"{label} ✓" in picks(e, person)
        await e.restart()
        give = next(c for c in (await view_of(e, person)).hand if shown(c) == label)
        take = (await view_of(e, person)).table[2]
        await choose(e, person, f"{give}-{take}")
        await e.restart()
        await e.play(person, f"{give}-{take}!")
        assert f"**{person.user.name} closes** ✋" in e.panel_words()
        await e.restart()
        await e.play(sitting(e), "pass")
        assert "**Deal 2**" in e.panel_words()


async def test_a_pick_of_all_three_outlives_a_restart(evening: Begin) -> None:
    async with evening(2) as e:
        await e.begin("schwimmen", swap_all=True)
        person = await to_a_turn(e)
        table = (await view_of(e, person)).table
        await choose(e, person, "all")
        on_screen = e.moves(person)["all!"]
        await e.restart()
        # Clicked as by a device that still shows what was there before the restart.
        _put(e, person, on_screen)
        await person.user.click(e.hand(person), custom_id=on_screen)
        assert (await view_of(e, person)).hand == table
        assert f"**{person.user.name} closes** ✋" in e.panel_words()


# Screens of any match


async def test_rules_are_complete_in_three_pages(evening: Begin) -> None:
    async with evening(1) as e:
        result = await e.people[0].slash(e.channel, "schwimmen rules")
        assert "The last swimmer wins" in said(result)
    for locale in ("en-US", "ja"):
        pages = LOOK.rules(SchwimmenOptions(), tongue(locale))
        assert len(pages) == 3
        assert all(len(page) < 1500 for page in pages)


@pytest.mark.parametrize("locale", ["en-US", "ja"])
def test_every_screen_fits_a_message(locale: str) -> None:
    longest, names = 0, ["\\_" * 32] * 8
    for seed in range(2):
        options = SchwimmenOptions(lives=5, swap_all=True)
        step = GAME.deal(8, options, Chance(bytes([seed]) * 32, 0))
        told: list[tuple[int, Event]] = [(0, event) for event in step.events]
        rng, ply = random.Random(seed), 0
        while waiting := GAME.to_act(step.state):
            (seat,) = waiting
            moves = GAME.legal_moves(step.state, seat)
            mild = [m for m in moves if GAME.move_text(m) == "pass"]
            ply += 1
            move = rng.choice(mild if mild and rng.random() < 0.4 else moves)
            step = GAME.play(step.state, seat, move, Chance(bytes([seed]) * 32, ply))
            told = [*told, *((ply, event) for event in step.events)][-120:]
            for reader in (None, *GAME.to_act(step.state)):
                picked = rng.choice(["", "all", str(rng.choice(PACK))])
                layout = _drawn(reader, step.state, told, names, locale, picked)
                assert layout.layout.total_children_count <= 36
                custom_ids = [
                    c["custom_id"] for c in components(layout.components) if "custom_id" in c
                ]
                assert len(set(custom_ids)) == len(custom_ids)
                assert all(len(custom_id) <= 100 for custom_id in custom_ids)
                longest = max(longest, len(words(layout.components)))
    # The frame adds a title, and at the end the ranks and the proof.
    assert 1000 < longest < 3600


def _drawn(
    reader: Seat | None,
    state: schwimmen.State,
    told: list[tuple[int, Event]],
    names: list[str],
    locale: str,
    picked: str,
) -> Any:
    scene = Scene(
        table_id=10**17,
        stage=GAME.stage(state),
        t=tongue(locale),
        view=GAME.view(state, reader),
        story=[(ply, e) for ply, e in told if e.to is None or reader in e.to],
        names=names,
        mentions=["<@1234567890123456789>"] * 8,
        picked=picked,
    )
    return screen(LOOK.colour, *(LOOK.table(scene) if reader is None else LOOK.hand(scene)))


def test_who_showed_a_thirty_one_is_named() -> None:
    state = GAME.deal(2, SchwimmenOptions(), Chance(bytes(32), 0)).state
    state = GAME.play(state, state.turn, schwimmen.Keep(), Chance(bytes(32), 1)).state
    seat = state.turn
    near, far, table = (
        arranged([parse_card(text) for text in cards.split()])
        for cards in ("AH KH 7S", "8D 9D 7C", "QH 8S 9C")
    )
    hands = tuple(near if other == seat else far for other in range(2))
    state = state._replace(hands=hands, table=table)
    move = GAME.parse_move("7S-QH")
    state = GAME.play(state, seat, move, Chance(bytes(32), 2)).state
    layout = _drawn(None, state, [], ["Ana", "Ben"], "en-US", "")
    told = f"**Deal 1 is over: Thirty-One** by {NAMES[seat]}"
    assert told in words(layout.components).splitlines()


def test_others_are_told_a_swap_without_the_worth_of_the_hand() -> None:
    state = GAME.deal(2, SchwimmenOptions(), Chance(bytes(32), 0)).state
    state = GAME.play(state, state.turn, schwimmen.Keep(), Chance(bytes(32), 1)).state
    give, take = state.hands[state.turn][0], state.table[0]
    for close in ("", "!"):
        for reader in (None, Seat(1 - state.turn)):
            label = LOOK.label(GAME.view(state, reader), f"{give}-{take}{close}", tongue("en-US"))
            assert label == f"Swap {shown(give)} for {shown(take)}"


def test_every_legal_move_has_a_label() -> None:
    state = GAME.deal(2, SchwimmenOptions(swap_all=True), Chance(bytes(32), 0)).state
    state = GAME.play(state, state.turn, schwimmen.Keep(), Chance(bytes(32), 1)).state
    view = GAMES["schwimmen"].view(state, state.turn)
    texts = [GAME.move_text(move) for move in GAME.legal_moves(state, state.turn)]
    labels = {LOOK.label(view, text, tongue("ja")) for text in texts}
    assert len(labels) == len(texts) == 22
    assert all(len(label) <= 100 for label in labels)
