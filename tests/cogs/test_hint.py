"""Hints: what a strong computer would do, privately, and never where a match is rated."""

import random
from typing import Any

import pytest
from simcord import MemberActor

from bot.screens import hints
from bot.screens.look import ALTERNATIVES
from bot.screens.transcript import looks
from bot.words.i18n import tongue
from bot.workers import brain
from bot.workers.brain import Question
from games import GAMES
from games.core import Seat
from games.record import replay
from tests.examples import ALL_AT_ONCE, IN_TURN

from ..games.hands import OPTIONS
from ..games.playing import random_match
from ..hidden import found, hidden
from ..thinking import thinking_late
from .conftest import Begin
from .evening import MORE, Evening, One, Patch, Two, answer, said

GAME_KEYS = [key for key in sorted(GAMES) if looks()[key].weighs]
HINT = "💡"


async def alone(e: Evening, key: str = ALL_AT_ONCE, **options: Any) -> MemberActor:
    """Begin a match against computers, and return the first person once they have to act."""
    ana, *_ = await e.begin(key, strength="easy", **options)
    for _ in range(20):
        if e.offered(ana):
            break
        await e.wait(4)
    return ana


async def test_hint_needs_a_hard_computer_that_weighs(evening: Begin, monkeypatch: Patch) -> None:
    monkeypatch.setattr(f"games.{ALL_AT_ONCE}.computers.WEIGHS", False)
    async with evening(1) as e:
        ana = await alone(e, rounds=1)
        assert HINT not in e.buttons(e.hand(ana))
        await e.play_out()
        opened = await ana.user.click(e.hand(ana), label="Replay")
        assert "Three moments" not in str(answer(opened).components)


@pytest.mark.parametrize("key", GAME_KEYS)
async def test_hint_shows_the_choice_of_a_hard_computer(key: str, e: One) -> None:
    ana = await alone(e, key)
    before = await e.made()
    hand = e.hand_words(ana)
    told = said(await e.press_hand(ana, HINT))
    assert told.startswith(f"💡 **Hint** · {e.bot.looks[key].computers['hard'].first.sign} ")
    assert ", a strong computer" in told.splitlines()[0]
    (line,) = [line for line in told.splitlines() if line.startswith("I'd choose: **")]
    match = await e.match()
    view = match.view(Seat(0))
    labels = [
        e.bot.looks[key].label(view, text, tongue("en-US")) for text in match.legal_texts(Seat(0))
    ]
    assert line.removeprefix("I'd choose: **").removesuffix("**") in labels
    assert await e.made() == before
    assert e.hand_words(ana) == hand


async def test_hint_button_appears_when_a_move_is_due(e: Two) -> None:
    ana = await alone(e, computers=1)
    assert [*e.buttons(e.hand(ana))][-2:] == [HINT, MORE]
    at = e.buttons(e.hand(ana))[HINT]
    await e.play(ana, min(e.moves(ana)))
    assert HINT not in e.buttons(e.hand(ana)), "chosen"
    assert HINT in e.buttons(e.hand(e.people[1]))
    refused = await e.forge_hand(ana, at)
    assert "only when a move of yours is awaited" in said(refused)


async def test_hint_leaves_when_its_decision_has_passed(e: One) -> None:
    ana = await alone(e)

    def removed() -> int:
        return sum(r.method == "DELETE" for r in e.env.http_requests)

    before = removed()
    told = said(await e.press_hand(ana, HINT))
    assert "choose a card (1 of 10)" in told.splitlines()[0]
    assert removed() == before
    await e.play(ana, min(e.moves(ana)))
    for _ in range(20):
        await e.wait(4)
    assert removed() == before + 1


async def test_rated_match_gives_no_hints(e: Two) -> None:
    ana, _ = await e.begin(ALL_AT_ONCE)
    assert HINT not in e.buttons(e.hand(ana))
    stage = (await e.match()).stage
    at = f"s2:hint:1:MARK:{stage}:"
    for refused in (await e.forge_hand(ana, at), await e.forge(ana, e.panel(), at)):
        assert "only for matches with computers" in said(refused)


async def test_hint_is_refused_when_its_decision_is_over(monkeypatch: Patch, e: One) -> None:
    ana = await alone(e, IN_TURN)
    table = await e.bot.tables.get(1)
    weighed = e.bot.house.thinking.weighed

    async def overtaken(table_id: int, asked: Question) -> Any:
        seat = table.stored.seat_of(ana.id)
        assert seat is not None
        move = table.state.playing().legal_texts(Seat(seat))[0]
        await table.move(ana.id, move, clicked=1 << 62)
        return await weighed(table_id, asked)

    monkeypatch.setattr(e.bot.house.thinking, "weighed", overtaken)
    assert "moved on" in said(await e.press_hand(ana, HINT))


async def test_one_person_at_a_time_asks_for_a_hint_of_now(e: One) -> None:
    ana = await alone(e)
    at, panel = e.buttons(e.hand(ana))[HINT], e.panel_words()
    eve = e.guild.add_member(e.env.create_user("Eve"))
    assert "don't sit at this table" in said(await e.forge(eve, e.panel(), at))
    assert "I'd choose" in said(await e.forge(ana, e.panel(), at))
    assert e.panel_words() == panel, "a hint is private"
    assert "One hint at a time" in said(await e.press_hand(ana, HINT))
    await e.wait(hints.REST + 1)
    await e.restart()
    assert "I'd choose" in said(await e.press_hand(ana, HINT))
    stale = at.rsplit(":", 2)[0] + ":999:"
    assert "moved on" in said(await e.forge_hand(ana, stale))
    await e.pause(ana)
    assert HINT not in e.buttons(e.hand(ana))
    assert "is paused" in said(await e.forge_hand(ana, at))


async def test_where_no_thought_comes_a_sentence_does(evening: Begin) -> None:
    async with evening(2, thinking=thinking_late) as e:
        ana = await alone(e, computers=1)
        assert "No hint came in time" in said(await e.press_hand(ana, HINT))


@pytest.mark.parametrize("key", GAME_KEYS)
def test_hint_reveals_nothing_hidden(key: str) -> None:
    rng, look, game = random.Random(f"hints {key}"), looks()[key], GAMES[key]
    for number, options in enumerate(OPTIONS[key][:2]):
        steps = replay(random_match(key, game.seats[number and -1], options, 50 + number).record)
        for ply in rng.sample(range(len(steps) - 1), min(6, len(steps) - 1)):
            state = steps[ply].state
            for seat in sorted(game.to_act(state))[:1]:
                told = [e for step in steps[: ply + 1] for e in step.events]
                mine = tuple(e for e in told if e.to is None or seat in e.to)
                view, legal = game.view(state, seat), tuple(game.legal_moves(state, seat))
                asked = Question(key, game.version, hints.STRENGTH, view, mine, legal, ply)
                answer = brain.weigh(asked)
                assert isinstance(answer, list), (key, ply, answer)
                worths = [one.worth for one in answer]
                assert worths == sorted(worths, reverse=True)
                assert key == ALL_AT_ONCE or all(-0.01 <= worth <= 1.01 for worth in worths)
                text = hints.told(look, view, answer, tongue("en-US"))
                others = [line for line in text.splitlines() if line.startswith("-# ")]
                lines: dict[str, list[str]] = {}
                for one in answer[1 : 1 + ALTERNATIVES]:
                    alike = ["about as good"] * (one.behind <= 2 * one.error)
                    worth = " · ".join([look.worth(one, tongue("en-US")), *alike])
                    label = look.label(view, game.move_text(one.move), tongue("en-US"))
                    lines.setdefault(worth, []).append(label)
                assert "" not in lines, "each has a value"
                assert others == [f"-# {' · '.join(of)} → {worth}" for worth, of in lines.items()]
                leak = found(hidden(key, steps, ply, Seat(seat)), {"content": text})
                assert not leak, (ply, leak)
                japanese = hints.told(look, view, answer, tongue("ja"))
                assert len(text) < 600
                assert "Chance" not in japanese
                assert "choose" not in japanese
