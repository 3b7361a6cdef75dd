"""Texts use one word for each concept, as in the glossary, and their language's punctuation."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from bot.words.i18n import LOCALE

from ...catalogue import kept_complete, said, translated

ALL = ("en", *kept_complete())
# Rejected words that mean something else where they stand: (the English text, the word).
ALLOWED: set[tuple[str, str]] = set()
_EAST_ASIAN = re.compile("[ぁ-ヿ一-鿿]")
_ITALICS = re.compile(r"(?<![*\w])\*(?!\*)[^*]+(?<!\*)\*(?!\*)|(?<![A-Za-z_])_[^_]+_(?![A-Za-z_])")


@cache
def texts(language: str) -> list[tuple[str, str]]:
    """Return all English texts, each with its forms in a language."""
    return list(_texts(language))


def _texts(language: str) -> Iterator[tuple[str, str]]:
    for message in said() if language == "en" else translated(language):
        if not message.id:
            continue
        forms = message.id if isinstance(message.id, tuple) else (message.id,)
        found = message.string if isinstance(message.string, tuple) else (message.string,)
        told = forms if language == "en" else found
        yield from ((str(forms[-1]), str(text)) for text in told)


def plain(text: str) -> str:
    """Replace fields, codes and timestamps in a text by x."""
    return re.sub(r"`[^`]*`|\{[^{}]*\}|<[^<>]*>", "x", text)


def rejected(word: str, text: str) -> bool:
    """Return True if a text contains a pattern, as a whole word unless it is Japanese."""
    if _EAST_ASIAN.search(word):
        return re.search(word, text) is not None
    return re.search(rf"(?<![^\W_ぁ-鿿])(?:{word})(?![^\W_ぁ-鿿])", text, re.IGNORECASE) is not None


def glossary() -> dict[str, dict[str, Any]]:
    """Return the concepts with their words."""
    return tomllib.loads((LOCALE / "glossary.toml").read_text("utf-8"))


def refused(language: str) -> list[str]:
    """Return the rejected words of a language."""
    return [w for concept in glossary().values() for w in concept.get("not", {}).get(language, [])]


@pytest.mark.parametrize("language", ALL)
def test_rejected_words_do_not_occur(language: str) -> None:
    words = refused(language)
    assert len(words) > 10
    found = [
        (english, word)
        for english, text in texts(language)
        for word in words
        if rejected(word, plain(text)) and (english, word) not in ALLOWED
    ]
    assert not found


@pytest.mark.parametrize("language", ALL)
def test_every_concept_word_is_used(language: str) -> None:
    used = "\n".join(text for _, text in texts(language)).casefold()
    concepts = glossary()
    assert len(concepts) > 70
    unused = {
        name: concept.get(language)
        for name, concept in concepts.items()
        if str(concept.get(language, "?")).casefold() not in used
    }
    assert not unused


@pytest.mark.parametrize("language", ALL)
def test_glossary_does_not_reject_its_own_words(language: str) -> None:
    words = refused(language)
    assert len(set(words)) == len(words)
    for concept in glossary().values():
        assert not [word for word in words if rejected(word, str(concept[language]))]


def japanese() -> list[tuple[str, str]]:
    """Return the Japanese texts, without those that are the same in all languages."""
    return [(e, plain(text)) for e, text in texts("ja") if _EAST_ASIAN.search(text)]


def test_signs_in_japanese_texts_are_full_width() -> None:
    wrong = re.compile(
        r"[(),;?]|(?<![A-Za-z0-9]):|:(?![A-Za-z0-9])|(?<=[ぁ-ヿ一-鿿])!|\.\.\.|–|〜|[０-９]"
    )
    assert not [(english, text) for english, text in japanese() if wrong.search(text)]


def test_full_width_signs_have_no_space_beside_them() -> None:
    assert not [
        text
        for _, text in japanese()
        if re.search(r" [。、（）「」：！？]|[。、（「：！？] ", text)
    ]


def test_japanese_is_not_set_in_italics() -> None:
    assert not [text for _, text in japanese() if _ITALICS.search(text)]


def test_san_is_attached_to_the_name() -> None:
    assert not [text for _, text in texts("ja") if " さん" in text]


COUNTERS = "番|枚|個|頭|つ|人|卓|回|点|位|票|手|戦|勝|秒|分|時間|日|ラウンド|ディール|%|投"


def test_a_count_in_japanese_has_its_counter() -> None:
    counted = [text for english, text in texts("ja") if "{n}" in english and "{n}" in text]
    bare = [
        text for text in counted if not re.search(rf"\{{n\}}\**(?:{COUNTERS}|/)|\+\{{n\}}", text)
    ]
    assert len(counted) > 30
    assert not bare


def test_japanese_counts_are_digits() -> None:
    counted = re.compile("[二三四五六七八九十]+(?:分(?:後|前|以内)|秒|時間|週間|人|枚|回)")
    assert not [text for _, text in japanese() if counted.search(text)]


GERMAN = {
    "straight quotes": r"[\"“](?=\w)|\"|(?<=\w)'",
    "a space before a sign": r" [!?:](?!\w)",
    "Sie": r"(?<=[\w,;–] )(?:Sie|Ihnen|Ihr|Ihre[mnrs]?)\b",
    "people by their gender": r"\w(?::|\*|_)innen\b|\wInnen\b",
    "three points": r"\.\.\.",
    "italics": _ITALICS.pattern,
    "an English quotation": "”|‘",
}


@pytest.mark.parametrize("what", GERMAN)
def test_german_texts_follow_the_style_rules(what: str) -> None:
    wrong = re.compile(GERMAN[what])
    assert not [text for _, text in texts("de") if wrong.search(plain(text))]


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("straight quotes", 'Klick auf "Hand".'),
        ("a space before a sign", "Wie bitte ?"),
        ("Sie", "Wenn Sie wollen."),
        ("people by their gender", "Alle Mitspieler:innen"),
        ("three points", "Gleich..."),
        ("italics", "Klick auf *Hand*."),
        ("an English quotation", "Die “Hand”"),
    ],
)
def test_avoided_german_is_found(what: str, text: str) -> None:
    assert re.search(GERMAN[what], text)


ORDER = re.compile(r"\{who\} の番[：。です]*[^。]*(?:ください|ましょう|ますか)")


def test_japanese_waiting_lines_give_no_orders() -> None:
    waiting = [text for english, text in texts("ja") if "Waiting for {who}" in english]
    assert len(waiting) > 10
    assert not [text for text in waiting if re.search("ください|ましょう|ますか", text)]
    assert not [text for _, text in texts("ja") if ORDER.search(text)]


def test_an_order_to_another_is_found() -> None:
    assert ORDER.search("{who} の番：置くカードを選んでください。")
    assert ORDER.search("{who} の番です。チャレンジしますか。")
    assert ORDER.search("{who} が置くカードを選んでいます。") is None
