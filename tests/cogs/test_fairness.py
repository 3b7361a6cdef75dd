"""The promises of a fair shuffle on the screens: from the lobby to the end, short and whole."""

import hashlib
import re

from simcord import InteractionResult, MemberActor

from bot.play.lobby import MOST_CUTS
from bot.screens.fairness import short
from games.chance import Contribution, commitment, digest, mix, running
from tests.examples import ALL_AT_ONCE

from .evening import Evening, One, Patch, Three, Two, answer, said

HEX = re.compile("[0-9a-f]{4} ?[0-9a-f]{4}")
WHOLE = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")


def hashes_of(e: Evening) -> list[str]:
    """Return the promise and the running hashes of match 1, computed from its rows."""
    secret, _ = seed(e)
    query = "select kind, text from contributions where table_id = 1 order by number"
    given = [Contribution(None, kind, text) for kind, text in e.rows(query)]
    return running(commitment(secret), given)


def mixed_seed(e: Evening) -> str:
    """Return the SHA-256 of match 1's seed, computed from its rows."""
    secret, _ = seed(e)
    return commitment(mix(secret, hashes_of(e)[-1:]))


def seed(e: Evening) -> tuple[bytes, list[int]]:
    """Return the secret and the salts of match 1."""
    ((secret,),) = e.rows("select secret from tables where id = 1")
    query = "select join_id from seats where table_id = 1 order by seat"
    return secret, [salt for (salt,) in e.rows(query)]


async def fairness(e: Evening, person: MemberActor) -> str:
    """Return all details of the panel's *Fairness*, which are private."""
    shown: InteractionResult = await e.fairness(person)
    assert answer(shown).ephemeral
    return said(shown)


async def test_screens_of_a_match_have_no_hashes(e: Two) -> None:
    """They stand behind *Fairness*, from the lobby to the end."""
    ana, ben = await e.gather(ALL_AT_ONCE, rounds=1)
    secret, salts = seed(e)
    hashes = [commitment(secret), mixed_seed(e), *hashes_of(e)]
    for phase in ("open", "begins", "goes on", "over"):
        for told in (e.panel_words(), e.hand_words(ana), e.hand_words(ben)):
            for one in hashes:
                assert one not in told
                assert short(one) not in told
            assert not [salt for salt in salts if str(salt) in told]
            assert secret.hex() not in told
        assert commitment(secret) in await fairness(e, ben), phase
        if phase == "open":
            await e.press(ana, "Start")
        else:
            await e.play_out(plies=7 if phase == "begins" else 99)
    assert "the end" in e.panel_words()


async def test_fairness_begins_with_a_sentence_in_words(e: Two) -> None:
    ana, ben = await e.gather(ALL_AT_ONCE, rounds=1)
    for person in e.people:
        shown = await e.press(person, "Fairness")
        assert "⚠️ Nobody has cut since the last player sat down." in said(shown)
        assert [*e.buttons(answer(shown))] == ["Details"]
    await cut(e, ana, "banana")
    told = said(await e.press(ben, "Fairness"))
    line = "✅ **Ana** cut last, so nobody could choose this shuffle, "
    assert line in told
    assert not HEX.search(told)
    await e.press(ana, "Start")
    await e.play_out()
    ended = await e.press(ben, "Fairness")
    assert line in said(ended)
    assert [*e.buttons(answer(ended))] == ["Check now", "Details"]


async def test_fairness_calms_a_lone_player(e: One) -> None:
    await e.open(e.ana, ALL_AT_ONCE, computers=1, rounds=1)
    lone = "One person against computers, which know no more than a player on their seat."
    told = said(await e.press(e.ana, "Fairness"))
    assert f"🤖 {lone} Until someone cuts, those who run me" in told
    assert "⚠️" not in told
    await e.press(e.ana, "Start")
    await e.play_out()
    shown = await e.press(e.ana, "Fairness")
    assert f"🤖 {lone}" in said(shown)
    assert lone in said(await e.ana.click(answer(shown), label="Check now"))


async def test_fairness_button_shows_every_permitted_value(e: Three) -> None:
    await e.open(e.ana, ALL_AT_ONCE, rounds=1)
    await e.press(e.ben, "Join")
    secret, salts = seed(e)
    promise, mixed, so_far = commitment(secret), mixed_seed(e), hashes_of(e)[-1]
    told = await fairness(e, e.ben)
    assert WHOLE.findall(told)[:-1] == [promise, so_far]
    assert str(salts[1]) in told
    assert str(salts[0]) not in told
    await e.press(e.ana, "Start")
    direct = await e.fairness(e.ben, hand=True)
    for told in (await fairness(e, e.ben), said(direct)):
        assert WHOLE.findall(told)[:-1] == [promise, so_far, mixed]
        assert str(salts[1]) in told
    for one in (*map(str, salts), secret.hex()):
        assert one not in await fairness(e, e.chie), "she doesn't sit there"
    e.people = [e.ana, e.ben]
    await e.play_out()
    text = await e.record(e.chie)
    told = await fairness(e, e.chie)
    record = hashlib.sha256(text).hexdigest()
    assert set(WHOLE.findall(told)) == {promise, so_far, mixed, secret.hex(), record}
    assert all(str(salt) in told for salt in salts)
    call = f"--promise {promise} --seed-hash {mixed} --record-hash {record}"
    assert call in told


async def test_no_salt_leads_to_a_click(e: Two) -> None:
    await e.begin()
    _, salts = seed(e)
    clicks = set(e.env.backend.interactions)
    assert clicks
    assert not set(salts) & clicks
    by_id = {int.from_bytes(hashlib.sha256(str(i).encode()).digest()[:8]) >> 1 for i in clicks}
    assert not set(salts) & by_id


async def cut(e: Evening, person: MemberActor, word: str) -> InteractionResult:
    """Cut with a word typed in the form. Return the answer to it."""
    form = await e.press(person, "Cut")
    assert form.modal is not None
    return await person.submit_modal(form, {"text": word})


async def test_cut_follows_the_hash_in_its_form_with_its_number(e: Two) -> None:
    await e.open(e.ana, ALL_AT_ONCE, rounds=1)
    form = await e.press(e.ana, "Cut")
    assert short(hashes_of(e)[-1]) in str(form.modal)
    await e.press(e.ben, "Join")
    late = await e.ana.submit_modal(form, {"text": "banana"})
    assert "Someone sat down or cut meanwhile." in said(late)
    assert "banana" not in e.panel_words()
    before = hashes_of(e)
    assert len(before) == 3
    assert before[-1] in await fairness(e, e.ben)
    await cut(e, e.ana, " ba\u202enana* ")
    assert "`ba nana*` ✂️ **Ana**" in e.panel_words()
    after = hashes_of(e)
    assert after[:-1] == before
    line = f"{before[-1]} cut {digest('ba nana*')}"
    assert after[-1] == hashlib.sha256(line.encode()).hexdigest()
    assert after[-1] in await fairness(e, e.ben)
    told = await fairness(e, e.ben)
    assert f"**Ana** cut last, after `{short(before[-1])}`" in told
    await e.press(e.ana, "Start")
    assert mixed_seed(e) in await fairness(e, e.ben)
    assert f"**Ana** cut last, after `{short(before[-1])}`" in await fairness(e, e.ben)


async def test_only_players_of_an_open_table_cut(e: Three) -> None:
    await e.open(e.ana, ALL_AT_ONCE, rounds=1)
    await e.press(e.ben, "Join")
    assert "You don't sit at this table." in said(await e.press(e.chie, "Cut"))
    refused = await cut(e, e.ana, "a\u200b\u200b\u200b b"[:5])
    assert "A word to cut with has 3 to 40 characters." in said(refused), "visible ones"
    form = await e.press(e.ben, "Cut")
    await e.press(e.ana, "Start")
    late = await e.ben.submit_modal(form, {"text": "banana"})
    assert "That match has started" in said(late)
    assert len(hashes_of(e)) == 3


async def test_cuts_are_left_to_all_after_the_last_join(monkeypatch: Patch, e: Two) -> None:
    monkeypatch.setattr("bot.play.lobby.MOST_CONTRIBUTIONS", 20)
    ana, ben = await e.gather(ALL_AT_ONCE, rounds=1)
    for word in ("one", "two", "three"):
        await cut(e, ben, word)
    assert "often enough" in said(await cut(e, ben, "four"))
    while (await e.stored()).seat_of(ben.id) is not None:
        await e.press(ben, "Leave")
        done = await e.press(ben, "Join")
    assert "too often" in said(done)
    assert len(hashes_of(e)) == 20 - 2 * MOST_CUTS + 1
    for word in ("one", "two", "three"):
        await cut(e, ana, word)
    assert "**Ana** cut last" in await fairness(e, ana)


async def test_word_is_deleted_when_its_player_leaves(e: Two) -> None:
    ana, ben = await e.gather(ALL_AT_ONCE, rounds=1)
    await cut(e, ben, "rude word")
    before = hashes_of(e)
    await e.press(ben, "Leave")
    assert "rude" not in e.panel_words()
    assert hashes_of(e) == before, "what it changed in the shuffle stays"
    told = await fairness(e, ana)
    assert "someone cut with a deleted word" in told
    assert not e.rows("select 1 from contributions where word notnull")


async def test_promise_of_the_next_table_is_shown_before_it_opens(e: One) -> None:
    await e.open(e.ana, ALL_AT_ONCE, computers=1)
    coming = WHOLE.findall(await fairness(e, e.ana))[-1]
    await e.choose(e.ana, "Cancel the table")
    await e.open(e.ana, ALL_AT_ONCE, computers=1)
    assert WHOLE.findall(await fairness(e, e.ana))[0] == coming
    await cut(e, e.ana, "banana")
    assert "**Ana** cut last" in await fairness(e, e.ana), "alone too"
