"""*More* ⋯: only what a person may do now, in their language."""

from typing import Any

import pytest

from bot.screens import offers
from bot.screens.offers import END, MORE
from bot.storage import StoredTable
from bot.wire.ui import Address, addresses
from bot.words.i18n import tongue
from games import GAMES
from tests.examples import ALL_AT_ONCE, IN_TURN

from ..games import hands
from .conftest import Begin
from .evening import Evening, Fewest, Four, One, Three, Two, answer, answers, controls, said, words
from .staff import hired, manager

ALWAYS = {"rules", "fairness"}
LIVE = {*ALWAYS, "happened", "show"}
SITS = {"leave", "cut", "hand"}
HOST = {"options", "seats", "remove"}
PLAYS = {"pause", "vote", "leave"}


async def offered(e: Evening, person: Any) -> set[str]:
    """Return the kinds of controls behind the panel's ⋯."""
    return {at.kind for at, _ in controls(await e.more(person))}


def added(place: str, stored: StoredTable) -> dict[str, str]:
    """Return the buttons that features add to a screen, as kind → label."""
    found = offers.offered(place, stored, tongue("en-US"))
    ways = ((Address.parse(one.component["custom_id"]), one.label) for one in found)
    return {at.kind: label for at, label in ways if at is not None}


async def test_open_table_offers_each_person_their_own(e: Three) -> None:
    mia = manager(e)
    await e.open(e.ana, ALL_AT_ONCE)
    await e.press(e.ben, "Join")
    assert await offered(e, e.ana) == {*ALWAYS, *SITS, *HOST, "show"}
    assert await offered(e, e.ben) == {*ALWAYS, *SITS, "show"}
    assert await offered(e, e.chie) == {*ALWAYS, "show"}
    assert await offered(e, mia) == {*ALWAYS, *HOST, "show"}
    assert list(e.buttons(e.panel())) == ["Join", "Start", "📖", "⋯"]


async def test_running_table_offers_each_person_their_own(e: Four) -> None:
    stranger, mia = hired(e, "Eve"), manager(e)
    await e.begin(IN_TURN, dice=1)
    assert list(e.buttons(e.panel())) == ["Hand", "⋯"]
    assert await offered(e, e.ana) == {*LIVE, *PLAYS, "remove"}
    assert await offered(e, stranger) == LIVE
    assert await offered(e, mia) == {*LIVE, "pause", "cancel", "remove"}
    await e.press(e.ana, "Pause")
    assert "pause" not in await offered(e, e.ana)
    await e.press(e.ana, "End the match")
    assert "vote" not in await offered(e, e.ana)


@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.costly
async def test_end_offers_each_person_their_own(key: str, e: Fewest) -> None:
    stranger = hired(e, "Eve")
    await e.begin(key, **hands.PLAYS[key][0])
    await e.finish()
    stored = await e.stored()
    assert list(e.buttons(e.panel())) == ["Rematch", *added(END, stored).values(), "⋯"]
    assert await offered(e, e.people[0]) == {*ALWAYS, *added(MORE, stored)}
    assert await offered(e, stranger) == {*ALWAYS, *added(MORE, stored)}


@pytest.mark.parametrize("key", sorted(GAMES))
async def test_hand_has_two_buttons_beside_its_moves(key: str, e: One) -> None:
    await e.begin(key, computers=GAMES[key].seats[0] - 1)
    hinted = 0
    for seed in range(30):
        if "the end" in e.hand_words(e.ana):
            ways = added(END, await e.stored()).values()
            assert list(e.buttons(e.hand(e.ana))) == ["Rematch", *ways, "⋯"]
            break
        kinds = [at.kind for at in addresses(e.hand(e.ana).components)]
        beside = [kind for kind in kinds if kind not in ("move", "pick")]
        assert beside in (["more"], ["hint", "more"]), beside
        hinted += beside != ["more"]
        await e.wait(10)
        await e.play_out(seed, plies=1)
    assert bool(hinted) == e.bot.looks[key].weighs


async def test_nothing_that_is_offered_is_refused(evening: Begin) -> None:
    for begun in (False, True):
        async with evening(4) as e:
            mia = manager(e)
            if begun:
                await e.begin(IN_TURN, dice=1)
            else:
                await e.open(e.people[0], IN_TURN)
                await e.press(e.people[1], "Join")
            for person in (*e.people, mia):
                for at, part in controls(await e.more(person)):
                    shown = await e.more(person)
                    values = [one["value"] for one in part.get("options", ())][:1]
                    if at.kind in ("leave", "seats", "remove", "vote"):
                        continue
                    done = (
                        await person.select(shown, values, custom_id=part["custom_id"])
                        if values
                        else await person.click(shown, custom_id=part["custom_id"])
                    )
                    if at.kind == "pause":
                        await e.press(person, "Go on")
                    text = "" if done.modal else words(answers(done)[0].components)
                    assert done.modal or "Only" not in text, (at, text)


async def test_answer_stands_above_the_controls(e: Four) -> None:
    ana, ben, *_, dan = await e.begin(IN_TURN, dice=1)
    assert "The match is paused." in said(await e.press(ana, "Pause"))
    await e.press(ana, "Go on")
    assert "Your vote counts" in said(await e.choose(ana, "Dan"))
    done = await e.press(ben, "End the match")
    assert "Your vote counts" in said(done)
    assert "Fairness" in e.buttons(done.response)
    asked = await e.choose(ben, "Dan")
    assert "Your vote decides" in said(asked)
    await ben.click(answer(asked), label="Remove Dan")
    assert "Dan" not in await e.choices(ana)
    before = e.panel().id
    assert "comes below" in said(await e.press(dan, "Post it below"))
    assert e.panel().id != before


async def test_more_is_in_its_readers_language(speaks: dict[int, str], e: Two) -> None:
    speaks[e.ben.id] = "de"
    await e.gather()
    assert {"Aufstehen", "Abheben"} <= {*e.buttons(await e.more(e.ben))}
    assert {"Leave", "Cut"} <= {*e.buttons(await e.more(e.ana))}


async def test_more_shows_players_the_public_view(e: Three) -> None:
    *e.people, stranger = e.people
    await e.begin(ALL_AT_ONCE, rounds=1)
    own = said(shown := await e.forge(e.people[0], e.panel(), str(e.at("happened"))))
    public = said(await e.forge(stranger, e.panel(), str(e.at("happened"))))
    assert "Waiting for Ana" in public
    assert public.replace("Waiting for Ana", "Waiting for you") == own
    assert "What happened · table 1" in own, "a private answer"
    assert not e.offered(e.people[0], answer(shown))


async def test_more_keeps_the_moves_that_a_picture_cuts(e: Two) -> None:
    await e.begin(IN_TURN)
    assert await offered(e, e.people[0]) == {*LIVE, *PLAYS}, "nobody is removed from two"
    for bid in ("1x1", "1x2", "1x3", "1x4"):
        await e.play(next(p for p in e.people if bid in e.moves(p)), bid)
    told = said(await e.forge(e.people[0], e.panel(), str(e.at("happened"))))
    lines = [line for line in told.splitlines() if line.startswith("-# ")]
    assert [line.split()[1] for line in lines] in (["You", "Ben", "You"], ["Ben", "You", "Ben"])
    assert "1 × 4" in told
