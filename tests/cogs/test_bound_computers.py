"""Computers bound by the match's seed: `verify --computers` makes their decisions again."""

from pathlib import Path

import pytest
from simcord import MemberActor

from bot.run.verify import BROKEN, HOLDS, verify
from bot.workers.brain import Question
from bot.workers.thinking import Thinking, Thought
from games.record import loads
from games.thinking.decisions import PLAIN, maker
from tests.examples import ALL_AT_ONCE, DUELLING, IN_TURN

from ..thinking import AtOnce, thinking_late
from .conftest import Begin
from .evening import Evening, answer


class Lucky(Thinking):
    """A changed bot: its computers make the last legal move and say that they thought."""

    async def move(self, table_id: int, question: Question) -> Thought:
        """Return the last legal move under the maker's name."""
        thought = await super().move(table_id, question)
        return Thought(question.legal[-1], thought.made_by)


def lucky() -> Thinking:
    """Return the changed bot's queue."""
    return Lucky([AtOnce()])


async def saved(e: Evening, person: MemberActor, folder: Path) -> Path:
    """Save the ended match's record."""
    given = await e.record(person)
    file = folder / "match.txt"
    file.write_bytes(await answer(given).attachments[0].read())
    return file


@pytest.mark.parametrize("key", [ALL_AT_ONCE, IN_TURN, DUELLING])
async def test_decisions_of_a_match_are_made_again(
    key: str, evening: Begin, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        # The shortest of each game.
        short = {ALL_AT_ONCE: {"rounds": 1}, DUELLING: {"rounds": 1}}.get(key, {})
        await e.begin(key, computers=1, strength="easy", **short)
        if key == ALL_AT_ONCE:
            await e.play_out(plies=3)
            await e.leave(ben)
            e.people = [ana]
        await e.play_out()
        assert "the end" in e.panel_words()
        file = await saved(e, ana, tmp_path)
    record = loads(file.read_text(encoding="utf-8"))
    makers = {(record.moves[ply - 1][0], made_by) for ply, made_by in record.makers}
    departed = {(2, maker(key, "normal"))} if key == ALL_AT_ONCE else set()
    assert makers == {(1, easy := maker(key, "easy"))} | departed
    assert verify(file, computers=True) == HOLDS
    assert f"moves made by {easy}" in capsys.readouterr().out


async def test_changed_computer_is_named(
    evening: Begin, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with evening(1, thinking=lucky) as e:
        (ana,) = await e.begin(rounds=1, computers=1)
        await e.play_out()
        file = await saved(e, ana, tmp_path)
    assert verify(file) == HOLDS, "all moves are legal"
    assert verify(file, computers=True) == BROKEN
    assert f"but {maker(ALL_AT_ONCE, 'normal')} makes" in capsys.readouterr().err


async def test_default_moves_stand_as_plain_in_the_record(evening: Begin, tmp_path: Path) -> None:
    async with evening(1, thinking=thinking_late) as e:
        (ana,) = await e.begin(rounds=1, computers=1)
        await e.play_out()
        file = await saved(e, ana, tmp_path)
    record = loads(file.read_text(encoding="utf-8"))
    assert {made_by for _, made_by in record.makers} == {PLAIN}
    assert {record.moves[ply - 1][0] for ply, _ in record.makers} == {1}
    assert verify(file, computers=True) == HOLDS
