"""Each check finds the broken examples, at their places, and passes the sound ones."""

import re
from collections.abc import Iterator
from inspect import getmodule, getsourcelines
from pathlib import Path
from typing import Any

import pytest

from bot.screens.transcript import looks
from games import GAMES

from . import CHECKS, english, forbidden, wording
from .tree import Tree

EXAMPLES = (Path(__file__).parent / "examples.txt").read_text("utf-8").splitlines()[2:]
HEADER = """# Coverage: complete
msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""
WORDS = {
    "DE": "bot/words/locale/de/LC_MESSAGES/shinrisen.po",
    "JA": "bot/words/locale/ja/LC_MESSAGES/shinrisen.po",
    "GLOSSARY": "bot/words/locale/glossary.toml",
    "HEADER": HEADER,
    "KEY": next(iter(GAMES)),
    "MUTANT": '[[mutant]]\nfile = "bot/a.py"\nnew = "b"\nbreaks = "x"',
    "BUTTONS": 'button(Address("join"), t("Join"))\nbutton(Address("nightcancel"), t("Off"))\n'
    'button(Address("nightoff"), t("Yes"))\nbutton(Address("newest"), t("New"))',
    "PROJECT": '[project]\nreadme = "README.md"\ndependencies = [\n    "discord.py>=2",\n]\n'
    '[tool.setuptools.packages.find]\ninclude = ["bot*"]\n'
    '[tool.setuptools.package-data]\nbot = ["fonts/*"]\n',
}


def written(text: str) -> str:
    """Return a text of an example in full."""
    text = re.sub(r"\[\[(.*?)×(\d+)\]\]", lambda found: found[1] * int(found[2]), text)
    text = re.sub(rf"({'|'.join(WORDS)})(?![a-z])", lambda found: WORDS[found[1]], text)
    return text.replace("⏎", "\n")


def files(parts: list[str]) -> dict[str, str]:
    """Return the files of an example. A catalogue has one text as `English = translation`."""
    found = {}
    for path, text in zip(map(written, parts[::2]), map(written, parts[1::2]), strict=True):
        if path.endswith(".po") and (given := re.match("(.*?) = (.*)", text)):
            text = f'{HEADER}msgid "{given[1]}"\nmsgstr "{given[2]}"{text[given.end() :]}\n'
        found[path] = text
    return found


def examples(name: str) -> Iterator[tuple[str, Tree]]:
    """Yield the wanted finding of each example of a check, or nothing, with its files."""
    for row in EXAMPLES:
        check, place, *parts = row.split(" ‖")
        if check == name:
            given = files([part.removeprefix(" ") for part in parts])
            yield written(place.strip()), Tree(given)


def test_examples_are_of_all_checks_alone() -> None:
    assert {row.partition(" ‖")[0] for row in EXAMPLES} == {*CHECKS}


@pytest.mark.parametrize("name", CHECKS)
def test_check_finds_its_broken_examples_alone(name: str) -> None:
    for wanted, tree in examples(name):
        found = [str(one) for one in CHECKS[name](tree)]
        assert any(wanted in one for one in found) if wanted else not found, (wanted, found)


@pytest.mark.parametrize("name", CHECKS)
def test_each_finding_of_a_check_has_a_broken_example(name: str) -> None:
    """Each `yield` of its function is reached, but for those where a program reads a real file."""
    lines = dict(enumerate(*getsourcelines(CHECKS[name])))
    missing = {n for n, line in lines.items() if "yield " in line and "done.stdout" not in line}
    for _, tree in examples(name):
        found: Any = CHECKS[name](tree)
        missing -= {found.gi_frame.f_lineno for _ in found}
    assert [lines[number].strip() for number in missing] == []


@pytest.mark.parametrize(
    ("name", "table", "row"),
    [
        *(("forbidden", "FORBIDDEN", row) for row in forbidden.FORBIDDEN),
        *(("punctuation", "RULES", row) for row in wording.RULES),
        *(("whole_texts", "WHOLE_RULES", row) for row in wording.WHOLE_RULES),
    ],
)
def test_each_row_of_a_table_has_a_broken_example(
    monkeypatch: pytest.MonkeyPatch, name: str, table: str, row: tuple[Any, ...]
) -> None:
    monkeypatch.setattr(getmodule(CHECKS[name]), table, [row])
    assert any(any(CHECKS[name](tree)) for _, tree in examples(name))


@pytest.mark.parametrize("mistake", [*english.OPENINGS, *english.ANYWHERE])
def test_each_sign_of_dialect_has_a_broken_example(mistake: str) -> None:
    assert any(f": {mistake}" in wanted for wanted, _ in examples("comments"))


@pytest.mark.parametrize("key", GAMES)
def test_each_game_is_found_by_all_its_names(key: str) -> None:
    for name in (key, looks()[key].name):
        for home in ("bot/drawing", "cogs", "cogs/_shared", "bench", "tests/cogs", "games/other"):
            (found,) = CHECKS["game_names"](Tree({f"{home}/a.py": f'"{name}"'}))
            assert name in found.text
