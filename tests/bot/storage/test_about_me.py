"""The page of sentences that opens an export."""

import re
from typing import Any

import pytest

from bot.screens.about_me import LEGEND, page
from bot.screens.transcript import looks
from bot.storage import Database
from bot.storage.contributions import next_promise
from bot.storage.privacy import everything
from bot.words.i18n import languages, tongue

from ..stored_tables import NOW, Where, change
from .remembered import finished, remember

ME = 1456074443980800011
SETTING = "insert into changes (guild_id, user_id, at, setting) values (1, {me}, 0, 'pace')"


async def export(database: Database, file: Where) -> dict[str, Any]:
    """Return the export of a person with data of every kind."""
    await finished(database, ME)
    remember(file, ME)
    await next_promise(database, ME)
    change(file, SETTING.format(me=ME))
    # A hash is there only after a deletion.
    return await everything(database, ME, NOW) | {"hashes": ["barred"]}


@pytest.mark.parametrize("locale", ["en-US", *languages()])
async def test_every_kind_of_data_has_a_sentence(
    database: Database, file: Where, locale: str
) -> None:
    found, t = await export(database, file), tongue(locale)
    whole = page(found, looks(), "Server {}".format, "raw.json", t)
    for kind in found.keys() - {"person", "made_at", "lobbies"}:
        assert found[kind], kind
        less = page({**found, kind: []}, looks(), "Server {}".format, "raw.json", t)
        assert len(less) < len(whole), kind
    assert "raw.json" in whole
    assert not re.search(r"[{}]", whole)


async def test_every_part_of_the_raw_data_is_explained(database: Database, file: Where) -> None:
    found = await export(database, file)
    assert set(found) <= set(LEGEND)
    told = page(found, looks(), str, "raw.json", tongue("en-US"))
    for name, text in LEGEND.items():
        assert f"{name}: {text}" in told
