"""Finished matches and their replays, used by members, players, strangers and forgers."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord import InteractionResult

from bot.run.verify import CALLED_OFF, verify
from bot.storage.people import Wish
from bot.wire.ui import Address

from ...bot.storage.standing import made
from ...examples import ALL_AT_ONCE, IN_TURN
from ..evening import Three, Two, answer, components, pictured, said, words
from ..staff import history, manager, watched
from .past import by, ended, live, press

pytestmark = pytest.mark.usefixtures("dots")


def select_of(result: InteractionResult) -> Any:
    """Return the enabled select of a private answer."""
    return next(
        c for c in components(answer(result).components) if c["type"] == 3 and not c.get("disabled")
    )


async def test_replay_goes_through_a_match_trick_by_trick(e: Three) -> None:
    e.people = [e.ana, e.ben]
    await e.played(rounds=1, seed=3)
    panel = e.panel_words()
    shown = await e.press(e.chie, "Replay")
    assert e.panel_words() == panel, "the panel stays as it is"
    assert "Back" not in live(shown)
    for trick in range(1, 10):
        text = said(shown)
        assert f"**Round 1, card {trick} of 10**" in text
        assert "As a spectator saw it" in text
        assert not e.moves(e.ben)
        if trick == 3:
            await e.restart()
        shown = await press(e.chie, shown, "Next")
    assert "**Round 1, card 10 of 10**" in said(shown)
    assert "🥇" in said(shown)
    assert "Next" not in live(shown)
    at = Address.parse(live(shown)["Back"])
    assert at is not None
    direct = await e.forge(e.chie, answer(shown), f"s2:replay:1:MARK:{at.stage}:0/open")
    assert "card 9 of 10" in said(direct)
    assert "As Ana saw it" in said(direct)

    shown = await by(e.chie, shown, "1")
    for trick in range(9, 0, -1):
        shown = await press(e.chie, shown, "Back")
        text = said(shown)
        assert "As Ben saw it" in text
        assert f"**Round 1, card {trick} of 10**" in text
        kinds = {"Back", "Play", "Next", "Share"}
        assert set(live(shown)) <= kinds
    shown = await by(e.chie, shown, "s")
    assert "As a spectator saw it" in said(shown)


async def test_forged_controls_are_refused_and_change_nothing(e: Two) -> None:
    plies = await ended(e)
    before = e.panel_words()
    for custom_id in ("s2:replay:1:MARK:1:0/next", "s2:history:0::0:/0/newer"):
        shown = await e.forge(e.ana, e.panel(), custom_id)
        assert shown.ephemeral
    assert e.panel_words() == before, "what all can read is left alone"
    found = Address.parse(e.buttons(e.panel())["Replay"])
    assert found is not None
    assert replace(found, mark="") == Address("replay", 1, 0, "s/open")
    shown = await watched(e, e.ana, 1)
    message = answer(shown).message
    before = words(message.components)
    await e.begin(ALL_AT_ONCE)
    await e.open(e.ana, ALL_AT_ONCE)

    for custom_id, why in {
        f"s2:replay:1:MARK:{plies + 1}:s/next": "no such step",
        "s2:replay:1:MARK:999999999:s/next": "no such step",
        "s2:replay:1:MARK:0:2/next": "such a seat",
        "s2:replay:1:MARK:0:-1/next": "such a seat",
        "s2:replay:1:MARK:0:00/next": "such a seat",
        "s2:replay:1:MARK:0:": "such a seat",
        "s2:replay:1:MARK:0:eyes/0": "such a seat",
        "s2:replay:2:MARK:0:s/next": "isn't over",
        "s2:replay:2:MARK:0:0/next": "isn't over",
        "s2:replay:3:MARK:0:s/next": "isn't over",
        "s2:replay:999999999999999999::0:s/next": "out of date",
        "s2:record:2:MARK:0:": "isn't over",
        "s2:watch:0::0:x": "out of date",
        "s2:watch:0::0:2": "isn't over",
        f"s2:watch:0::0:{'9' * 60}": "out of date",
        "s2:history:0::0:": "out of date",
        "s2:history:0::0:chess/0/newer": "out of date",
        f"s2:history:0::0:/{'9' * 60}/newer": "out of date",
        "s2:history:0::0:/-1/newer": "out of date",
        "s2:still:0::0:": "out of date",
    }.items():
        assert why in said(await e.forge(e.ana, message, custom_id)), custom_id
    for value, why in {"9": "such a seat", "../s": "such a seat", "": "such a seat"}.items():
        forged = await e.forge(e.ana, message, f"s2:replay:1:MARK:0:{value}")
        assert why in said(forged)
    assert words(message.components) == before
    assert len(await e.made(2)) == 0


async def test_another_servers_matches_are_not_to_be_seen(e: Two) -> None:
    await ended(e)
    guild = e.env.create_guild()
    elsewhere = guild.create_text_channel("elsewhere")
    spy = guild.add_member(e.env.create_user("Spy"))
    assert "no match 1 in this server" in said(await watched(e, spy, 1, elsewhere))
    shown = await history(e, spy, elsewhere)
    assert "No match was finished" in said(shown)
    rules = await e.explained(spy, ALL_AT_ONCE, at=elsewhere)
    for custom_id in (
        *("s2:replay:1:MARK:0:s/open", "s2:record:1:MARK:0:", "s2:watch:0::0:1"),
        "s2:fairness:1:MARK:0:",
    ):
        forged = await e.forge(spy, answer(rules).message, custom_id)
        assert "no match 1 in this server" in said(forged)
        assert not [m for m in [forged.response, *forged.followups] if m and m.attachments]


async def test_match_is_replayed_as_far_as_it_went_once_called_off(tmp_path: Path, e: Two) -> None:
    ana, ben = await e.begin()
    assert "Replay" not in e.buttons(e.panel())
    assert "isn't over" in said(await watched(e, ana, 1))
    assert "No match was finished" in said(await history(e, ana))
    first, second = sorted(e.moves(ana))[:2]
    await e.play(ana, first)
    await e.play(ana, second)
    mia = manager(e)
    await press(mia, await e.cancel(mia), "Call it off")
    shown = await e.press(ben, "Replay")
    assert "card 1 of 1**" in said(shown), "that she changed her mind is hers to know"
    assert "**Ana** has decided." in said(shown)
    assert "called off" in said(shown)
    shown = await by(ben, shown, "0")
    assert "card 1 of 1**" in said(shown)
    assert f"**You**: {second} (" in said(shown)
    assert "Your hand: " in said(shown), "it awaits no choice any more"
    file = tmp_path / "match.txt"
    await asyncio.to_thread(file.write_bytes, await e.record(ben))
    assert verify(file) == CALLED_OFF


async def test_the_history_is_paged_newest_first_also_after_a_restart(e: Two) -> None:
    guild, there = e.guild.id, e.channel.id
    ends = [1000.0 * n for n in range(1, 28)]
    await made(e.bot.database, ends, guild_id=guild, channel_id=there)
    shown = await e.ana.slash(e.channel, "leaderboard")
    listed: Any = select_of(shown)["options"]
    older = listed.pop()
    assert [one["value"] for one in listed] == [str(n) for n in range(27, 3, -1)]
    assert older["label"] == "Older matches, page by page"
    page = await by(e.ana, shown, older["value"])
    listed = select_of(page)["options"]
    assert [one["value"] for one in listed] == ["7", "6", "5", "4", "3"]
    assert "**#8**" in said(await press(e.ana, page, "Newer"))
    await made(e.bot.database, [99.0], guild_id=guild + 1, channel_id=there)
    await made(e.bot.database, [98.0], guild_id=guild, game=IN_TURN, users=(e.ben.id, e.ana.id))

    shown = await history(e, e.ana)
    found: list[int] = []
    for number in range(6):
        text = said(shown)
        found += [int(part.split("**")[0]) for part in text.split("**#")[1:]]
        assert len(select_of(shown)["options"]) == (5 if number < 5 else 3)
        if number == 2:
            await e.restart()
        if number < 5:
            shown = await press(e.ana, shown, "Older")
    assert found == [*range(27, 0, -1), 29]
    assert "🥇 Ben · 🥈 Ana" not in said(shown)
    look = e.bot.looks[IN_TURN]
    assert f"{look.emoji} {look.name} · <t:98:f>" in said(shown)
    assert "Older" not in live(shown)
    shown = await press(e.ana, shown, "Newer")
    assert "**#7**" in said(shown)
    beyond = await e.forge(e.ana, answer(shown).message, "s2:history:0::999999999:/0/older")
    assert "No match was finished" in said(beyond)


async def test_the_history_of_a_game_and_of_a_member(e: Two) -> None:
    database, guild, there = e.bot.database, e.guild.id, e.channel.id
    for ends, users, game in (
        ([float(n) for n in range(1, 8)], (e.ana.id, 5), ALL_AT_ONCE),
        ([8.0], (e.ben.id, e.ana.id), IN_TURN),
    ):
        await made(database, ends, guild_id=guild, channel_id=there, users=users, game=game)
    shown = await history(e, e.ben, member=e.ana)
    assert f"<@{e.ana.id}>" in said(shown)
    shown = await press(e.ben, shown, "Older")
    assert said(shown).count("**#") == 3
    shown = await history(e, e.ben, member=e.ben)
    assert said(shown).count("**#") == 1
    shown = await history(e, e.ben, game=ALL_AT_ONCE, member=e.ana)
    shown = await press(e.ben, shown, "Older")
    assert said(shown).count("**#") == 2
    shown = await history(e, e.ben, game=ALL_AT_ONCE, member=e.ben)
    assert "No match was finished" in said(shown)
    assert said(await history(e, e.ana, game=IN_TURN)).count("**#") == 1


async def test_lists_open_their_matches_beside_them(e: Two) -> None:
    await ended(e)
    assert list(e.buttons(e.panel())) == ["Rematch", "Replay", "Share", "⋯"]
    for command, options in (("profile", {"member": e.ana}), ("leaderboard", {})):
        shown = await e.ben.slash(e.channel, command, **options)
        listed = select_of(shown)["options"]
        assert [o["value"] for o in listed][:1] == ["1"]
        assert "Ana, Ben" in listed[0]["label"]
        assert "replay of match 1" in said(await by(e.ben, shown, "1"))
        every = listed[1]["value"]
        assert "Finished matches" in said(await by(e.ben, shown, every))
    await e.bot.servers.change(e.guild.id, leaderboards=False)
    shown = await e.ana.slash(e.channel, "leaderboard")
    assert "keeps no leaderboard" in said(shown)
    assert "replay of match 1" in said(await by(e.ana, shown, "1"))
    shown = await history(e, e.ana)
    assert "🥇" in said(shown)
    found = select_of(shown)["options"]
    assert [o["value"] for o in found] == ["1"]
    opened = await by(e.ana, shown, "1")
    assert "**Round 1, step 1 of " in said(opened)
    assert any(f"**{name}**: Bid " in said(opened) for name in ("You", "Ben"))
    assert answer(opened).message.id != answer(shown).message.id
    e.change(f"update seats set name = '', user_id = -1 where user_id = {e.ana.id}")
    assert "someone" in said(await history(e, e.ana))
    shown = await watched(e, e.ana, 1)
    assert "someone" in said(shown)
    shown = await by(e.ana, shown, "0")
    assert "As someone saw it" in said(shown)
    assert "Ana" not in said(shown)
    e.change("update tables set version = 77")
    await e.restart()
    assert "rules 77" in said(await e.press(e.ana, "Replay"))
    assert "rules 77" in said(await watched(e, e.ana, 1))


@pytest.mark.evening(pictures=True)
async def test_step_is_a_picture_with_its_place_or_words(e: Three) -> None:
    await ended(e, dice=2, end="first_out")
    shown = await watched(e, e.chie, 1)
    [told] = pictured(answer(shown))
    assert told.startswith("Round 1, step 1 of ")
    assert "```" not in said(shown)
    shown = await by(e.chie, shown, "0")
    assert len(pictured(answer(shown))) == 2, "Ana's dice too"
    await e.bot.house.readers.choose(e.chie.id, Wish(pictures=False))
    shown = await watched(e, e.chie, 1)
    assert pictured(answer(shown)) == []
    assert re.search(r"Round 1 · 4 dice\n## 1 × 4 · (Ana|Ben)\n", said(shown))


@pytest.mark.evening(pictures=True)
async def test_replay_never_replaces_the_end(e: Two) -> None:
    await ended(e, dice=2, end="first_out")
    end = e.hand(e.ana)
    before = words(end.components)
    opening = e.buttons(end)["Replay"]
    shown = await e.ana.user.click(end, custom_id=opening)
    assert "replay of match 1" in said(shown)
    assert words(e.hand(e.ana).components) == before


@pytest.mark.parametrize(("moving", "kind"), [(True, ".gif"), (False, ".png")])
@pytest.mark.evening(pictures=True)
async def test_a_step_moves_as_its_reader_wants(moving: bool, kind: str, e: Three) -> None:
    await ended(e, ALL_AT_ONCE, rounds=1)
    await e.bot.house.readers.choose(e.chie.id, Wish(True, moving))
    shown = await press(e.chie, await watched(e, e.chie, 1), "Next")
    assert "card 2 of 10**" in said(shown)
    assert [file.filename[-4:] for file in answer(shown).attachments] == [kind]
    again = await press(e.chie, shown, "Play")
    assert "card 2 of 10**" in said(again)
    assert [file.filename[-4:] for file in answer(again).attachments] == [".gif"]
    await e.bot.house.readers.choose(e.chie.id, Wish(False, False))
    shown = await press(e.chie, await watched(e, e.chie, 1), "Next")
    assert "Play" not in live(shown)
