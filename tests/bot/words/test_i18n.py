"""Translations are complete and have the fields of their texts."""

import re
import string
from collections import Counter
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import discord
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.words.i18n import Tongue, is_translated, languages, spoken, tongue, untranslated

from ...catalogue import (
    COMPLETE,
    coverage,
    kept_complete,
    lacking,
    said,
    texts,
    translated,
    written,
)

CODE = re.compile(r"`[^`]*`")


def fields(text: str) -> Counter[str]:
    """Count the fields of a text. A singular form may leave its number out."""
    return Counter(name for _, name, _, _ in string.Formatter().parse(text) if name)


def alike(english: str, told: str) -> bool:
    """Return True if a translation has the fields, codes and bold parts of its text."""
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


def test_written_catalogue_has_all_texts_and_no_date() -> None:
    catalogue = Catalog(locale="de")
    catalogue.add("Play", "Spielen")
    file = written(catalogue)
    assert b"Creation-Date" not in file
    assert read_po(BytesIO(file))["Play"].string == "Spielen"


@pytest.mark.parametrize("language", kept_complete())
def test_complete_catalogue_has_each_text(language: str) -> None:
    catalogue = translated(language)
    known = {(message.id, message.context) for message in catalogue}
    missing = [m.id for m in said() if m.id and (m.id, m.context) not in known]
    missing += [message.id for message in untranslated(catalogue)]
    assert not missing, "run `make catalogue` and translate"


@pytest.mark.parametrize("language", languages())
def test_translation_keeps_the_fields(language: str) -> None:
    catalogue, wrong = translated(language), []
    for message in catalogue:
        if message.id and is_translated(message):
            forms = pairs(message)
            several = isinstance(message.id, tuple)
            whole = len(forms) == (catalogue.num_plurals if several else 1)
            if not whole or not all(alike(one, told) for one, told in forms):
                wrong.append(message.id)
    assert not wrong


def test_german_and_japanese_are_kept_complete() -> None:
    assert {"de", "ja"} <= set(kept_complete())


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


@pytest.mark.parametrize("language", kept_complete())
def test_a_button_named_in_a_text_is_called_as_the_button(language: str) -> None:
    catalogue, quoted = translated(language), re.compile(r"(?<![\w*])\*([^*{},]+)\*(?![\w*])")
    named = [(m.id, label) for m in said() for label in quoted.findall(CODE.sub("", str(m.id)))]
    # *someone* stands for a deleted person.
    assert {label for _, label in named} > {"Hand", "Join", "I'm back", "Record"}
    told = {m.id: str(m.string) for m in catalogue}
    assert not [(text, label) for text, label in named if told[label] not in told[text]]


def test_marked_texts_are_found_in_every_place() -> None:
    source = """
f"-# {scene.t('Still {n}', n=1)}"
t.many("{n} card", "{n} cards", 2)
word("command", "play")
N_("a " "b")
t(text)
"""
    assert set(texts(source)) == {
        ("Still {n}", None),
        (("{n} card", "{n} cards"), None),
        ("play", "command"),
        ("a b", None),
    }


_HEADER = """msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"""
_BULLS = ("{n} bull", "{n} bulls")
PLURAL = '\nmsgid "{n} bull"\nmsgid_plural "{n} bulls"\nmsgstr[0] "{n} x"\nmsgstr[1] "%s"\n'


@pytest.fixture
def catalogue(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[..., None]]:
    """Return a function that writes a catalogue. There are no others."""
    monkeypatch.setattr("bot.words.i18n.LOCALE", tmp_path)

    def write(folder: str, text: str = "", **texts: str) -> None:
        path = tmp_path / folder / "LC_MESSAGES" / "shinrisen.po"
        path.parent.mkdir(parents=True)
        entries = "".join(f'\nmsgid "{one}"\nmsgstr "{other}"\n' for one, other in texts.items())
        path.write_text(_HEADER + entries + text, "utf-8")
        _forget()

    _forget()
    yield write
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    for known in (languages, tongue):
        known.cache_clear()


def test_language_is_one_catalogue(catalogue: Callable[..., None]) -> None:
    catalogue("fi", Join="Liity")
    assert spoken() == {"en-US": "English", "fi": "Suomi"}
    assert tongue("fi").locale == "fi"
    assert tongue("fi")("Join") == "Liity"


def test_locales_of_one_language_stay_apart(catalogue: Callable[..., None]) -> None:
    catalogue("zh-CN", Join="加入", Hand="手牌")
    catalogue("zh-TW", Join="參加")
    assert tongue(discord.Locale.chinese)("Join") == "加入"
    assert tongue(discord.Locale.taiwan_chinese)("Join") == "參加"
    assert tongue("zh-TW")("Hand") == "Hand"
    assert set(spoken()) == {"en-US", "zh-CN", "zh-TW"}
    assert len(set(spoken().values())) == 3


@pytest.mark.parametrize("locale", ["pt-BR", "es-ES", "es-419", "sv-SE", "en-GB"])
def test_locale_falls_back_to_its_language(catalogue: Callable[..., None], locale: str) -> None:
    language = locale.split("-")[0]
    catalogue(language, Join="language", Hand="language")
    assert tongue(locale)("Join") == "language"
    catalogue(locale, Join="locale", Hand="")
    assert [tongue(locale)(text) for text in ("Join", "Hand", "Start")] == [
        "locale",
        "language",
        "Start",
    ]
    assert tongue(language)("Join") == "language"


def test_text_falls_back_when_untranslated(catalogue: Callable[..., None]) -> None:
    catalogue("fi", PLURAL % "", Join="Liity", Hand="")
    catalogue("da", PLURAL % "{n} xs")
    t = tongue("fi")
    assert (t("Join"), t("Hand"), t.word("command", "play")) == ("Liity", "Hand", "play")
    assert [t.many(*_BULLS, n) for n in (1, 2)] == ["1 bull", "2 bulls"]
    assert [tongue("da").many(*_BULLS, n) for n in (1, 2)] == ["1 x", "2 xs"]
    assert coverage(translated("fi")) == "1 of 3 texts (33 %)"
    assert kept_complete() == []


def test_lacking_texts_are_listed_for_a_complete_language(
    catalogue: Callable[..., None],
) -> None:
    catalogue("fi", PLURAL % "", Join="Liity", Hand="")
    whole = translated("fi")
    assert lacking(whole) == []
    whole.header_comment = COMPLETE
    assert lacking(whole) == ["Hand", "{n} bull / {n} bulls"]
