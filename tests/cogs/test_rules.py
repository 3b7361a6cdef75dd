"""The rules as a walk: short pages, each with a drawn example, with the options of the table."""

import itertools
import re
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any

import pytest

from bot.screens.transcript import looks
from bot.words.i18n import languages, tongue
from bot.words.parts import part
from cogs._shared.examples import Example
from games import GAMES
from games.errors import InvalidOptions
from games.options import declared
from tests.examples import ALL_AT_ONCE

from ..games.hands import OPTIONS
from .evening import One, answer, pictured, said, words
from .staff import manager, open_settings

pytestmark = pytest.mark.usefixtures("pieces")

LONGEST = 1_200
ALT = 1_024
ILLUSTRATED = {
    key: module.EXAMPLES
    for key in GAMES
    if hasattr(module := part(key, "rules_pages"), "EXAMPLES") and module is not None
}


def every_options(key: str) -> list[Any]:
    """Return all allowed combinations of the values in the sets of options."""
    names = [field.name for field in fields(GAMES[key].Options)]
    values = [[getattr(options, name) for options in OPTIONS[key]] for name in names]
    found = []
    for chosen in itertools.product(*map(dict.fromkeys, values)):
        try:
            found.append(GAMES[key].Options(**dict(zip(names, chosen, strict=True))))
        except InvalidOptions:
            continue
    return found


@pytest.mark.parametrize("key", ILLUSTRATED)
def test_every_page_is_short_and_has_an_example_with_any_options(key: str) -> None:
    look = looks()[key]
    for options in every_options(key):
        for t in map(tongue, ("en-US", "ja")):
            pages = look.rules(options, t)
            assert len(pages) == len(ILLUSTRATED[key])
            assert max(map(len, pages)) <= LONGEST
            shown = [look.example(options, page) for page in range(len(pages))]
            texts = {one.alt(t) for one in shown if one is not None}
            assert all(0 < len(text) <= ALT for text in texts)
            assert len(texts) == len(pages), "each has another example"
        assert look.example(options, len(ILLUSTRATED[key])) is None


@pytest.mark.parametrize("key", ILLUSTRATED)
def test_rules_tell_each_value_of_an_option(key: str) -> None:
    usual, look = GAMES[key].Options(), looks()[key]
    for name, one in declared(type(usual)).items():
        given = [replace(usual, **{name: value}) for value in one.values]
        assert len({"".join(look.rules(options, tongue("ja"))) for options in given}) == len(given)


def test_examples_are_played_with_the_tables_options() -> None:
    for key in ILLUSTRATED:
        for options in every_options(key):
            for one in ILLUSTRATED[key]:
                if isinstance(one, Example):
                    state = one.played_with(options).steps()[-1].state
                    assert state.options == one.options(options)


@pytest.mark.parametrize("key", ILLUSTRATED)
@pytest.mark.costly
@pytest.mark.evening(pictures=True)
async def test_the_pages_are_turned_with_their_pictures(key: str, e: One) -> None:
    screen = answer(await e.explained(e.ana, key))
    seen = []
    for page in range(len(ILLUSTRATED[key])):
        message = screen.message
        assert f"{page + 1}/{len(ILLUSTRATED[key]) + 1}" in words(message.components)
        (told,) = pictured(message)
        assert [file.description for file in message.attachments] == [told]
        seen.append(told)
        await e.ana.click(screen, custom_id=e.buttons(message)["▶"])
    assert len(set(seen)) > 1
    assert "Computers" in words(screen.message.components)
    assert not pictured(screen.message)
    assert not screen.message.attachments


@pytest.mark.evening(pictures=True)
async def test_rules_follow_their_table_and_its_server(e: One) -> None:
    await e.open(e.ana, ALL_AT_ONCE, limit=123, rounds=7)
    screen = answer(await e.press(e.ana, "Rules"))
    await e.ana.click(screen, custom_id=e.buttons(screen.message)["▶"])
    told = words(screen.message.components)
    assert "over the limit of 123" in told
    assert "after 7 rounds" in told
    assert "66" not in told
    assert pictured(screen.message)
    await (await open_settings(e, manager(e))).turn("setswitch", "pictures")
    asked = await e.explained(e.ana, ALL_AT_ONCE)
    assert "Avoid taking bulls" in said(asked)
    assert not pictured(answer(asked))
    assert not answer(asked).message.attachments


async def test_rules_wear_the_emojis_there_are(e: One) -> None:
    assert "🐂" in said(await e.explained(e.ana, ALL_AT_ONCE))
    e.bot.house.emojis.known = MappingProxyType({"bull": "<:bull_abc123:7>"})
    told = said(await e.explained(e.ana, ALL_AT_ONCE))
    assert "<:bull_abc123:7>" in told
    assert "🐂" not in told


def repeated(text: str) -> list[str]:
    """Return the options in a text that are described by their own names."""
    told = re.findall(r"`([^`]+)`[:：]\s*([^。.:：`]+)[。.]", text)
    return [name for name, words in told if name.casefold() == words.strip().casefold()]


@pytest.mark.parametrize("locale", ["en-US", *languages()])
def test_rules_do_not_describe_an_option_by_its_name(locale: str) -> None:
    assert repeated("`最大ラウンド数`：最大ラウンド数。`終了点`：これを超えたら終わります。") == [
        "最大ラウンド数"
    ]
    t = tongue(locale)
    for key, look in looks().items():
        for page in look.rules(GAMES[key].Options(), t):
            assert not repeated(page)
