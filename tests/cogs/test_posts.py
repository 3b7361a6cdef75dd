"""Messages: recipients, requests, and notifications."""

from typing import Any

import discord
import pytest
from simcord import MemberActor

from tests.examples import ALL_AT_ONCE, IN_TURN

from .closed import TOKEN_SECONDS, asked, close_messages, deny, private_hand
from .evening import Evening, Logs, Three, Two, until, words
from .posts import SILENT, close_for, counted, direct, posted

DAY = 24 * 3600


def loud(message: dict[str, Any]) -> bool:
    """Return True if a message can notify."""
    return not int(message.get("flags") or 0) & SILENT


# Requests that aren't counted


async def test_clicking_players_need_few_counted_requests(e: Three) -> None:
    await e.begin(rounds=1)
    before = len(e.env.http_requests)
    await e.play_out(seed=1, plies=20)
    assert "card 1 of" not in e.panel_words()
    for person in e.people:
        assert e.unsealed() or "trick" in e.hand_words(person)
    assert counted(e, before) == [], "by the tokens of their clicks all is brought up to date"
    assert len(screens(e, before)) > 8
    for body in screens(e, before):
        assert body["allowed_mentions"].get("parse", []) == []


async def test_refused_token_is_dropped_and_the_post_edited(e: Two) -> None:
    ana, ben = await e.begin(rounds=1)
    await e.decide(ana)
    e.env.inject_error(
        "PATCH", "/webhooks/*/*/messages/*", status=404, code=10015, message="x", times=None
    )
    before = len(e.env.http_requests)
    await e.decide(ben)
    if any(move.startswith("row") for move in e.moves(ana)):
        # Her card was lower than all rows.
        await e.play(ana, "row1")
    assert "card 2 of" in e.panel_words()
    assert "Chosen" not in e.hand_words(ana)
    tried = asked(e, "PATCH", "/webhooks/")
    await e.decide(ana)
    await e.decide(ben)
    assert counted(e, before)
    # Only the clicks since have given new tokens.
    assert asked(e, "PATCH", "/webhooks/") - tried <= 4


async def test_a_click_on_a_hand_that_is_just_replaced_is_answered(e: Two) -> None:
    ana, _ = await e.begin(rounds=1)
    e.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10008, times=1)
    before = len(e.env.http_requests)
    await e.decide(ana)
    sent = e.env.http_requests[before:]
    answers = [r.json for r in sent if r.json and r.path.endswith("/callback")]
    assert [answer["type"] for answer in answers] == [7, 6]
    assert "Chosen" in e.hand_words(ana)


async def test_no_token_is_logged(caplog: Logs, e: Two) -> None:
    caplog.set_level("DEBUG", "bot")
    await e.begin(rounds=1)
    table = await e.bot.tables.get(1)
    await e.play_out(seed=1, plies=4)
    for key in [table.posts.of(person.id).key for person in e.people]:
        assert key is not None
        assert key.interaction.token
        assert key.interaction.token not in repr(key)
        assert key.interaction.token not in caplog.text


# Private copies


async def test_the_newest_private_copy_follows_the_match_by_itself(e: Two) -> None:
    close_for(e, e.ben)
    await e.begin(rounds=1)
    copy = await private_hand(e, e.ben)
    await e.ben.click(copy, custom_id=e.offered(e.ben, copy)[0][1])
    assert "Chosen:" in shown(e, copy)
    await e.decide(e.ana)
    assert "Chosen:" not in shown(e, copy), "the reveal has come"
    await private_hand(e, e.ben)
    assert copy.id not in e.env.backend.messages[e.channel.id], "the dead copy is gone"


def shown(e: Evening, message: discord.Message) -> str:
    """Return the current text of a private message."""
    return words(e.now(message).components)


async def test_closed_dms_give_a_private_hand_at_the_start(e: Three) -> None:
    await e.open(e.ana, ALL_AT_ONCE, rounds=1)
    close_messages(e, 50007)
    joined = await e.press(e.ben, "Join")
    await e.press(e.chie, "Join")
    told = [words(message.components) for message in e.private_to(e.ben)]
    assert [("🎓" in text, "closed" in text) for text in told] == [(True, False), (False, True)]
    assert joined.followups
    copy = await private_hand(e, e.ben)
    assert "seat 2" in words(copy.components)
    await e.press(e.ana, "Start")
    assert ":move:" in str(e.now(copy).components), "it becomes the hand of the match"
    for person in (e.ben, e.chie):
        newest = e.private_to(person)[-1]
        assert ":move:" in str(newest.components), "a hand that can be played by"


# Notices


async def test_start_sends_a_new_message_to_all(e: Three) -> None:
    ana, *others = await e.gather(IN_TURN)
    lobby = {person: e.hand(person).id for person in e.people}
    *_, last = others
    e.env.inject_error("DELETE", f"/channels/{direct(last)}/messages/*", status=503)
    before = len(e.env.http_requests)
    await e.press(ana, "Start")
    for person in e.people:
        new = posted(e, direct(person), before)
        assert len(new) == 1
        assert loud(new[0])
        if person is last:
            await e.wait(3)
        assert lobby[person] not in e.env.backend.messages[direct(person)]
    before = len(e.env.http_requests)
    await e.restart()
    assert not any(posted(e, direct(person), before) for person in e.people)


async def test_absent_player_is_reminded_twice(e: Two) -> None:
    await e.begin(IN_TURN)
    (first,) = e.unsealed()
    (awaited,) = [person for person in e.people if person is not first]
    while first in await to_act(e):
        await e.play_out(seed=1, plies=1)
    before = len(e.env.http_requests)
    times = []
    for second in range(5, 600, 5):
        seen = len(posted(e, direct(awaited), before))
        await e.wait(5)
        if len(posted(e, direct(awaited), before)) > seen:
            times.append(second)
    assert len(times) == 2
    notice, again = times
    assert 115 <= notice <= 130, "nothing was heard of them for two minutes"
    assert 115 <= again - notice <= 130
    assert all(loud(message) for message in posted(e, direct(awaited), before))
    assert posted(e, direct(first), before) == []
    assert all(not loud(m) for m in posted(e, e.channel.id, before))


async def test_awaited_player_is_reminded_while_others_act(e: Three) -> None:
    _, ben, cleo = await e.begin(rounds=1)
    before = len(e.env.http_requests)
    for _ in range(4):
        await e.wait(25)
        await e.play(ben, min(e.moves(ben)))
    assert posted(e, direct(cleo), before) == []
    await e.wait(30)
    assert len(posted(e, direct(cleo), before)) == 1
    assert posted(e, direct(ben), before) == []


async def test_idle_player_is_notified_of_the_turn_at_once(e: Two) -> None:
    await e.begin(IN_TURN)
    (first,) = e.unsealed()
    (other,) = [person for person in e.people if person is not first]
    await e.wait(200)
    before = len(e.env.http_requests)
    while first in await to_act(e):
        await e.play_out(seed=1, plies=1)
    assert len(posted(e, direct(other), before)) == 1
    assert posted(e, direct(first), before) == []


async def to_act(e: Evening) -> list[MemberActor]:
    """Return the people with a decision due, by the match itself."""
    table = await e.bot.tables.get(1)
    seats = table.state.playing().to_act
    return [e.people[seat] for seat in seats]


async def test_a_changed_sealed_choice_moves_nothing_public(e: Three) -> None:
    ana, ben, chie = await e.begin(rounds=1)
    first, second, *_ = sorted(e.moves(ana))
    await e.play(ana, first)
    for _ in range(12):
        await chie.send(e.channel, "hello")
    panel, told = e.panel().id, len(e.env.http_requests)
    for text in (second, first, second):
        await e.play(ana, text)
    assert e.panel().id == panel
    public = [s for s in counted(e, told) if f"/channels/{e.channel.id}/" in s]
    assert public == []
    others = [r.path for r in e.env.http_requests[told:] if "/messages/" in r.path]
    assert others == [], "nor is anything else drawn but the hand that was clicked"
    await e.play(ben, sorted(e.moves(ben))[0])
    assert e.panel().id != panel, "what everybody may see does move it"


# Places that refuse the panel


async def test_hands_report_a_locked_thread_and_play_goes_on(e: Two) -> None:
    await e.begin(rounds=1)
    await e.wait(TOKEN_SECONDS)
    for verb, path in (("PATCH", "/messages/*"), ("POST", "/messages")):
        path = f"/channels/{e.channel.id}{path}"
        e.env.inject_error(verb, path, status=400, code=50083, message="archived", times=None)
    tried = len(e.env.http_requests)
    await e.play_out(seed=1, plies=6)
    assert len(await e.made()) == 6
    for person in e.people:
        assert "can't be shown in its channel" in e.hand_words(person)
    assert e.unsealed(), "somebody can go on"
    here = [sent for sent in counted(e, tried) if f"/channels/{e.channel.id}/" in sent]
    assert len(here) <= 3, "what isn't permitted isn't asked for again and again"


@pytest.mark.parametrize("how", ["channel", "role", "member", "thread", "unheard"])
async def test_a_permission_given_back_is_noticed(how: str, e: Two) -> None:
    ana, _ = await e.begin(rounds=1)
    role = e.guild.create_role("dealer")
    thread = e.env.backend.create_thread(e.channel.id, "aside", e.env.backend.bot_user.id)
    await e.wait(TOKEN_SECONDS)
    deny(e, "view_channel")
    await e.decide(ana)
    assert "can't be shown" in e.hand_words(ana)
    deny(e, event=how == "channel")
    before = len(e.env.http_requests)
    if how in ("channel", "unheard"):
        # It is tried again later.
        await e.wait(1 if how == "channel" else 700)
    elif how == "role":
        e.env.backend.edit_role(e.guild.id, role.id, {"name": "host"})
    elif how == "member":
        # Discord sends a bot its own updates without the intent. simcord doesn't.
        e.bot.dispatch("member_update", e.guild.me, e.guild.me)
    else:
        e.env.backend.edit_channel(thread.id, {"name": "beside"})
    await until(lambda: "can't be shown" not in e.hand_words(ana))
    assert any(f"PATCH /channels/{e.channel.id}/" in sent for sent in counted(e, before))


async def test_message_near_an_hour_old_is_replaced_silently(e: Two) -> None:
    ana, ben = await e.begin(rounds=1)
    await e.decide(ana)
    await e.wait(50 * 60)
    panel, before = e.panel().id, len(e.env.http_requests)
    await e.vote(ben)
    assert e.panel().id == panel
    await e.wait(6 * 60)
    await e.pause(ana)
    assert e.panel().id != panel
    assert panel not in e.env.backend.messages[e.channel.id]
    assert not any(loud(m) for m in posted(e, e.channel.id, before))
    hand = e.hand(ana)
    assert "paused" in words(hand.components)
    assert (e.env.now() - hand.created_at).total_seconds() < 60


@pytest.mark.usefixtures("quick_clock")
async def test_unchanged_panel_stays_when_it_is_old(e: Three) -> None:
    await e.paced(DAY, rounds=1)
    await e.decide(e.ana)
    await e.wait(3600)
    panel, hand, awaited = e.panel().id, e.hand(e.ana).id, e.hand(e.ben).id
    for _ in range(12):
        await e.wait(DAY / 24)
    assert e.hand(e.ben).id != awaited, "half of the time is over"
    assert (e.panel().id, e.hand(e.ana).id) == (panel, hand)


async def test_panel_stays_after_a_restart(e: Two) -> None:
    ana, ben = await e.begin(rounds=1)
    panel = e.panel().id
    await e.restart()
    for person in (ana, ben):
        await e.decide(person)
    assert "card 2 of" in e.panel_words()
    assert e.panel().id == panel


def screens(e: Evening, since: int) -> list[dict[str, Any]]:
    """Return every message that was sent, changed or answered with since a request."""
    sent = e.env.http_requests[since:]
    bodies = [r.json.get("data") or r.json for r in sent if isinstance(r.json, dict)]
    return [body for body in bodies if "components" in body]


async def test_silent_message_allows_no_mention(e: Two) -> None:
    close_for(e, e.ben)
    await e.begin(IN_TURN)
    await e.wait(130)
    before = len(e.env.http_requests)
    await e.press(e.ana, "Post it below")
    assert [loud(message) for message in posted(e, e.channel.id, before)] == [False]
    sent = [r.json or {} for r in e.env.http_requests if r.method == "POST"]
    silent = [body for body in sent if int(body.get("flags") or 0) & SILENT]
    assert any("<@" in str(body["components"]) for body in silent)
    for body in silent:
        assert body["allowed_mentions"].get("parse", []) == []
        assert body["allowed_mentions"].get("users", []) == []


async def test_expired_token_is_not_tried(e: Two) -> None:
    ana, ben = await e.begin(rounds=1)
    await e.decide(ana)
    await e.wait(TOKEN_SECONDS)
    tried, edits = asked(e, "PATCH", "/webhooks/"), asked(e, "PATCH", "/channels/")
    await e.decide(ben)
    assert asked(e, "PATCH", "/channels/") > edits
    assert asked(e, "PATCH", "/webhooks/") == tried
    assert "✓" in e.panel_words() or "Ben" in e.panel_words()


async def test_active_player_is_not_notified(e: Two) -> None:
    await e.begin(rounds=1)
    await e.wait(100)
    for person in e.people:
        await e.decide(person)
    before = len(e.env.http_requests)
    await e.wait(30)
    for person in e.people:
        assert posted(e, direct(person), before) == []
