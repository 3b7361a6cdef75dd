"""The page of sentences that opens an export."""

import re
from typing import Any

import pytest

from bot.screens.about_me import page
from bot.screens.transcript import looks
from bot.storage import Database
from bot.storage.privacy import everything
from bot.words.i18n import languages, tongue

from ..filled import fill
from ..stored_tables import NOW

ME = 1456074443980800011


async def export(database: Database) -> dict[str, Any]:
    """Return the export of a person with data of every kind."""
    await fill(database, ME, 1, 7, "Xanthippe")
    # A hash is there only after a deletion.
    return await everything(database, ME, NOW) | {"hashes": ["barred"]}


@pytest.mark.parametrize("locale", ["en-US", *languages()])
async def test_every_kind_of_data_has_a_sentence(database: Database, locale: str) -> None:
    found, t = await export(database), tongue(locale)
    whole = page(found, looks(), "Server {}".format, "raw.json", t)
    for kind in found.keys() - {"person", "made_at", "lobbies"}:
        assert found[kind], kind
        less = page({**found, kind: []}, looks(), "Server {}".format, "raw.json", t)
        assert len(less) < len(whole), kind
    assert "raw.json" in whole
    assert not re.search(r"[{}]", whole)


async def test_every_part_of_the_raw_data_is_explained(database: Database) -> None:
    found = await export(database)
    told = page(found, looks(), str, "raw.json", tongue("en-US"))
    assert [name for name in found if f"\n{name}: " not in told] == []
