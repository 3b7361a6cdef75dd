"""Computers at a table: they take over, wait a moment, rest with the match, and act once."""

import asyncio
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import pytest

from bot import storage
from bot.play.shuffle import seed_of
from bot.storage import Contributed, Player
from bot.workers.brain import Question
from bot.workers.thinking import Thinking
from games import GAMES
from games.chance import CUT, Chance, digest
from games.core import Seat
from tests.examples import ALL_AT_ONCE, IN_TURN

from ..thinking import AtOnce
from .evening import Evening, One, Patch, Three, Two, answer, said, until

# Longer than a click waits for what comes after it.
SLOW = 40.0


class Slow(Thinking):
    """Thinks for `seconds` of the table's time and records the questions."""

    def __init__(self, seconds: float = 0.0) -> None:
        super().__init__([AtOnce()])
        self.seconds = seconds
        self.asked: list[Question] = []

    async def move(self, table_id: int, question: Question) -> Any:
        """Return the answer after the delay."""
        self.asked.append(question)
        if self.seconds:
            await asyncio.sleep(self.seconds)
        return await super().move(table_id, question)


pytestmark = pytest.mark.evening(thinking=partial(Slow, SLOW))


def questions(e: Evening) -> list[Question]:
    """Return the questions the running bot was asked."""
    thinking = e.bot.house.thinking
    assert isinstance(thinking, Slow)
    return thinking.asked


async def moves(e: Evening, seat: int | None = None) -> list[str]:
    """Return the stored cards of a seat, or of all seats, without choices of rows."""
    made = await e.made()
    return [text for mover, text in made if seat in (None, mover) and "row" not in text]


async def begin_with(e: Evening, *kinds: str, **options: Any) -> None:
    """Start a match of the first person against computers of these strengths."""
    await open_with(e, *kinds, **options)
    await e.press(e.ana, "Start")


async def open_with(e: Evening, *kinds: str, game: str = ALL_AT_ONCE, **options: Any) -> None:
    """Open a table with the first person and computers of these strengths."""
    await e.open(e.ana, game, **options)
    stored = await e.stored()
    computers = [
        Player(-100 - n, f"C{n}", "en-US", 7000 + n, kind=kind) for n, kind in enumerate(kinds)
    ]
    await storage.tables.seat_players(e.bot.database, 1, [*stored.players, *computers])
    await e.restart()


@pytest.mark.evening(thinking=Slow)
async def test_normal_computer_replaces_a_departed_player(e: Three) -> None:
    ana, ben, chie = await e.begin(rounds=1)
    for person in (ana, ben, chie):
        await e.decide(person)
    before = len(await moves(e, 1))
    await e.leave(ben)
    assert len(await moves(e, 1)) == before + 1
    (asked,) = questions(e)
    assert (asked.game, asked.strength) == (ALL_AT_ONCE, "normal")
    match = await e.match()
    assert match.told(Seat(1))[: len(asked.events)] == asked.events
    assert asked.view.seat == 1


@pytest.mark.evening(thinking=Slow)
async def test_a_computer_plays_by_its_own_strength_to_the_end(e: One) -> None:
    await begin_with(e, "easy", "hard", rounds=1)
    match = await e.match()
    first, second = questions(e)[:2]
    assert match.record.seed.hex() not in repr(first)
    for asked, other in ((first, second), (second, first)):
        assert asked.view.seat != other.view.seat
        assert all(e.to is None or asked.view.seat in e.to for e in asked.events)
        assert not set(asked.view.hand) & set(other.view.hand)
    await e.play_out()
    assert "the end" in e.panel_words()
    assert len({asked.seed for asked in questions(e)}) == len(questions(e))
    by_seat = {asked.view.seat: asked.strength for asked in questions(e)}
    assert by_seat == {1: "easy", 2: "hard"}
    assert (await e.stored()).players[0].rank is not None


@pytest.mark.evening(thinking=Slow)
async def test_computer_lets_clicks_of_people_go_first(monkeypatch: Patch, e: Two) -> None:
    await e.begin(rounds=1)
    clicked = asyncio.Event()
    e.bot.house.in_flight.begin(1, 1, asyncio.ensure_future(clicked.wait()))
    monkeypatch.setattr(e.bot.house.idle, "_patience", SLOW)
    # Not by a command, whose answer the stand-in would have wait for what the computer does.
    await (await e.bot.tables.get(1)).people.leave(e.ben.id)
    await asyncio.sleep(0.2)
    assert await moves(e, 1) == []
    clicked.set()
    await until(lambda: e.rows("select * from moves where seat = 1"))


async def test_no_computer_acts_while_the_match_is_paused(e: Three) -> None:
    ana, ben, _ = await e.begin(rounds=1)
    await e.leave(ben)
    assert len(questions(e)) == 1
    await e.pause(ana)
    await e.wait(3 * SLOW)
    assert await moves(e) == [], "it was thinking when the pause began"
    await e.press(ana, "Go on")
    await e.wait(2 * SLOW)
    assert len(await moves(e, 1)) == 1


async def test_a_thought_that_a_restart_has_cut_short_is_thought_again(e: Two) -> None:
    ana, ben = await e.begin(rounds=1)
    await e.leave(ben)
    await e.wait(SLOW / 2)
    old = questions(e)
    await e.restart()
    (first,), (second,) = old, questions(e)
    assert (first.view, first.events) == (second.view, second.events)
    await e.wait(SLOW + 1)
    assert len(await moves(e, 1)) == 1
    await e.decide(ana)
    await e.wait(SLOW + 10)
    if len(await moves(e, 1)) == 1:
        # The computer's card fits no row, so it had to choose a row first.
        await e.wait(SLOW + 10)
    assert len(await moves(e, 1)) == 2


async def test_sealed_choices_of_others_need_no_second_thought(e: Three) -> None:
    ana, ben, _ = await e.begin(rounds=1)
    await e.leave(ben)
    await e.decide(ana)
    await e.wait(SLOW + 1)
    assert len(await moves(e, 1)) == 1
    assert [len(asked.view.chosen) for asked in questions(e)] == [0]


async def test_the_clock_leaves_computers_to_themselves(e: One) -> None:
    await e.bot.servers.change(e.guild.id, pace=30)
    await begin_with(e, "easy", rounds=1)
    await e.decide(e.ana)
    await e.wait(31)
    assert await moves(e, 1) == []
    computer = (await e.stored()).players[1]
    assert (computer.misses, computer.away) == (0, False)
    await e.wait(SLOW - 30)
    assert len(await moves(e, 1)) == 1


@pytest.mark.evening(thinking=Slow)
async def test_match_of_computers_alone_ends_by_ranking(monkeypatch: Patch, e: One) -> None:
    monkeypatch.setattr("bot.workers.brain.choose", doubting)
    await open_with(e, "easy", "easy", game=IN_TURN, dice=1)
    await cut_to_begin(e)
    await e.press(e.ana, "Start")
    match = await e.match()
    await e.ana.slash(e.channel, "move", move="3x*")
    table = await e.stored()
    assert (table.phase, table.why) == ("over", "computers")
    assert match.outcome is None
    assert [player.rank for player in table.players] == [3, 1, 1]
    assert "Only computers were left in" in e.panel_words()
    assert "Only computers were left in" in e.hand_words(e.ana)
    assert {player.rating_after for player in table.players} == {None}, "unrated"
    shown = answer(await e.press(e.ana, "Fairness"))
    told = said(await e.ana.click(shown, label="Check now"))
    assert "Only computers were left in" in told
    assert "🥇" in told
    assert "called off" not in told


def doubting(question: Question) -> int:
    """Challenge if possible."""
    texts = [GAMES[IN_TURN].move_text(move) for move in question.legal]
    return texts.index("challenge") if "challenge" in texts else 0


async def cut_to_begin(e: Evening) -> None:
    """Cut with the first word that lets Ana begin, in the record too."""
    [ana], stored = e.people, await e.stored()
    given = stored.contributions
    words = map("{:03}".format, count())
    cuts = ((word, Contributed(ana.id, CUT, digest(word))) for word in words)
    word = next(w for w, c in cuts if begins(seed_of(replace(stored, contributions=(*given, c)))))
    await ana.submit_modal(await e.press(ana, "Cut"), {"text": word})


def begins(seed: bytes) -> Any:
    """Return True if seat 0 starts with this seed and not all dice are wild."""
    game = GAMES[IN_TURN]
    state = game.deal(3, game.Options(dice=1), Chance(seed, 0)).state
    return state.turn == 0 and state.hidden != ((6,), (6,), (6,))
