"""The daily deal, as its players see it by command and click."""

import re
from pathlib import Path

import pytest
from simcord import MemberActor

from bot.run.verify import BROKEN, HOLDS, verify
from cogs.daily import deals, store
from games.chance import commitment

from ...bot.traces import traces
from ..evening import Evening, One, Two, answer, answers, components, said, words
from ..forgetting import asked as asked_to_delete
from ..forgetting import content, delete
from ..posts import counted
from ..staff import history
from .card import ended, preview
from .dealt import asked, begun, buttons, clicked, play_out

pytestmark = pytest.mark.usefixtures("quick_clock", "quick_rivals")


@pytest.mark.evening(keep_days=1)
async def test_deal_is_played_once_shown_posted_and_closed(e: Two) -> None:
    number = deals.number_at(e.bot.now())
    begins = said(await asked(e, e.ana))
    assert f"daily deal {number}" in begins
    assert f"<t:{int(deals.ends(number))}:R>" in begins
    deal = await store.known(e.bot.database, number)
    coming = await store.known(e.bot.database, number + deals.AHEAD)
    assert deal is not None
    assert coming is not None, "a secret is drawn a week ahead"
    assert commitment(deal.secret)[:4] not in begins
    told = said(await begun(e, e.ana))
    assert "Your match has begun in our direct messages." in told
    assert len(await play_out(e, e.ana)) >= deals.daily_of(deal.game).decisions
    assert [m for m in e.channel.history() if m.author.bot] == []
    done = await asked(e, e.ana)
    run = await store.run(e.bot.database, number, e.ana.id)
    assert run is not None
    assert run.score == sum(run.marks)
    line = next(text for text in said(done).splitlines() if text.startswith("Shinrisen daily"))
    assert f"{run.score} bull" in line
    profile = said(await e.ana.slash(e.channel, "profile"))
    assert "Against computers" not in profile
    for shown in (said(done), profile):
        assert "1 daily, 1 this week" in shown
    assert "Play today's deal" not in buttons(done)
    await clicked(e.ana, done, "Post in #games")
    assert e.panel_words() == f"{line}\n-# 📣 <@{e.ana.id}> shares this."
    assert {*buttons(await asked(e, e.ana))} == {"Board"}
    assert "**Ana**" in said(await clicked(e.ben, await asked(e, e.ben), "Board"))
    await e.wait(deals.closes(number) - e.bot.now() + 60)
    board = e.panel_words()
    assert "the board is closed" in board
    assert f"**Ana** · {run.score} bull" in board
    assert "The strong computer in your place:" in board
    assert re.findall("[0-9a-f]{4}", board) == [], "digits of hashes"
    assert len([m for m in e.channel.history() if m.author.bot]) == 2
    await e.wait(3 * 3600)
    await e.restart()
    await e.wait(3 * 3600)
    assert len([m for m in e.channel.history() if m.author.bot]) == 2, "it closes once"


async def test_deal_is_played_once_and_closed_until_its_day_is_over(e: One) -> None:
    first, second, third = [await asked(e, e.ana) for _ in range(3)]
    await clicked(e.ana, first, "Play today's deal")
    await clicked(e.ana, second, "Play today's deal")
    assert e.rows("select count(*) from tables") == [(1,)]
    await play_out(e, e.ana)
    assert "Shinrisen daily" in said(await clicked(e.ana, third, "Play today's deal"))
    assert e.rows("select count(*) from tables") == [(1,)]
    number = deals.number_at(e.bot.now())
    assert not {"Rematch", "Replay", "Share"} & {*e.buttons(e.hand(e.ana))}
    deal = await store.known(e.bot.database, number)
    assert deal is not None
    mark = commitment(deal.secret)[:8]
    fair = await e.fairness(e.ana, hand=True)
    assert deal.secret.hex() not in said(fair)
    for kind, text in (("record", ""), ("replay", "s/open"), ("share", "")):
        at = f"s2:{kind}:1:{mark}:0:{text}"
        looked = said(await e.forge_hand(e.ana, at))
        assert "The daily deal is still closed." in looked, kind
    refused = said(await e.forge_hand(e.ana, f"s2:again:1:{mark}:0:"))
    assert "one try a day" in refused
    look = e.bot.looks[deals.daily_game()]
    name = f"#1** · {look.emoji} {look.name} · daily deal {number} · "
    told, offered = await listed(e, e.ana)
    assert name in told
    assert offered == []
    await e.wait(deals.closes(number) - e.bot.now() + 60)
    told, offered = await listed(e, e.ana)
    assert name in told
    assert len(offered) == 2
    assert all(line.startswith(name.replace("**", "")) for line in offered)
    fair = await e.fairness(e.ana, hand=True)
    assert deal.secret.hex() in said(fair)
    record = await e.forge_hand(e.ana, f"s2:record:1:{mark}:0:")
    assert "python -m bot verify" in said(record)


async def test_deletion_gives_no_second_try(e: One) -> None:
    number = deals.number_at(e.bot.now())
    first = await asked(e, e.ana)
    await begun(e, e.ana)
    await play_out(e, e.ana, moves=3)
    question, _ = await asked_to_delete(e, e.ana)
    stays = "A hash of your id stays for a day at most"
    assert stays in said(question)
    assert stays in await delete(e, e.ana)
    assert traces(e.bot.settings.database, e.ana.id, "Ana") == []
    kept = "select number, table_id, name, score, marks from daily_runs"
    assert e.rows(kept) == [(number, 0, "", None, None)]
    for shown in (await asked(e, e.ana), await clicked(e.ana, first, "Play today's deal")):
        assert "You have had your try today." in said(shown)
        assert "Play today's deal" not in buttons(shown)
    assert e.rows("select count(*) from tables") == [(1,)]
    # All that is left is named, and a second deletion leaves it too.
    assert stays in said(await e.me(e.ana, "Delete everything"))
    await e.me(e.ana, "Get my data")
    assert (await content(e.hand(e.ana)))["hashes"] == ["daily_runs"]
    await e.wait(deals.closes(number) - e.bot.now() + 60)
    assert e.rows("select count(*) from daily_runs") == [(0,)]
    assert "Play today's deal" in buttons(await asked(e, e.ana))
    assert "Nothing is kept about you." in said(await e.me(e.ana, "Delete everything"))


async def test_deal_rests_by_a_missed_move_alone(e: One) -> None:
    await begun(e, e.ana)
    refused = said(await e.pause(e.ana))
    assert "The daily deal can't be paused." in refused
    assert "💡" not in e.buttons(e.hand(e.ana))
    mark = next(iter(e.moves(e.ana).values())).split(":")[3]
    forged = await e.forge_hand(e.ana, f"s2:hint:1:{mark}:1:")
    assert "gives no hints" in said(forged)
    await e.wait(3600)
    assert "Your time ran out" not in e.hand_words(e.ana), "the clock begins with the first card"
    await play_out(e, e.ana, moves=1)
    await e.wait(deals.PACE + 5)
    stored = await e.stored()
    assert stored.paused_at is not None
    assert not stored.players[0].away
    assert "Your time ran out" in e.hand_words(e.ana)
    moves = e.rows("select count(*) from moves")
    await e.wait(3600)
    assert e.rows("select count(*) from moves") == moves
    await e.restart()
    await clicked(e.ana, await asked(e, e.ana), "Go on")
    await play_out(e, e.ana)
    assert "Shinrisen daily" in said(await asked(e, e.ana))


async def listed(e: Evening, person: MemberActor) -> tuple[str, list[str]]:
    """Return the history in words, and the matches offered there and on `/profile`."""
    shown = await history(e, person)
    found = components(answers(shown)[0].components)
    offered = [option["label"] for c in found for option in c.get("options", [])]
    mine = await person.slash(e.channel, "profile")
    found = components(answers(mine)[0].components)
    more = [option["label"] for c in found for option in c.get("options", [])]
    return said(shown), [*offered, *(one for one in more if not one.startswith("All"))]


async def test_deal_begun_before_midnight_may_be_finished_after(e: Two) -> None:
    number = deals.number_at(e.bot.now())
    await e.wait(deals.ends(number) - e.bot.now() - 60)
    for person in e.people:
        await begun(e, person)
        await play_out(e, person, moves=3)
    await e.wait(deals.ends(number) - e.bot.now() + 1)
    await play_out(e, e.ana)
    assert "Yesterday" not in buttons(await asked(e, e.ana)), "others may be at it"
    shown = await e.ana.user.click(e.hand(e.ana), label="My result")
    assert f"Shinrisen daily {number} " in said(shown)
    await clicked(e.ana.user, shown, "Post in #games")
    assert f"Shinrisen daily {number} " in e.panel_words()
    await e.wait(deals.closes(number) - e.bot.now() + 60)
    assert "the board is closed" in e.panel_words()
    assert "The day of this deal is over" in e.hand_words(e.ben)
    run = await store.run(e.bot.database, number, e.ben.id)
    assert run is not None
    assert run.score is None
    assert f"daily deal {number + 1}" in said(await asked(e, e.ben))


async def test_deal_is_played_in_direct_messages(e: One) -> None:
    await clicked(e.ana.user, await e.ana.user.slash("daily"), "Play today's deal")
    await play_out(e, e.ana)
    done = await e.ana.user.slash("daily")
    assert "Shinrisen daily" in said(done)
    assert "`/daily` in a server's channel offers to post the line there." in said(done)
    assert "Post in #games" not in buttons(done)
    await e.wait(2 * 3600)
    stored = await e.stored()
    assert (stored.phase, stored.guild_id) == ("over", 0)
    assert "Post in #games" in buttons(await asked(e, e.ana))


async def test_promise_of_an_earlier_day_proves_the_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], e: One
) -> None:
    number = deals.number_at(e.bot.now()) + 1
    assert "Yesterday" not in buttons(await asked(e, e.ana))
    await e.wait(deals.closes(number - 1) - e.bot.now() + 60)
    past = await clicked(e.ana, await asked(e, e.ana), "Yesterday")
    assert "The strong computer in your place:" in said(past)
    assert re.findall("[0-9a-f]{16}", said(past)) == []
    ahead = said(await clicked(e.ana, past, "Proof"))
    promises = dict(re.findall("^([0-9]+)  ([0-9a-f ]{19})$", ahead, re.MULTILINE))
    assert [*map(int, promises)] == [*range(number, number + deals.AHEAD + 1)]
    await e.wait(deals.closes(number) - e.bot.now() + 60)
    shown = await clicked(e.ana, await clicked(e.ana, await asked(e, e.ana), "Yesterday"), "Proof")
    [attached] = answers(shown)[0].attachments
    record, noted = await attached.read(), promises[str(number)]
    assert f"verify {attached.filename} --promise" in said(shown)
    assert noted.replace(" ", "") in said(shown)
    checked = await e.proved(e.ana, record, f"promise {noted}")
    assert "Proved." in checked
    assert f"The daily deal {number}." in checked
    file = tmp_path / attached.filename
    file.write_bytes(record)
    capsys.readouterr()
    assert verify(file, noted, computers=True) == HOLDS
    assert f"everyone got this deal {number}." in capsys.readouterr().out
    assert verify(file, promises[str(number + 1)]) == BROKEN


OLD = "That button is out of date. Use the newest message."


async def test_line_is_shared_anywhere_once_a_server_by_its_player(e: Two) -> None:
    (ana, ben), since = e.people, len(e.env.http_requests)
    await ended(e)
    assert len(counted(e, since)) <= 3, "the hand is sent and drawn once"
    shown = await asked(e, ana)
    at, message = buttons(shown)["Post in #games"], answer(shown).message
    assert said(await e.forge(ben, message, at)) == OLD
    assert said(await e.forge(ana, message, "s2:dailypost:0::0:")) == OLD
    lounge = e.guild.create_text_channel("lounge")
    number = deals.number_at(e.bot.now())
    await clicked(ana, await preview(ana, lounge), "Post in #lounge")
    [line] = lounge.history()
    assert f"Shinrisen daily {number} · " in words(line.components)
    again = await asked(e, ana)
    assert f"{lounge.id}/{line.id}" in said(again)
    assert "Post in #games" not in buttons(again)
    [board] = await store.boards(e.bot.database, number + 1)
    assert board.channel_id == lounge.id
    await e.wait(deals.closes(number) - e.bot.now() + 60)
    assert said(await e.forge(ana, message, at)) == OLD, "of another day"
    assert [m for m in e.channel.history() if m.author.bot] == []
