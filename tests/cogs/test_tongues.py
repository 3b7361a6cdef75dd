"""Commands and controls in every language, within Discord's limits."""

import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from discord import app_commands

from bot.drawing.file import File
from bot.screens import frames
from bot.screens.sight import Sight
from bot.screens.transcript import looks
from bot.words.i18n import languages, tongue
from bot.words.speech import joined, listed
from games import GAMES
from games.core import Seat
from playground.limits import V2, check_message
from tests.examples import ALL_AT_ONCE

from ..drawing import Drawing, stored_of
from ..games.hands import FEW
from ..games.playing import random_match
from .evening import One, Three, Two

ALL = ("en-US", *languages())
NAME = re.compile(r"[-_'\w]{1,32}")
JA = tongue("ja")
PLIES = 25
CODE = re.compile(r"```.*?```|`[^`\n]*`|<[^<>]*>", re.DOTALL)
# A full-width sign beside a space, or a list joined as in English.
WRONG = re.compile(r"[。、：！？）」] +(?=\S)|(?<=\S) +[。、：！？（「]|, (?=\S)")
# A sign of ours or an emoji stands between spaces.
SIGN = re.compile(r"[^\w\s。、：！？（「）」*]")


def parts(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a command and all its parts."""
    yield part
    for inner in part.get("options") or []:
        yield from parts(inner)


def localised(part: dict[str, Any], key: str, language: str) -> str:
    """Return a name or description in a language."""
    return str((part.get(f"{key}_localizations") or {}).get(language) or part[key])


async def told(e: Any, *, menus: bool = False) -> list[dict[str, Any]]:
    """Return the payloads of all commands, or of those on a person."""
    tree = e.bot.tree
    return [
        await command.get_translated_payload(tree, tree.translator)
        for command in tree.get_commands()
        if isinstance(command, app_commands.ContextMenu) is menus
    ]


async def test_commands_fit_discord_and_are_distinct(e: One) -> None:
    commands, menus = await told(e), await told(e, menus=True)
    everything = [part for command in commands for part in parts(command)]
    assert len(everything) > 20
    for language in ALL:
        for part in everything:
            name = localised(part, "name", language)
            assert NAME.fullmatch(name), name
            assert name == name.lower()
            words = localised(part, "description", language)
            assert 1 <= len(words) <= 100
            assert words.rstrip(".。").casefold() != name.casefold()
            choices = [localised(one, "name", language) for one in part.get("choices") or []]
            assert all(1 <= len(choice) <= 100 for choice in choices)
            assert len(set(choices)) == len(choices)
        for beside in [commands, *(part.get("options") or [] for part in everything)]:
            names = [localised(part, "name", language) for part in beside]
            assert len(set(names)) == len(names)
        names = [localised(menu, "name", language) for menu in menus]
        assert len({*names}) == len(names) > 0
        assert all(len(name) <= 32 for name in names)
        assert language == "en-US" or names != [menu["name"] for menu in menus]


@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.costly
def test_discord_takes_every_screen_without_empty_gains(key: str) -> None:
    """Neither a picture nor a reveal may leave a text empty."""
    match, look, t = random_match(key, GAMES[key].seats[0], FEW[key], 2), looks()[key], tongue("en")
    forms = [*itertools.product((False, True), repeat=2)]
    for ply, (held, pictured) in itertools.product(range(len(match.steps)), forms):
        phase = "over" if ply == len(match.steps) - 1 else "live"
        stored = replace(stored_of(match.record), phase=phase)
        for seat in (None, Seat(0), Seat(1)):
            sight = replace(Sight.at(stored, look, match.steps[: ply + 1], seat), held=held)
            picture = sight.picture(t) if pictured else None
            if picture is not None:
                sight = replace(sight, file=File(picture, "picture.png", b""))
            drawn = (frames.panel if seat is None else frames.hand)(sight, t)
            body = {"components": drawn.components}
            check_message(body, V2, {file.name for file in drawn.files})
            assert "(+0)" not in drawn.text
            assert "+0 of" not in drawn.text


def wrong(text: str) -> list[str]:
    """Return the lines of a Japanese text with a joiner of another language."""
    found = []
    for line in CODE.sub("x", text).splitlines():
        for match in WRONG.finditer(line):
            # The text on both sides of the space.
            beside = line[match.start() :].lstrip(" ")[:1] + line[: match.end()].rstrip(" ")[-1:]
            beside += line[match.start() - 1] + line[match.end() - 1 : match.end() + 1]
            if match[0].startswith(",") or not SIGN.search(beside):
                found.append(line)
    return found


def test_lists_and_sentences_are_joined_by_the_language() -> None:
    assert listed(["Ana", "Ben"], JA) == "Ana、Ben"
    assert joined(["一。", "", "二。"], JA) == "一。二。"
    assert listed(["Ana", "Ben"], tongue("de")) == "Ana, Ben"
    assert joined(["One.", "Two."], tongue("en-US")) == "One. Two."


@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.parametrize("most", [False, True])
def test_no_screen_in_japanese_is_joined_as_in_english(key: str, most: bool) -> None:
    played = random_match(key, GAMES[key].seats[-1 if most else 0], GAMES[key].Options(), 5)
    drawing, last = Drawing(looks(), played.record, played.steps), len(played.steps) - 1
    shown = []
    for ply in sorted({last, *random.Random(1).sample(range(last + 1), min(PLIES, last + 1))}):
        for held in (False, True):
            sight = drawing.at(ply, held=held).sight(None)
            shown.append(frames.panel(sight, JA).text)
            for seat in (Seat(0), Seat(1)):
                sight = drawing.at(ply, held=held).sight(seat)
                shown.append(frames.hand(sight, JA).text)
                picture = sight.picture(JA)
                shown.append(picture.alt(JA) if picture is not None else "")
    assert len(set(shown)) > 1
    assert not {line for text in shown for line in wrong(text)}


@pytest.mark.parametrize("restart", [False, True])
async def test_leaver_keeps_their_language(speaks: dict[int, str], restart: bool, e: Two) -> None:
    speaks[e.ben.id] = "de"
    await e.gather(ALL_AT_ONCE)
    assert "Du sitzt auf Platz 2" in e.hand_words(e.ben)
    await e.press(e.ben, "Leave")
    assert "Du sitzt nicht mehr an diesem Tisch." in e.hand_words(e.ben)
    if restart:
        await e.restart()
    await e.choose(e.ana, "Cancel the table")
    assert "Dieser Tisch wurde aufgelöst." in e.hand_words(e.ben)


@pytest.mark.parametrize("restart", [False, True])
async def test_invited_keep_their_language(speaks: dict[int, str], restart: bool, e: Three) -> None:
    speaks[e.ben.id] = "de"
    speaks[e.chie.id] = "ja"
    await e.played(rounds=1)
    await e.press(e.ana, "Rematch")
    if restart:
        await e.restart()
    await e.press_hand(e.ben, "Jetzt nicht")
    assert "Dein Platz ist wieder frei" in e.hand_words(e.ben)
    await e.choose(e.ana, "Cancel the table")
    assert "Dieser Tisch wurde aufgelöst." in e.hand_words(e.ben)
    assert "この卓は解散しました。" in e.hand_words(e.chie)


async def test_removed_person_reads_their_own_language(speaks: dict[int, str], e: Three) -> None:
    speaks[e.chie.id] = "ja"
    await e.bot.servers.change(e.guild.id, locale="ja")
    await e.open(e.ana, ALL_AT_ONCE)
    for person in (e.ben, e.chie):
        await e.press(person, "参加")
        await e.kick(e.ana, person)
    assert "Anaさんの操作により除外された" in e.hand_words(e.chie)
    assert e.hand_words(e.ben).endswith("\nAna removed you, so you can't join this table again.")
