"""A fixed button wears its sign in every language."""

from bot.wire.ui import Address, button
from bot.words.i18n import languages, tongue


def test_a_fixed_button_wears_its_sign() -> None:
    for locale in ("en-US", *languages()):
        made = button(Address("join"), tongue(locale)("Join")).to_component_dict()
        assert made["emoji"]["name"] == "✅"
        assert made["label"] == tongue(locale)("Join")
    assert "emoji" not in button(Address("rulespage"), "▶").to_component_dict()
    assert button(Address("replay"), "", emoji="⏮️").to_component_dict()["emoji"]["name"] == "⏮️"
