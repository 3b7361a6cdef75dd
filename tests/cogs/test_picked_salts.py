"""Changed bots, which pick salts or moves of computers. `verify` notices it."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from simcord import MemberActor

from bot import storage
from bot.play import lobby
from bot.run.verify import BROKEN, HOLDS, verify
from bot.screens.fairness import short
from bot.storage import Database, StoredTable
from bot.workers.brain import Question
from bot.workers.thinking import Thinking, Thought
from games import GAMES
from games.chance import JOINED, Chance, Contribution, commitment, mixed, running
from games.core import Seat
from games.record import loads
from games.thinking.decisions import PLAIN, maker

from ..bot.stored_tables import ask, change
from ..examples import ALL_AT_ONCE, DUELLING, IN_TURN
from ..thinking import AtOnce, thinking_late
from .conftest import Begin
from .evening import Evening, Patch, Two, said

WANTED = "104"
WORD = "banana"
GAME = GAMES[ALL_AT_ONCE]


def rows(file: Path) -> tuple[bytes, list[Contribution]]:
    """Return the secret and the contributions of match 1."""
    ((secret,),) = ask(file, "select secret from tables where id = 1")
    query = "select kind, text from contributions where table_id = 1 order by number"
    return secret, [Contribution(None, *row) for row in ask(file, query)]


def deals_wanted(seed: bytes) -> bool:
    """Return True if a seed deals the wanted card to seat 0 of two."""
    state = GAME.deal(2, GAME.Options(rounds=1), Chance(seed, 0)).state
    return WANTED in [GAME.move_text(move) for move in GAME.legal_moves(state, Seat(0))]


def picked(secret: bytes, before: Sequence[Contribution], *after: Contribution) -> int:
    """Return a salt that deals the wanted card to seat 0, between these contributions."""
    for salt in range(1, 10_000):
        if deals_wanted(mixed(secret, [*before, Contribution(None, JOINED, str(salt)), *after])):
            return salt
    raise AssertionError("no salt is convenient")


def pick_at_join(e: Evening, monkeypatch: Patch) -> None:
    """Change the bot: when the second player joins, it picks the salt."""
    monkeypatch.setattr(
        "bot.clicks.opening.salt_of", lambda _: picked(*rows(e.bot.settings.database))
    )


def pick_after_cut(e: Evening, monkeypatch: Patch) -> None:
    """Change the bot: when it knows the word, it picks the second player's salt again."""
    cut, file = lobby.cut, e.bot.settings.database

    async def cutting(database: Database, *given: Any) -> StoredTable | None:
        done = await cut(database, *given)
        secret, (first, _, word) = rows(file)
        salt = picked(secret, [first], word)
        change(file, f"update contributions set text = '{salt}' where number = 2")
        change(file, f"update seats set join_id = {salt} where seat = 1")
        return await storage.tables.table(database, done.id)

    monkeypatch.setattr(lobby, "cut", cutting)


class Noted(NamedTuple):
    """A match with the wanted card or without it, as a player knows it who was there."""

    wanted: bool
    so_far: str
    """The hash before the cut."""
    verified: Callable[..., int]
    """`verify` with the hashes that the player noted."""


Pick = Callable[[Evening, Patch], None]


async def noted(pick: Pick, e: Evening, monkeypatch: Patch, folder: Path, *, cut: bool) -> Noted:
    """Play a match of two with a bot changed by a function. With `cut` the first player cuts last.

    The other player notes the hashes.
    """
    await e.open(e.ana, ALL_AT_ONCE, rounds=1)
    pick(e, monkeypatch)
    await e.press(e.ben, "Join")
    form = await e.press(e.ana, "Cut")
    secret, given = rows(e.bot.settings.database)
    so_far = short(running(commitment(secret), given)[-1])
    assert so_far in str(form.modal)
    if cut:
        await e.ana.submit_modal(form, {"text": WORD})
    await e.press(e.ana, "Start")
    wanted = WANTED in e.moves(e.ana)
    await e.play_out(seed=1)
    record = await saved(e, e.ben, folder)
    call = said(await e.fairness(e.ben)).split("python -m bot verify", 1)[1].split()
    names = ("--promise", "--seed-hash", "--record-hash")
    hashes = [call[call.index(name) + 1] for name in names]
    return Noted(wanted, so_far, partial(verify, record, *hashes))


async def test_picked_salt_is_not_proved_without_a_cut(
    monkeypatch: Patch, tmp_path: Path, capsys: pytest.CaptureFixture[str], e: Two
) -> None:
    wanted, _, verified = await noted(pick_at_join, e, monkeypatch, tmp_path, cut=False)
    assert wanted, "the changed bot deals what it likes"
    assert verified() == HOLDS
    told = capsys.readouterr().out
    assert "the people who ran the bot could choose this shuffle. You have to trust" in told
    assert verified(word=WORD) == BROKEN


async def test_salt_picked_before_a_cut_is_worth_nothing(
    monkeypatch: Patch, tmp_path: Path, capsys: pytest.CaptureFixture[str], e: Two
) -> None:
    wanted, so_far, verified = await noted(pick_at_join, e, monkeypatch, tmp_path, cut=True)
    secret, given = rows(e.bot.settings.database)
    assert deals_wanted(mixed(secret, given[:2]))
    assert wanted == deals_wanted(mixed(secret, given)), "the word decided it"
    assert verified(so_far=so_far, word=WORD) == HOLDS
    told = capsys.readouterr().out
    assert f"Seat 1 cut last, after {so_far}: without that word nobody" in told
    assert verified(so_far=so_far) == HOLDS
    assert "without that word nobody, not even" not in capsys.readouterr().out
    assert verified(so_far=so_far, word="apple") == BROKEN
    assert "isn't the word that cut the cards last" in capsys.readouterr().err


async def test_salt_picked_after_the_cut_is_noticed(
    monkeypatch: Patch, tmp_path: Path, capsys: pytest.CaptureFixture[str], e: Two
) -> None:
    wanted, so_far, verified = await noted(pick_after_cut, e, monkeypatch, tmp_path, cut=True)
    assert wanted, "the changed bot deals what it likes"
    assert verified() == HOLDS, "all that it showed later fits"
    assert "without that word nobody, not even" not in capsys.readouterr().out
    assert verified(so_far=so_far, word=WORD) == BROKEN
    assert "this shuffle never had it" in capsys.readouterr().err


class Lucky(Thinking):
    """A changed bot: its computers make the last legal move and say that they thought."""

    async def move(self, table_id: int, question: Question) -> Thought:
        """Return the last legal move under the maker's name."""
        thought = await super().move(table_id, question)
        return Thought(question.legal[-1], thought.made_by)


async def saved(e: Evening, person: MemberActor, folder: Path) -> Path:
    """Save the ended match's record."""
    file = folder / "match.txt"
    file.write_bytes(await e.record(person))
    return file


@pytest.mark.parametrize("key", [ALL_AT_ONCE, IN_TURN, DUELLING])
async def test_decisions_of_a_match_are_made_again(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], e: Two
) -> None:
    # The shortest of each game.
    short = {ALL_AT_ONCE: {"rounds": 1}, DUELLING: {"rounds": 1}}.get(key, {})
    await e.begin(key, computers=1, strength="easy", **short)
    if key == ALL_AT_ONCE:
        await e.play_out(plies=3)
        await e.leave(e.ben)
        e.people = [e.ana]
    await e.play_out()
    assert "the end" in e.panel_words()
    file = await saved(e, e.ana, tmp_path)
    record = loads(file.read_text(encoding="utf-8"))
    makers = {(record.moves[ply - 1][0], made_by) for ply, made_by in record.makers}
    departed = {(2, maker(key, "normal"))} if key == ALL_AT_ONCE else set()
    assert makers == {(1, easy := maker(key, "easy"))} | departed
    assert verify(file, computers=True) == HOLDS
    assert f"moves made by {easy}" in capsys.readouterr().out


async def test_changed_computer_is_named(
    evening: Begin, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with evening(1, thinking=lambda: Lucky([AtOnce()])) as e:
        (ana,) = await e.played(rounds=1, computers=1, seed=0)
        file = await saved(e, ana, tmp_path)
    assert verify(file) == HOLDS, "all moves are legal"
    assert verify(file, computers=True) == BROKEN
    assert f"but {maker(ALL_AT_ONCE, 'normal')} makes" in capsys.readouterr().err


async def test_default_moves_stand_as_plain_in_the_record(evening: Begin, tmp_path: Path) -> None:
    async with evening(1, thinking=thinking_late) as e:
        (ana,) = await e.played(rounds=1, computers=1, seed=0)
        file = await saved(e, ana, tmp_path)
    record = loads(file.read_text(encoding="utf-8"))
    assert {made_by for _, made_by in record.makers} == {PLAIN}
    assert {record.moves[ply - 1][0] for ply, _ in record.makers} == {1}
    assert verify(file, computers=True) == HOLDS
