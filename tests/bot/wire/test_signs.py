"""Each fixed button wears one sign, and texts that name a button show its sign too."""

import ast
import re
from collections.abc import Iterator

import pytest

from bot.wire.signs import SIGNS
from bot.wire.ui import Address, button
from bot.words.i18n import languages, tongue

from ...catalogue import ROOT, kept_complete, said, translated

NAMED = re.compile(r"(?<![\w*])\*([^*{},]+)\*(?![\w*])")


def _calls(name: str) -> Iterator[ast.Call]:
    for package in ("bot", "cogs"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                match node:
                    case ast.Call(ast.Name(found)) if found == name:
                        yield node


def _made() -> Iterator[tuple[str, str]]:
    """Yield the text and kind of each button that is made with an address and a text."""
    for call in _calls("button"):
        match call.args:
            case [
                ast.Call(ast.Name("address"), [_, ast.Constant(kind), *_]),
                ast.Call(ast.Name("t"), [ast.Constant(text)]),
            ]:
                yield str(text), str(kind)
            case [
                ast.Call(ast.Name("Address"), [ast.Constant(kind), *_]),
                ast.Call(ast.Name("t"), [ast.Constant(text)]),
            ]:
                yield str(text), str(kind)


def _fixed() -> dict[str, str]:
    """Return the kinds of those buttons, by text."""
    return dict(_made())


def test_each_sign_stands_for_one_button() -> None:
    texts = {kind: text for text, kind in _made()}
    named = {(sign, texts.get(kind, kind)) for kind, sign in SIGNS.items()}
    assert len(named) == len(set(SIGNS.values())), "equal signs have equal words"


def test_each_fixed_button_has_a_sign() -> None:
    fixed = _fixed()
    assert {"Join", "Hand", "Rules", "Fairness", "Rematch", "Record"} <= set(fixed)
    assert not [text for text, kind in fixed.items() if kind not in SIGNS]


def test_a_fixed_button_wears_its_sign() -> None:
    for locale in ("en-US", *languages()):
        made = button(Address("join"), tongue(locale)("Join")).to_component_dict()
        assert made["emoji"]["name"] == "✅"
        assert made["label"] == tongue(locale)("Join")
    assert "emoji" not in button(Address("rulespage"), "▶").to_component_dict()
    assert button(Address("replay"), "", emoji="⏮️").to_component_dict()["emoji"]["name"] == "⏮️"


@pytest.mark.parametrize("language", ["en", *kept_complete()])
def test_texts_show_the_sign_of_a_button_they_name(language: str) -> None:
    kinds, wrong, seen = _fixed() | {"Hint": "hint"}, [], 0
    catalogue = said() if language == "en" else translated(language)
    labels = {message.id: str(message.string) for message in catalogue}
    for message in catalogue:
        for label in NAMED.findall(str(message.id)):
            if label not in kinds:
                continue
            seen += 1
            text = str(message.id if language == "en" else message.string)
            called = f"*{label}*" if language == "en" else labels[label]
            if not re.search(rf"{SIGNS[kinds[label]]} ?[「„]?{re.escape(called)}", text):
                wrong.append(text)
    assert seen > 6
    assert not wrong
