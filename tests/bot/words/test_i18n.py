"""Translations are complete and have the fields of their texts."""

import ast
import re
import shutil
import string
from collections import Counter
from pathlib import Path

import discord
import pytest
from babel.messages.catalog import Message

from bot.words.i18n import LOCALE, Tongue, languages, spoken, tongue

from ...catalogue import ROOT, said, translated

CODE = re.compile(r"`[^`]*`")


def fields(text: str) -> Counter[str]:
    """Return the fields of a text with their counts."""
    return Counter(name for _, name, _, _ in string.Formatter().parse(text) if name)


def alike(english: str, told: str) -> bool:
    """Return True if a translation has the text's fields, codes and bold parts."""
    return (
        fields(english) == fields(told)
        and Counter(CODE.findall(english)) == Counter(CODE.findall(told))
        and english.count("**") == told.count("**")
        and told.count("**") % 2 == 0
        and told.count("`") % 2 == 0
    )


def pairs(message: Message) -> list[tuple[str, str]]:
    """Return the forms of a translation, each with its English form."""
    english = message.id if isinstance(message.id, tuple) else (message.id,)
    told = message.string if isinstance(message.string, tuple) else (message.string,)
    # A language with a single form uses it for the plural.
    forms = english if len(told) == len(english) else (english[-1],) * len(told)
    return [(str(one), str(other)) for one, other in zip(forms, told, strict=True)]


@pytest.mark.parametrize("language", languages())
def test_every_text_is_translated_with_its_fields(language: str) -> None:
    catalogue = translated(language)
    missing, wrong = [], []
    for message in said():
        if not message.id:
            continue
        found = catalogue.get(message.id, message.context)
        if found is None or not found.string or found.fuzzy:
            missing.append(message.id)
            continue
        forms = pairs(found)
        several = isinstance(message.id, tuple)
        whole = len(forms) == (catalogue.num_plurals if several else 1)
        if not whole or not all(told and alike(one, told) for one, told in forms):
            wrong.append(message.id)
    assert not missing, "run `make catalogue` and translate"
    assert not wrong


@pytest.mark.parametrize("language", languages())
def test_catalogues_hold_no_stale_texts(language: str) -> None:
    known = {(message.id, message.context) for message in said()}
    stale = [m.id for m in translated(language) if m.id and (m.id, m.context) not in known]
    assert not stale, "run `make catalogue`"


def test_a_reader_without_a_catalogue_reads_english() -> None:
    assert tongue("xx").locale == "en-US"
    assert tongue(discord.Locale.japanese)("Join") == "参加"
    assert tongue(discord.Locale.german)("Join") == "Mitspielen"
    assert tongue("en-GB").many("{n} bull", "{n} bulls", 1) == "1 bull"
    assert isinstance(tongue("ja"), Tongue)


@pytest.mark.parametrize(
    ("english", "told", "same"),
    [
        ("{who} passes", "{who} passt", True),
        ("{who} passes", "passt", False),
        ("{who} passes", "{who} und {who} passen", False),
        ("Write `4x5` or `2x*`.", "Schreib `2x*` oder `4x5`.", True),
        ("Write `4x5`.", "Schreib `vier`.", False),
        ("**Your turn.** Pass?", "Du bist dran. Passen?", False),
        ("**Your turn.** Pass?", "**Du bist dran. Passen?", False),
    ],
)
def test_a_translation_keeps_fields_codes_and_bold(english: str, told: str, same: bool) -> None:
    assert alike(english, told) is same


def test_commands_in_texts_are_fields() -> None:
    literal = re.compile(r"(?<![\w{}/*<])/[a-z]\w+")
    assert literal.search("use /settings there")
    forms = [form for m in said() for form in (m.id if isinstance(m.id, tuple) else (m.id,))]
    assert not [form for form in forms if form and literal.search(str(form))]


@pytest.mark.parametrize("language", languages())
def test_texts_quote_buttons_by_their_labels(language: str) -> None:
    catalogue, quoted = translated(language), re.compile(r"(?<![\w*])\*([^*{},]+)\*(?![\w*])")
    named = [(m.id, label) for m in said() for label in quoted.findall(CODE.sub("", str(m.id)))]
    # *someone* stands for a deleted person.
    assert {label for _, label in named} > {"Hand", "Join", "I'm back", "Record", "Rematch"}
    told = {m.id: str(m.string) for m in catalogue}
    assert not [(text, label) for text, label in named if told[label] not in told[text]]


def test_no_text_hides_in_an_f_string() -> None:
    # The extraction skips texts inside f-strings before Python 3.12.
    sources = [
        path for package in ("bot", "cogs", "games") for path in (ROOT / package).rglob("*.py")
    ]
    whole = [ast.walk(ast.parse(path.read_text("utf-8"))) for path in sources]
    outer = [node for nodes in whole for node in nodes if isinstance(node, ast.JoinedStr)]
    hidden = set()
    for node in (inner for one in outer for inner in ast.walk(one)):
        match node:
            case ast.Call(ast.Name("t"), [ast.Constant(str(text)), *_]):
                hidden.add(text)
    assert hidden
    assert hidden <= {message.id for message in said()}


def test_a_language_is_one_catalogue(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copytree(LOCALE / "ja", tmp_path / "ja")
    shutil.copytree(LOCALE / "ja", tmp_path / "fi")
    monkeypatch.setattr("bot.words.i18n.LOCALE", tmp_path)
    for known in (languages, tongue):
        known.cache_clear()
    try:
        assert spoken() == {"en-US": "English", "fi": "Suomi", "ja": "日本語"}
        assert tongue("fi").locale == "fi"
        assert tongue("fi")("Join") == "参加"
    finally:
        monkeypatch.undo()
        for known in (languages, tongue):
            known.cache_clear()
