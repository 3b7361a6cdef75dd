"""Every text a person reads is translated, whole, and with the same fields."""

import shutil
import string
from pathlib import Path

import discord
import pytest

from bot.i18n import LOCALE, Tongue, languages, spoken, tongue

from ..catalogue import said, translated


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


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
        english = message.id if isinstance(message.id, tuple) else (message.id,)
        told = found.string if isinstance(found.string, tuple) else (found.string,)
        if not all(told) or {f for t in told for f in fields(str(t))} - fields(str(english[-1])):
            wrong.append(message.id)
    assert not missing, "run `make catalogue` and translate"
    assert not wrong


@pytest.mark.parametrize("language", languages())
def test_nothing_stale_is_kept(language: str) -> None:
    known = {(message.id, message.context) for message in said()}
    stale = [m.id for m in translated(language) if m.id and (m.id, m.context) not in known]
    assert not stale, "run `make catalogue`"


def test_a_reader_without_a_catalogue_reads_english() -> None:
    assert tongue("xx").locale == "en-US"
    assert tongue(discord.Locale.japanese)("Join") == "参加"
    assert tongue("en-GB").many("{n} bull", "{n} bulls", 1) == "1 bull"
    assert isinstance(tongue("ja"), Tongue)


def test_a_language_is_one_catalogue(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copytree(LOCALE / "ja", tmp_path / "de")
    shutil.copytree(LOCALE / "ja", tmp_path / "ja")
    monkeypatch.setattr("bot.i18n.LOCALE", tmp_path)
    for known in (languages, tongue):
        known.cache_clear()
    try:
        assert spoken() == {"en-US": "English", "de": "Deutsch", "ja": "日本語"}
        assert tongue("de").locale == "de"
        assert tongue("de")("Join") == "参加"
    finally:
        monkeypatch.undo()
        for known in (languages, tongue):
            known.cache_clear()
