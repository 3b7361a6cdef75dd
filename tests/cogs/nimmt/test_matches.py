"""Whole matches of 6 nimmt! as people play them, also when its rules get a new version."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

import pytest

from bot.screens import frames
from bot.screens.sight import Sight
from bot.words.i18n import tongue
from cogs.nimmt.look import NimmtLook
from games import GAMES, find_game, nimmt
from games.chance import Chance
from games.core import Rulings, Seat
from games.nimmt import Nimmt

from ...drawing import stored_of
from ...examples import ALL_AT_ONCE
from ...games.playing import random_match, registered
from ..conftest import Begin
from ..evening import One, Three, Two, answer, said


async def test_any_player_starts_at_last_and_others_only_watch(e: Three) -> None:
    ana, ben, chie = e.people
    await e.open(ana, "nimmt")
    await e.press(ben, "Join")
    await e.wait(601)
    await e.press(ben, "Start")
    assert "Round 1 · card 1 of 10" in e.panel_words()
    watched = await e.press(chie, "Hand")
    assert "👁 You watch." in said(watched)
    assert e.offered(chie, answer(watched)) == []
    assert "You play in no running match" in said(await chie.slash(e.channel, "move", move="55"))
    assert await chie.autocomplete(e.channel, "move", "move", "") == []
    assert len(await e.made()) == 0


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


async def test_panel_posted_below_takes_the_place_of_the_old_one(e: Two) -> None:
    await e.begin()
    old = e.panel().id
    await e.press(e.people[1], "Post it below")
    assert old not in [m.id for m in e.channel.history()]
    assert "Round 1 · card " in e.panel_words()


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


class NextNimmt(Nimmt):
    """6 nimmt! after an upgrade with another ruling."""

    RULINGS: ClassVar[Mapping[int, Rulings]] = {
        **Nimmt.RULINGS,
        Nimmt().version + 1: frozenset({"another"}),
    }


async def test_live_match_outlives_an_upgrade(e: Two) -> None:
    version = GAMES[ALL_AT_ONCE].version
    await e.begin(ALL_AT_ONCE, rounds=1)
    with registered(NextNimmt(version + 1)):
        assert find_game(ALL_AT_ONCE).version == version + 1
        await e.restart()
        panel = e.panel_words()
        assert "called off" not in panel
        for person in e.people:
            typed = await person.slash(e.channel, "move", move=sorted(e.moves(person))[0])
            assert "older rules" not in said(typed)
        await e.env.settle()
        assert e.panel_words() != panel, "the trick was played"
        assert e.rows("select version, phase from tables") == [(version, "live")]
        assert e.rows("select count(*) > 1 from moves") == [(1,)]


async def test_live_match_of_a_dropped_version_is_called_off(evening: Begin) -> None:
    class Forgetful(NextNimmt):
        RULINGS: ClassVar[Mapping[int, Rulings]] = dict([*NextNimmt.RULINGS.items()][1:])

    async with evening(2) as e:
        await e.begin(ALL_AT_ONCE, rounds=1)
        with registered(Forgetful(max(Forgetful.RULINGS))):
            await e.restart()
            assert "called off: it began under older rules" in e.panel_words()
