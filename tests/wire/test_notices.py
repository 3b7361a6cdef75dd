"""Notices on the phones of the playground, in matches of all games and in all languages."""

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from bot.screens.parts import looks
from bot.words.i18n import languages, tongue
from games import GAMES
from rig.processes import Client, Wire, playground, running_bot

from .sitting import Database, Party

LOCALES = ("en-US", *languages())
SECONDS = 30.0
"""Longest wait for a notification."""


async def screen(client: Client, person: str, line: str) -> list[str]:
    """Return the words on a phone, once that line has come last and has become a screen."""
    shown: list[Wire] = []
    newest: Wire = {}
    try:
        async with asyncio.timeout(SECONDS):
            while True:
                shown = await client.get(f"/{person}/notifications")
                words = [one["words"] for one in shown]
                if words and words[-1].endswith(line):
                    newest = await client.hand(person)
                    if newest["id"] == shown[-1]["message"] and newest["content"] == "":
                        return words
                await asyncio.sleep(0.2)
    except TimeoutError:
        pytest.fail(f"no screen in place of {line!r}: {shown}, newest {newest}")


async def test_phones_show_words_in_every_game_and_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHINRISEN_DIRECTS_PER_MINUTE", "100000")
    matches = [(key, locale) for key in sorted(GAMES) for locale in LOCALES]
    with closing(Database(tmp_path / "shinrisen.sqlite3")) as database:
        async with playground("--people", str(2 * len(matches) + 20), "--no-limits") as client:
            async with running_bot(client, tmp_path):
                people = iter([person["id"] for person in (await client.ready())["people"]])
                for key, locale in matches:
                    fewest = GAMES[key].seats[0]
                    seated = [next(people) for _ in range(fewest)]
                    for person in seated:
                        await client.post(f"/{person}/settings", locale=locale)
                    channel = (await client.post("/channels", name=f"{key} {locale}"))["id"]
                    party = Party(client, database, seated, channel, key)
                    await party.start(key, fewest)
                    t = tongue(locale)
                    known = t("you have a seat"), t("the match begins")
                    for person in party.players:
                        for words in await screen(client, person, known[-1]):
                            assert words.startswith(t(looks()[key].name))
                            assert words.endswith(known), words
