"""Whole matches of 6 nimmt! as people play them: commands, clicks, direct messages."""

import re
from dataclasses import replace

import pytest

from bot.screens import frames
from bot.screens.sight import Sight
from bot.words.i18n import tongue
from cogs.nimmt.look import NimmtLook
from cogs.nimmt.rules_pages import rules as _rules
from games import nimmt
from games.chance import Chance
from games.core import Seat

from ...drawing import stored_of
from ...games.playing import random_match
from ..evening import One, Three, Two, answer, said


async def test_the_lobby_shows_seats_options_and_promise(e: Three) -> None:
    ana, ben, chie = e.people
    await e.open(ana, "nimmt", limit=30, deck="tactical")
    lobby = e.panel_words()
    assert "Limit: 30 · Deck: tactical" in lobby
    assert "Start" not in e.buttons(e.panel()), "one player is too few"
    await e.press(ben, "Join")
    await e.press(chie, "Join")
    assert "3. **Chie**" in e.panel_words()
    assert "seat 3" in e.hand_words(chie)
    await e.press(ben, "Leave")
    assert "2. **Chie**" in e.panel_words()
    assert "Ben" not in e.panel_words()
    assert "don't sit at this table any more" in e.hand_words(ben)
    again = await e.press(chie, "Join")
    assert "already sit" in said(again)
    refused = await e.press(chie, "Start")
    assert "Only the host" in said(refused)
    await e.choose(ana, "Cancel the table")
    assert "cancelled" in e.panel_words()
    assert not e.buttons(e.panel())


async def test_idle_lobby_is_cancelled_after_half_an_hour(e: Two) -> None:
    await e.open(e.people[0], "nimmt")
    await e.env.advance_time(29 * 60)
    assert " is open" in e.panel_words()
    await e.env.advance_time(2 * 60)
    assert "cancelled" in e.panel_words()


async def test_any_player_starts_at_last_and_others_only_watch(e: Three) -> None:
    ana, ben, chie = e.people
    await e.open(ana, "nimmt")
    await e.press(ben, "Join")
    await e.env.advance_time(601)
    await e.press(ben, "Start")
    assert "Round 1 · card 1 of 10" in e.panel_words()
    watched = await e.press(chie, "Hand")
    assert "👁 You watch." in said(watched)
    assert e.offered(chie, answer(watched)) == []
    assert "You play in no running match" in said(await chie.slash(e.channel, "move", move="55"))
    assert await chie.autocomplete(e.channel, "move", "move", "") == []
    assert len(await e.made()) == 0


async def test_a_move_can_be_typed_or_clicked_once(e: Two) -> None:
    ana, ben = await e.begin()
    offered = await ana.autocomplete(e.channel, "move", "move", "")
    assert {choice["value"] for choice in offered} == set(e.moves(ana))
    card = min(e.moves(ana))
    result = await ana.slash(e.channel, "move", move=card)
    assert f"Chosen: **{card}" in said(result)
    assert f"Chosen: **{card}" in e.hand_words(ana)
    for nonsense in ("0", "105", "row9", "55 5", "<@1>", "💥", "row1"):
        refused = await ana.slash(e.channel, "move", move=nonsense)
        assert refused.ephemeral
    assert len(await e.made()) == 1
    await e.begin()
    custom_id = min(e.moves(ben).values())
    await ben.user.click(e.hand(ben), custom_id=custom_id)
    assert "already" in said(await e.forge(ben, custom_id))
    assert len(await e.made(2)) == 1


async def test_typed_jokers_are_kept_in_the_notation_and_end_rows(e: Two) -> None:
    await e.begin(jokers=True)
    jokers = [next(text for text in e.moves(person) if "." in text) for person in e.people]
    for person, joker in zip(e.people, jokers, strict=True):
        typed = joker.translate({ord("0") + n: "０１２３４５６７８９"[n] for n in range(10)})
        await person.slash(e.channel, "move", move=f" {typed.replace('.', ',')} ")
    first = jokers.index(min(jokers))
    mine, other = e.people[first], e.people[1 - first]
    ends = re.findall(r"^[1-4]│(\d+(?:\.\d)?)", e.panel_words(), re.MULTILINE)
    assert "ends at" not in e.panel_words()
    for row, end in enumerate(ends, 1):
        # A joker that starts a row is 0.0, but its last number is shown as 0.
        assert f"Row {row}: ends at {end.removesuffix('.0')}" in e.buttons(e.hand(mine))
    await mine.slash(e.channel, "move", move="ROW 3")
    assert await e.made() == [(0, jokers[0]), (1, jokers[1]), (first, "row3")]
    end = f"{ends[2]}{min(jokers)[1:]}" if min(jokers) != "0.0" else ends[2]
    for screen in (e.panel_words(), e.hand_words(mine), e.hand_words(other)):
        assert f"Row 3 ends at {end}" in screen
        assert "Row 1 ends at" not in screen
    assert f"Row 3: ends at {end}" in e.buttons(e.hand(other))


def test_row_button_shows_its_cost() -> None:
    rows = ((410, 430, 490, 500, 550), (190, 4), (200,), (810,))
    deal = nimmt.GAME.deal(2, nimmt.NimmtOptions(jokers=True), Chance(bytes(32), 0)).state
    for card, labels in {
        3: ["ends at 55, costs 13 bulls", "ends at 19.4", "ends at 20", "ends at 81"],
        60: [
            "take 41 43 49 50 55 (13 bulls)",
            "take 19 0.4 (1 bull)",
            "take 20 (3 bulls)",
            "take 81 (1 bull)",
        ],
    }.items():
        view = nimmt.GAME.view(deal._replace(rows=rows, waiting=((Seat(0), card),)), Seat(0))
        for row, label in enumerate(labels, 1):
            assert NimmtLook().label(view, f"row{row}", tongue("en")) == f"Row {row}: {label}"


async def test_a_panel_that_scrolled_away_comes_back_below(e: Two) -> None:
    await e.begin()
    old = e.panel().id
    for n in range(12):
        await e.people[0].send(e.channel, f"chat {n}")
    await e.play_out(plies=2)
    assert e.panel().id != old
    assert e.channel.history()[-1].id == e.panel().id
    old = e.panel().id
    await e.press(e.people[1], "Post it below")
    assert old not in [m.id for m in e.channel.history()]
    assert "Round 1 · card " in e.panel_words()


@pytest.mark.parametrize("locale", ["en-US", "ja"])
def test_rules_text_follows_the_options(locale: str) -> None:
    def shown(options: nimmt.NimmtOptions) -> str:
        return "\n".join(_rules(options, tongue(locale)))

    usual = shown(nimmt.NimmtOptions())
    assert {"66", "101"} <= set(re.findall(r"\d+", usual))
    other = shown(nimmt.NimmtOptions(target=30, rounds=7, jokers=True))
    assert {"30", "7", "11"} <= set(re.findall(r"\d+", other))
    assert not {"66", "101"} & set(re.findall(r"\d+", other))
    assert shown(nimmt.NimmtOptions(deck="tactical")) != usual
    for notation in ("`55`", "`0.4`", "`row1`", "19.4"):
        assert notation in usual


async def test_options_that_do_not_go_together_are_refused_in_private(e: One) -> None:
    await e.open(e.people[0], "nimmt")
    before = e.panel_words()
    refused = await e.set_options(e.people[0], deck="tactical", jokers="yes")
    assert "Jokers can't be played" in said(refused)
    assert e.panel_words() == before


@pytest.mark.parametrize("held", [False, True])
def test_tactical_deck_shows_its_range(held: bool) -> None:
    options = nimmt.NimmtOptions(rounds=1, deck="tactical")
    match = random_match("nimmt", 3, options, 1)
    stored = replace(stored_of(match.record), phase="live")
    for seat in (None, Seat(0)):
        sight = Sight.at(stored, NimmtLook(), match.steps[:8], seat)
        draw = frames.panel if seat is None else frames.hand
        assert "cards 1 to 34" in draw(replace(sight, held=held), tongue("en")).text
