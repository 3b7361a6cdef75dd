"""Texts use one word for each concept, as in the glossary, and their language's punctuation."""

import re
import tomllib
from collections.abc import Callable, Iterator
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


RULES = (
    ("de", "straight quotes", r"[\"“](?=\w)|\"|(?<=\w)'"),
    ("de", "a space before a sign", r" [!?:](?!\w)"),
    ("de", "Sie", r"(?<=[\w,;–] )(?:Sie|Ihnen|Ihr|Ihre[mnrs]?)\b"),
    ("de", "people by their gender", r"\w(?::|\*|_)innen\b|\wInnen\b"),
    ("de", "three points", r"\.\.\."),
    ("de", "italics", _ITALICS),
    ("de", "an English quotation", "”|‘"),
    (
        "ja",
        "a sign of half the width",
        r"[(),;?]|(?<![A-Za-z0-9]):|:(?![A-Za-z0-9])|(?<=[ぁ-ヿ一-鿿])!|\.\.\.|–|〜|[０-９]",
    ),
    ("ja", "a space beside a sign", r" \**[。、（）「」：！？]|[。、（「：！？]\** "),
    ("ja", "italics", _ITALICS),
    ("ja", "a count in words", "[二三四五六七八九十]+(?:分(?:後|前|以内)|秒|時間|週間|人|枚|回)"),
    ("ja", "a space before san", " さん"),
    ("ja", "a row by its size", "(?:大き|小さ)い列"),
    ("ja", "a computer by a number", r"コンピューター\d体"),
    ("ja", "an order to another", "x の番[：。です]*[^。]*(?:ください|ましょう|ますか)"),
)
"""A language, a mistake, and its pattern in no text of the language outside of codes and fields."""
# Discord writes a relative time: "in 5 minutes", "5 minutes ago", „vor 5 Minuten“ or 「5 分前」.
_AWKWARD = (
    r"(?i:^|[.!?。！？:*] *|^-# |\b(?:bis|vor|seit|in|um|ab|until|by|since|before|at) )\{when\}"
    r"|\{when\} ?(?:まで|から)"
)
WHOLE_RULES = (
    # A field is shown as a link.
    ("en", "a command stands in the text", r"(?<![\w{}/*<])/[a-z]\w+"),
    *((one, "a die named twice", "[1-5] ?[⚀-⚄]") for one in ALL),
    *((one, "a relative time doesn't stand last", _AWKWARD) for one in ALL),
    *(
        (one, "a relative time doesn't stand last", r"\{when\}(?![.)]*$)")
        for one in ALL
        if one != "ja"
    ),
)
"""The same of whole texts, with codes and fields."""

_COUNTERS = "番|枚|個|頭|つ|人|卓|回|点|位|票|手|戦|勝|秒|分|時間|日|ラウンド|ディール|%|投"
_COUNTED = re.compile(rf"\{{n\}}\**(?:{_COUNTERS}|/)|\+\{{n\}}")
_ORDER = re.compile("ください|ましょう|ますか")
_MOVE = re.compile(r"(?<![相選派入])手(?![札元番目持順数動軽前])")
"""The word for a move on its own, in no compound such as a hand of cards or a turn."""
_NAME = r"\{(?:who|one|two|other|bidder|loser|last|starter)\}\** (?=[ぁ-ん])"
_LATIN = re.compile(r"(?<![A-Za-z])[A-Z][A-Za-z]+(?![A-Za-z])")
_BESIDE_KANA = re.compile(r"[ァ-ヿ]+（[A-Za-z]+）")
_CARD = re.compile(r"[RGBY]{1,2}|[AKQJT][CSHD]|[AKQJT]")
_NAMES = {"SPECIAL", "Discord", "Shinrisen", "SHA", "Ctrl", "ID"}


def plain(text: str) -> str:
    """Replace fields, codes and timestamps in a text by x."""
    return re.sub(r"`[^`]*`|\{[^{}]*\}|<[^<>]*>", "x", text)


def punctuation(tree: Tree) -> Iterator[Finding]:
    """German and Japanese texts follow the rules of their punctuation and style."""
    for language, mistake, pattern in RULES:
        for one in _foreign(tree, language):
            if re.search(pattern, plain(one.text)):
                yield one.finding(mistake)


def whole_texts(tree: Tree) -> Iterator[Finding]:
    """A text names a command by a field and a die once, and a relative time stands last."""
    for language, mistake, pattern in WHOLE_RULES:
        for one in texts(tree, language):
            if re.search(pattern, one.text):
                yield one.finding(mistake)


def _foreign(tree: Tree, language: str) -> list[Text]:
    """Return the texts of a language, in Japanese without those equal in all languages."""
    found = texts(tree, language)
    return [one for one in found if language != "ja" or _EAST_ASIAN.search(one.text)]


def japanese_words(tree: Tree) -> Iterator[Finding]:
    """Japanese counts have a counter, a hand is no move, names are in kana.

    A player's name in a sentence wears san. Mentions and the reader do without.
    """
    for one in _foreign(tree, "ja"):
        waits = one.english.startswith(("Waiting for", "Both lay", "It isn't your turn"))
        if re.search(_NAME, one.text) and not waits:
            yield one.finding("a name without san")
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


@cache
def _found(word: str) -> Callable[[str], re.Match[str] | None]:
    """Return a search for a pattern, as a whole word unless it is Japanese."""
    if _EAST_ASIAN.search(word):
        return re.compile(word).search
    # The flag stands at the word alone: a range of 20,000 signs in both cases takes long to make.
    return re.compile(rf"(?<![^\W_ぁ-鿿])(?i:{word})(?![^\W_ぁ-鿿])").search


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
        for word in (word for word in words if _found(word)(together)):
            for one, text in shown:
                if _found(word)(text):
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
                if _found(other)(word):
                    yield Finding(GLOSSARY, 1, f"[{concept}] {language}: {other} rejects {word}")
