"""The story of COLORSE, its full title and its signs, where a reader begins."""

import pytest

from bot.words.i18n import tongue
from cogs.colorse.cards import sign_text
from cogs.colorse.look import LOOK
from cogs.colorse.rules_pages import STORY
from games.colorse.cards import SIGNS
from games.colorse.state import ColorseOptions
from tests.cogs.evening import said
from tests.cogs.helped import explained

from ..evening import One

TITLES = {"en-US": "Catch the curses!", "ja": "ノロイをつかまえろ！", "de": "Fangt die Flüche!"}
HUNTERS = {"en-US": "hunters", "ja": "ハンター", "de": "jagen"}


@pytest.mark.parametrize("locale", TITLES)
def test_first_rules_page_opens_with_the_story(locale: str) -> None:
    t = tongue(locale)
    page = LOOK.rules(ColorseOptions(), t)[0]
    assert page.startswith(t(STORY))
    for part in (HUNTERS[locale], "👻", "💥"):
        assert part in t(STORY)


@pytest.mark.parametrize("locale", TITLES)
def test_full_title_has_both_names(locale: str) -> None:
    assert LOOK.full_title(tongue(locale)) == f"## 👻 COLORSE\n**{TITLES[locale]}**"


async def test_reader_sees_title_and_story_at_the_start(e: One) -> None:
    (ana,) = e.people
    await e.open(ana, "colorse")
    rules = said(await explained(e, ana, "colorse"))
    assert TITLES["en-US"] in rules
    assert STORY in rules


@pytest.mark.parametrize(
    ("locale", "always"), [("en-US", "always"), ("ja", "いつも裏向き"), ("de", "immer")]
)
def test_rules_call_the_bonus_automatic(locale: str, always: str) -> None:
    first = LOOK.rules(ColorseOptions(), tongue(locale))[0]
    assert always in first.split("(`S`)" if locale != "ja" else "（`S`）")[1]


def test_japanese_names_of_signs_stand_beside_those_in_pictures() -> None:
    t = tongue("ja")
    both = [sign_text(sign, t) for sign in SIGNS]
    assert both == ["ドー（Do）", "ゾーフ（Zof）", "ラウ（Rau）"]
    page = LOOK.rules(ColorseOptions(), t)[1]
    assert all(name in page for name in both)
    assert sign_text("zof", tongue("en-US")) == "Zof"
