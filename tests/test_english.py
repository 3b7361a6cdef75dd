"""Plain English in docstrings, comments and names of tests, room by room.

`python -m tests.test_english [ROOM]` prints the findings of a room, or the counts of all rooms.
"""

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("games", "bot", "cogs", "playground", "rig", "bench", "tests")
LONGEST_SENTENCE = 25
"""Words."""
LONGEST_NAME = 60
"""Characters of a test's name."""

OPENINGS = {
    "opens with what": r"(?:What|Who|Whose|Whom|Whoever|Whatever)\b",
    "opens with whether": r"Whether\b",
    "opens with a preposition": r"(?:How|Where|By|For|From|Of|As)\b",
    "opens with let": r"(?:Let|Have|Be)\b",
}
"""First words of a docstring or comment that name no thing and give no order."""
ANYWHERE = {
    "so many": r"\bso (?:many|much|long|few|often)\b",
    "whoever": r"\b(?:who|whom|what|wher|which)ever\b",
    "for it": r"\bfor it\b",
    ", for": r"[,;] for (?!example|instance|each|every|all|now|an? |one\b|whom|which)",
    "of which": r"\b(?:of|for|by|in|to|from|with|at|on|behind|after|before) (?:whom|which)\b",
    "anew": r"\banew\b",
    "somebody": r"\b(?:some|no|every|any)body\b",
    "told": r"\b(?:tell|tells|telling|told)\b(?! apart)",
}
"""Signs of dialect in any docstring or comment."""
_RAISES = re.compile(r"Raises \w+(?:, \w+)*: ")
_DIALECT_NAME = re.compile(
    r"_(?:whoever|whatever|who|what|so_many|so_long|nobody|somebody|anew|told|tells|none)(?:_|$)"
)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True)
class Finding:
    """One place that is no plain English, and the check that found it."""

    check: str
    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.check}: {' '.join(self.text.split())[:150]}"


def _sentences(text: str) -> list[str]:
    """Return the sentences of a text without blocks of code. Inline code counts as a word."""
    prose = [part for part in text.split("\n\n") if not part.startswith("    ")]
    plain = re.sub(r"`[^`]*`", "X", " ".join(" ".join(prose).split()))
    return [part for part in _SENTENCE_END.split(plain) if part]


def of_docstring(text: str) -> Iterator[str]:
    """Yield the names of the checks that a docstring fails."""
    sentences = _sentences(text)
    if sentences and ";" in sentences[0]:
        yield "semicolon"
    for sentence in sentences:
        if len(sentence.split()) > LONGEST_SENTENCE:
            yield "long sentence"
    if _RAISES.search(" ".join(text.split())):
        yield "Raises X:"
    yield from of_words(text)


def of_words(text: str) -> Iterator[str]:
    """Yield the names of the checks that any text fails, once for each place."""
    yield from (name for name, opening in OPENINGS.items() if re.match(opening, text))
    flat = " ".join(text.split())
    for name, pattern in ANYWHERE.items():
        yield from (name for _ in re.finditer(pattern, flat, re.IGNORECASE))


def of_name(name: str) -> Iterator[str]:
    """Yield the names of the checks that the name of a test fails."""
    if len(name) > LONGEST_NAME:
        yield "long name"
    if _DIALECT_NAME.search(name.removeprefix("test")):
        yield "name in dialect"


def _docstrings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Module() | ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.body[0].lineno if node.body else 0, ast.get_docstring(node) or ""


def _explained(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the strings that stand below constants and fields."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for above, below in pairwise(body) if isinstance(body, list) else ():
            match above, below:
                case ast.Assign() | ast.AnnAssign(), ast.Expr(ast.Constant(str(text))):
                    yield below.lineno, text


def _comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield the comments of a source, the lines of one below each other as one."""
    last, start, text = -1, 0, ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        words = token.string.lstrip("#: ")
        if token.start[0] == last + 1:
            text = f"{text} {words}"
        else:
            if text:
                yield start, text
            start, text = token.start[0], words
        last = token.start[0]
    if text:
        yield start, text


def findings(path: str, source: str) -> Iterator[Finding]:
    """Yield all that a module has against plain English."""
    tree = ast.parse(source)
    for line, text in _docstrings(tree):
        yield from (Finding(check, path, line, text) for check in of_docstring(text))
    for line, text in (*_explained(tree), *_comments(source)):
        yield from (Finding(check, path, line, text) for check in of_words(text))
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) if name.startswith("test_"):
                yield from (Finding(check, path, node.lineno, name) for check in of_name(name))


def room_of(path: Path) -> str:
    """Return the room of a module: games, bot/run, tests/wire, tests/bot/run …"""
    folders = path.parts[:-1]
    depth = {"bot": 2, "tests": 3 if folders[1:2] == ("bot",) else 2}.get(folders[0], 1)
    return "/".join(folders[:depth])


@cache
def rooms() -> dict[str, list[Path]]:
    """Return the modules of each room. Hidden folders and caches are left out."""
    found: dict[str, list[Path]] = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            inside = path.relative_to(ROOT)
            if not any(part.startswith((".", "__pycache__")) for part in inside.parts):
                found.setdefault(room_of(inside), []).append(inside)
    return found


def in_room(room: str) -> list[Finding]:
    """Return all findings in a room."""
    return [
        finding
        for path in rooms()[room]
        for finding in findings(path.as_posix(), (ROOT / path).read_text("utf-8"))
    ]


@pytest.mark.parametrize("room", sorted(rooms()))
def test_room_is_in_plain_english(room: str) -> None:
    found = in_room(room)
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize(
    ("check", "text"),
    [
        ("opens with what", "What a seat sees."),
        ("opens with whether", "Whether it ended."),
        ("opens with a preposition", "By name."),
        ("opens with let", "Let others pass."),
        ("semicolon", "Return the row; None without one. It is locked."),
        ("long sentence", "word " * 26 + "."),
        ("Raises X:", "Close the file. Raises OSError: the disk is full."),
        ("so many", "The limit is so\nmany rows."),
        ("whoever", "Serve whoever comes."),
        ("whoever", "Serve it wherever it is."),
        ("for it", "Wait for it."),
        (", for", "Wait, for others write."),
        ("of which", "A row, of which others read."),
        ("anew", "Deal anew."),
        ("anew", "Deal if `anew` is set."),
        ("somebody", "Tables of nobody."),
        ("told", "Seats are told."),
    ],
)
def test_dialect_is_found(check: str, text: str) -> None:
    assert list(of_docstring(text)) == [check]
    source = f'"""Tables."""\n\nLIMIT = 1\n"""{text}"""\n'
    comment = "\n".join(f"# {line}" for line in text.splitlines())
    anywhere = check in OPENINGS or check in ANYWHERE
    for module in (source, comment):
        assert [found.check for found in findings("a.py", module)] == [check] * anywhere


@pytest.mark.parametrize(
    "text",
    [
        "Return the row. It is locked; others wait.",
        "Close the file. Raises OSError if the disk is full.",
        "Colours that players can tell apart.",
        "One table, for example.",
        "word " * 24 + "`a b c d`.",
        "A table.\n\n    " + "word " * 30,
    ],
)
def test_plain_english_passes(text: str) -> None:
    assert not list(of_docstring(text))


@pytest.mark.parametrize(
    ("name", "checks"),
    [
        ("test_hand_is_private_when_dms_are_closed", []),
        ("test_" + "x" * 55, []),
        ("test_" + "x" * 56, ["long name"]),
        ("test_who_left_is_gone", ["name in dialect"]),
        ("test_hand_is_told", ["name in dialect"]),
    ],
)
def test_name_is_checked(name: str, checks: list[str]) -> None:
    assert list(of_name(name)) == checks


def test_room_is_named_by_folders() -> None:
    paths = (
        "games/chess/rules.py",
        "bot/run/start.py",
        "bot/__init__.py",
        "tests/house.py",
    )
    assert [room_of(Path(path)) for path in paths] == ["games", "bot/run", "bot", "tests"]
    deep = ("tests/bot/run/test_logs.py", "tests/bot/conftest.py", "tests/wire/a/b.py")
    assert [room_of(Path(path)) for path in deep] == ["tests/bot/run", "tests/bot", "tests/wire"]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(*in_room(sys.argv[1]), sep="\n")
    else:
        for room, count in sorted(Counter({room: len(in_room(room)) for room in rooms()}).items()):
            print(f"    {room!r}: {count},".replace("'", '"'))
