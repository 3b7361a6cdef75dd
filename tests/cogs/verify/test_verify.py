"""*Check a record* and *Check now* prove a match privately. A hostile file does no harm."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from itertools import combinations

from bot.screens.fairness import short
from games.chance import digest
from games.errors import RecordError
from games.record import Record, dumps, loads, record_hash, replay
from tests.examples import ALL_AT_ONCE

from ..evening import Evening, Patch, Two, answer, said


async def played(e: Evening) -> str:
    """Play a match that Ana cut last, and return the text of its record."""
    ana, _ = await e.gather(ALL_AT_ONCE, rounds=1)
    form = await e.press(ana, "Cut")
    await ana.submit_modal(form, {"text": "salted herring"})
    await e.press(ana, "Start")
    await e.play_out()
    return (await e.record(ana)).decode()


def foot(record: Record) -> str:
    """Return the three hashes as they stand below the end of a match."""
    hashes = map(short, (record.commitment, record.seed_hash, record_hash(record)))
    return "promise {} · seed {} · record {}".format(*hashes)


def swapped(record: Record) -> Record:
    """Return a record that is valid with two moves of a seat in the other order."""
    for one, two in combinations(range(len(record.moves)), 2):
        moves = [*record.moves]
        moves[one], moves[two] = moves[two], moves[one]
        other = replace(record, moves=(*moves,))
        if moves[one] != moves[two] and moves[one][0] == moves[two][0]:
            with suppress(RecordError):
                replay(other)
                return other
    raise AssertionError("choose another seed")


async def test_record_is_proved_by_hashes_and_checked_now(e: Two) -> None:
    text = await played(e)
    record = loads(text)
    alone = await e.proved(e.ben, text.encode())
    assert "Consistent." in alone
    assert "Ana" not in alone, "a record has no names"
    assert "🥇 **Seat " in alone
    assert "Note that hash and the word, too" in alone
    assert "Proved." in await e.proved(e.ben, text.encode(), foot(record))
    notes = f"{foot(record)}\n{record.running[-2]}\nsalted herring"
    sure = await e.proved(e.ana, text.encode(), notes)
    assert "Proved." in sure
    assert "nobody, not even those who run me" in sure
    for note in (digest("x")[:16], "another herring"):
        told = await e.proved(e.ana, text.encode(), note)
        assert "Not what you noted." in told
        assert note in told
        assert "Proved" not in told
    other = await e.proved(e.ana, dumps(swapped(record)).encode(), foot(record))
    assert "Not what you noted." in other
    spelled = await e.proved(e.ana, text.replace("\n", "\r\n").encode())
    assert "spelled differently" in spelled
    for person in (e.ana, e.ben):
        shown = answer(await e.press(person, "Fairness"))
        told = said(await person.click(shown, label="Check now"))
        assert "Consistent." in told
        assert "that you noted before, from 🔒 *Fairness*, 🔒 *Details*." in told
        assert short(record_hash(record)) in told or record_hash(record) in told
        assert "Check now" in e.buttons(await e.more(person))
    await e.begin()
    shown = answer(await e.press(e.ana, "Fairness"))
    assert "Check now" not in e.buttons(shown)
    early = await e.forge(e.ana, shown, "s2:check:2:MARK:0:")
    assert "isn't over" in said(early)


async def test_verify_refuses_hostile_files_in_words(monkeypatch: Patch, e: Two) -> None:
    text = await played(e)
    record = loads(text)
    seat, move = record.moves[0]
    first = f"1 seat{seat} {move}\n"
    evil = text.replace(first, f"1 seat{seat} @everyone**[x](https://x.example)\n")
    told = await e.proved(e.ana, evil.encode())
    assert "Not a valid record." in told
    assert "https://" not in told
    long = text.replace(first, f"1 seat{seat} {'9' * 50_000}\n")
    assert len(await e.proved(e.ana, long.encode())) < 500
    assert "too large" in await e.proved(e.ana, b"x" * 65_537)
    assert "no text" in await e.proved(e.ana, b"\xff\xfe\x00")
    assert "doesn't begin like a record" in await e.proved(e.ana, b"")
    with monkeypatch.context() as silent:
        silent.setattr("cogs.verify.cog._PATIENCE", 0.1)
        silent.setattr(e.bot.http, "get_from_cdn", lambda url: asyncio.sleep(3, b""))
        for _ in range(2):
            assert "doesn't give me that file" in await e.proved(e.ana, b"")
    monkeypatch.setattr("cogs.verify.proving.SECONDS", -1.0)
    assert "takes too long" in await e.proved(e.ana, dumps(record).encode())
