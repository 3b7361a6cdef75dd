"""The pages: links, commands, files and settings exist, and the English is plain."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from posixpath import dirname, join, normpath

from .english import LONGEST_SENTENCE
from .tree import Finding, Tree, matches

LONGEST_README = 130
"""Lines."""
ALWAYS_LINKED = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "PRIVACY.md", "LICENSE")
README_NAMES = (
    *(f"make {target}" for target in ("play", "test", "live", "run", "bench")),
    *(f"python -m bot {command}" for command in ("run", "verify", "backup")),
    "permissions=274877942784",
)
"""Commands to try, test and run the bot."""
COMMANDS = {"bot": "bot/run/command_line.py", "bench": "bench/__main__.py"}
"""Packages with a command line, and the module that defines their commands."""
DIALECT = re.compile(
    r"^(?:What|Who|Whose|Whether|How)\b"
    r"|\b(?:who|what|where|which|whom)ever\b|\banew\b|\bso (?:many|much|long|few|often)\b"
    r"|\bfor it\b|[,;] for (?:it|they|there|this|that|what|without)\b"
    r"|\b(?:of|by|in|to|for|from|with) whom\b"
    r"|\b(?:some|no|every|any)body\b|\b(?:tells?|told)\b",
    re.IGNORECASE,
)
# The permitted uses of the word: a seat receives its events.
_TOLD_TO_A_SEAT = re.compile(r"\bthe seat was told\b|\bits seat was told\b|\btold\)")
_TOPS = "bot|games|cogs|tests|bench|docs|hosting|pictures|playground"
_SETTING = r"\b(?:SHINRISEN|DISCORD|SHARD|DATABASE)_[A-Z_]+\b"


def pages(tree: Tree) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each page for readers."""
    for path, text in tree.files.items():
        if re.fullmatch(r"(?:docs/)?[\w-]+\.md", path):
            yield path, text


def current(tree: Tree) -> Iterator[tuple[str, str]]:
    """Yield the pages about this version. The changelog also names things that are gone."""
    for path, text in pages(tree):
        yield path, text.partition("### Removed")[0] if path == "CHANGELOG.md" else text


def blocks(text: str) -> Iterator[tuple[int, str]]:
    """Yield each paragraph, list item, heading and table cell, without code and HTML."""
    hidden = re.compile(r"^```[\s\S]*?^```$|^ {4,}.*$|^ *<.*$", re.MULTILINE)
    text = hidden.sub(lambda found: "\n" * found[0].count("\n"), text)
    block: list[str] = []
    first = 1
    for number, line in enumerate([*text.splitlines(), ""], 1):
        starts = re.match(r" *(?:[-*]|\d+\.) |#+ |\||$", line)
        if starts and block:
            yield first, " ".join(block)
            block = []
        if line.startswith("|"):
            yield from ((number, cell.strip()) for cell in line.strip("|").split("|"))
        elif line.strip():
            first = first if block else number
            block.append(line[starts.end() :] if starts else line.strip())


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield each sentence of a page's prose. Code counts as one word, a link by its text."""
    for line, block in blocks(text):
        prose = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "X", block))
        yield from ((line, one) for one in re.split(r"(?<=[.!?])[*)]*\s+", prose))


def plain_pages(tree: Tree) -> Iterator[Finding]:
    """A page has no dialect and no sentence above 25 words, the changelog no such entry."""
    for path, text in pages(tree):
        for line, one in sentences(text):
            if found := DIALECT.search(_TOLD_TO_A_SEAT.sub("", one)):
                yield Finding(path, line, f"{found[0]!r} in: {one[:100]}")
        entries = ((line, re.sub(r"`[^`]*`", "X", block)) for line, block in blocks(text))
        for line, one in entries if path == "CHANGELOG.md" else sentences(text):
            count = sum(re.search(r"\w", word) is not None for word in one.split())
            if count > LONGEST_SENTENCE:
                yield Finding(path, line, f"{count} words: {one[:100]}")


def links(tree: Tree) -> Iterator[Finding]:
    """Links lead to files and headings that exist, and README links every page."""
    for path, text in pages(tree):
        linked = set[str]()
        for line, match in matches(text, r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\""):
            link = match[1] or match[2]
            if link.startswith("http"):
                continue
            place, _, anchor = link.partition("#")
            target = normpath(join(dirname(path), place)) if place else path
            linked.add(target)
            if not tree.has(target):
                yield Finding(path, line, f"{link} is not there")
            elif anchor and anchor not in _anchors(tree.files[target]):
                yield Finding(path, line, f"{link}: no such heading")
        if path == "README.md":
            known = (name for name, _ in pages(tree) if name.startswith("docs/"))
            for name in (*known, *ALWAYS_LINKED):
                if name not in linked:
                    yield Finding(path, 1, f"no link to {name}")


@cache
def _anchors(text: str) -> set[str]:
    """Return the anchors that GitHub gives to a page's headings."""
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head).strip().lower().replace(" ", "-") for head in heads}


def readme(tree: Tree) -> Iterator[Finding]:
    """README has 130 lines at most, and the commands to try, test and run the bot."""
    text = tree.files.get("README.md", "")
    if (count := len(text.splitlines())) > LONGEST_README:
        yield Finding("README.md", count, f"{count} lines, of {LONGEST_README} at most")
    for name in README_NAMES:
        if name not in text:
            yield Finding("README.md", 1, f"`{name}` is missing")


def named_things(tree: Tree) -> Iterator[Finding]:
    """Each target, module, command, file and setting that a page names is there."""
    made = re.findall(r"^([a-z][\w%.-]*):", tree.files.get("Makefile", ""), re.MULTILINE)
    targets = [re.compile(target.replace("%", ".+")) for target in made]
    settings = {*re.findall(_SETTING, tree.files.get(".env.example", ""))} | _texts(tree, "tests")
    for path, text in current(tree):
        for line, match in matches(text, r"(?:`|^ {4})make ([a-z][a-z-]*)"):
            if not any(target.fullmatch(match[1]) for target in targets):
                yield Finding(path, line, f"make {match[1]} is no target")
        for line, match in matches(text, r"python -m ([\w.]+)(?: ([a-z][a-z-]+))?"):
            name, command = match[1].rstrip("."), match[2]
            if name.split(".")[0] in ("venv", "pip", "pytest"):
                continue
            if name not in tree.modules:
                yield Finding(path, line, f"there is no module {name}")
            elif command and name in COMMANDS and command not in _texts(tree, COMMANDS[name]):
                yield Finding(path, line, f"`python -m {name}` has no command {command}")
        for line, match in matches(text, rf"`((?:{_TOPS})(?:/[\w.-]+)+/?)`"):
            if not tree.has(match[1]):
                yield Finding(path, line, f"{match[1]} is not there")
        for line, match in matches(text, _SETTING):
            if match[0] not in settings:
                yield Finding(path, line, f"there is no setting {match[0]}")


@cache
def _texts(tree: Tree, place: str) -> set[str]:
    """Return the strings in the modules of a folder, or in one module."""
    constants = (node for module in tree.below(place) for node in module.of(ast.Constant))
    return {node.value for node in constants if isinstance(node.value, str)}
