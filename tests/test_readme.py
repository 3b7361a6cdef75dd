"""Checks of the pages: commands, files and links exist, and the English is plain."""

import importlib.util
import io
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from discord import app_commands
from PIL import Image

from bot.drawing.gif import gif
from bot.drawing.samples import films
from bot.screens.parts import looks
from games import GAMES

from .cogs.conftest import Begin, evening

__all__ = ["evening"]

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    str(path.relative_to(ROOT)) for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))
)
README = (ROOT / "README.md").read_text(encoding="utf-8")
LONGEST_README = 130
LONGEST_SENTENCE = 25
DIALECT = re.compile(
    r"^(?:What|Who|Whose|Whether|How)\b"
    r"|\b(?:who|what|where|which|whom)ever\b|\banew\b|\bso (?:many|much|long|few|often)\b"
    r"|\bfor it\b|[,;] for (?:it|they|there|this|that|what|without)\b"
    r"|\b(?:of|by|in|to|for|from|with) whom\b"
    r"|\b(?:some|no|every|any)body\b|\b(?:tells?|told)\b",
    re.IGNORECASE,
)
# The permitted uses of the word: a seat receives its events.
TOLD_TO_A_SEAT = re.compile(r"\bthe seat was told\b|\bits seat was told\b|\btold\)")


@cache
def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def current(name: str) -> str:
    """Return a page's text about this version. The changelog also names things that are gone."""
    return page(name).partition("### Removed")[0] if name == "CHANGELOG.md" else page(name)


def blocks(text: str) -> Iterator[str]:
    """Yield each paragraph, list item, heading and table cell, without code and HTML."""
    text = re.sub(r"^```[\s\S]*?^```$|^ {4,}.*$|^ *<.*$", "", text, flags=re.MULTILINE)
    block: list[str] = []
    for line in [*text.splitlines(), ""]:
        starts = re.match(r" *(?:[-*]|\d+\.) |#+ |\||$", line)
        if starts and block:
            yield " ".join(block)
            block = []
        if line.startswith("|"):
            yield from (cell.strip() for cell in line.strip("|").split("|"))
        elif line.strip():
            block.append(line[starts.end() :] if starts else line.strip())


def words(sentence: str) -> int:
    return len([word for word in sentence.split() if re.search(r"\w", word)])


def sentences(text: str) -> Iterator[str]:
    """Yield each sentence of a page's prose. Code counts as one word, a link by its text."""
    for block in blocks(text):
        prose = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "X", block))
        yield from re.split(r"(?<=[.!?])[*)]*\s+", prose)


def anchors(text: str) -> set[str]:
    """Return the anchors that GitHub gives to a page's headings."""
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head).strip().lower().replace(" ", "-") for head in heads}


def links(text: str) -> list[str]:
    found = re.findall(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"", text)
    return [a or b for a, b in found if not (a or b).startswith("http")]


def test_readme_fits_on_its_lines() -> None:
    assert len(README.splitlines()) <= LONGEST_README


def test_readme_links_every_page() -> None:
    linked = {link.partition("#")[0] for link in links(README)}
    assert {name for name in PAGES if name.startswith("docs/")} <= linked
    assert {"CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "PRIVACY.md", "LICENSE"} <= linked


@pytest.mark.parametrize("name", PAGES)
def test_links_resolve(name: str) -> None:
    for link in links(page(name)):
        place, _, anchor = link.partition("#")
        target = (ROOT / name).parent / place if place else ROOT / name
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target.read_text(encoding="utf-8")), link


@pytest.mark.parametrize("name", PAGES)
def test_sentences_are_short(name: str) -> None:
    assert [s for s in sentences(page(name)) if words(s) > LONGEST_SENTENCE] == []


def test_changelog_entries_are_short() -> None:
    entries = [re.sub(r"`[^`]*`", "X", entry) for entry in blocks(page("CHANGELOG.md"))]
    assert [entry for entry in entries if words(entry) > LONGEST_SENTENCE] == []


@pytest.mark.parametrize("name", PAGES)
def test_pages_use_no_dialect(name: str) -> None:
    prose = [TOLD_TO_A_SEAT.sub("", s) for s in sentences(page(name))]
    assert [s for s in prose if DIALECT.search(s)] == []


@pytest.mark.parametrize(
    "text",
    [
        "Long " * 26,
        "- An item.\n- " + "Long " * 20 + "\n  " + "tail " * 6 + "\n- Another item.",
        "| Short | " + "Cell " * 26 + "|\n|---|---|\n",
        "1. See [" + "text " * 20 + "](there.md) and `code code` " + "more " * 5 + ".",
    ],
)
def test_long_sentence_is_found(text: str) -> None:
    assert max(map(words, sentences(text))) > LONGEST_SENTENCE


@pytest.mark.parametrize(
    "text",
    [
        "```\n" + "code " * 30 + "\n```",
        "Short.\n\n    " + "code " * 30 + "\n",
        "Short. " * 30,
        "`" + "code " * 30 + "`",
        "- " + "item " * 20 + "\n- " + "item " * 20,
        '<img alt="' + "text " * 30 + '">',
    ],
)
def test_code_and_short_sentences_pass(text: str) -> None:
    assert max(map(words, sentences(text)), default=0) <= LONGEST_SENTENCE


@pytest.mark.parametrize("name", PAGES)
def test_make_targets_exist(name: str) -> None:
    targets = re.findall(r"^([a-z][\w%.-]*):", page("Makefile"), re.MULTILINE)
    for named in set(re.findall(r"(?:`|^ {4})make ([a-z][a-z-]*)", current(name), re.MULTILINE)):
        fits = any(re.fullmatch(target.replace("%", ".+"), named) for target in targets)
        assert fits, named


def test_readme_names_the_commands_to_try_and_test() -> None:
    assert {"play", "test", "live", "run", "bench"} <= set(re.findall(r"\bmake ([a-z]+)", README))
    assert {"run", "verify", "backup"} <= set(re.findall(r"python -m bot ([a-z]+)", README))
    assert "permissions=274877942784" in README
    assert "make -k test live" in page(".ci/run")


@cache
def usage(module: str) -> str:
    command = [sys.executable, "-m", module, "--help"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("name", PAGES)
def test_command_lines_exist(name: str) -> None:
    for module, command in re.findall(r"python -m ([\w.]+)(?: ([a-z][a-z-]+))?", current(name)):
        assert importlib.util.find_spec(module) is not None, module
        if command and module in ("bot", "bench"):
            assert re.search(rf"\b{command}\b", usage(module)), command


@pytest.mark.parametrize("name", PAGES)
def test_named_files_exist(name: str) -> None:
    tops = "bot|games|cogs|tests|bench|docs|hosting|pictures|playground"
    for path in re.findall(rf"`((?:{tops})(?:/[\w.-]+)+/?)`", current(name)):
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize("name", PAGES)
def test_named_settings_exist(name: str) -> None:
    sources = (ROOT / "tests").rglob("*.py")
    tests = "".join(path.read_text(encoding="utf-8") for path in sources)
    named = re.findall(r"\b(?:SHINRISEN|DISCORD|SHARD|DATABASE)_[A-Z_]+\b", current(name))
    for setting in set(named):
        assert setting in page(".env.example") or f'"{setting}"' in tests, setting


def test_architecture_names_every_room() -> None:
    rooms = [path.parent for path in (ROOT / "bot").glob("*/__init__.py")]
    assert rooms
    for room in rooms:
        assert f"| `bot/{room.name}` |" in page("docs/architecture.md"), room.name


def test_readme_pictures_are_of_games() -> None:
    shown = dict(re.findall(r'<img src="pictures/(\w+)\.png"[^>]* alt="([^"]+)"', README))
    assert shown
    assert shown.keys() <= GAMES.keys()
    for key, alt in shown.items():
        assert alt.startswith(f"{looks()[key].name}: ")
        assert len((ROOT / "pictures" / f"{key}.png").read_bytes()) < 200_000


def test_listing_has_a_wide_picture_of_each_game() -> None:
    named = re.findall(r"`pictures/(\w+)-listing\.png`", page("hosting/listing.md"))
    assert sorted(named) == sorted(GAMES)
    for key in named:
        content = (ROOT / "pictures" / f"{key}-listing.png").read_bytes()
        assert Image.open(io.BytesIO(content)).size == (1280, 720)
        assert len(content) < 200_000


@pytest.mark.usefixtures("own_fonts")
def test_readme_film_is_up_to_date() -> None:
    shown = ROOT / "pictures" / "reveal.gif"
    assert shown.read_bytes() == gif(next(iter(films().values()))), "run make pictures"
    assert '<img src="pictures/reveal.gif"' in README


async def test_slash_commands_exist(evening: Begin) -> None:
    async with evening(1) as e:
        known = {"live", "ready", "health", "metrics"}  # addresses of the status page, not commands
        for command in e.bot.tree.walk_commands():
            assert isinstance(command, app_commands.Command | app_commands.Group)
            known.add(command.qualified_name)
    for name in PAGES:
        for command in re.findall(r"`/([a-z]+(?: [a-z]+)?)(?: \w+:\w+)*`", current(name)):
            assert command in known, f"{name}: {command}"
