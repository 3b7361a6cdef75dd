"""Private messages, and numbers, are in their reader's language, also once the seat is gone."""

import pytest
from simcord import MemberActor

from tests.examples import ALL_AT_ONCE

from .evening import Evening, Three, Two
from .rematches import ended, from_hand


async def open_for(e: Evening, person: MemberActor) -> None:
    """Open a table as the first person, and let another one join."""
    await e.open(e.people[0], ALL_AT_ONCE)
    await e.press(person, "Join")


@pytest.mark.parametrize("restart", [False, True])
async def test_leaver_of_an_open_table_keeps_their_language(
    speaks: dict[int, str], restart: bool, e: Two
) -> None:
    ana, ben = e.people
    speaks[ben.id] = "de"
    await open_for(e, ben)
    assert "Du sitzt auf Platz 2" in e.hand_words(ben)
    await e.press(ben, "Leave")
    assert "Du sitzt nicht mehr an diesem Tisch." in e.hand_words(ben)
    if restart:
        await e.restart()
    await e.choose(ana, "Cancel the table")
    assert "Dieser Tisch wurde aufgelöst." in e.hand_words(ben)


@pytest.mark.parametrize("restart", [False, True])
async def test_invited_to_a_rematch_keep_their_language(
    speaks: dict[int, str], restart: bool, e: Three
) -> None:
    ana, ben, chie = e.people
    speaks[ben.id] = "de"
    speaks[chie.id] = "ja"
    await ended(e)
    await e.press(ana, "Rematch")
    if restart:
        await e.restart()
    assert "Dein Platz ist wieder frei" in await from_hand(e, ben, "Jetzt nicht")
    await e.choose(ana, "Cancel the table")
    assert "Dieser Tisch wurde aufgelöst." in e.hand_words(ben)
    assert "この卓は解散しました。" in e.hand_words(chie)


async def test_removed_person_reads_their_own_language(speaks: dict[int, str], e: Three) -> None:
    ana, ben, chie = e.people
    speaks[chie.id] = "ja"
    await e.bot.servers.change(e.guild.id, locale="ja")
    await e.open(ana, ALL_AT_ONCE)
    for person in (ben, chie):
        await e.press(person, "参加")
        await e.kick(ana, person)
    assert "Anaさんの操作により除外された" in e.hand_words(chie)
    assert e.hand_words(ben).endswith("\nAna removed you, so you can't join this table again.")
