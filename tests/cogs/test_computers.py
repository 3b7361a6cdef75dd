"""Computers at the table: added and removed in the lobby, unrated, with remarks, met again."""

from unittest.mock import Mock

import pytest
from simcord.backend.errors import OptionError

from bot import storage
from bot.play.computers import NORMAL, STRENGTHS, Character, character_of, measured
from bot.screens.transcript import looks
from bot.storage.standings import ALL_GAMES
from bot.tables.posts import Posts
from bot.words.i18n import tongue
from bot.words.parts import cast_rows
from games import GAMES
from games.thinking.players import find_player
from tests.examples import ALL_AT_ONCE, FOR_TWO

from ..bot.storage.standing import listed
from .evening import MORE, Evening, One, Patch, Two, answer, components, pictured, said, words
from .posts import direct
from .staff import hired, history, manager, watched

GAME_KEYS = sorted(GAMES)
INTRODUCED = [key for key in GAME_KEYS if cast_rows(key)]
"""Games with computers of their own."""


async def sitting(e: Evening, kind: str) -> list[Character]:
    """Return the characters of a strength at the newest table, in order of seats."""
    number = (await storage.tables.open_tables(e.bot.database) or [1])[0]
    table = await e.stored(number)
    cast = e.bot.looks[table.game].computers
    found = [character_of(cast, player) for player in table.players if player.kind == kind]
    return [one for one in found if one is not None]


async def test_host_adds_and_removes_computers_by_one_list(e: Two) -> None:
    await e.open(e.ana, ALL_AT_ONCE)
    assert "rated" not in e.panel_words()
    await e.choose(e.ana, "Add computer, hard")
    (horn,) = await sitting(e, "hard")
    assert f"2. **🤖 {horn.name}** {horn.sign} · hard" in e.panel_words()
    assert "🤖 1 × hard" not in e.panel_words(), "without a picture each seat says it"
    await e.choose(e.ana, "Add computer, easy")
    await e.choose(e.ana, "Add computer, hard")
    await e.press(e.ben, "Join")
    (fritz,), (_, silke) = await sitting(e, "easy"), await sitting(e, "hard")
    assert len({one.name[0] for one in (horn, fritz, silke)}) == 3
    assert f"3. **🤖 {fritz.name}** {fritz.sign} · easy" in e.panel_words()
    assert f"4. **🤖 {silke.name}** {silke.sign} · hard" in e.panel_words()
    assert "5. **Ben**" in e.panel_words()
    await e.choose(e.ana, f"Remove 🤖 {horn.name}")
    assert f"2. **🤖 {fritz.name}**" in e.panel_words()
    assert f"3. **🤖 {silke.name}**" in e.panel_words()
    for _ in range(3):
        await e.choose(e.ana, "Add computer, hard")
    hard = e.bot.looks[ALL_AT_ONCE].computers["hard"].characters
    *others, last = await sitting(e, "hard")
    assert {one.name for one in hard} == {one.name for one in others}
    assert f"7. **🤖 {last.name} 2** {last.sign}" in e.panel_words(), "nobody was left"
    assert len({p.user_id for p in (await e.stored()).players}) == 7
    before = await e.stored()
    for value in ("add/cruel", "add/", "remove/x", "remove/-5", "", "else", "add/person"):
        done = await e.forge(e.ana, e.panel(), "s2:seats:1:MARK:2:/0", [value])
        assert "can't be chosen" in said(done), value
    for value in ("remove/101", f"remove/{e.ben.id}", "remove/0", "remove/" + "9" * 90):
        done = await e.forge(e.ana, e.panel(), "s2:seats:1:MARK:2:/0", [value])
        assert "doesn't sit here any more" in said(done), value
    assert await e.stored() == before


async def test_host_changes_the_strength_of_all_computers(e: Two) -> None:
    ana, ben = await e.gather(ALL_AT_ONCE, computers=3)
    assert "All computers: normal" not in await e.choices(ana)
    (kenji, *_) = await sitting(e, "normal")
    for label in ("All computers: hard", "Add computer, easy", "Cancel the table"):
        assert "Only the host" in said(await e.choose(ben, label))
    assert "Only the host" in said(await e.choose(ben, f"Remove 🤖 {kenji.name}"))
    await e.choose(ana, "All computers: hard")
    assert [p.kind for p in (await e.stored()).players] == ["person", "person", *["hard"] * 3]
    await e.choose(ana, "All computers: easy")
    await e.choose(manager(e), "Add computer, easy")
    assert len(await sitting(e, "easy")) == 4
    await e.choose(ana, "Cancel the table")
    await e.open(ana, ALL_AT_ONCE, computers=1)
    assert len(await sitting(e, "easy")) == 1, "the last choice is remembered"
    await e.press(ben, "Join")
    await e.press(ana, "Leave")
    assert "**Ben** 👑" in e.panel_words(), "no computer becomes host"
    await e.press(ben, "Leave")
    assert (await e.stored(2)).phase == "cancelled"


async def test_computers_take_no_seat_that_isnt_free(e: Two) -> None:
    await e.open(e.ana, FOR_TWO)
    list_before = e.panel()
    await e.choose(e.ana, "Add computer, normal")
    assert not [label for label in await e.choices(e.ana) if label.startswith("Add")]
    refused = await e.forge(e.ana, list_before, "s2:seats:1:MARK:1:/0", ["add/easy"])
    assert "Every seat is taken. The host can remove a computer" in said(refused)
    refused = await e.press(e.ben, "Join")
    assert "The host can remove a computer to free one." in said(refused)
    (sunny,) = await sitting(e, "normal")
    await e.choose(e.ana, f"Remove 🤖 {sunny.name}")
    await e.press(e.ben, "Join")
    assert "2. **Ben**" in e.panel_words()


async def test_simultaneous_choices_of_computers_edit_the_panel_once(e: Two) -> None:
    await e.begin(rounds=1, computers=3, strength="easy")
    assert e.panel_words().count("chosen") == 3
    edits = [r for r in e.env.http_requests if r.method == "PATCH"]
    hands = [str(direct(person)) for person in e.people]
    shown = [r for r in edits if not any(hand in r.path for hand in hands)]
    assert len(shown) == 1, "the panel once for all three"


async def test_computers_wait_equally_long_for_one_decision(monkeypatch: Patch, e: Two) -> None:
    monkeypatch.setattr("bot.tables.deciding.MOMENT", (100.0, 300.0))
    await e.begin(rounds=1, computers=3, strength="easy")
    assert e.panel_words().count("chosen") == 0
    seen = set()
    for _ in range(30):
        await e.wait(10)
        seen.add(e.panel_words().count("chosen"))
    assert seen == {0, 3}


@pytest.mark.usefixtures("dots")
@pytest.mark.evening(pictures=True)
async def test_panel_of_one_person_stands_still_until_the_end(e: One) -> None:
    (ana,) = await e.begin(rounds=1, computers=2, strength="easy")
    panel, told = e.panel(), e.panel_words()
    assert "**Ana** against 🤖" in told
    assert list(e.buttons(panel)) == ["Hand", MORE]
    moves = 0
    while "the end" not in e.hand_words(ana):
        assert (e.panel().id, e.panel_words(), e.panel().attachments) == (panel.id, told, [])
        moves += await e.play_out(seed=moves, plies=1)
    assert moves > 5
    *_, end = edited = [r.path for r in e.env.http_requests if r.method == "PATCH"]
    assert edited.count(end) == 1, "no edit but the end"
    assert e.panel().id == panel.id
    assert "the end" in e.panel_words()
    assert len(e.panel().attachments) == 1
    assert pictured(e.panel())


async def test_panel_of_one_person_isnt_drawn_for_a_new_time(monkeypatch: Patch, e: One) -> None:
    await e.paced(60, rounds=1, computers=1)
    monkeypatch.setattr(Posts, "panel", drawn := Mock())
    for seed in range(3):
        await e.wait(5)
        assert await e.play_out(seed=seed, plies=1)
    assert not drawn.called


async def test_match_with_computers_is_unrated_its_rematch_keeps_them(e: Two) -> None:
    ana, ben = await e.played(rounds=1, computers=1, seed=0)
    assert "the end" in e.panel_words()
    for game in (ALL_AT_ONCE, ALL_GAMES):
        assert await listed(e.bot.database, e.guild.id, game) == []
    await e.press(ana, "Rematch")
    assert (await e.stored(2)).phase == "lobby"
    (kenji,) = await sitting(e, "normal")
    assert f"2. **🤖 {kenji.name}** {kenji.sign} · normal" in e.panel_words()
    assert "3. Ben?" in e.panel_words()
    await e.press(ben, "Join")
    again = await e.stored(2)
    assert again.phase == "live"
    assert [p.kind for p in again.players] == ["person", "normal", "person"]


async def test_too_many_computers_are_refused_with_a_way_out(monkeypatch: Patch, e: One) -> None:
    for key in GAME_KEYS:
        most = GAMES[key].seats[-1] - 1
        with pytest.raises(OptionError, match=f"must be ≤ {most}"):
            await e.open(e.ana, key, computers=most + 1)
    # A client may send it all the same, as if Discord hadn't looked.
    monkeypatch.setattr("simcord.interactions._check_numeric_range", lambda *_: None)
    refused = await e.open(e.ana, FOR_TWO, computers=2)
    assert "One seat is yours, so 1 is the most computers here" in said(refused)
    assert await storage.tables.open_tables(e.bot.database) == []


async def test_rematch_keeps_computers_and_starts_at_once_if_alone(e: One) -> None:
    await e.open(e.ana, ALL_AT_ONCE, rounds=1, computers=2, strength="hard")
    await e.choose(e.ana, "Add computer, easy")
    await e.press(e.ana, "Start")
    await e.play_out()
    assert "the end" in e.panel_words()
    assert "rating" not in e.panel_words() + e.hand_words(e.ana)
    first = await e.stored()
    assert all(p.rating_after is None for p in first.players)
    await e.press(e.ana, "Rematch")
    again = await e.stored(2)
    assert again.phase == "live"
    assert [p.kind for p in again.players] == ["person", "hard", "hard", "easy"]
    assert [p.user_id for p in again.players] == [p.user_id for p in first.players]
    assert "**Ana** against 🤖" in e.panel_words()
    await e.play_out(seed=5)
    assert (await e.stored(2)).phase == "over"
    readers = e.rows("select distinct reader from posts")
    assert all(reader >= 0 for (reader,) in readers), "nothing is written to a computer"
    opened = [r for r in e.env.http_requests if r.path.endswith("/users/@me/channels")]
    assert len(opened) == 1, "direct messages with Ana alone"


async def test_computer_has_no_salt_and_is_named_everywhere(e: One) -> None:
    (ana,) = await e.played(rounds=1, computers=9, strength="easy", seed=0)
    fair = said(await e.fairness(ana))
    assert "1. **Ana** sat down: `" in fair
    (third, *_) = await sitting(e, "easy")
    assert third.name not in fair, "it contributes nothing"
    assert f"🤖 {third.name}" in said(await watched(e, ana, 1))
    ((match,),) = [(await storage.privacy.everything(e.bot.database, ana.id, 0.0))["matches"]]
    assert match["players"] == ["me", *["a computer"] * 9]
    await storage.privacy.forget(e.bot.database, ana.id)
    table = await e.stored()
    assert table.players[0].forgotten
    assert [p.kind for p in table.players[1:]] == ["easy"] * 9
    shown = said(await history(e, hired(e, "Mia")))
    assert "someone" in shown
    assert f"🤖 {third.name} 3" in shown


@pytest.mark.parametrize("key", GAME_KEYS)
def test_game_introduces_its_computers(key: str) -> None:
    # Without a cast only Toni is offered, and Toni says that they make the simple move.
    computers = find_player(key, NORMAL) is not None
    assert bool(cast_rows(key)) == computers, f"cogs/{key}/cast.toml"


async def test_rules_describe_the_computers_in_both_languages(e: One) -> None:
    for key in INTRODUCED:
        look = e.bot.looks[key]
        assert tuple(look.computers) == tuple(STRENGTHS), key
        shown = await e.explained(e.ana, key)
        told = said(shown)
        for _ in range(9):
            turn = [c for c in components(answer(shown).components) if c.get("label") == "▶"]
            if not turn or turn[0].get("disabled"):
                break
            shown = await e.ana.click(answer(shown), custom_id=turn[0]["custom_id"])
            told = words(answer(shown).components)
        for kind, level in look.computers.items():
            assert f"**{kind}**\n-# {measured(level, tongue('en-US'))}" in told
            for one in level.characters:
                assert f"{one.sign} **{one.name}** · {one.line}" in told
                ja = tongue("ja")
                assert ja(one.name) != one.name
                assert ja(one.line) != one.line
                assert len(f"{one.sign} {one.name}: {one.line}") <= 100


def ends(e: Evening) -> list[str]:
    """Return the remarks for the end that stand on the panel."""
    cast = looks()[ALL_AT_ONCE].computers
    known = [one.remarks.end for level in cast.values() for one in level.characters]
    return [text for text in known if text in e.panel_words()]


async def test_one_computer_speaks_and_rivals_meet_again(e: One) -> None:
    await e.played(rounds=1, computers=2)
    (text,) = ends(e)
    table = await e.stored()
    cast = looks()[ALL_AT_ONCE].computers
    (one,) = [
        found
        for player in table.players
        if player.computer and (found := character_of(cast, player))
        if found.remarks.end == text
    ]
    assert f"{one.sign} **{one.name}:** {text}" in e.panel_words()
    assert text not in e.hand_words(e.ana), "never on a hand"
    await e.restart()
    assert text in e.panel_words()
    table = await e.stored()
    assert " : " not in e.panel_words()
    await e.press(e.ana, "Rematch")
    await e.play_out(seed=5)
    again = await e.stored(2)
    assert [p.name for p in again.players] == [p.name for p in table.players], "rivals stay"
    scores = {}
    for seat, player in enumerate(again.players[1:], 1):
        pairs = [(t.players[0].rank or 0, t.players[seat].rank or 0) for t in (table, again)]
        scores[player.name] = (sum(a < b for a, b in pairs), sum(a > b for a, b in pairs))
    nearest = min(again.players[1:], key=lambda player: (player.rank or 0, player.seat))
    ahead, behind = scores[nearest.name]
    assert ahead + behind == 2, "choose another seed: they were level"
    private = e.hand_words(e.ana)
    if ahead == behind:
        assert f"**Ana** and **{nearest.name}** are level at 1 : 1" in e.panel_words()
    else:
        leader, other = ("Ana", nearest.name) if ahead else (nearest.name, "Ana")
        assert f"**{leader}** leads **{other}** 2 : 0" in e.panel_words()
        told = f"You lead **{other}** 2 : 0" if ahead else f"**{leader}** leads you 2 : 0"
        assert told in private
    await storage.privacy.forget(e.bot.database, e.ana.id)
    await e.played(rounds=1, computers=2, seed=5)
    assert "the end" in e.panel_words()
    assert " : " not in e.panel_words(), "rivalries go with a person's data"


async def test_rivalry_of_a_hidden_person_is_private(e: One) -> None:
    await e.played(rounds=1, computers=2)
    for hidden in (False, True):
        if hidden:
            await e.me(e.ana, "Hide me here")
        await e.press(e.ana, "Rematch")
        await e.play_out(seed=5)
        assert (" : " in e.panel_words()) is not hidden
