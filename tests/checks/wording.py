"""Texts use one word for each concept, as in the glossary, and their language's punctuation."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.screens.transcript import looks
from bot.words.i18n import tongue

from .texts import KEPT, Text, texts
from .tree import Finding, Tree

GLOSSARY = "bot/words/locale/glossary.toml"
ALL = ("en", *KEPT)
_EAST_ASIAN = re.compile("[ぁ-ヿ一-鿿]")
_ITALICS = r"(?<![*\w])\*(?!\*)[^*]+(?<!\*)\*(?!\*)|(?<![A-Za-z_])_[^_]+_(?![A-Za-z_])"


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern that no text of a language contains outside of codes and fields."""

    language: str
    mistake: str
    pattern: str


RULES = (
    Rule("de", "straight quotes", r"[\"“](?=\w)|\"|(?<=\w)'"),
    Rule("de", "a space before a sign", r" [!?:](?!\w)"),
    Rule("de", "Sie", r"(?<=[\w,;–] )(?:Sie|Ihnen|Ihr|Ihre[mnrs]?)\b"),
    Rule("de", "people by their gender", r"\w(?::|\*|_)innen\b|\wInnen\b"),
    Rule("de", "three points", r"\.\.\."),
    Rule("de", "italics", _ITALICS),
    Rule("de", "an English quotation", "”|‘"),
    Rule(
        "ja",
        "a sign of half the width",
        r"[(),;?]|(?<![A-Za-z0-9]):|:(?![A-Za-z0-9])|(?<=[ぁ-ヿ一-鿿])!|\.\.\.|–|〜|[０-９]",
    ),
    Rule("ja", "a space beside a sign", r" \**[。、（）「」：！？]|[。、（「：！？]\** "),
    Rule("ja", "italics", _ITALICS),
    Rule(
        "ja", "a count in words", "[二三四五六七八九十]+(?:分(?:後|前|以内)|秒|時間|週間|人|枚|回)"
    ),
    Rule("ja", "a space before san", " さん"),
    Rule("ja", "a row by its size", "(?:大き|小さ)い列"),
    Rule("ja", "a computer by a number", r"コンピューター\d体"),
    Rule("ja", "an order to another", "x の番[：。です]*[^。]*(?:ください|ましょう|ますか)"),
)

_COUNTERS = "番|枚|個|頭|つ|人|卓|回|点|位|票|手|戦|勝|秒|分|時間|日|ラウンド|ディール|%|投"
_COUNTED = re.compile(rf"\{{n\}}\**(?:{_COUNTERS}|/)|\+\{{n\}}")
_ORDER = re.compile("ください|ましょう|ますか")
_MOVE = re.compile(r"(?<![相選派入])手(?![札元番目持順数動軽前])")
"""The word for a move on its own, in no compound such as a hand of cards or a turn."""
_LATIN = re.compile(r"(?<![A-Za-z])[A-Z][A-Za-z]+(?![A-Za-z])")
_BESIDE_KANA = re.compile(r"[ァ-ヿ]+（[A-Za-z]+）")
_CARD = re.compile(r"[RGBY]{1,2}|[AKQJT][CSHD]|[AKQJT]")
_NAMES = {"SPECIAL", "Discord", "Shinrisen", "SHA", "Ctrl", "ID"}


def plain(text: str) -> str:
    """Replace fields, codes and timestamps in a text by x."""
    return re.sub(r"`[^`]*`|\{[^{}]*\}|<[^<>]*>", "x", text)


def punctuation(tree: Tree) -> Iterator[Finding]:
    """German and Japanese texts follow the rules of their punctuation and style."""
    for rule in RULES:
        wrong = re.compile(rule.pattern)
        for one in _foreign(tree, rule.language):
            if wrong.search(plain(one.text)):
                yield one.finding(rule.mistake)


def japanese_names(tree: Tree) -> Iterator[Finding]:
    """A player's name in a Japanese sentence wears san. Mentions and the reader do without."""
    bare = re.compile(r"\{(?:who|one|two|other|bidder|loser|last|starter)\}\** (?=[ぁ-ん])")
    for one in _foreign(tree, "ja"):
        waits = one.english.startswith(("Waiting for", "Both lay", "It isn't your turn"))
        if bare.search(one.text) and not waits:
            yield one.finding("a name without san")


def bids(tree: Tree) -> Iterator[Finding]:
    """A text names a die once: by its number, or by its sign."""
    for language in ALL:
        for one in texts(tree, language):
            if re.search("[1-5] ?[⚀-⚄]", one.text):
                yield one.finding("a die named twice")


def clean_names(tree: Tree) -> Iterator[Finding]:
    """A name from Discord goes through `bot.play.names` where it is read."""
    outside = re.compile(r"(?<!option)\.display_name|\.global_name|\bguild\.name")
    for module in tree.below("bot", "cogs"):
        for number, line in enumerate(tree.files[module.path].splitlines(), 1):
            if outside.search(line) and not re.search(r"(?:plain|printable)\(", line):
                yield Finding(module.path, number, "a name from Discord is used as it is")


def _foreign(tree: Tree, language: str) -> list[Text]:
    """Return the texts of a language, in Japanese without those equal in all languages."""
    found = texts(tree, language)
    return [one for one in found if language != "ja" or _EAST_ASIAN.search(one.text)]


def japanese_words(tree: Tree) -> Iterator[Finding]:
    """Japanese counts have a counter, a hand is no move, names are in kana."""
    for one in _foreign(tree, "ja"):
        if "{n}" in one.english and "{n}" in one.text and not _COUNTED.search(one.text):
            yield one.finding("a count without its counter")
        hand = re.search(r"\bhands?\b", one.english) and not re.search(r"\bmoves?\b", one.english)
        if hand and _MOVE.search(plain(one.text)):
            yield one.finding("a hand called a move")
        if "Waiting for {who}" in one.english and _ORDER.search(one.text):
            yield one.finding("a waiting line that gives an order")
        if words := latin(one.text):
            yield one.finding(f"{words[0]} without its kana")


@cache
def _latin_names() -> set[str]:
    """Return the Latin names that Japanese players read as such."""
    names = (look.name for look in looks().values())
    return _NAMES | {name for name in names if tongue("ja")(name) == name}


def latin(text: str) -> list[str]:
    """Return the Latin names in a Japanese text that stand alone, without their kana."""
    found = _LATIN.findall(_BESIDE_KANA.sub("", plain(text)))
    return [word for word in found if word not in _latin_names() and not _CARD.fullmatch(word)]


@cache
def _glossary(tree: Tree) -> dict[str, dict[str, Any]]:
    return tomllib.loads(tree.files.get(GLOSSARY, ""))


def rejected(word: str, text: str) -> bool:
    """Return True if a text contains a pattern, as a whole word unless it is Japanese."""
    return _pattern(word).search(text) is not None


@cache
def _pattern(word: str) -> re.Pattern[str]:
    if _EAST_ASIAN.search(word):
        return re.compile(word)
    # The flag stands at the word alone: a range of 20,000 signs in both cases takes long to make.
    return re.compile(rf"(?<![^\W_ぁ-鿿])(?i:{word})(?![^\W_ぁ-鿿])")


def _refused(tree: Tree, language: str) -> list[str]:
    concepts = _glossary(tree).values()
    return [word for one in concepts for word in one.get("not", {}).get(language, [])]


def rejected_words(tree: Tree) -> Iterator[Finding]:
    """No text contains a word that the glossary rejects."""
    for language in ALL:
        words = _refused(tree, language)
        # One search in all texts together is quicker than one in each.
        shown = [(one, plain(one.text)) for one in texts(tree, language)]
        together = "\n".join(text for _, text in shown)
        for word in (word for word in words if rejected(word, together)):
            for one, text in shown:
                if rejected(word, text):
                    yield one.finding(f"the glossary rejects {word}")


def glossary(tree: Tree) -> Iterator[Finding]:
    """Each word of the glossary is used, none is rejected by it, and none is rejected twice."""
    for language in ALL:
        used = "\n".join(one.text for one in texts(tree, language)).casefold()
        words = _refused(tree, language)
        for word in {word for word in words if words.count(word) > 1}:
            yield Finding(GLOSSARY, 1, f"{word} is rejected twice")
        for concept, forms in _glossary(tree).items():
            word = str(forms.get(language, "?"))
            if word.casefold() not in used:
                yield Finding(GLOSSARY, 1, f"[{concept}] {language}: {word} is in no text")
            for other in words:
                if rejected(other, word):
                    yield Finding(GLOSSARY, 1, f"[{concept}] {language}: {other} rejects {word}")
