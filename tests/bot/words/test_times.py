"""A relative time stands last in its sentence, because Discord chooses its words.

It reads "in 5 minutes", "5 minutes ago", „vor 5 Minuten“ or 「5 分前」.
"""

import ast
import re

import pytest

from ...catalogue import ROOT, kept_complete
from .test_glossary import texts

BEGINS = re.compile(r"(?:^|[.!?。！？:*] *|^-# )\{when\}")
LEANS = re.compile(
    r"\b(?:bis|vor|seit|in|um|ab|until|by|since|before|at) \{when\}|\{when\} ?(?:まで|から)"
)
LAST = re.compile(r"\{when\}[.)]*$")


def awkward(language: str, text: str) -> bool:
    """Return True if a text can't be read with Discord's words for its time."""
    if BEGINS.search(text) or LEANS.search(text):
        return True
    return language != "ja" and LAST.search(text) is None


@pytest.mark.parametrize("language", ["en", *kept_complete()])
def test_a_relative_time_stands_last(language: str) -> None:
    timed = [text for _, text in texts(language) if "{when}" in text]
    assert len(timed) > 6
    assert not [text for text in timed if awkward(language, text)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "**Die halbe Zeit ist um.** {when} ziehe ich für dich."),
        ("de", "Zurücknehmen? Bis {when}."),
        ("de", "{when} hat {who} geändert: {what}"),
        ("de", "Ohne Start löst sich der Tisch {when} auf."),
        ("en", "A seat is kept for you until {when}."),
        ("ja", "席は{when}まで取ってあります。"),
        ("ja", "退席した人はまだ取り消せます。{when}にもう一度試してください。"),
    ],
)
def test_an_awkward_time_is_found(language: str, text: str) -> None:
    assert awkward(language, text.replace("Bis", "bis"))


def _is_moment(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "moment"


def test_relative_times_are_fields_of_one_name() -> None:
    names: list[str | None] = []
    made = 0
    for package in ("bot", "cogs"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                made += _is_moment(node)
                match node:
                    case ast.keyword(arg=name, value=value) if _is_moment(value):
                        names.append(name)
                    case ast.Assign([ast.Name(name)], value) if _is_moment(value):
                        names.append(name)
    assert len(names) == made > 5
    assert set(names) == {"when"}
