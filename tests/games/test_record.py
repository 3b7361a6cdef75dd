"""Records as files: what is written reads back, and what is wrong is refused in a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import RecordError
from games.nimmt import NimmtOptions
from games.record import dumps, loads, parse_options, replay

from .playing import random_match

PLAYED = random_match("nimmt", 3, NimmtOptions(rounds=1, jokers=True), 1)
TEXT = dumps(PLAYED.record)


def test_a_record_is_a_readable_file() -> None:
    lines = TEXT.splitlines()
    assert lines[0] == "game nimmt 2"
    assert lines[1] == "seats 3"
    assert lines[2] == "options target=66 rounds=1 deck=full jokers=yes"
    assert lines[8].startswith("1 seat")
    assert len(lines) == 8 + len(PLAYED.record.moves)


def test_options_read_back() -> None:
    for options in (NimmtOptions(), NimmtOptions(target=10, rounds=3, deck="tactical")):
        assert parse_options(PLAYED.game, dumps_options(options)) == options


def dumps_options(options: NimmtOptions) -> str:
    from games.record import options_text

    return options_text(options)


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("game nimmt 2", "game chess 1", "no game called"),
        ("game nimmt 2", "game nimmt 99", "version 99"),
        ("seats 3", "seats 11", "isn't played by 11"),
        ("target=66", "target=5", "target"),
        ("jokers=yes", "jokers=yes wild=yes", "wild"),
        ("secret ", "secret 00", "doesn't fit"),
        ("\n1 seat", "\n2 seat", "Move 1 can't be read"),
        ("game", "name", "doesn't begin like a record"),
    ],
)
def test_a_wrong_record_is_refused(before: str, after: str, why: str) -> None:
    assert before in TEXT
    with pytest.raises(RecordError, match=why):
        replay(loads(TEXT.replace(before, after, 1)))


def test_a_forged_move_is_refused() -> None:
    seat, move = PLAYED.record.moves[0]
    forged = TEXT.replace(f"1 seat{seat} {move}", f"1 seat{seat} row1", 1)
    with pytest.raises(RecordError, match="Move 1"):
        replay(loads(forged))


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
