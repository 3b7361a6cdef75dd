"""Languages and their catalogues."""

import ast
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import discord
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.words.errors import TableError
from bot.words.i18n import Phrase, Tongue, languages, spoken, tongue

from ...catalogue import COMPLETE, coverage, lacking, texts, translated, written


def test_written_catalogue_has_all_texts_and_no_date() -> None:
    catalogue = Catalog(locale="de")
    catalogue.add("Play", "Spielen")
    file = written(catalogue)
    assert b"Creation-Date" not in file
    assert read_po(BytesIO(file))["Play"].string == "Spielen"


def test_a_reader_without_a_catalogue_reads_english() -> None:
    assert tongue("xx").locale == "en-US"
    assert tongue(discord.Locale.japanese)("Join") == "参加"
    assert tongue(discord.Locale.german)("Join") == "Mitspielen"
    assert tongue("en-GB").many("{n} bull", "{n} bulls", 1) == "1 bull"
    assert isinstance(tongue("ja"), Tongue)


def test_japanese_strengths_have_one_word_each() -> None:
    t = tongue("ja")
    english = "Ten cards against three computers: an easy, a normal and a hard one."
    assert all(t(strength) in t(english) for strength in ("easy", "normal", "hard"))


def test_marked_texts_are_found_in_every_place() -> None:
    source = """
f"-# {scene.t('Still {n}', n=1)}"
t.many("{n} card", "{n} cards", 2)
word("command", "play")
N_("a " "b")
t(text)
"""
    assert set(texts(ast.walk(ast.parse(source)))) == {
        (2, "Still {n}", None),
        (3, ("{n} card", "{n} cards"), None),
        (4, "play", "command"),
        (5, "a b", None),
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
    read = [tongue(locale)(text) for text in ("Join", "Hand", "Start")]
    assert read == ["locale", "language", "Start"]
    assert tongue(language)("Join") == "language"


def test_text_falls_back_when_untranslated(catalogue: Callable[..., None]) -> None:
    catalogue("fi", PLURAL % "", Join="Liity", Hand="")
    catalogue("da", PLURAL % "{n} xs")
    t = tongue("fi")
    assert (t("Join"), t("Hand"), t.word("command", "play")) == ("Liity", "Hand", "play")
    assert [t.many(*_BULLS, n) for n in (1, 2)] == ["1 bull", "2 bulls"]
    assert [tongue("da").many(*_BULLS, n) for n in (1, 2)] == ["1 x", "2 xs"]
    assert coverage(translated("fi")) == "1 of 3 texts (33 %)"


def test_lacking_texts_are_listed_for_a_complete_language(catalogue: Callable[..., None]) -> None:
    catalogue("fi", PLURAL % "", Join="Liity", Hand="")
    whole = translated("fi")
    assert lacking(whole) == []
    whole.header_comment = COMPLETE
    assert lacking(whole) == ["Hand", "{n} bull / {n} bulls"]


@pytest.mark.parametrize("locale", ["de", "ja"])
def test_refusal_translates_the_phrases_in_it(locale: str) -> None:
    t = tongue(locale)
    assert t("easy") != "easy"
    refusal = TableError("{what} · {number}", what=Phrase("easy"), number=7)
    assert t.refusal(refusal) == f"{t('easy')} · 7"
