"""An end folds to its picture and one line when its rematch begins."""

from typing import Any

import discord
import pytest

from .evening import Evening, One, Three, Two, answers, components, pictured, words
from .forgetting import delete
from .posts import counted
from .solitary import begun, to_the_end


async def ended(e: Evening) -> list[discord.Message]:
    """Play a match to its end, and return the messages that show it, the panel first."""
    await e.begin(rounds=1)
    await e.play_out(seed=1)
    assert "the end" in e.panel_words()
    return [e.panel(), *map(e.hand, e.people)]


async def begin_again(e: Evening) -> None:
    """Open the rematch as the first person, and join as all others."""
    host, *others = e.people
    await e.press(host, "Rematch")
    for person in others:
        hand = e.hand(person)
        await person.user.click(hand, custom_id=e.buttons(hand)["In"])


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
    ana, ben = e.people
    ends = await ended(e)
    shows = [[file["id"] for file in e.now(end).attachments][:1] for end in ends]
    told = [pictured(e.now(end))[:1] for end in ends]
    await e.press(ana, "Rematch")
    assert not any(is_folded(e, end) for end in ends)
    assert "Rematch" in e.buttons(e.now(ends[2]))
    hand, since = e.hand(ben), len(e.env.http_requests)
    await ben.user.click(hand, custom_id=e.buttons(hand)["In"])
    assert (await e.stored(2)).phase == "live"
    for end, files, course in zip(ends, shows, told, strict=True):
        assert is_folded(e, end), words(e.now(end).components)
        assert [file["id"] for file in e.now(end).attachments] == files, "nothing is sent again"
        assert pictured(e.now(end)) == course
        assert len(changes(e, end, since)) <= 1
    line = words(e.now(ends[1]).components)
    assert "You win" in line or "You: 2nd" in line
    replay = await e.forge(ana, ends[0], e.buttons(e.now(ends[0]))["Replay"])
    assert any("Round 1" in words(shown.components) for shown in answers(replay))
    before = [e.now(end).edited_timestamp for end in ends]
    await e.play_out(seed=2, plies=3)
    assert [e.now(end).edited_timestamp for end in ends] == before


async def test_end_of_a_match_alone_folds(e: One) -> None:
    (ana,) = e.people
    await begun(e)
    await to_the_end(e, 1)
    end = e.hand(ana)
    since = len(e.env.http_requests)
    await e.press_hand(ana, "Rematch")
    assert e.hand(ana).id != end.id
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
    ana, ben = e.people
    panel, *_ = await ended(e)
    await e.press(ana, "Rematch")
    e.env.backend.delete_message(panel.channel.id, panel.id)
    since = len(e.env.http_requests)
    hand = e.hand(ben)
    await ben.user.click(hand, custom_id=e.buttons(hand)["In"])
    assert changes(e, panel, since)
    shown = [words(m.components) for m in e.channel.history() if m.author.bot]
    assert not any("wins" in text or "win " in text for text in shown)


async def test_end_of_a_deleted_person_is_left_alone(e: Three) -> None:
    ana, ben, chie = e.people
    *ends, last = await ended(e)
    await delete(e, chie)
    e.people, before = [ana, ben], words(e.now(last).components)
    await begin_again(e)
    if (await e.stored(2)).phase == "lobby":
        await e.press(ana, "Start")
    assert all(is_folded(e, end) for end in ends)
    assert words(e.now(last).components) == before


async def test_after_a_restart_an_end_keeps_its_buttons(e: Two) -> None:
    ends = await ended(e)
    await e.restart()
    await begin_again(e)
    assert (await e.stored(2)).phase == "live"
    for end in ends:
        assert "Rematch" in [c.get("label") for c in components(e.now(end).components)]
