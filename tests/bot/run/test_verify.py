"""`python -m bot verify FILE`, as anyone runs it to check a finished match."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.run.command_line import main
from bot.run.verify import BROKEN, CALLED_OFF, SPELLED, verify
from bot.screens.fairness import short
from bot.screens.transcript import looks
from games import GAMES
from games.chance import CUT, JOINED, Contribution, commitment, digest
from games.record import Record, dumps, loads, record_hash
from tests.examples import ALL_AT_ONCE

from ...games.hands import OPTIONS
from ...games.playing import Playthrough, random_match

PLAYED = random_match(ALL_AT_ONCE, 3, GAMES[ALL_AT_ONCE].Options(rounds=1), 5)
RECORD = PLAYED.record
TEXT = dumps(RECORD)
PROMISE, OTHER = RECORD.commitment, bytes(reversed(RECORD.secret))


Check = Callable[..., tuple[int, str, str]]


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    """Return a function that verifies a record, and returns the status, output and errors."""

    def checked(record: Record | str, *noted: str | None) -> tuple[int, str, str]:
        text = record if isinstance(record, str) else dumps(record)
        file = tmp_path / "match.txt"
        file.write_bytes(text.encode())
        status, told = verify(file, *noted), capsys.readouterr()
        return status, told.out, told.err

    return checked


def test_verify_prints_the_match_of_a_valid_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.txt"
    file.write_text(TEXT, encoding="utf-8")
    assert main(["verify", str(file), "--commitment", PROMISE.upper()]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    lines = out.splitlines()
    assert lines[0] == f"{looks()[RECORD.game].name}, 3 players, {len(RECORD.moves)} moves"
    told = [line.split(" (")[0] for line in lines if re.match(r"\d+\. Seat", line)]
    plain = [
        f"{n}. Seat {seat + 1}: {text.replace('row', 'Row ')}"
        for n, (seat, text) in enumerate(RECORD.moves, 1)
    ]
    assert [line.split(": take")[0] for line in told] == plain
    assert "Round 1 is over." in out
    assert "🥇 Seat" in out
    assert f"The promise fits: {short(PROMISE)} ({PROMISE})" in lines
    assert lines[-1].startswith("CONSISTENT: ")
    assert "every move replays" in lines[-1]


def _secret(text: str) -> str:
    """Replace the secret."""
    return text.replace(RECORD.secret.hex(), OTHER.hex())


def _move(text: str) -> str:
    """Replace the first move with a card its seat doesn't hold."""
    seat, move = RECORD.moves[0]
    (other,) = [text for s, text in RECORD.moves[1:] if s != seat and "row" not in text][:1]
    return text.replace(f"1 seat{seat} {move}\n", f"1 seat{seat} {other}\n")


def _lines(*numbers: int) -> Callable[[str], str]:
    """Return a function that keeps these lines of a text."""
    return lambda text: "".join(text.splitlines(keepends=True)[number] for number in numbers)


LINES, FIRST = len(TEXT.splitlines()), RECORD.moves[0]


@pytest.mark.parametrize(
    ("tamper", "why"),
    [
        (_secret, "doesn't fit the promise"),
        (lambda text: _secret(text).replace(PROMISE, commitment(OTHER)), "refused"),
        (_move, r"Move 1 .* refused: You don't hold"),
        (
            lambda text: text.replace(f"1 seat{FIRST[0]} {FIRST[1]}\n", f"1 seat2 {FIRST[1]}\n"),
            r"Move 1 .* refused",
        ),
        (lambda text: f"{text}{len(RECORD.moves) + 1} seat0 1\n", "moves, but holds"),
        (_lines(*range(9), 10, 9, *range(11, LINES)), "Move 2 can't be read"),
        (_lines(*range(12), *range(13, LINES)), "can't be read"),
        (lambda text: text[: text.index("secret") + 20], "doesn't begin like a record"),
        (lambda text: text[: text.index("\n9 seat") + 6], "Move 9 can't be read"),
        (lambda _: "", "doesn't begin like a record"),
        (lambda text: text.replace(f"game {ALL_AT_ONCE}", "game chess"), "chess"),
        (lambda text: text.replace("seats 3", "seats 999"), "isn't played by 999"),
        (lambda text: text.replace("\n1 seat", "\n1 seat99999", 1), "can't be read"),
        (lambda text: text.replace("target=66", "target=1e9"), "goes from 10 to 200"),
        (lambda text: text.replace("{", "").replace("1 seat0", "1 seat0 {why}", 1), "."),
        (_lines(*range(8)), f"{len(RECORD.moves)} moves, but holds 0\\.$"),
        (_lines(*range(9)), f"{len(RECORD.moves)} moves, but holds 1\\.$"),
        (_lines(*range(LINES - 1)), f"moves, but holds {len(RECORD.moves) - 1}\\.$"),
    ],
)
def test_verify_explains_a_broken_record(
    tamper: Callable[[str], str], why: str, check: Check
) -> None:
    status, out, err = check(tamper(TEXT))
    assert status == BROKEN == 1
    (sentence,) = err.splitlines()
    assert re.search(why, sentence)
    assert out == "", "what doesn't hold is not told as if it did"


def test_verify_has_a_status_for_cancelled_matches(check: Check) -> None:
    status, out, _ = check(replace(RECORD, moves=RECORD.moves[:5]), PROMISE)
    assert status == CALLED_OFF == 3
    assert "ended after 5 moves, before its rules end it" in out


@pytest.mark.parametrize(
    "respelled",
    [
        "\ufeff" + TEXT,
        TEXT.replace("\n", "\r\n"),
        TEXT.replace(" seat0 ", " seat00 ", 1),
        TEXT.replace("\n1 seat", "\n01 seat"),
        TEXT.replace("moves ", "moves 0"),
        TEXT.replace("\n\n", "\n\t\n"),
        TEXT.replace("options ", "options\t"),
        TEXT.replace("target=66", "target=066"),
        TEXT.replace("jokers=no", "").replace("options", "options jokers=no"),
        TEXT + "\n",
        TEXT[:-1],
    ],
)
def test_verify_proves_only_the_canonical_spelling(respelled: str, check: Check) -> None:
    assert respelled != TEXT
    own = hashlib.sha256(respelled.encode()).hexdigest()
    status, told, _ = check(respelled, *seen(RECORD))
    assert status == SPELLED
    assert "THE SAME MATCH, SPELLED DIFFERENTLY" in told
    assert own in told
    assert "PROVED" not in told
    assert "CONSISTENT" not in told
    assert check(respelled, None, None, own)[0] == 1, "its own hash is no record's"


@pytest.mark.parametrize("name", ["missing.txt", "garbage", "."])
def test_unreadable_file_is_refused_in_one_sentence(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "garbage").write_bytes(bytes(range(256)) * 40)
    file = str(tmp_path / name)
    assert main(["verify", file]) == 2
    out, err = capsys.readouterr()
    (sentence,) = err.splitlines()
    assert (out, file in sentence) == ("", True)


def seen(record: Record, cut: int = 64) -> list[str]:
    """Return the three published hashes, cut to `cut` digits."""
    return [h[:cut] for h in (record.commitment, record.seed_hash, record_hash(record))]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_verify_proves_a_match_by_its_published_hashes(key: str, check: Check) -> None:
    record = random_match(key, GAMES[key].seats[0], OPTIONS[key][0], 7).record
    status, alone, _ = check(record)
    assert status == 0
    assert "CONSISTENT" in alone
    assert "PROVED" not in alone
    assert "Seat 1" in alone
    for left_out in range(3):
        some: list[str | None] = [*seen(record)]
        some[left_out] = None
        status, told, _ = check(record, *some)
        assert status == 0
        assert "PROVED" not in told
    for whole in (seen(record), seen(record, 16), [short(h).upper() for h in seen(record)]):
        status, told, _ = check(record, *whole)
        assert status == 0
        assert "PROVED" in told
        assert "frozenset" not in told, "words, not the insides"
        assert not re.search(r"\w+\(\w+=", told)


def with_another_move(played: Playthrough) -> Record:
    """Return the record up to its last free choice, which is another one."""
    moves, text_of = played.record.moves, played.game.move_text
    for ply in reversed(range(len(moves))):
        seat, text = moves[ply]
        for other in map(text_of, played.legal(ply, seat)):
            if other != text:
                return replace(played.record, moves=(*moves[:ply], (seat, other)))
    raise AssertionError


@pytest.mark.parametrize("key", sorted(GAMES))
def test_forged_record_is_never_proved(key: str, check: Check) -> None:
    played = random_match(key, GAMES[key].seats[0], OPTIONS[key][0], 7)
    record = played.record
    shorter = replace(record, moves=record.moves[:-2])
    salted = replace(record, salts=("8", *record.salts[1:]), moves=())
    secret = replace(record, secret=bytes(reversed(record.secret)), moves=())
    options = replace(record, options=OPTIONS[key][-1], moves=())
    for forged in (shorter, salted, secret, options, with_another_move(played)):
        status, told, _ = check(forged)
        assert status in (0, CALLED_OFF)
        assert "PROVED" not in told
        for hashes in (seen(record), seen(record, 16), [None, None, record_hash(record)]):
            status, told, why = check(forged, *hashes)
            assert status == 1
            assert why.startswith("BROKEN")
            assert "PROVED" not in told
            assert "every move replays" not in told
    assert check(shorter)[0] == CALLED_OFF
    # Salts chosen with the secret known fit the promise, but not the seed's hash.
    assert check(salted, record.commitment)[0] == CALLED_OFF
    assert check(salted, record.commitment, record.seed_hash)[0] == 1


def test_record_hash_is_the_hash_of_its_file() -> None:
    assert hashlib.sha256(TEXT.encode()).hexdigest() == record_hash(RECORD)
    assert record_hash(loads(TEXT.replace("\n", "\r\n"))) == record_hash(RECORD)


@pytest.mark.parametrize("typed", ["", "abc", "0" * 15, "g" * 16, "0" * 65, "\x1b[31m" + "0" * 16])
def test_verify_refuses_a_malformed_hash(typed: str, check: Check) -> None:
    status, out, err = check(RECORD, None, typed)
    assert (status, out) == (2, "")
    assert "16 to 64 digits" in err
    assert "\x1b" not in err


@pytest.mark.parametrize("sign", ["\x1b[2J", "\x9b31m", "\x07", "\u202e", "\x08"])
def test_verify_prints_no_control_characters(
    sign: str, check: Check, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(tmp_path / f"a{sign}b.txt") == 2
    assert sign not in capsys.readouterr().err
    seat, move = RECORD.moves[0]
    for forged in (
        TEXT.replace(f"game {ALL_AT_ONCE}", f"game {ALL_AT_ONCE}{sign}"),
        TEXT.replace("target=66", f"target={sign}"),
        TEXT.replace("target=66", f"{sign}=66"),
        TEXT.replace(TEXT.splitlines(keepends=True)[8], f"1 seat{seat} {sign}{move}\n"),
        TEXT.replace("salts 7", f"salts 7{sign}"),
    ):
        assert sign not in "".join(check(forged)[1:])


SALTS = [Contribution(seat, JOINED, "7") for seat in range(3)]
CUT_BY_TWO = Contribution(1, CUT, digest("banana"))


@pytest.mark.parametrize(
    ("contributions", "why"),
    [
        ([*SALTS, CUT_BY_TWO], "Seat 2 cut last, after {before}. Give --so-far"),
        ([*SALTS, CUT_BY_TWO, CUT_BY_TWO._replace(seat=None)], "Someone cut last, after"),
        ([*SALTS[:2], CUT_BY_TWO, SALTS[2]], "Nobody cut the cards last"),
        (SALTS, "Nobody cut the cards last"),
        ([], "Nobody cut the cards last"),
    ],
)
def test_verify_names_the_people_to_trust(
    contributions: list[Contribution], why: str, check: Check
) -> None:
    given = tuple(contributions)
    record = replace(RECORD, salts=() if given else RECORD.salts, contributions=given, moves=())
    status, told, _ = check(record, *seen(record))
    assert status == CALLED_OFF
    before = short(record.running[-2]) if given else ""
    assert why.format(before=before) in told


def test_verify_accepts_only_the_hash_before_the_cut(check: Check) -> None:
    record = replace(RECORD, salts=(), contributions=(*SALTS, CUT_BY_TWO), moves=())
    for number, so_far in enumerate(record.running):
        status, told, _ = check(record, *seen(record), so_far, "banana")
        assert status == CALLED_OFF
        assert ("without that word nobody, not even" in told) == (number == 3)
        assert ("at another time" in told) == (number != 3)
