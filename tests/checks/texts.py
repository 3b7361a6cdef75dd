"""Texts in the code and their translations: complete, with equal fields, buttons and commands."""

import ast
import re
import string
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.wire.ui import SIGNS
from bot.words.i18n import babel_name, is_translated
from bot.words.parts import parts

from ..catalogue import COMPLETE, cast_texts
from ..catalogue import texts as marked
from .tree import Finding, Module, Tree

KEPT = ("de", "ja")
"""Languages that are translated with each change."""
SPEAKING = ("bot", "cogs", "games")
"""Packages with texts for players."""
_CATALOGUE = re.compile(r"bot/words/locale/([\w-]+)/LC_MESSAGES/shinrisen\.po")
_CODE = re.compile(r"`[^`]*`")
_NAMED = re.compile(r"(?<![\w*])\*([^*{},]+)\*(?![\w*])")
# *someone* stands for a deleted person.
_NO_BUTTON = {"someone"}

Key = tuple[str | tuple[str, ...], str | None]


@dataclass(frozen=True, slots=True)
class Text:
    """A form of a text in a language, its place, and the English text."""

    path: str
    line: int
    english: str
    text: str

    def finding(self, sentence: str) -> Finding:
        """Return a finding about this text."""
        return Finding(self.path, self.line, f"{sentence}: {self.text!r}"[:200])


@cache
def said(tree: Tree) -> dict[Key, tuple[str, int]]:
    """Return all texts in the code with their contexts, and the place of each."""
    found: dict[Key, tuple[str, int]] = {}
    for module in tree.below(*SPEAKING):
        for line, text, context in marked(module.of(ast.Call)):
            found.setdefault((text, context), (module.path, line))
    for path, source in tree.files.items():
        if re.fullmatch(r"cogs/\w+/cast\.toml", path):
            for text in cast_texts(tomllib.loads(source)):
                found.setdefault((text, None), (path, 1))
    return found


@cache
def catalogues(tree: Tree) -> dict[str, tuple[str, Catalog]]:
    """Return the path and the catalogue of each language."""
    return {
        match[1]: (path, read_po(BytesIO(text.encode()), locale=babel_name(match[1])))
        for path, text in tree.files.items()
        if (match := _CATALOGUE.fullmatch(path))
    }


def messages(tree: Tree, language: str) -> Iterator[tuple[str, Message]]:
    """Yield the texts of a catalogue with its path."""
    if language in catalogues(tree):
        path, catalogue = catalogues(tree)[language]
        yield from ((path, message) for message in catalogue if message.id)


@cache
def texts(tree: Tree, language: str) -> list[Text]:
    """Return all texts in a language with their English."""
    if language == "en":
        return [
            Text(*place, _forms(text)[-1], form)
            for (text, _), place in said(tree).items()
            for form in _forms(text)
        ]
    return [
        Text(path, message.lineno or 1, _forms(message.id)[-1], form)
        for path, message in messages(tree, language)
        for form in _forms(message.string)
    ]


def _forms(text: object) -> tuple[str, ...]:
    return tuple(map(str, text)) if isinstance(text, tuple | list) else (str(text),)


def complete_catalogues(tree: Tree) -> Iterator[Finding]:
    """A catalogue has no text that is gone from the code, and each text if its header says so.

    German and Japanese say so.
    """
    for language, (path, catalogue) in catalogues(tree).items():
        for _, message in messages(tree, language):
            if (message.id, message.context) not in said(tree):
                text = f"{message.id!r} is gone from the code: run `make catalogue`"
                yield Finding(path, message.lineno or 1, text)
        if COMPLETE not in catalogue.header_comment:
            if language in KEPT:
                yield Finding(path, 1, f"its header lacks `{COMPLETE}`")
            continue
        known = {(one.id, one.context) for one in catalogue if is_translated(one)}
        for key in said(tree).keys() - known:
            text = f"{language} lacks {key[0]!r}: run `make catalogue`"
            yield Finding(*said(tree)[key], text[:200])


def kept_fields(tree: Tree) -> Iterator[Finding]:
    """A translation has all plural forms, and the fields, codes and bold parts of its text."""
    for language, (_, catalogue) in catalogues(tree).items():
        for path, message in messages(tree, language):
            if not is_translated(message):
                continue
            english, forms = _forms(message.id), _forms(message.string)
            whole = len(forms) == (catalogue.num_plurals if len(english) > 1 else 1)
            # A language with a single form uses it for the plural.
            beside = english if len(forms) == len(english) else english[-1:] * len(forms)
            if not whole or not all(map(alike, beside, forms)):
                yield Finding(path, message.lineno or 1, f"other fields than {message.id!r}")


def alike(english: str, other: str) -> bool:
    """Return True if a translation has the fields, codes and bold parts of its text."""
    return (
        _fields(english) == _fields(other)
        and Counter(_CODE.findall(english)) == Counter(_CODE.findall(other))
        and english.count("**") == other.count("**")
        and other.count("**") % 2 == other.count("`") % 2 == 0
    )


def _fields(text: str) -> Counter[str]:
    return Counter(name for _, name, _, _ in string.Formatter().parse(text) if name)


def named_times(tree: Tree) -> Iterator[Finding]:
    """A relative time is called `when`: texts with this field have it last."""
    for module in tree.below("bot", "cogs"):
        named = {one.value for one in module.of(ast.keyword) if one.arg == "when"}
        for assigned in module.of(ast.Assign):
            if ast.unparse(assigned.targets[0]) == "when":
                named.add(assigned.value)
        for call in module.of(ast.Call):
            match call:
                case ast.Call(ast.Name("moment")) if call not in named:
                    yield Finding(module.path, call.lineno, "a time isn't called `when`")


def logged_tables(tree: Tree) -> Iterator[Finding]:
    """A line of the log names its table by `extra`, not in its text."""
    for module in tree.below("bot", "cogs"):
        for call in module.of(ast.Call):
            match call:
                case ast.Call(ast.Attribute(ast.Name("_log")), [ast.Constant(str(text)), *_]) if (
                    re.search(r"\b(?:table|match) %", text)
                ):
                    yield Finding(module.path, call.lineno, f"a table stands in {text!r}")


def button_signs(tree: Tree) -> Iterator[Finding]:
    """Each fixed button has a sign of its own. Texts that name a button show its sign and text."""
    # Features declare theirs there.
    parts("cog")
    kinds = dict[str, str]()
    named: dict[str, dict[str, set[str]]] = {}
    for module in tree.below("bot", "cogs"):
        for line, text, kind in _buttons(module):
            if kind not in SIGNS:
                yield Finding(module.path, line, f"the button {text!r} has no sign")
                continue
            kinds[text] = kind
            named.setdefault(SIGNS[kind], {}).setdefault(kind, set()).add(text)
    for sign, texts_of in named.items():
        if not set.intersection(*texts_of.values()):
            yield Finding("bot/wire/ui.py", 1, f"{sign} stands for {', '.join(texts_of)}")
    for language in ("en", *KEPT):
        labels = {message.id: str(message.string) for _, message in messages(tree, language)}
        for one in texts(tree, language):
            for label in {*_NAMED.findall(_CODE.sub("", one.english))} - _NO_BUTTON:
                sign = f"{SIGNS[kinds[label]]} ?[「„]?" if label in kinds else ""
                called = f"*{label}*" if language == "en" else labels.get(label, label)
                if not re.search(sign + re.escape(called), one.text):
                    yield one.finding(f"*{label}* is called otherwise or without its sign")


def _buttons(module: Module) -> Iterator[tuple[int, str, str]]:
    """Yield the line, text and kind of each button that is made with an address and a text."""
    for call in module.of(ast.Call):
        match call:
            case ast.Call(
                ast.Name("button"),
                [
                    ast.Call(ast.Name("address"), [_, ast.Constant(str(kind)), *_])
                    | ast.Call(ast.Name("Address"), [ast.Constant(str(kind)), *_]),
                    ast.Call(ast.Name("t"), [ast.Constant(str(text))]),
                ],
            ):
                yield call.lineno, text, kind
