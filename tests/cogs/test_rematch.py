"""*Rematch*: one table for the same people, a seat kept for each, and the end before it folded."""

import re
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot import storage
from bot.play.lobby import KEPT_SECONDS, LOBBY_SECONDS
from bot.screens import result as screens
from bot.storage import Database
from bot.storage.meetings import EVENING_SECONDS
from bot.words.i18n import tongue
from tests.examples import FOR_TWO, IN_TURN

from .closed import deny
from .evening import (
    Evening,
    Five,
    Four,
    One,
    Patch,
    Three,
    Two,
    answers,
    components,
    pictured,
    said,
    words,
)
from .forgetting import delete
from .posts import counted, posted
from .solitary import begun
from .staff import hired

SECOND = 2
T = tongue("en-US")


async def test_rematch_invites_all_and_starts_with_the_last(e: Three) -> None:
    await e.played(rounds=1, limit=40)
    panel = e.panel()
    await e.press(e.ana, "Rematch")
    lobby = e.panel_words()
    assert "Limit: 40" in lobby
    assert "**Ana** 👑" in lobby
    assert "2. Ben?\n3. Chie?" in lobby
    for person in (e.ben, e.chie):
        assert "**Ana** wants a rematch" in e.hand_words(person)
        assert list(e.buttons(e.hand(person))) == ["In", "Not now"]
    asked = e.hand(e.chie)
    await e.restart()
    await e.ben.click(panel, custom_id=e.buttons(panel)["Rematch"])
    assert "You sit on seat 2" in e.hand_words(e.ben)
    assert "**Ben**" in e.panel_words()
    assert "Chie?" in e.panel_words()
    assert e.hand(e.chie).id == asked.id, "nobody is asked twice"
    assert (await e.stored(SECOND)).phase == "lobby"
    await e.restart()
    await e.press_hand(e.chie, "In")
    assert (await e.stored(SECOND)).phase == "live"
    assert "Round 1 · card 1 of 10" in e.panel_words()
    assert all(e.moves(person) for person in e.people)
    await e.play_out(seed=2)
    assert (await e.stored(SECOND)).phase == "over"


async def test_rematch_keeps_the_language_of_its_table(speaks: dict[int, str], e: Two) -> None:
    await e.played(rounds=1)
    speaks[e.people[1].id] = "ja"
    await e.press(e.people[1], "Rematch")
    assert (await e.stored(SECOND)).locale == "en-US"
    assert "is open" in e.panel_words()


@pytest.mark.parametrize("unnoticed", [False, True])
async def test_second_rematch_click_joins(monkeypatch: Patch, unnoticed: bool, e: Three) -> None:
    """`unnoticed`: their lookup came just before the other's table was stored."""
    looked = []

    async def rematch_of(database: Database, match_id: int) -> int | None:
        looked.append(match_id)
        found = await storage.tables.rematch_of(database, match_id)
        return None if unnoticed and len(looked) == 2 else found

    monkeypatch.setattr("bot.clicks.ended.rematch_of", rematch_of)
    await e.played(rounds=1)
    panel = e.panel()
    at = e.buttons(panel)["Rematch"]
    for person in (e.ana, e.ben):
        await person.click(panel, custom_id=at)
    again = await e.ana.click(panel, custom_id=at)
    assert f"<#{e.channel.id}>" in said(again)
    (number,) = await storage.tables.open_tables(e.bot.database)
    stored = await e.stored(number)
    assert {p.name for p in stored.players} == {"Ana", "Ben"}
    assert [p.name for p in stored.awaited] == ["Chie"]
    shown = [m for m in e.channel.history() if " is open" in words(m.components)]
    assert len(shown) == 1, "one panel"
    assert "**Ben**" in words(shown[0].components)
    await e.chie.click(panel, custom_id=at)
    assert (await e.stored(SECOND)).phase == "live"
    assert "Round 1 · card 1 of 10" in e.panel_words()


async def test_from_the_hand_it_opens_by_the_rules_of_its_channel(e: Two) -> None:
    await e.played(rounds=1)
    hand = e.hand(e.ana)
    again = e.buttons(hand)["Rematch"]
    deny(e, "send_messages")
    refused = await e.ana.user.click(hand, custom_id=again)
    assert "“Send Messages”" in said(refused)
    deny(e)
    await e.bot.servers.change(e.guild.id, openers="staff")
    assert "staff may open" in said(await e.ana.user.click(hand, custom_id=again))
    assert await storage.tables.open_tables(e.bot.database) == []
    await e.bot.servers.change(e.guild.id, openers="everyone")
    before = len(e.env.http_requests)
    await e.press_hand(e.ben, "Rematch")
    assert "**Ben** 👑" in e.panel_words()
    assert "**Ben** wants a rematch" in e.hand_words(e.ana)
    channel = f"/channels/{e.ana.user.dm_channel.id}/messages"
    (asked,) = [r for r in e.env.http_requests[before:] if r.path.endswith(channel)]
    assert asked.method == "POST"
    assert not int((asked.json or {}).get("flags", 0)) & 1 << 12, "not a silent one"
    await e.press_hand(e.ana, "In")
    assert (await e.stored(SECOND)).phase == "live"
    assert "Round 1 · card 1 of 10" in e.panel_words()


async def test_no_rematch_is_joined_without_its_channel(e: Four) -> None:
    ana, ben, chie, dan = await e.begin(rounds=1)
    await e.leave(dan)
    deny(e, "view_channel", who=dan.id)
    await e.wait(61)
    e.people = [ana, ben, chie]
    await e.play_out(seed=1)
    await e.press(ana, "Rematch")
    again = e.buttons(e.hand(dan))["Rematch"]
    assert "I can't find you" in said(await dan.user.click(e.hand(dan), custom_id=again))
    assert "Dan" not in e.panel_words()
    for person in (ben, chie):
        await e.press_hand(person, "In")
    assert (await e.stored(SECOND)).phase == "live", "nobody waits for Dan"


async def test_declined_seat_is_free_and_needs_a_manual_start(e: Four) -> None:
    *e.people, dan = e.people
    ana, ben, chie = await e.played(rounds=1)
    await e.press(ana, "Rematch")
    await e.press_hand(ben, "Not now")
    assert "free again" in e.hand_words(ben)
    assert "Ben" not in e.panel_words()
    await e.press(dan, "Join")
    assert "Chie?" in e.panel_words()
    assert (await e.stored(SECOND)).phase == "lobby"
    await e.press(ana, "Start")
    assert (await e.stored(SECOND)).phase == "live", "with those present"
    for person in (ben, chie):
        assert "don't sit" in e.hand_words(person)
        assert "In" not in e.buttons(e.hand(person))


async def test_removed_people_read_by_whom(e: Five) -> None:
    await e.played(rounds=1)
    await e.press(e.ana, "Rematch")
    for person in (e.ben, e.chie, e.dan):
        await e.press_hand(person, "In")
    await e.kick(e.ana, e.ben)
    await e.kick(hired(e, manage_channels=True), e.chie)
    assert e.hand_words(e.ben).endswith("\nAna removed you, so you can't join this table again.")
    assert "The server's staff removed you" in e.hand_words(e.chie)
    await e.press(e.ana, "Leave")
    assert "You were removed from this table, so you can't join" in e.hand_words(e.ben)
    assert "The server's staff removed you" in e.hand_words(e.chie)
    await e.restart()
    await e.press_hand(e.eva, "Not now")
    for person in (e.ben, e.chie):
        assert "You were removed from this table" in e.hand_words(person)
    assert "free again" in e.hand_words(e.eva)


async def test_kept_seats_are_not_for_others_until_they_are_given_free(e: Three) -> None:
    e.people = [e.ana, e.ben]
    await e.played(FOR_TWO, pause=0, seed=3)
    await e.press(e.ana, "Rematch")
    assert "kept for those who played" in said(await e.press(e.chie, "Join"))
    await e.wait(KEPT_SECONDS + 61)
    assert "Ben?" not in e.panel_words()
    assert "free again" in e.hand_words(e.ben)
    await e.press(e.chie, "Join")
    assert "**Chie**" in e.panel_words()
    assert (await e.stored(SECOND)).phase == "lobby"
    await e.wait(LOBBY_SECONDS)
    assert (await e.stored(SECOND)).phase == "cancelled"


async def test_where_messages_are_closed_the_panel_calls(e: Two) -> None:
    await e.played(rounds=1)
    for verb, path in (("POST", "messages"), ("PATCH", "messages/*")):
        to = f"/channels/{e.ben.user.dm_channel.id}/{path}"
        e.env.inject_error(verb, to, status=403, code=50007, message="closed", times=None)
    before = len(e.env.http_requests)
    await e.press(e.ana, "Rematch")
    assert f"2. <@{e.ben.id}>?" in e.panel_words()
    allowed = [
        (m.get("allowed_mentions") or {}).get("users") for m in posted(e, e.channel.id, before)
    ]
    assert allowed == [[e.ben.id]]
    await e.press(e.ben, "Join")
    assert (await e.stored(SECOND)).phase == "live"


async def test_cancelled_rematch_can_be_reopened_without_notices(e: Two) -> None:
    await e.played(rounds=1)
    panel = e.panel()
    at = e.buttons(panel)["Rematch"]
    await e.ana.click(panel, custom_id=at)
    await e.choose(e.ana, "Cancel the table")
    asked = e.hand(e.ben).id
    await e.ana.click(panel, custom_id=at)
    assert " is open" in e.panel_words()
    assert e.hand(e.ben).id == asked
    await e.press(e.ben, "Join")
    assert (await e.stored(SECOND + 1)).phase == "live", "all are in all the same"


async def test_a_forged_rematch_shows_nothing_of_a_hidden_table(e: Three) -> None:
    e.people = [e.ana, e.ben]
    await e.played(rounds=1, limit=41)
    hidden = e.buttons(e.panel())["Rematch"]
    e.channel = e.guild.create_text_channel("elsewhere")
    await e.open(e.chie, IN_TURN)
    done = await e.forge(e.chie, e.panel(), hidden)
    assert "out of date" in said(done)
    promise = re.compile(r"🔒.*")
    assert "41" not in promise.sub("", e.panel_words())
    running = e.buttons(e.panel())["Join"].replace(":join:", ":again:")
    assert "out of date" in said(await e.forge(e.chie, e.panel(), running))
    assert await storage.tables.open_tables(e.bot.database) == [2]


async def again(e: Evening, seed: int) -> None:
    """Play another match at the same table."""
    for person in e.people:
        ways = e.buttons(e.panel())
        await person.click(e.panel(), custom_id=ways.get("Rematch") or ways["Join"])
    await e.play_out(seed=seed)


async def wins(e: Evening, match: int) -> dict[str, int]:
    stored = await e.stored(match)
    return {player.name: won for player, won in screens.standings(stored, T)}


async def test_rematches_add_up_from_the_second_match_on(e: Two) -> None:
    await e.played(rounds=1)
    assert "This evening" not in e.panel_words()
    won = dict.fromkeys(("Ana", "Ben"), 0)
    for match in (1, 2, 3):
        stored = await e.stored(match)
        for player in stored.players:
            won[player.name] += player.rank == 1
        if match == 1:
            await again(e, seed=2)
            continue
        assert await wins(e, match) == won
        told = " · ".join(
            f"**{name}** {n}" for name, n in sorted(won.items(), key=lambda one: -one[1]) if n
        )
        assert f"This evening: {told}" in e.panel_words()
        assert all("This evening: " in e.hand_words(person) for person in e.people)
        if match == 2:
            await again(e, seed=3)
    assert len((await e.stored(3)).evening) == 2
    e.change("update tables set phase = 'cancelled' where id = 2")
    assert len((await e.stored(3)).evening) == 1, "the first still belongs to it"
    e.change(f"update tables set ended_at = {e.bot.now() - EVENING_SECONDS - 60}")
    await again(e, seed=4)
    assert "This evening" not in e.panel_words(), "those were of another day"


def test_deleted_people_have_no_line_in_an_evening() -> None:
    one = storage.Player(1, "Ana", "en-US", 1, rank=1)
    gone = storage.Player(-1, "", "en-US", 2, rank=2)
    stored = storage.StoredTable(1, 1, 2, "en-US", "x", 1, "", "over", 1, 0.0, b"")
    stored = replace(stored, players=(one, gone), evening=((one, gone), (gone, one)))
    assert [(player.name, won) for player, won in screens.standings(stored, T)] == [("Ana", 3)]


async def ended(e: Evening) -> list[discord.Message]:
    """Play a match to its end, and return the messages that show it, the panel first."""
    await e.played(rounds=1)
    assert "the end" in e.panel_words()
    return [e.panel(), *map(e.hand, e.people)]


async def begin_again(e: Evening) -> None:
    """Open the rematch as the first person, and join as all others."""
    host, *others = e.people
    await e.press(host, "Rematch")
    for person in others:
        await e.press_hand(person, "In")


def changes(e: Evening, shown: Any, since: int) -> list[str]:
    """Return the counted requests about a message since that number."""
    return [sent for sent in counted(e, since) if sent.endswith(f"/messages/{shown.id}")]


def is_folded(e: Evening, shown: Any) -> bool:
    """Return True if an end is one line with the way to the replay."""
    now = e.now(shown)
    return list(e.buttons(now)) == ["Replay"] and len(words(now.components).splitlines()) == 1


@pytest.mark.usefixtures("dots")
@pytest.mark.evening(pictures=True)
async def test_last_end_folds_when_the_rematch_begins(e: Two) -> None:
    ends = await ended(e)
    shows = [[file["id"] for file in e.now(end).attachments][:1] for end in ends]
    told = [pictured(e.now(end))[:1] for end in ends]
    await e.press(e.ana, "Rematch")
    assert not any(is_folded(e, end) for end in ends)
    assert "Rematch" in e.buttons(e.now(ends[2]))
    since = len(e.env.http_requests)
    await e.press_hand(e.ben, "In")
    assert (await e.stored(SECOND)).phase == "live"
    for end, files, course in zip(ends, shows, told, strict=True):
        assert is_folded(e, end), words(e.now(end).components)
        assert [file["id"] for file in e.now(end).attachments] == files, "nothing is sent again"
        assert pictured(e.now(end)) == course
        assert len(changes(e, end, since)) <= 1
    line = words(e.now(ends[1]).components)
    assert "You win" in line or "You: 2nd" in line
    replay = await e.forge(e.ana, ends[0], e.buttons(e.now(ends[0]))["Replay"])
    assert any("Round 1" in words(shown.components) for shown in answers(replay))
    before = [e.now(end).edited_timestamp for end in ends]
    await e.play_out(seed=2, plies=3)
    assert [e.now(end).edited_timestamp for end in ends] == before


async def test_end_of_a_match_alone_folds(e: One) -> None:
    await begun(e)
    await e.finish()
    end = e.hand(e.ana)
    since = len(e.env.http_requests)
    await e.press_hand(e.ana, "Rematch")
    assert e.hand(e.ana).id != end.id
    assert is_folded(e, end)
    assert len(changes(e, end, since)) <= 1


async def test_match_called_off_folds_to_its_reason(e: Two) -> None:
    await e.begin()
    for person in e.people:
        await e.vote(person)
    ends = [e.panel(), *map(e.hand, e.people)]
    await begin_again(e)
    for end in ends:
        assert is_folded(e, end)
        assert "called off" in words(e.now(end).components)


async def test_old_end_is_edited_not_posted_again(e: Two) -> None:
    _, end, _ = await ended(e)
    await e.wait(3600.0)
    since = len(e.env.http_requests)
    await begin_again(e)
    assert is_folded(e, end)
    assert changes(e, end, since) == [f"PATCH /channels/{end.channel.id}/messages/{end.id}"]


async def test_deleted_message_of_an_end_stays_deleted(e: Two) -> None:
    panel, *_ = await ended(e)
    await e.press(e.ana, "Rematch")
    e.env.backend.delete_message(panel.channel.id, panel.id)
    since = len(e.env.http_requests)
    await e.press_hand(e.ben, "In")
    assert changes(e, panel, since)
    shown = [words(m.components) for m in e.channel.history() if m.author.bot]
    assert not any("wins" in text or "win " in text for text in shown)


async def test_end_of_a_deleted_person_is_left_alone(e: Three) -> None:
    *ends, last = await ended(e)
    await delete(e, e.chie)
    before = words(e.now(last).components)
    e.people = [e.ana, e.ben]
    await begin_again(e)
    if (await e.stored(SECOND)).phase == "lobby":
        await e.press(e.ana, "Start")
    assert all(is_folded(e, end) for end in ends)
    assert words(e.now(last).components) == before


async def test_after_a_restart_an_end_keeps_its_buttons(e: Two) -> None:
    ends = await ended(e)
    await e.restart()
    await begin_again(e)
    assert (await e.stored(SECOND)).phase == "live"
    for end in ends:
        assert "Rematch" in [c.get("label") for c in components(e.now(end).components)]
