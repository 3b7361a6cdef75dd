"""`python -m bot verify FILE`, as anyone runs it to check a finished match."""

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.verify import verify
from games.chance import commitment
from games.nimmt import NimmtOptions
from games.record import dumps

from ..games.playing import random_match

ROOT = Path(__file__).parent.parent.parent
PLAYED = random_match("nimmt", 3, NimmtOptions(rounds=1), 5)
RECORD = PLAYED.record
TEXT = dumps(RECORD)
PROMISE = RECORD.commitment


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "bot", "verify", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_good_record_prints_the_match(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(TEXT, encoding="utf-8")
    ended = run(str(file), "--commitment", PROMISE.upper())
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = ended.stdout.splitlines()
    assert lines[0] == f"nimmt, 3 seats, {len(RECORD.moves)} moves"
    told = [line for line in lines if re.match(r"\d+\. seat", line)]
    assert told == [f"{n}. seat {seat}: {text}" for n, (seat, text) in enumerate(RECORD.moves, 1)]
    events = [event for step in PLAYED.steps for event in step.events]
    assert len([line for line in lines if line.startswith("    ")]) == len(events)
    assert PROMISE in lines[-1]
    assert "every move replays" in lines[-1]


def test_a_tampered_record_ends_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(_secret(TEXT), encoding="utf-8")
    ended = run(str(file))
    assert ended.returncode == 1
    assert ended.stdout == ""
    (sentence,) = ended.stderr.splitlines()
    assert "commitment" in sentence


def _secret(text: str) -> str:
    """Another secret."""
    return text.replace(RECORD.secret.hex(), bytes(reversed(RECORD.secret)).hex())


def _secret_and_commitment(text: str) -> str:
    return _secret(text).replace(PROMISE, commitment(bytes(reversed(RECORD.secret))))


def _move(text: str) -> str:
    """A card in the first move that its seat doesn't hold."""
    seat, move = RECORD.moves[0]
    (other,) = [text for s, text in RECORD.moves[1:] if s != seat and "row" not in text][:1]
    return text.replace(f"1 seat{seat} {move}\n", f"1 seat{seat} {other}\n")


def _seat(text: str) -> str:
    seat, move = RECORD.moves[0]
    return text.replace(f"1 seat{seat} {move}\n", f"1 seat{(seat + 1) % 3} {move}\n")


def _more(text: str) -> str:
    return text + f"{len(RECORD.moves) + 1} seat0 1\n"


def _swapped(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join([*lines[:9], lines[10], lines[9], *lines[11:]])


def _without_a_line(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join([*lines[:12], *lines[13:]])


def _head_only(text: str) -> str:
    return text[: text.index("secret") + 20]


def _cut_in_a_line(text: str) -> str:
    return text[: text.index("\n9 seat") + 6]


@pytest.mark.parametrize(
    ("tamper", "why"),
    [
        (_secret, "doesn't fit the commitment"),
        (_secret_and_commitment, "refused"),
        (_move, r"Move 1 .* refused: You don't hold"),
        (_seat, r"Move 1 .* refused"),
        (_more, "moves, but holds"),
        (_swapped, "Move 2 can't be read"),
        (_without_a_line, "can't be read"),
        (_head_only, "doesn't begin like a record"),
        (_cut_in_a_line, "Move 9 can't be read"),
        (lambda _: "", "doesn't begin like a record"),
        (lambda text: text.replace("game nimmt", "game chess"), "chess"),
        (lambda text: text.replace("seats 3", "seats 999"), "isn't played by 999"),
        (lambda text: text.replace("\n1 seat", "\n1 seat99999", 1), "can't be read"),
        (lambda text: text.replace("target=66", "target=1e9"), "target"),
        (lambda text: text.replace("{", "").replace("1 seat0", "1 seat0 {why}", 1), "."),
    ],
)
def test_what_is_wrong_is_said(
    tamper: Callable[[str], str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.txt"
    file.write_text(tamper(TEXT), encoding="utf-8")
    assert verify(file) == 1
    told = capsys.readouterr()
    (sentence,) = told.err.splitlines()
    assert re.search(why, sentence)
    assert told.out == "", "what doesn't hold is not told as if it did"


def test_another_promise_is_broken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.txt"
    file.write_text(TEXT, encoding="utf-8")
    assert verify(file, commitment(b"something else")) == 1
    told = capsys.readouterr()
    assert told.err.startswith("BROKEN")
    assert "every move replays" not in told.out


@pytest.mark.parametrize("moves", [0, 1, len(RECORD.moves) - 1])
def test_a_record_cut_short_between_moves_is_refused(
    moves: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.txt"
    file.write_text("".join(TEXT.splitlines(keepends=True)[: 8 + moves]), encoding="utf-8")
    assert verify(file, PROMISE) == 1
    told = capsys.readouterr()
    (sentence,) = told.err.splitlines()
    assert sentence.endswith(f"{len(RECORD.moves)} moves, but holds {moves}.")


def test_a_match_called_off_is_as_good(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.txt"
    file.write_text(dumps(replace(RECORD, moves=RECORD.moves[:5])), encoding="utf-8")
    assert verify(file, PROMISE) == 0
    assert "called off after 5 moves" in capsys.readouterr().out


def test_a_record_from_windows_is_as_good(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.txt"
    file.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    assert verify(file, PROMISE) == 0
    assert "every move replays" in capsys.readouterr().out


def test_what_cannot_be_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    garbage = tmp_path / "garbage"
    garbage.write_bytes(bytes(range(256)) * 40)
    for file in (tmp_path / "missing.txt", tmp_path, garbage):
        assert verify(file) == 2
        told = capsys.readouterr()
        (sentence,) = told.err.splitlines()
        assert str(file) in sentence
        assert told.out == ""


@pytest.mark.parametrize("name", ["missing.txt", "garbage"])
def test_a_missing_file_or_garbage_ends_in_one_sentence(name: str, tmp_path: Path) -> None:
    (tmp_path / "garbage").write_bytes(b"\x00\xff\xfe" * 99)
    ended = run(str(tmp_path / name))
    assert ended.returncode == 2
    (sentence,) = ended.stderr.splitlines()
    assert name in sentence
