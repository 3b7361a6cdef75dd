"""A match against computers alone: it has no panel, and its player sees it in private."""

import asyncio
import logging
from unittest.mock import AsyncMock

import discord
import pytest
from simcord import InteractionResult

from bot import storage
from bot.play.lobby import SOLO_SECONDS
from bot.storage.servers import EVERYONE, STAFF
from bot.tables.lifecycle import AGAIN_SECONDS
from bot.words.errors import StorageError
from games import GAMES
from rig import LIMIT
from tests.examples import ALL_AT_ONCE, IN_TURN

from ..bot.traces import traces
from .closed import deny
from .conftest import Deck
from .evening import Evening, Four, Logs, One, Patch, Two, answer, answers, components, said, words
from .forgetting import delete
from .posts import close_for
from .solitary import begun, unsaved
from .staff import addressed, history, manager, watched

KEYS = sorted(GAMES)


def public(e: Evening) -> list[discord.Message]:
    """Return the bot's messages that the channel reads."""
    return [message for message in e.channel.history() if message.author.bot]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.costly
async def test_channel_sees_nothing_of_a_match_alone(key: str, e: One) -> None:
    begins = answer(await begun(e, key))
    assert "Your match has begun in our direct messages." in words(begins.components)
    (link,) = [c["url"] for c in components(begins.components) if "url" in c]
    assert link.endswith(f"/{e.hand(e.ana).id}")
    await e.finish()
    for number in (1, 2):
        table = await e.stored(number)
        assert (table.phase, table.mode) == ("over", "alone")
        assert [p.kind for p in table.players[1:]] == ["normal"] * e.bot.looks[key].opponents
        assert "the end" in e.hand_words(e.ana)
        assert f"<#{e.channel.id}>" not in e.hand_words(e.ana)
        if number == 1:
            shown = await e.press_hand(e.ana, "Rematch")
            assert "direct messages" not in said(shown)
            labels = [c["label"] for c in components(answer(shown).components) if "label" in c]
            if e.bot.looks[key].weighs:
                assert labels == ["Easy", "Normal ✓", "Hard"]
            assert (await e.stored(2)).phase == "live"
            await e.finish(2)
    assert public(e) == []
    assert e.rows("select count(*) from posts where reader = 0") == [(0,)]


async def test_solo_match_goes_on_after_a_restart(e: One) -> None:
    await begun(e, IN_TURN)
    await e.play_out(plies=2)
    await e.restart()
    before = len(e.ana.user.dm_channel.history())
    await e.play_out(seed=1)
    assert (await e.stored()).phase == "over"
    assert "the end" in e.hand_words(e.ana)
    assert len(e.ana.user.dm_channel.history()) == before, "its message is edited"
    assert public(e) == []


async def test_solo_match_is_taken_up_and_promises_the_next(e: One) -> None:
    await begun(e)
    recovering = asyncio.ensure_future(e.bot.tables.recover())
    done, _ = await asyncio.wait({recovering}, timeout=LIMIT)
    recovering.cancel()
    assert done, "it waits for no panel"
    promise = said(await e.fairness(e.ana, hand=True)).split("Your next table")[1].split("`")[3]
    await begun(e, IN_TURN)
    assert promise.strip() in said(await e.fairness(e.ana, hand=True))


async def test_end_is_shared_only_by_its_player_with_rights_now(e: One) -> None:
    await begun(e)
    await e.play_out(seed=1)
    shown = await e.press_hand(e.ana, "Share")
    assert f"post it in <#{e.channel.id}>" in said(shown)
    at = e.buttons(answer(shown))["Post in #games"]
    deny(e, "send_messages", who=e.ana.id)
    refused = await e.ana.user.click(answer(shown), custom_id=at)
    assert "You may not write or use commands" in said(refused)
    assert public(e) == []
    deny(e, who=e.ana.id)
    await e.ana.user.click(answer(shown), custom_id=at)
    (card,) = public(e)
    assert "match 1" in words(card.components)
    assert "**Ana**" in words(card.components)


async def test_closed_messages_bring_the_hand_into_the_channel(deck: Deck, e: One) -> None:
    deck(5)
    close_for(e, e.ana)
    done = await begun(e)
    assert "you play here, seen by you alone" in words(answer(done).components)
    (hand,) = [m for m in done.followups if m.ephemeral]
    for _ in range(2):
        ((_, card, _), *_) = e.offered(e.ana, e.now(hand))
        await e.ana.click(hand.message, custom_id=card)
    moves = await e.made()
    assert sum(seat == 0 for seat, _ in moves) == 2
    mine = answer(await e.ana.slash(e.channel, "my"))
    again = said(await e.ana.click(mine, label="Hand"))
    assert "Choose a card" in again, "it comes back by command"
    assert public(e) == []


async def test_match_whose_feature_is_gone_has_no_rematch(e: One) -> None:
    await begun(e)
    await e.play_out(seed=1)
    e.change("update tables set mode = 'gone', closes_at = 1.0")
    await e.restart()
    assert "That match is over." in said(await e.press_hand(e.ana, "Rematch"))
    assert (await e.stored(1)).kind.key == "gone"
    stranger = e.guild.add_member(e.env.create_user("Eve"))
    assert "no match 1" in said(await watched(e, stranger, 1))
    assert "no match 1" not in said(await watched(e, e.ana, 1))


@pytest.mark.parametrize("direct", [False, True])
async def test_rematch_in_closed_messages_is_played_there(deck: Deck, direct: bool, e: One) -> None:
    deck(5)
    await begun(e, direct=direct)
    await e.play_out(seed=1)
    hand = e.hand(e.ana)
    close_for(e, e.ana)
    done = await e.ana.user.click(hand, label="Rematch")
    shown, told = answers(done)
    assert "are closed to me. `/my` in them leads" in words(told.components)
    *_, (_, move, _) = e.offered(e.ana, shown)
    await e.ana.user.click(shown.message, custom_id=move)
    moved = await e.made(2)
    assert sum(seat == 0 for seat, _ in moved) == 1
    mine = await e.ana.user.slash("my")
    assert ("discord.com/channels/" in said(mine)) != direct, "no server has no channel"
    await e.ana.user.click(answer(mine), label="One after the other")
    assert "Choose a card" in said(await e.ana.user.click(answer(mine), label="Hand"))


async def test_no_hand_is_shown_where_it_cannot_be_played(monkeypatch: Patch, e: One) -> None:
    close_for(e, e.ana)
    monkeypatch.setattr(e.bot, "get_guild", lambda _: None)
    done = await begun(e)
    assert "closed to me. `/my` in them leads" in said(done)
    assert done.followups == []


async def test_solo_match_is_seen_by_its_player_alone(e: Two) -> None:
    await begun(e)
    e.people = [e.ana]
    mark = (await e.stored()).mark
    help_ = await e.ben.slash(e.channel, "help")
    mia = manager(e)
    for person in (e.ben, mia):
        assert "table 1" not in said(await person.slash(e.channel, "my"))
        shown = answer(await person.slash(e.channel, "help"))
        for kind in addressed():
            forged = await e.forge(person, shown, f"s2:{kind}:1:{mark}:0:hard")
            assert "out of date" in said(forged)
    assert (await e.stored()).phase == "live"
    await e.play_out(seed=1)
    assert "#1" in said(await history(e, e.ana))
    assert "#1" not in said(await history(e, e.ben))
    assert "There is no match 1" in said(await watched(e, e.ben, 1))
    forged = await e.forge(e.ben, answer(help_), f"s2:share:1:{mark}:0:post")
    assert "There is no match 1" in said(forged)
    assert public(e) == []


async def test_strength_is_chosen_once_and_remembered(e: One) -> None:
    shown = await begun(e)
    await e.ana.click(answer(shown), label="Hard")
    assert {p.kind for p in (await e.stored(2)).players[1:]} == {"hard"}
    assert (await e.stored(1)).phase == "cancelled"
    assert len(e.ana.user.dm_channel.history()) == 1, "the hand before is taken away"
    assert e.offered(e.ana)
    await e.play_out(plies=1)
    late = await e.ana.click(answer(shown), label="Easy")
    assert said(late) == (
        "You have decided something already, so this match goes on. From the next match on: easy."
    )
    await e.play_out(seed=1)
    await e.restart()
    await begun(e)
    assert {p.kind for p in (await e.stored(3)).players[1:]} == {"easy"}
    await begun(e, IN_TURN)
    assert {p.kind for p in (await e.stored(4)).players[1:]} == {"normal"}, "of that game"


@pytest.mark.evening(check_errors=False)
async def test_match_goes_on_when_no_other_begins(monkeypatch: Patch, caplog: Logs, e: One) -> None:
    shown = await begun(e)
    await e.bot.servers.change(e.guild.id, openers=STAFF, pictures=False)
    with caplog.at_level(logging.INFO):
        refused = said(await e.ana.click(answer(shown), label="Hard"))
    cause = "Only the server's staff may open tables here."
    assert refused == f"{cause} From the next match on: hard."
    assert cause in caplog.text
    await e.bot.servers.change(e.guild.id, openers=EVERYONE, pictures=False)
    monkeypatch.setattr(storage.tables, "open_lobby", AsyncMock(side_effect=StorageError("gone")))
    await e.ana.click(answer(shown), label="Hard")
    assert e.rows("select id, phase from tables") == [(1, "live")]
    await e.play_out(seed=1)
    assert "the end" in e.hand_words(e.ana)
    await e.ana.click(answer(shown), label="Hard")
    assert "That match is over." in said(shown)
    assert [c for c in components(answer(shown).components) if "custom_id" in c] == []


@pytest.mark.parametrize("way", ["first", "Rematch", "Hard"])
@pytest.mark.evening(check_errors=False)
async def test_lobby_closes_if_its_match_cannot_start(monkeypatch: Patch, way: str, e: One) -> None:
    shown = None if way == "first" else await begun(e)
    if way == "Rematch":
        await e.play_out(seed=1)

    async def again() -> InteractionResult:
        if shown is None:
            return await begun(e)
        if way == "Rematch":
            return await e.press_hand(e.ana, way)
        return await e.ana.click(answer(shown), label=way)

    before = e.rows("select phase from tables")
    with unsaved(monkeypatch, "start"):
        assert "nothing has changed" in said(await again())
    phases = "select phase from tables order by id"
    assert e.rows(phases) == [*before, ("cancelled",)]
    await again()
    *_, newest = e.rows(phases)
    assert newest == ("live",)
    assert e.offered(e.ana)


@pytest.mark.evening(check_errors=False)
async def test_replaced_match_ends_later_if_that_is_not_saved(monkeypatch: Patch, e: One) -> None:
    shown = await begun(e)
    with unsaved(monkeypatch, "cancel"):
        done = await e.ana.click(answer(shown), label="Hard")
    assert [words(m.components).count("Your match has begun") for m in answers(done)] == [1]
    await e.wait(AGAIN_SECONDS + 1)
    phases = e.rows("select phase from tables order by id")
    assert phases == [("cancelled",), ("live",)]
    assert len(e.ana.user.dm_channel.history()) == 1, "the hand before is taken away"


@pytest.mark.evening(check_errors=False)
async def test_lobby_of_a_match_alone_closes_soon_by_itself(monkeypatch: Patch, e: One) -> None:
    await begun(e)
    await e.play_out(seed=1)
    hand = e.hand(e.ana)
    rematch = e.buttons(hand)["Rematch"]
    with unsaved(monkeypatch, "start", "cancel"):
        await e.ana.user.click(hand, custom_id=rematch)
    await e.wait(SOLO_SECONDS + 1)
    assert (await e.stored(2)).phase == "cancelled"
    assert "This table was cancelled." in e.hand_words(e.ana)
    await e.ana.user.click(hand, custom_id=rematch)
    assert (await e.stored(3)).phase == "live"


async def test_solo_match_is_paused_and_ended_from_its_hand(e: One) -> None:
    await e.bot.servers.change(e.guild.id, pace=60, pictures=False)
    await begun(e)
    await e.pause(e.ana)
    assert "You paused the match (pause 1)." in e.hand_words(e.ana)
    assert not e.moves(e.ana)
    await e.wait(100)
    await e.press_hand(e.ana, "Go on")
    assert "paused" not in e.hand_words(e.ana)
    await e.wait(61)
    moves = await e.made()
    assert sum(seat == 0 for seat, _ in moves) == 1, "the clock plays"
    asked = await e.press_hand(e.ana, "Give up")
    yes = e.buttons(answer(asked))["End the match"]
    await e.ana.user.click(answer(asked), custom_id=yes)
    assert (await e.stored()).why == "alone"
    assert "Match called off by its only player." in e.hand_words(e.ana)
    assert public(e) == []


async def test_deleted_channel_ends_it_only_for_closed_messages(e: Two) -> None:
    close_for(e, e.people[0])
    for person in e.people:
        await begun(e, person=person)
    e.env.backend.delete_channel(e.channel.id)
    await e.env.settle()
    assert [(await e.stored(n)).phase for n in (1, 2)] == ["cancelled", "live"]


async def test_deletion_ends_a_solo_match(e: One) -> None:
    await begun(e)
    await delete(e, e.ana)
    table = await e.stored()
    assert table.ended
    assert table.players[0].forgotten
    assert traces(e.bot.settings.database, e.ana.id, "no name") == []


async def test_solo_matches_leave_the_channel_its_room(e: Four) -> None:
    for person in e.people:
        for _ in range(3):
            shown = await begun(e, person=person)
    assert len(await storage.tables.open_tables(e.bot.database)) == 12
    await e.open(e.people[0], ALL_AT_ONCE)
    assert "is open" in e.panel_words()
    refused = said(await begun(e))
    assert refused == "You play 3 matches alone already: finish or end one of them first."
    await person.click(answer(shown), label="Hard")
    phases = e.rows("select phase from tables where id > 11 order by id")
    assert phases == [("cancelled",), ("lobby",), ("live",)], "one takes another's place"


async def test_solo_match_begins_in_direct_messages(e: One) -> None:
    done = await begun(e, direct=True)
    assert "has begun" not in said(done), "it is below"
    assert (await e.stored()).guild_id == 0, "it belongs to no server"
    assert public(e) == []
    again = await e.ana.user.click(answer(done), label="Hard")
    assert again.acknowledged
    assert {p.kind for p in (await e.stored(2)).players} == {"person", "hard"}
    await e.play_out()
    assert (await e.stored(2)).phase == "over"
    await e.press_hand(e.ana, "Rematch")
    assert (await e.stored(3)).phase == "live"
    own = await e.ana.user.slash("profile")
    assert "Against computers" in said(own)
    assert "1 match" in said(own)
