"""Records as files, and positions: what is written reads back, and what is wrong is refused."""

import hashlib
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES
from games.chance import CUT, JOINED, Contribution, digest, mix
from games.errors import InvalidOptions, MoveError, RecordError
from games.position import Position, wandered
from games.record import Record, dumps, loads, options_text, record_of, replay, steps
from tests.examples import ALL_AT_ONCE

from .playing import random_match, registered

OPTIONS = GAMES[ALL_AT_ONCE].Options
PLAYED = random_match(ALL_AT_ONCE, 3, OPTIONS(rounds=1, jokers=True), 1)
TEXT = dumps(PLAYED.record)
HEAD = f"game {ALL_AT_ONCE} {PLAYED.game.version}"


def test_a_record_is_a_readable_file() -> None:
    lines = TEXT.splitlines()
    assert lines[0] == HEAD
    assert lines[1] == "seats 3"
    assert lines[2] == "options target=66 rounds=1 deck=full jokers=yes"
    assert lines[8].startswith("1 seat")
    assert len(lines) == 8 + len(PLAYED.record.moves)


def stored(record: Record, **other: Any) -> Record:
    """Rebuild the record from its stored parts."""
    kept: dict[str, Any] = {
        "game": record.game,
        "version": record.version,
        "options": options_text(record.options),
        "secret": record.secret,
        "salts": [int(salt) for salt in record.salts],
        "moves": [(int(seat), text) for seat, text in record.moves],
    }
    return record_of(**kept | other)


def test_stored_match_is_its_record() -> None:
    assert stored(PLAYED.record) == PLAYED.record


def test_record_of_another_version_names_that_version() -> None:
    old = stored(PLAYED.record, version=99)
    assert dumps(old).startswith(f"game {ALL_AT_ONCE} 99\n")
    with pytest.raises(
        RecordError, match=f"by rules 99 of {ALL_AT_ONCE}: a newer release"
    ) as refused:
        replay(old)
    assert refused.value.ply is None
    with pytest.raises(RecordError, match="rules 99"):
        replay(loads(dumps(old)))


def test_unknown_options_name_the_needed_version() -> None:
    with pytest.raises(RecordError, match="rules 99"):
        stored(PLAYED.record, version=99, options="target=66 bulls=many")
    with pytest.raises(InvalidOptions, match="bulls=many"):
        stored(PLAYED.record, options="target=66 bulls=many")
    with pytest.raises(RecordError, match="rules 99"):
        loads(TEXT.replace(HEAD, f"game {ALL_AT_ONCE} 99").replace("jokers=yes", "bulls=many"))


@pytest.mark.parametrize("text", ["row9", "tea", "１", "0.4 "])
def test_the_steps_before_a_broken_move_are_the_valid_prefix(text: str) -> None:
    moves = list(PLAYED.record.moves)
    moves[4] = (moves[4][0], text)
    found: list[Any] = []
    with pytest.raises(RecordError, match="Move 5 ") as broken:
        found.extend(steps(replace(PLAYED.record, moves=tuple(moves))))
    assert broken.value.ply == 5
    assert found == PLAYED.steps[:5]


def test_record_with_a_move_out_of_notation_is_refused() -> None:
    class Lenient(type(PLAYED.game)):  # type: ignore[misc]
        def parse_move(self, text: str) -> Any:
            return super().parse_move(text.lstrip("+"))

    (seat, text), *others = PLAYED.record.moves
    typed = replace(PLAYED.record, moves=((seat, "+" + text), *others))
    with registered(Lenient()), pytest.raises(RecordError, match="Move 1 can't be read") as broken:
        replay(typed)
    assert broken.value.ply == 1


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("jokers=yes", "jokers=yes wild=yes", "wild"),
        ("secret ", "secret 00", "doesn't fit"),
        ("\n1 seat", "\n2 seat", "Move 1 can't be read"),
    ],
)
def test_a_wrong_record_is_refused(before: str, after: str, why: str) -> None:
    assert before in TEXT
    with pytest.raises(RecordError, match=why):
        replay(loads(TEXT.replace(before, after, 1)))


def test_another_secret_is_another_match() -> None:
    line = next(line for line in TEXT.splitlines() if line.startswith("salts"))
    with pytest.raises(RecordError):
        replay(loads(TEXT.replace(line, "salts 1 2 3")))


@given(st.integers(0, len(TEXT) - 1), st.text(max_size=8), st.integers(0, 8))
def test_no_file_makes_anything_but_a_record_error(at: int, put: str, cut: int) -> None:
    try:
        replay(loads(TEXT[:at] + put + TEXT[at + cut :]))
    except RecordError:
        return


@given(st.text(max_size=200))
def test_no_text_makes_anything_but_a_record_error(text: str) -> None:
    with pytest.raises(RecordError):
        loads(text)


SALTS = [str(salt) for salt in PLAYED.record.salts]
CUTS = (
    Contribution(0, JOINED, "17"),
    Contribution(None, JOINED, "99"),
    Contribution(1, JOINED, "23"),
    Contribution(0, CUT, digest("banana")),
)
CUT_RECORD = replace(PLAYED.record, salts=(), contributions=CUTS, moves=())
CUT_TEXT = dumps(CUT_RECORD)


def test_contributions_stand_in_the_record_in_order() -> None:
    lines = CUT_TEXT.splitlines()
    assert lines[1] == "mix 2"
    assert lines[6:10] == [
        "joined seat0 17",
        "joined - 99",
        "joined seat1 23",
        f"cut seat0 {hashlib.sha256(b'banana').hexdigest()}",
    ]
    assert "salts" not in CUT_TEXT
    assert "banana" not in CUT_TEXT
    assert loads(CUT_TEXT) == CUT_RECORD


def test_running_hash_follows_from_the_file_alone() -> None:
    lines = CUT_TEXT.splitlines()
    running = lines[4].split()[1]
    for line in lines[6:10]:
        kind, _, text = line.split()
        running = hashlib.sha256(f"{running} {kind} {text}".encode()).hexdigest()
    assert running == CUT_RECORD.running[-1]
    parts = [CUT_RECORD.secret, running.encode()]
    mixed = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    assert hashlib.sha256(mixed).digest() == CUT_RECORD.seed


def test_seed_depends_on_every_contribution_and_their_order() -> None:
    others = [CUTS[:3], CUTS[::-1], CUTS[1:], (*CUTS, CUTS[3])]
    others.append((*CUTS[:3], Contribution(0, CUT, digest("apple"))))
    others.append((*CUTS[:3], Contribution(0, JOINED, digest("banana"))))
    seeds = {replace(CUT_RECORD, contributions=tuple(given)).seed for given in others}
    assert len(seeds | {CUT_RECORD.seed}) == len(others) + 1


def test_record_without_contributions_keeps_the_first_mix() -> None:
    assert "mix" not in TEXT
    assert loads(TEXT).seed == mix(PLAYED.record.secret, SALTS)


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("mix 2", "mix 3", "mix 3"),
        ("mix 2\n", "", "mix 1"),
        ("joined seat1", "joined seat3", "Contribution 3 can't be read"),
        ("joined - 99", "joined - 9 9", "Contribution 2 can't be read"),
        (digest("banana"), "banana", "Contribution 4 can't be read"),
        ("joined seat1", "joined - 9\n" * 100 + "joined seat1", "100 contributions"),
    ],
)
def test_wrong_contributions_are_refused(before: str, after: str, why: str) -> None:
    assert before in CUT_TEXT
    with pytest.raises(RecordError, match=why):
        loads(CUT_TEXT.replace(before, after, 1))


@pytest.mark.parametrize("key", GAMES)
def test_position_is_the_replay_of_its_record(key: str) -> None:
    position = wandered(key, GAMES[key].seats[0], 3, 3)
    assert position.steps() == replay(position.record)
    assert len(position.record.moves) == 3


@pytest.mark.parametrize("key", GAMES)
def test_illegal_move_reaches_no_position(key: str) -> None:
    with pytest.raises(MoveError):
        Position(key, GAMES[key].seats[0], 3, "0 never").steps()
