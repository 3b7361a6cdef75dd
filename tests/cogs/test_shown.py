"""Pictures as people get them: sent once, kept while they stay true, and in words on wish."""

import asyncio
import time
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from simcord.results import to_discord_message

from bot.drawing.file import File
from bot.drawing.picture import Picture
from bot.screens import frames
from bot.screens.sight import Sight
from bot.storage.people import Wish
from bot.tables.posts import Posts
from bot.wire.ui import Drawn
from bot.words.i18n import Tongue
from bot.workers.pictures import Pictures
from games import GAMES
from games.core import Seat
from tests.examples import ALL_AT_ONCE, IN_TURN

from .closed import deny
from .conftest import Begin
from .evening import DOT, One, Patch, Three, Two, answer, components, pictured
from .forgetting import delete
from .solitary import confirm

pytestmark = [pytest.mark.usefixtures("dots"), pytest.mark.evening(pictures=True)]


def shown(message: discord.Message) -> tuple[int, str]:
    """Return file number and alternative text of a message's only picture."""
    [file] = message.attachments
    [item] = [
        item
        for part in components(message.components)
        if part["type"] == 12
        for item in part["items"]
    ]
    assert file.filename in item["media"]["url"]
    return file.id, item["description"]


async def test_panel_and_hands_have_pictures_with_texts(e: Three) -> None:
    first, second, third = await e.begin(ALL_AT_ONCE)
    table, hands = shown(e.panel()), [shown(e.hand(person)) for person in e.people]
    assert table[1].startswith("Row 1:")
    assert "```" not in e.panel_words(), "the rows aren't told twice"
    for person, (_, told) in zip(e.people, hands, strict=True):
        assert all(card in told for card in e.moves(person))
        assert "```" not in e.hand_words(person)
    told = e.hand_words(second)
    card = min(e.moves(first), key=int)
    await e.play(first, card)
    assert f"Chosen: **{card}" in e.hand_words(first)
    assert e.hand_words(second) == told, "a sealed choice shows in the own hand alone"
    assert "Chosen" not in e.panel_words()
    assert shown(e.panel()) == table
    assert [shown(e.hand(person)) for person in e.people] == hands, "none is drawn again"
    copy = answer(await e.press(second, "Hand"))
    assert shown(copy)[1] == hands[1][1]
    await second.click(copy, custom_id=e.moves(second)[min(e.moves(second), key=int)])
    assert "Chosen:" in e.hand_words(second)
    assert shown(to_discord_message(e.env, e.private_to(second)[-1]))[1] == shown(e.hand(second))[1]
    await e.play(third, min(e.moves(third), key=int))
    assert shown(e.panel())[0] != table[0], "another picture when the cards have changed"
    for person, (number, before) in zip(e.people, hands, strict=True):
        now = shown(e.hand(person))
        assert now[0] != number
        assert now[1] != before


async def test_pictures_of_lobby_and_end_name_the_players(e: Two) -> None:
    await e.open(e.ana, IN_TURN)
    alone = shown(e.panel())
    assert "Ana sits here, the host." in alone[1]
    await e.press(e.ben, "Join")
    both = shown(e.panel())
    assert both[0] != alone[0]
    assert "Ben sits here." in both[1]
    await e.press(e.ana, "Start")
    await e.play_out()
    [podium] = pictured(e.panel())
    assert "1. " in podium
    assert "Ana" in podium
    for person in e.people:
        [own] = pictured(e.hand(person))
        assert own.startswith("You are rank ")


async def test_where_no_files_may_be_sent_the_table_is_in_words(e: Two) -> None:
    deny(e, "attach_files")
    await e.begin(ALL_AT_ONCE)
    assert not e.panel().attachments
    assert "```" in e.panel_words()
    assert all(shown(e.hand(person)) for person in e.people)


async def test_picture_stays_when_only_words_change(dots: dict[str, Picture], e: Two) -> None:
    await e.begin(IN_TURN)
    person = e.unsealed()[0]
    [other] = [one for one in e.people if one is not person]
    before, many = shown(e.hand(person)), len(dots)
    [(_, pick, value)] = [one for one in e.offered(person) if one[0] == "pick" and one[2]][:1]
    old, panel = e.buttons(e.hand(person)), e.panel().edited_at
    await person.user.select(e.hand(person), [value], custom_id=pick)
    half, told = e.buttons(e.hand(person)), e.hand_words(person)
    assert half != old
    assert shown(e.hand(person)) == before
    assert len(dots) == many, "nor is it drawn again"
    assert (e.panel().edited_at, await e.made()) == (panel, []), "half a choice is nobody else's"
    await e.leave(other)
    assert e.hand_words(person) != told, "it tells who has left"
    assert half.items() <= e.buttons(e.hand(person)).items(), "a half choice survives that"


def drawn_hands(monkeypatch: Patch) -> list[tuple[Seat | None, bool, bool]]:
    """Note all hands of a match from now on: seat, whether pictured, whether with its rows."""
    plain, found = frames.hand, list[tuple[Seat | None, bool, bool]]()

    def hand(sight: Sight, t: Tongue) -> Drawn:
        drawn = plain(sight, t)
        if not sight.lobby:
            found.append((sight.seat, bool(drawn.files), "```" in drawn.text))
        return drawn

    monkeypatch.setattr(frames, "hand", hand)
    return found


async def test_background_edits_wait_for_their_pictures(evening: Begin, monkeypatch: Patch) -> None:
    def draw(picture: Picture) -> File:
        time.sleep(0.3)
        return File(picture, f"{hash(picture)}.png", DOT)

    monkeypatch.setattr("bot.run.client.Pictures", lambda on, **_: Pictures(on, draw))
    monkeypatch.setattr("bot.tables.post.LONG_PATIENCE", 2.0)
    wait, waits = Pictures.wait, []
    told = drawn_hands(monkeypatch)

    async def noted(self: Pictures, picture: Picture, seconds: float) -> None:
        waits.append(seconds)
        await wait(self, picture, seconds)

    monkeypatch.setattr(Pictures, "wait", noted)
    async with evening(2, pictures=True) as e:
        await e.begin(ALL_AT_ONCE)
        assert {seat for seat, *_ in told} == {0, 1}
        assert all(pictured for _, pictured, _ in told)
        assert max(waits) > 1
        waits.clear()
        for person in e.people:
            await e.play(person, min(e.moves(person), key=int))
        assert min(waits) < 1, "the answer to a click waits for no longer"


async def test_new_table_comes_with_its_picture_at_once(monkeypatch: Patch, e: One) -> None:
    wait = Pictures.wait
    monkeypatch.setattr(Pictures, "wait", lambda pictures, one, _: wait(pictures, one, 60))
    await e.open(e.people[0], ALL_AT_ONCE)
    assert e.panel().attachments
    assert e.panel().edited_at is None


async def test_late_picture_follows_its_words(monkeypatch: Patch, e: Two) -> None:
    monkeypatch.setattr(Pictures, "wait", AsyncMock())
    told = drawn_hands(monkeypatch)
    await e.begin(ALL_AT_ONCE)
    for seat, person in enumerate(e.people):
        mine = [(picture, rows) for one, picture, rows in told if one == seat]
        assert mine[0] == (False, False), "words leave room"
        assert mine[-1] == (True, False)
        shown(e.hand(person))


async def test_a_person_chooses_words_and_pictures_for_themselves(e: Two) -> None:
    first, second = await e.begin(ALL_AT_ONCE)
    await first.click(answer(await first.slash(e.channel, "me")), label="Words only")
    assert not e.hand(first).attachments
    assert "```" in e.hand_words(first)
    shown(e.hand(second))
    shown(e.panel())
    await e.restart()
    await e.play(first, min(e.moves(first), key=int))
    assert not e.hand(first).attachments
    asked = answer(await first.slash(e.channel, "me"))
    assert "Words only ✓" not in e.buttons(asked.message), "it is chosen already"
    await first.click(asked.message, label="Still")
    shown(e.hand(first))


async def test_reader_may_choose_pictures_in_a_server_without(e: Two) -> None:
    await e.bot.servers.change(e.guild.id, pictures=False)
    await e.bot.house.readers.choose(e.people[0].user.id, Wish(pictures=True))
    await e.begin(ALL_AT_ONCE)
    shown(e.hand(e.people[0]))
    assert not e.hand(e.people[1]).attachments
    assert "```" in e.hand_words(e.people[1])
    assert not e.panel().attachments
    assert "```" in e.panel_words()


async def test_pictures_with_a_deleted_name_are_dropped(e: Three) -> None:
    await e.begin(IN_TURN)
    kept = e.bot.house.pictures._kept
    assert any(e.chie.user.name in repr(picture) for picture in kept)
    await delete(e, e.chie)
    assert not any(e.chie.user.name in repr(picture) for picture in kept)
    assert e.bot.house.readers.wish(e.chie.user.id) is None
    shown(e.panel())
    assert e.chie.user.name not in shown(e.panel())[1]


@pytest.mark.evening
async def test_without_pictures_nothing_is_drawn(dots: dict[str, Picture], e: Two) -> None:
    await e.begin(ALL_AT_ONCE)
    assert not e.panel().attachments
    assert not dots


async def test_match_called_off_alone_keeps_rematch_and_picture(e: One) -> None:
    await e.begin(IN_TURN, computers=2)
    asked = await e.vote(e.ana)
    await confirm(e, e.ana, asked)
    for message in (e.panel(), e.hand(e.ana)):
        assert list(e.buttons(message)) == ["Rematch", "Replay", "⋯"]
        assert len(pictured(message)) == 1
    await e.wait(18 * 60)
    assert len(pictured(e.hand(e.ana))) == 1, "it doesn't fall back to words"
    await e.press(e.ana, "Rematch")
    assert "Match called off" not in e.panel_words()


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.costly
async def test_words_leave_a_picture_its_room(evening: Begin, monkeypatch: Patch, key: str) -> None:
    monkeypatch.setattr(Posts, "ready", lambda *_: asyncio.sleep(0))
    async with evening(GAMES[key].seats[0]) as e:
        await e.begin(key)
        whole = e.hand_words(e.people[0]) + e.panel_words()
    async with evening(GAMES[key].seats[0], pictures=True) as e:
        pictures, follow = e.bot.house.pictures, dict[Any, Any]()
        with monkeypatch.context() as slow:
            slow.setattr(pictures, "ready", lambda picture: None)
            slow.setattr(pictures, "then", lambda *given: follow.update({given[1]: given}))
            await e.begin(key)
            assert "```" not in e.hand_words(e.people[0]) + e.panel_words()
        pictures.failed.update(picture for picture, *_ in follow.values())
        for _, _, call in follow.values():
            call()
        await e.wait(60)
        said = e.hand_words(e.people[0]) + e.panel_words()
        assert ("```" in said) == ("```" in whole)
        assert not e.hand(e.people[0]).attachments
