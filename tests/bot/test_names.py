"""What people call themselves does nothing to the texts it stands in."""

import pytest

from bot.names import plain, printable


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana\n# Ben ", "Ana # Ben"),
        ("\u202eevil\u202c", "evil"),
        ("\u2066a\u2069 \u200fb\u061c", "a b"),
        ("\u200b\u2060\ufeff", "?"),
        ("\x1b[31mred\0", "[31mred"),
        ("👩\u200d🚀 Chie", "👩\u200d🚀 Chie"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("花子", "花子"),
        ("", ""),
    ],
)
def test_a_name_stands_on_one_line_and_turns_nothing(name: str, shown: str) -> None:
    assert plain(name) == shown


@pytest.mark.parametrize(
    "name",
    [
        "@everyone",
        "@here",
        "<@123456789012345678>",
        "<@&123456789012345678>",
        "<#123456789012345678>",
        "<t:0:R>",
        "</help:123456789012345678>",
        "**bold** _x_ ~~y~~ ||z||",
        "`code`",
        "[free](https://evil.example)",
        "https://evil.example/**a",
    ],
)
def test_a_name_is_no_markup_mention_or_link(name: str) -> None:
    shown = printable(name)
    for sign in "*_~|`<":
        assert shown.count(sign) == shown.count("\\" + sign), shown
    assert "@everyone" not in shown
    assert "@here" not in shown
    assert "://" not in shown
    assert "](" not in shown.replace("\\[", "") or shown.startswith("\\[")


def test_a_long_name_is_cut() -> None:
    assert printable("x" * 40) == "x" * 31 + "…"
