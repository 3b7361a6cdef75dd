"""Each check finds the broken examples, at their places, and passes the sound ones."""

import re
from pathlib import Path

import pytest

from bot.screens.transcript import looks
from games import GAMES

from . import CHECKS
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


@pytest.mark.parametrize("name", CHECKS)
def test_check_finds_its_broken_examples_alone(name: str) -> None:
    rows = [row.split(" ‖")[1:] for row in EXAMPLES if row.startswith(f"{name} ‖")]
    assert rows
    for place, *parts in rows:
        given = files([part.removeprefix(" ") for part in parts])
        found = [str(one) for one in CHECKS[name](Tree(given))]
        wanted = written(place.strip())
        assert any(wanted in one for one in found) if wanted else not found, (place, found)


@pytest.mark.parametrize("key", GAMES)
def test_each_game_is_found_by_all_its_names(key: str) -> None:
    for name in (key, looks()[key].name):
        for home in ("bot/drawing", "cogs", "cogs/_shared", "bench", "tests/cogs", "games/other"):
            (found,) = CHECKS["game_names"](Tree({f"{home}/a.py": f'"{name}"'}))
            assert name in found.text
