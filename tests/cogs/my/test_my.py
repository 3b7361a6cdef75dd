"""`/my`: a person's open tables anywhere, those that wait for them first."""

import re

from simcord import MemberActor

from tests.examples import ALL_AT_ONCE, IN_TURN

from ..conftest import Deck
from ..evening import Evening, Patch, Three, Two, answer, said, words


async def mine(e: Evening, person: MemberActor) -> str:
    """Return the text of `/my` without the tables of the channel."""
    shown = await person.slash(e.channel, "my")
    assert answer(shown).ephemeral
    return said(shown).partition("### Tables here")[0]


async def test_my_shows_tables_of_all_channels_by_turn(e: Three) -> None:
    assert "You sit at no table. `/help` shows the games." in await mine(e, e.ana)
    await e.open(e.ana, IN_TURN)
    await e.press(e.ben, "Join")
    await e.press(e.ana, "Start")
    e.channel = e.guild.create_text_channel("elsewhere")
    await e.open(e.ben, ALL_AT_ONCE)

    match = await e.match()
    to_act = {match.table.players[seat].user_id for seat in match.to_act}
    for person in (e.ana, e.ben):
        turn, _, others = (await mine(e, person)).partition("Your other tables")
        assert ("table 1" in turn) == (person.id in to_act)
        assert ("table 1" in others) == (person.id not in to_act)
        assert "table 2" not in turn
        assert ("table 2" in others) == (person is e.ben)
        link = f"/@me/{person.user.dm_channel.id}/"
        assert link in turn + others, "to the hand"
    assert "table" not in (await mine(e, e.chie)).replace("at no table", "")


async def test_my_shows_the_new_time_after_a_timeout(e: Two) -> None:
    await e.paced(60)
    (first,) = set(re.findall(r"<t:\d+:R>", await mine(e, e.ana)))
    await e.wait(61)
    (now,) = set(re.findall(r"<t:\d+:R>", await mine(e, e.ana)))
    assert now != first
    assert now in e.hand_words(e.ana)


async def test_my_has_the_newest_open_tables_alone(monkeypatch: Patch, e: Two) -> None:
    monkeypatch.setattr("cogs.my.cog._MOST", 1)
    ana, ben = await e.gather(ALL_AT_ONCE)
    assert "table 1" in await mine(e, ben)
    assert "not begun" in await mine(e, ben)
    await e.press(ben, "Leave")
    assert "table 1" not in await mine(e, ben)
    assert "more table" not in await mine(e, ana)
    e.channel = e.guild.create_text_channel("elsewhere")
    await e.open(ana, IN_TURN)
    text = await mine(e, ana)
    assert "table 2" in text, "the newest"
    assert "table 1" not in text
    assert "and 1 more table" in text
    await e.cancel(ana)
    left = await mine(e, ana)
    assert "table 1" in left
    assert "table 2" not in left


async def test_my_steps_through_the_tables_that_wait(e: Two) -> None:
    places = [e.channel, *(e.guild.create_text_channel(name) for name in ("b", "c"))]
    for e.channel in places:
        await e.begin(rounds=1)
    e.channel = places[0]
    shown = answer(await e.ana.slash(e.channel, "my"))
    await e.ana.click(shown.message, label="One after the other")
    seen = []
    for _ in places:
        seen.append(words(shown.components))
        await e.ana.click(shown.message, label="▶")
    assert [f"{n}/3" in text for n, text in enumerate(seen, 1)] == [True] * 3
    assert [sum(f"table {n}" in text for text in seen) for n in (1, 2, 3)] == [1, 1, 1]
    assert words(shown.components) == seen[0], "and round again"
    for e.channel in places:
        await e.leave(e.ana)
    await e.ana.click(shown.message, label="▶")
    assert words(shown.components) == "Nothing waits for you now."


async def test_slow_matches_write_once_a_day_on_wish(deck: Deck, e: Two) -> None:
    await e.paced(24 * 3600, IN_TURN)
    match = await e.match()
    first = next(p for p in e.people if match.table.seat_of(p.id) in match.to_act)
    ben = next(p for p in e.people if p is not first)

    async def move(person: MemberActor) -> None:
        await e.play(person, next(iter(e.moves(person))))

    await move(first)
    before = e.hand(ben).id
    await e.wait(300)
    assert e.hand(ben).id != before, "a new message notifies"
    shown = answer(await ben.slash(e.channel, "my"))
    await ben.click(shown.message, label="One message a day")
    assert "once a day" in words(shown.components)
    since = len(e.env.http_requests)
    await move(ben)
    await e.wait(60)
    if not e.moves(ben):
        await move(first)
    before = e.hand(ben).id
    await e.wait(300)
    assert e.hand(ben).id == before, "none at each turn"
    assert daily_lines(e, since) == []
    await e.wait(1800)
    assert daily_lines(e, since) == ["1 table waits for you today"]
    await e.wait(3600)
    assert len(daily_lines(e, since)) == 1
    hours = set()
    for day in range(2, 5):
        e.change("update gathered set at = at - 86400")
        await e.wait(1800)
        assert len(daily_lines(e, since)) == day, "the next day"
        hours.update(e.rows("select round(at / 60) % 1440 from gathered"))
    assert len(hours) == 1, "always at the hour of the click"
    letter = e.hand(ben)
    assert "table 1" in words(letter.components)
    await ben.user.click(letter, label="A message for each turn")
    assert e.rows("select count(*) from gathered") == [(0,)]


def daily_lines(e: Evening, since: int) -> list[str]:
    """Return the lines of the messages of the day, sent since a request."""
    sent = [r.json for r in e.env.http_requests[since:] if isinstance(r.json, dict)]
    return [one["content"] for one in sent if "today" in (one.get("content") or "")]
