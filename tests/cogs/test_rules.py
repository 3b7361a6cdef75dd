"""The rules as a walk: short pages, each with a drawn example, with the options of the table."""

import itertools
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any

import discord
import pytest
from bot.drawing.bluff import Count
from bot.drawing.nimmt import Hand, Trick
from bot.drawing.schwimmen import End
from bot.drawing.sinomilia import Reveal

from bot.drawing.png import warm
from bot.screens.parts import looks
from bot.words.i18n import tongue
from cogs._shared.examples import EXAMPLES, example, played
from games import GAMES
from games.errors import InvalidOptions

from .conftest import Begin
from .evening import components, said, words
from .staff import manager, open_settings

LONGEST = 1_200
ALT = 1_024
CHOICES: dict[str, list[Any]] = {
    "target": [10, 66, 200],
    "deck": ["full", "tactical"],
    "jokers": [False, True],
    "dice": [1, 5, 6],
    "end": ["last", "first_out"],
    "lives": [1, 3, 5],
    "swap_all": [False, True],
    "tie": ["starter", "draw"],
    "pause": [0, 10],
}


@pytest.fixture(scope="module", autouse=True)
def pieces() -> None:
    """Have what every picture needs drawn before anybody waits for one."""
    warm()


def every_options(key: str) -> list[Any]:
    """Options in many combinations, those that are allowed."""
    names = [field.name for field in fields(GAMES[key].Options)]
    rounds = [1, 3] if key == "colorse" else [None, 2]
    values = [rounds if name == "rounds" else CHOICES[name] for name in names]
    found = []
    for chosen in itertools.product(*values):
        try:
            found.append(GAMES[key].Options(**dict(zip(names, chosen, strict=True))))
        except InvalidOptions:
            continue
    return found


@pytest.mark.parametrize("key", GAMES)
def test_every_page_is_short_and_has_an_example_with_any_options(key: str) -> None:
    look = looks()[key]
    for options in every_options(key):
        for t in map(tongue, ("en-US", "ja")):
            pages = look.rules(options, t)
            assert len(pages) == len(EXAMPLES[key])
            assert max(map(len, pages)) <= LONGEST
            shown = [look.example(options, page) for page in range(len(pages))]
            assert all(one is not None and 0 < len(one.told(t)) <= ALT for one in shown)
        assert look.example(options, len(EXAMPLES[key])) is None


def test_examples_are_played_with_the_tables_options() -> None:
    for key in GAMES:
        for options in every_options(key):
            for one in EXAMPLES[key]:
                state = played(key, one, one.options(options))[-1].state
                assert state.options == one.options(options)
    nimmt = looks()["nimmt"]
    plain = GAMES["nimmt"].Options()
    without, with_jokers = (nimmt.example(one, 2) for one in (plain, replace(plain, jokers=True)))
    assert isinstance(without, Hand)
    assert isinstance(with_jokers, Hand)
    assert len(with_jokers.cards) == len(without.cards) + 1
    schwimmen = looks()["schwimmen"]
    ended = schwimmen.example(GAMES["schwimmen"].Options(lives=5), 2)
    assert isinstance(ended, End)
    assert {hand.seat.of for hand in ended.hands} == {5}


def test_examples_show_what_their_pages_tell() -> None:
    usual = {key: game.Options() for key, game in GAMES.items()}
    assert isinstance(example(looks()["nimmt"], usual["nimmt"], 1), Trick)
    assert isinstance(example(looks()["bluff"], usual["bluff"], 2), Count)
    assert isinstance(example(looks()["sinomilia"], usual["sinomilia"], 1), Reveal)


def pictures(message: discord.Message) -> list[str]:
    """The alternative texts of the pictures on a screen."""
    return [
        item["description"]
        for part in components(message.components)
        if part["type"] == 12
        for item in part["items"]
    ]


@pytest.mark.parametrize("key", GAMES)
async def test_the_pages_are_turned_with_their_pictures(evening: Begin, key: str) -> None:
    async with evening(1, pictures=True) as e:
        (ana,) = e.people
        screen = (await ana.slash(e.channel, f"{key} rules")).response
        assert screen is not None
        seen = []
        for page in range(len(EXAMPLES[key])):
            message = screen.message
            assert f"{page + 1}/{len(EXAMPLES[key]) + 1}" in words(message.components)
            (told,) = pictures(message)
            assert [file.description for file in message.attachments] == [told]
            seen.append(told)
            await ana.click(screen, custom_id=e.buttons(message)["▶"])
        assert len(set(seen)) > 1
        assert "Computers" in words(screen.message.components)
        assert not pictures(screen.message)
        assert not screen.message.attachments


async def test_a_tables_rules_tell_its_options(evening: Begin) -> None:
    async with evening(1, pictures=True) as e:
        (ana,) = e.people
        await ana.slash(e.channel, "nimmt play", limit=123, rounds=7)
        screen = (await e.press(ana, "Rules")).response
        assert screen is not None
        await ana.click(screen, custom_id=e.buttons(screen.message)["▶"])
        told = words(screen.message.components)
        assert "over the limit of 123" in told
        assert "after 7 rounds" in told
        assert "66" not in told
        assert pictures(screen.message)


async def test_where_staff_want_no_pictures_rules_have_none(evening: Begin) -> None:
    async with evening(1, pictures=True) as e:
        (ana,) = e.people
        await (await open_settings(e, manager(e))).turn("setpictures")
        asked = await ana.slash(e.channel, "nimmt rules")
        assert "Avoid taking bulls" in said(asked)
        assert asked.response is not None
        assert not pictures(asked.response.message)
        assert not asked.response.message.attachments


async def test_rules_wear_the_emojis_there_are(evening: Begin) -> None:
    async with evening(1) as e:
        (ana,) = e.people
        assert "🐂" in said(await ana.slash(e.channel, "nimmt rules"))
        e.bot.house.emojis.known = MappingProxyType({"bull": "<:bull_abc123:7>"})
        told = said(await ana.slash(e.channel, "nimmt rules"))
        assert "<:bull_abc123:7>" in told
        assert "🐂" not in told
