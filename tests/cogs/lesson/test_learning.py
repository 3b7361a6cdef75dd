"""Lessons: five decisions by the rules, shown privately, by clicks. Nothing is stored."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor
from simcord.results import to_discord_message

from bot.screens.transcript import looks
from bot.storage.schema import metadata
from bot.wire.ui import Address
from bot.words.i18n import languages, tongue
from bot.workers.pictures import Pictures
from cogs.lesson.decisions import LEARNER, OTHERS, Lesson
from cogs.lesson.learning import LESSONS, Learning, end, question
from games import find_game

from ...examples import ALL_AT_ONCE, IN_TURN, SWAPPING
from ..closed import deny
from ..evening import Evening, One, Patch, Two, answer, answers, components, controls, said, words
from .deciding import good, legal, state

pytestmark = [pytest.mark.usefixtures("pieces"), pytest.mark.evening(pictures=True)]
_LIST = "s2:explain:0::0:/0"


def links(message: discord.Message, kind: str) -> Iterator[tuple[Address, str, str | None]]:
    """Yield the enabled controls of that kind: address, custom_id, and a select's value."""
    for address, c in controls(message):
        if address.kind == kind:
            for value in [o["value"] for o in c.get("options", [])] or [None]:
                yield address, c["custom_id"], value


def moves(message: discord.Message, key: str) -> dict[str, str]:
    """Return the moves offered by buttons as notation → custom_id."""
    found = {a.text: at for a, at, _ in links(message, f"learn{key}")}
    return {text: at for text, at in found.items() if text}


async def taught(e: Evening, person: MemberActor, game: str) -> InteractionResult:
    """Choose the lesson of a game in the list of `/help`."""
    shown = answer(await person.slash(e.channel, "help"))
    return await person.select(shown, [f"s2:learn:0::0:{game}"], custom_id=_LIST)


def lesson(e: Evening, person: MemberActor) -> discord.Message:
    """Return the newest message in the channel that a person alone sees."""
    return to_discord_message(e.env, e.private_to(person)[-1])


async def click(e: Evening, person: MemberActor, **which: str) -> discord.Message:
    """Click in the person's lesson and return it as it is then."""
    await person.click(lesson(e, person), **which)
    return lesson(e, person)


async def to_move(e: Evening, person: MemberActor, key: str, text: str) -> discord.Message:
    """Pick halves of a choice until the move is offered, then make it."""
    seen: set[str] = set()
    for _ in range(40):
        message = lesson(e, person)
        if text in (offered := moves(message, key)):
            return await click(e, person, custom_id=offered[text])
        half = next(
            (at, value, value or a.text)
            for a, at, value in links(message, f"half{key}")
            if (value or a.text) not in seen and _leads(key, value or a.text, text)
        )
        seen.add(half[2])
        if half[1] is None:
            await person.click(message, custom_id=half[0])
        else:
            await person.select(message, [half[1]], custom_id=half[0])
    raise AssertionError(f"{text} can't be reached")


def _leads(key: str, picked: str, text: str) -> bool:
    """Return True if a half choice can become that move, in the notation of the game's hand."""
    if key == SWAPPING:
        closes = text.endswith("!") or not picked.endswith("!")
        return bool(picked) and closes and picked.removesuffix("!") in text
    if key == IN_TURN and "x" in text:
        return picked.startswith(f"c{text.partition('x')[0]}d")
    if key == IN_TURN:
        # The dice that count, of 1 2 4 4 ★.
        return picked.startswith("cd") and set("cds") <= set(picked) <= set("cds234")
    return picked != "back"


def rows(e: Evening) -> list[list[Any]]:
    """Return all rows of the database, table by table."""
    return [e.rows(f"select * from {table}") for table in metadata.tables]


@pytest.mark.parametrize("key", LESSONS)
@pytest.mark.costly
async def test_a_whole_lesson_is_played_by_clicks_and_leaves_no_trace(key: str, e: One) -> None:
    before = rows(e)
    await taught(e, e.ana, key)
    first, second = LESSONS[key].opponents("Ana", tongue("en-US"))
    for number, one in enumerate(LESSONS[key].decisions, 1):
        message = lesson(e, e.ana)
        assert f"{number}/5" in words(message.components)
        assert one.ask.format(one=first, two=second) in words(message.components)
        assert message.attachments
        done = await to_move(e, e.ana, key, one.good[0])
        why = one.why.format(one=first, two=second)
        assert f"✓ **Well chosen.** {why}" in words(done.components)
        assert done.attachments
        on = "Next task ▶" if number < 5 else "To the end ▶"
        await click(e, e.ana, label=on)
    assert LESSONS[key].closing in words(lesson(e, e.ana).components)
    assert rows(e) == before


async def test_lesson_takes_any_answer_and_survives_a_restart(e: One) -> None:
    await taught(e, e.ana, ALL_AT_ONCE)
    message = await to_move(e, e.ana, ALL_AT_ONCE, "84")
    told = words(message.components)
    assert "You chose: 84" in told
    assert "**The answer: 28" in told
    assert "takes row 2" not in told, "the picture shows it"
    (picture,) = [i for c in components(message.components) for i in c.get("items", [])]
    assert "takes row 2, 13 bulls" in picture["description"]
    await click(e, e.ana, label="Try again")
    assert "1/5" in words(lesson(e, e.ana).components)
    done = await to_move(e, e.ana, ALL_AT_ONCE, "43")
    assert "Well chosen" in words(done.components)
    await taught(e, e.ana, ALL_AT_ONCE)
    again = await taught(e, e.ana, ALL_AT_ONCE)
    assert answer(again).ephemeral
    assert "1/5" in said(again), "always where it was asked for"
    await e.restart()
    done = await to_move(e, e.ana, ALL_AT_ONCE, "28")
    assert "Well chosen" in words(done.components)
    await e.restart()
    await click(e, e.ana, label="Next task ▶")
    assert "2/5" in words(lesson(e, e.ana).components)


def test_the_end_wears_the_emojis_there_are() -> None:
    t, there = tongue("en-US"), {"bull": "<:bull_abc123:7>"}
    learning = Learning(
        LESSONS[ALL_AT_ONCE], looks()[ALL_AT_ONCE], t, "Ana", Pictures(False), there
    )
    assert "<:bull_abc123:7>" in end(learning).text
    assert "🐂" not in end(learning).text
    assert "🐂" in end(replace(learning, emojis={})).text


async def test_lesson_leads_to_a_match_and_posts_nothing(e: One) -> None:
    await taught(e, e.ana, ALL_AT_ONCE)
    *_, last = LESSONS[ALL_AT_ONCE].decisions
    for one in LESSONS[ALL_AT_ONCE].decisions:
        await to_move(e, e.ana, ALL_AT_ONCE, one.good[-1])
        end = await click(e, e.ana, label="To the end ▶" if one is last else "Next task ▶")
    assert "📖 *Rules* tells the rest" in words(end.components)
    for number, lacking in enumerate(("send_messages", "use_application_commands"), 1):
        deny(e, lacking, who=e.ana.id)
        done = await e.ana.click(end, label="Play against computers")
        assert "against 3 computers" in said(done)
        assert e.offered(e.ana)
        assert e.rows("select count(*) from seats") == [(4 * number,)]
        assert [m for m in e.channel.history() if m.author.bot] == [], "nothing is posted"


async def test_forged_click_is_refused_or_answered_privately(e: Two) -> None:
    await e.open(e.ana, ALL_AT_ONCE)
    before, key, mark = e.panel_words(), ALL_AT_ONCE, LESSONS[ALL_AT_ONCE].mark
    for custom_id in (
        *(f"s2:learn{key}:0:{mark}:9:", f"s2:learn{key}:0:{mark}:0:"),
        f"s2:learn{key}:0:00000000:1:28",
        *(f"s2:learn{key}:0:{mark}:1:{text}" for text in ("55", "row1", "what", "84", "84@1")),
        f"s2:half{key}:0:{mark}:6:28",
        *("s2:learnplay:0::0:chess", "s2:learn:0::0:chess"),
    ):
        told = said(await e.forge(e.ben, e.panel(), custom_id))
        assert "Something went wrong" not in told
        assert ("You chose: 84" in told) == ("/5" in told) == (":84" in custom_id), custom_id
        assert e.panel_words() == before


async def test_the_first_join_ever_offers_it_once(e: Two) -> None:
    await e.open(e.ana, ALL_AT_ONCE)
    offer = await e.press(e.ben, "Join")
    assert "New here?" in said(offer)
    shown = offer.followups[-1]
    assert shown.ephemeral
    await e.ben.click(shown, label="Learn by playing")
    assert "1/5" in words(lesson(e, e.ben).components)
    await e.press(e.ben, "Leave")
    assert not offered(await e.press(e.ben, "Join"))


def offered(result: Any) -> bool:
    """Return True if an answer offers a lesson."""
    return any("New here?" in words(message.components) for message in answers(result))


async def test_lesson_is_offered_only_where_there_is_one(monkeypatch: Patch, e: Two) -> None:
    monkeypatch.delitem(LESSONS, ALL_AT_ONCE)
    await e.open(e.ana, ALL_AT_ONCE)
    assert not offered(await e.press(e.ben, "Join"))
    assert "Learn by playing" not in e.buttons(answer(await e.explained(e.ben, ALL_AT_ONCE)))


async def test_rules_lead_to_lessons(e: One) -> None:
    for key in LESSONS:
        rules = answer(await e.explained(e.ana, key))
        begun = await e.ana.click(rules, label="Learn by playing")
        assert "1/5" in said(begun)


CASES = [(key, number) for key, lesson in LESSONS.items() for number in range(1, 6)]


@pytest.mark.parametrize("locale", ["en-US", *languages()])
@pytest.mark.parametrize("key", [key for key, lesson in LESSONS.items() if lesson.goal])
async def test_lesson_opens_with_its_story_and_goal(key: str, locale: str) -> None:
    t, lesson = tongue(locale), LESSONS[key]
    learning = Learning(lesson, looks()[key], t, "Ana", Pictures(False))
    first, second = [(await question(learning, number)).text for number in (1, 2)]
    begun = [t(text) for text in (lesson.story, lesson.goal) if text]
    places = [first.index(text) for text in (*begun, learning.said(lesson.decisions[0].ask))]
    assert places == sorted(places)
    assert not [text for text in begun if text in second]


@pytest.mark.parametrize(("key", "number"), CASES)
def test_the_learner_decides_and_good_answers_are_legal(key: str, number: int) -> None:
    lesson, now = LESSONS[key], state(LESSONS[key], number)
    assert len(lesson.decisions) == 5
    assert LEARNER in find_game(key).to_act(now)
    # The scripted players have sealed their choices.
    assert find_game(key).view(now, LEARNER).outcome is None
    moves = legal(lesson, number)
    assert set(good(lesson, number)) < set(moves), "there is something to choose"
    for move in moves:
        assert lesson.after(number, move)


def test_versions_of_a_lesson_have_different_marks() -> None:
    marks = {lesson.mark for lesson in LESSONS.values()}
    assert len(marks) == len(LESSONS)
    one = next(iter(LESSONS.values()))
    assert Lesson(one.decisions[::-1], one.closing).mark != one.mark


@pytest.mark.parametrize("locale", ["en-US", *languages()])
@pytest.mark.parametrize("key", LESSONS)
def test_texts_are_short_and_opponents_fields_of_them(key: str, locale: str) -> None:
    lesson, t = LESSONS[key], tongue(locale)
    usual = lesson.opponents("Ana", t)
    for name in usual:
        others = lesson.opponents(f" {name.upper()}", t)
        assert len({*others, name}) == 3, "nobody has the learner's name"
    texts = [text for one in lesson.decisions for text in (one.ask, one.why)]
    names = {*OTHERS, *lesson.others, *map(t, lesson.others)}
    assert max(len(t(text, one=usual[0], two=usual[1])) for text in texts) <= 240
    assert not [name for name in names for text in texts if name in t(text, one="", two="")]
