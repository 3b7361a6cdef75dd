"""One word a concept: the catalogues keep to their glossaries and to their language's signs."""

import re
import tomllib
from collections.abc import Iterator

import pytest

from bot.i18n import LOCALE, languages

from ..catalogue import translated

# Rejected words that mean something else where they stand: (the English text, the word).
ALLOWED: set[tuple[str, str]] = set()
_JAPANESE = re.compile("[ぁ-ヿ一-鿿]")


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Every English text of a catalogue with each form of its translation."""
    for message in translated(language):
        if not message.id:
            continue
        english = message.id[-1] if isinstance(message.id, tuple) else message.id
        told = message.string if isinstance(message.string, tuple) else (message.string,)
        yield from ((str(english), str(text)) for text in told)


def plain(text: str) -> str:
    """A text with an x for each of its fields, codes and timestamps."""
    return re.sub(r"`[^`]*`|\{[^{}]*\}|<[^<>]*>", "x", text)


def rejected(word: str, text: str) -> bool:
    """Whether a word (a pattern) stands in a text; of Latin letters, only as a whole word."""
    found = rf"(?<![A-Za-z]){word}(?![A-Za-z])" if word.isalpha() and word.isascii() else word
    return re.search(found, text) is not None


def glossary(language: str) -> dict[str, dict[str, object]]:
    """The words of a language, by concept."""
    file = LOCALE / language / "glossary.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


@pytest.mark.parametrize("language", languages())
def test_words_that_the_glossary_rejects_dont_occur(language: str) -> None:
    found = [
        (english, concept["word"], word)
        for english, text in texts(language)
        for concept in glossary(language).values()
        for word in concept.get("not", [])  # type: ignore[attr-defined]
        if rejected(word, plain(text)) and (english, word) not in ALLOWED
    ]
    assert not found


def test_japanese_has_a_glossary_whose_words_are_its_own() -> None:
    words = glossary("ja")
    refused = [word for concept in words.values() for word in concept.get("not", [])]  # type: ignore[attr-defined]
    assert len(words) > 40
    assert len(set(refused)) == len(refused)
    for concept in words.values():
        assert not [word for word in refused if rejected(word, str(concept["word"]))]


def japanese() -> list[tuple[str, str]]:
    """What is said in Japanese, without what is written alike in every language."""
    return [(e, plain(text)) for e, text in texts("ja") if _JAPANESE.search(text)]


def test_signs_in_japanese_texts_are_full_width() -> None:
    wrong = re.compile(
        r"[(),;?]|(?<![A-Za-z0-9]):|:(?![A-Za-z0-9])|(?<=[ぁ-ヿ一-鿿])!|\.\.\.|–|〜|[０-９]"
    )
    assert not [(english, text) for english, text in japanese() if wrong.search(text)]


def test_no_space_stands_beside_a_full_width_sign() -> None:
    assert not [
        text
        for _, text in japanese()
        if re.search(r" [。、（）「」：！？]|[。、（「：！？] ", text)
    ]


def test_japanese_is_not_set_in_italics() -> None:
    single = re.compile(
        r"(?<![*\w])\*(?!\*)[^*]+(?<!\*)\*(?!\*)|(?<![A-Za-z_])_[^_]+_(?![A-Za-z_])"
    )
    assert not [text for _, text in japanese() if single.search(text)]


def test_san_is_attached_to_the_name() -> None:
    assert not [text for _, text in texts("ja") if " さん" in text]


COUNTERS = "番|枚|個|頭|つ|人|卓|回|点|位|票|手|戦|勝|秒|分|時間|日|ラウンド|ディール"


def test_a_count_in_japanese_has_its_counter() -> None:
    counted = [text for english, text in texts("ja") if "{n}" in english and "{n}" in text]
    bare = [
        text for text in counted if not re.search(rf"\{{n\}}\**(?:{COUNTERS}|/)|\+\{{n\}}", text)
    ]
    assert len(counted) > 30
    assert not bare
