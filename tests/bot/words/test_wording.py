"""Kinds of wording mistakes that readers found, each looked for in all texts.

Each check has an example of the mistake, which it must find.
"""

import re

import pytest

from bot.screens.parts import looks
from bot.words.i18n import languages, tongue
from games import GAMES
from tests.examples import LATIN

from .test_glossary import japanese, plain, texts

LOCALES = ("en-US", *languages())
NAMES = LATIN | {"SPECIAL", "Discord", "Shinrisen", "SHA", "Ctrl", "ID"}
"""Latin names that Japanese players read as such. All others are written in kana."""
_LATIN = re.compile(r"(?<![A-Za-z])[A-Z][A-Za-z]+(?![A-Za-z])")
_BESIDE_KANA = re.compile(r"[ァ-ヿ]+（[A-Za-z]+）")
_CARD = re.compile(r"[RGBY]{1,2}|[AKQJT][CSHD]|[AKQJT]")


def latin(text: str) -> list[str]:
    """Return the Latin names in a Japanese text that stand alone, without their kana."""
    found = _LATIN.findall(_BESIDE_KANA.sub("", plain(text)))
    return [word for word in found if word not in NAMES and not _CARD.fullmatch(word)]


_MOVE = re.compile(r"(?<![相選派入])手(?![札元番目持順数動軽前])")
"""The word for a move on its own, in no compound such as a hand of cards or a turn."""


def bare_hand(english: str, text: str) -> bool:
    """Return True if a Japanese text calls a hand of cards by the word for a move."""
    hands = re.search(r"\bhands?\b", english) and not re.search(r"\bmoves?\b", english)
    return bool(hands) and _MOVE.search(plain(text)) is not None


_SIZED_ROW = re.compile(r"(?:大き|小さ)い列")


def repeated(text: str) -> list[str]:
    """Return the options in a text that are described by their own names."""
    told = re.findall(r"`([^`]+)`[:：]\s*([^。.:：`]+)[。.]", text)
    return [name for name, words in told if name.casefold() == words.strip().casefold()]


def test_japanese_names_are_written_in_kana() -> None:
    assert latin("Zofを出すのが好きで、隣のカードしか見ません。") == ["Zof"]
    assert not latin("ゾーフ（Zof）はドー（Do）に勝ちます。SPECIALカードは RB です。")
    assert not [text for _, text in japanese() if latin(text)]


def test_japanese_hands_of_cards_are_not_called_moves() -> None:
    assert bare_hand("Don't hold the worst hand.", "いちばん弱い手を残さないように。")
    assert not bare_hand("The worst hand loses.", "いちばん弱い手札の負けです。相手も選手も。")
    assert not [text for english, text in texts("ja") if bare_hand(english, text)]


def test_japanese_rows_are_neither_large_nor_small() -> None:
    assert _SIZED_ROW.search("最後尾が出したカードより小さい列のうち")
    assert not [text for _, text in japanese() if _SIZED_ROW.search(text)]


def test_japanese_strengths_have_one_word_each() -> None:
    t = tongue("ja")
    english = "Ten cards against three computers: an easy, a normal and a hard one."
    assert all(t(strength) in t(english) for strength in ("easy", "normal", "hard"))
    assert not [text for _, text in japanese() if re.search(r"コンピューター\d体", text)]


@pytest.mark.parametrize("locale", LOCALES)
def test_rules_do_not_describe_an_option_by_its_name(locale: str) -> None:
    assert repeated("`最大ラウンド数`：最大ラウンド数。`終了点`：これを超えたら終わります。") == [
        "最大ラウンド数"
    ]
    t = tongue(locale)
    for key, look in looks().items():
        for page in look.rules(GAMES[key].Options(), t):
            assert not repeated(page)
