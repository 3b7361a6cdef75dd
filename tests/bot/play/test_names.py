"""Names of people can't break the text around them."""

import pytest

from bot.drawing.picture import Who
from bot.play.names import bare_name, name_of, plain, printable
from bot.storage import Player
from bot.storage.rows import told_apart
from bot.words.i18n import tongue


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana\n# Ben ", "Ana # Ben"),
        ("\u202eevil\u202c", "evil"),
        ("\u2066a\u2069 \u200fb\u061c", "a b"),
        ("\u200b\u2060\ufeff", ""),
        ("\u3164", ""),
        ("\u2800\u115f\u1160\uffa0", ""),
        ("\u200d\u034f", ""),
        ("\ufe0f\u0301\U000e0041", ""),
        ("\u00a0\u3000\u2003", ""),
        ("\ue000\U0001d159", ""),
        ("A\u3164\u3164B\u200d", "A B"),
        ("\u0301Z\u0337\u031b\u0317\u034ea\u0302\u0301\u0323", "Z\u0337\u031ba\u0302\u0301"),
        ("a \u0301\u0301b", "a b"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("?", "?"),
        ("\x1b[31mred\0", "[31mred"),
        ("👩\u200d🚀 Chie", "👩\u200d🚀 Chie"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("花子", "花子"),
        ("", ""),
    ],
)
def test_plain_removes_line_breaks_and_direction_marks(name: str, shown: str) -> None:
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
def test_printable_escapes_markup_mentions_and_links(name: str) -> None:
    shown = printable(name)
    for sign in "*_~|`<":
        assert shown.count(sign) == shown.count("\\" + sign), shown
    assert "@everyone" not in shown
    assert "@here" not in shown
    assert "://" not in shown
    assert "](" not in shown.replace("\\[", "") or shown.startswith("\\[")


@pytest.mark.parametrize("name", ["", "\u3164", "\u2800", "\u200d", "\u115f", "\u034f"])
def test_invisible_name_becomes_the_seat_number(name: str) -> None:
    player = Player(7, name, "en-US", 1, seat=2)
    assert name_of(player, tongue("en-US")) == "Player 3"
    assert bare_name(player, tongue("en-US")) == "Player 3"


def test_a_long_name_is_cut() -> None:
    assert printable("x" * 40) == "x" * 31 + "…"


@pytest.mark.parametrize("name", ["שלום", "محمد *", "Ana \u0661"])
def test_right_to_left_name_is_isolated(name: str) -> None:
    player, t = Player(1, name, "en-US", 1), tongue("en")
    assert bare_name(player, t) == f"\u2068{name}\u2069"
    assert name_of(player, t)[0] + name_of(player, t)[-1] == "\u2068\u2069"
    assert name_of(player, t).count("\u2068") == 1
    assert Who(0, name).alt(t) == f"\u2068{name}\u2069"
    assert bare_name(Player(1, "花子 é 🦄", "en-US", 1), t) == "花子 é 🦄", "left to right"


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        *(
            ("Alex", other, True)
            for other in ("alex", "Аlех", "AIex", "Ａlex", "Álex", "Alex.", "Alex ①")
        ),
        *[("Arne", "Ame", True), ("ロボ", "口ボ", True), ("🦄", "🦄", True), ("", "", True)],
        *[("🦄", "🐱", False), ("Alex", "Alexa", False), ("Player 1", "Player 2", False)],
    ],
)
def test_names_that_look_alike_wear_their_seats_signs(one: str, other: str, alike: bool) -> None:
    sitting = told_apart((Player(1, one, "en-US", 1), Player(2, other, "en-US", 1)))
    assert [player.sign for player in sitting] == ([" ①", " ②"] if alike else ["", ""])


def test_two_computers_of_a_name_have_numbers_and_no_signs() -> None:
    first, second = (
        Player(-101, "Horn", "", 0, kind="hard"),
        Player(-102, "Horn", "", 0, kind="hard"),
    )
    assert [p.sign for p in told_apart((first, second))] == ["", ""]
    assert [p.sign for p in told_apart((first, Player(1, "horn", "", 1)))] == [" ①", " ②"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Maximilian", "Maximilian"),
        ("Anastasia Konstantinopoulou", "Anastasia…"),
        ("W" * 32, "WWWW…"),
        ("iiiiiiiiiiiiiiii", "iiiiiiiii…"),
        ("千恵子千恵子千恵子", "千恵子千…"),
    ],
)
def test_short_name_is_cut_by_its_width(name: str, shown: str) -> None:
    player = Player(1, name, "en-US", 1)
    assert name_of(player, tongue("en-US"), 10) == shown
    assert name_of(player, tongue("en-US")) == name
