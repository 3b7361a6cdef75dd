"""`/leaderboard` as its readers use it, and the ends of seasons: podium, places kept."""

from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.screens.naming import season_name
from bot.storage.people import set_hidden
from bot.storage.ratings import MATCHES_NEEDED
from bot.storage.standings import season
from bot.words.i18n import tongue
from cogs.leaderboard import cog
from cogs.leaderboard.seasons import season_span
from tests.examples import ALL_AT_ONCE, IN_TURN

from ..closed import deny
from ..evening import (
    NAMES,
    Evening,
    Four,
    Logs,
    Patch,
    Three,
    Twelve,
    Two,
    answer,
    components,
    pictured,
    said,
    words,
)
from ..rated import played
from ..staff import manager

pytestmark = pytest.mark.usefixtures("pieces")


SEASON = 92 * 86400.0
"""At least as long as each quarter, in seconds."""


@pytest.fixture(autouse=True)
def usual_number(monkeypatch: Patch) -> int:
    """List people from one match. Return the number before."""
    number: int = vars(cog)["MATCHES_NEEDED"]
    monkeypatch.setattr(cog, "MATCHES_NEEDED", 1)
    return number


async def post(e: Evening, person: MemberActor, **options: Any) -> str:
    """Ask for a page, post it, and return its text."""
    asked = answer(await person.slash(e.channel, "leaderboard", **options))
    assert asked.ephemeral
    await person.click(asked, label="Post it here")
    assert words(asked.components) == "The leaderboard is in the channel."
    return e.panel_words()


async def opened(e: Evening, person: MemberActor, **options: Any) -> InteractionResult:
    """Ask for a page. What is read of it later is what it shows by then."""
    return await person.slash(e.channel, "leaderboard", **options)


def labels(e: Evening, page: InteractionResult) -> list[str]:
    """Return the labels of a page's buttons."""
    return list(e.buttons(answer(page)))


def listed(text: str) -> list[str]:
    """Return the ranks and names on a page."""
    lines = [line.split("**") for line in text.splitlines() if line.startswith("`")]
    return [f"{line[0].strip('` ')} {line[1]}" for line in lines]


async def test_page_is_private_with_ones_own_place(e: Twelve) -> None:
    *_, kei, lea = e.people
    await played(e, e.people[:11])
    page = await opened(e, kei)
    assert answer(page).ephemeral
    assert "All games" in said(page)
    assert "All time" in said(page)
    assert listed(said(page)) == [f"{n} {NAMES[n - 1]}" for n in range(1, 11)]
    assert "**Kei**: place 11 of 11, ~8" in said(page), "below the page, but told"
    assert "Page 1 of 2" in said(page)
    assert labels(e, page) == ["▶", "Post it here", "About ratings"]
    await kei.click(answer(page), label="▶")
    assert listed(said(page)) == ["11 Kei"]
    assert "Page 2 of 2" in said(page)
    assert labels(e, page) == ["◀", "Post it here", "About ratings"]
    await e.restart()
    await kei.click(answer(page), label="◀")
    assert listed(said(page))[0] == "1 Ana"
    assert "**Lea** has no rated match on this list yet." in said(await opened(e, lea))
    assert e.channel.history() == [], "nobody else sees anything"


async def test_posted_page_has_no_own_place(e: Twelve) -> None:
    *_, jun, kei, lea = e.people
    rogue = e.guild.add_member(e.env.create_user("**@everyone** <@1>"))
    await played(e, [rogue, *e.people[:10]])
    board = await post(e, jun)
    assert [line.split()[0] for line in listed(board)] == [f"{n}" for n in range(1, 11)]
    panel = e.panel()
    assert "@everyone" not in board, "names are printed, not obeyed"
    assert not panel.mentions
    assert not panel.mention_everyone
    assert "Jun" not in board
    assert "place" not in board
    assert list(e.buttons(panel)) == ["▶", "About ratings"]
    turned = said(await e.press(lea, "▶"))
    assert listed(turned) == ["11 Jun"]
    assert "**Lea** has no rated match on this list yet." in turned
    beyond = await e.forge(kei, panel, "s2:standings:0::999999999:*/all")
    assert listed(said(beyond)) == ["11 Jun"], "the last page there is"
    assert e.panel_words() == board, "a reader turns a page of their own"
    assert len(e.channel.history()) == 1
    await e.bot.servers.change(e.guild.id, leaderboards=False)
    for refused in (await jun.slash(e.channel, "leaderboard"), await e.press(jun, "▶")):
        assert "keeps no leaderboard" in said(refused)
    assert e.panel_words() == board


async def test_page_is_posted_only_with_permission_to_write(e: Two) -> None:
    await played(e, e.people)
    page = await opened(e, e.ana)
    for lacking in (e.ana.id, 0):
        deny(e, "send_messages", who=lacking)
        await e.ana.click(answer(page), label="Post it here")
        assert "Post it here" in labels(e, page), "the page stays with its reader"
        assert e.channel.history() == []
        deny(e, who=lacking)


async def test_a_made_up_address_is_refused(e: Twelve) -> None:
    await played(e, e.people)
    before = await post(e, e.ana)
    made_up = "* */ /all */ALL chess/all */2026 */2026-11 */2026-W47 */all'--"
    for where in ("", *made_up.split()):
        for kind in ("standings", "poststandings"):
            done = await e.forge(e.ana, e.panel(), f"s2:{kind}:0::1:{where}")
            assert "out of date" in said(done)
    assert e.panel_words() == before
    await e.open(e.ana, ALL_AT_ONCE)
    before = e.panel_words()
    page = await e.forge(e.ben, e.panel(), "s2:standings:0::1:*/all")
    assert listed(said(page))[0] == "1 Ana"
    assert e.panel_words() == before, "another message is left alone"


async def test_lists_by_game_and_period(e: Four) -> None:
    now, shown = e.bot.now(), list[str]()
    await played(e, (e.ana, e.ben), at=now - SEASON)
    await played(e, (e.chie, e.ben), game=IN_TURN, at=now)

    async def board(**options: Any) -> list[str]:
        page = await opened(e, e.dan, **options)
        shown.append(said(page))
        return sorted(line.split()[1] for line in listed(said(page)))

    assert await board() == ["Ana", "Ben", "Chie"]
    assert await board(game=ALL_AT_ONCE) == ["Ana", "Ben"]
    name = e.bot.looks[ALL_AT_ONCE].name.upper()
    assert await board(game=name) == ["Ana", "Ben"], "typed by its name"
    assert await board(period="season") == ["Ben", "Chie"]
    assert "This season · " in shown[-1]
    assert await board(period="season", game=ALL_AT_ONCE) == ["Ana", "Ben"]
    assert "is still empty, so this is the last one before" in shown[-1]
    choices = await e.dan.autocomplete(e.channel, "leaderboard", "game", "nim")
    assert [choice["value"] for choice in choices] == [ALL_AT_ONCE]
    refused = await e.dan.slash(e.channel, "leaderboard", game="chess")
    assert "no game called “chess”" in said(refused)


async def test_periods_can_be_turned_back(e: Three) -> None:
    now = e.bot.now()
    t = tongue("en-US")
    this, *past = (season_name(season(now - ago * SEASON), t) for ago in (0, 2, 5))
    await played(e, (e.ana, e.ben), at=now - 2 * SEASON)
    await played(e, (e.chie, e.ben), at=now - 5 * SEASON)
    page = await opened(e, e.ana, period="season")
    assert listed(said(page)) == ["1 Ana", "2 Ben"], "the last one that has matches"
    assert f"{this} is still empty" in said(page)
    assert labels(e, page) == [f"◀ {past[1]}", "Post it here", "About ratings"]
    await e.ana.click(answer(page), label=f"◀ {past[1]}")
    assert listed(said(page)) == ["1 Chie", "2 Ben"]
    assert "still empty" not in said(page)
    await e.ana.click(answer(page), label=f"{past[0]} ▶")
    assert listed(said(page)) == ["1 Ana", "2 Ben"]


async def test_a_seasons_page_stays_that_seasons(monkeypatch: Patch, e: Twelve) -> None:
    await played(e, e.people)
    page = await opened(e, e.ana, period="season")
    title = said(page).splitlines()[1]
    assert "This season · " in title
    later = e.bot.now() + SEASON
    monkeypatch.setattr(e.bot, "now", lambda: later)
    await e.ana.click(answer(page), label="▶")
    assert listed(said(page)) == ["11 Kei", "12 Lea"]
    assert said(page).splitlines()[1] == title.replace("This season · ", "")


async def test_rating_is_provisional_until_the_fifth_match(e: Three) -> None:
    for n in range(MATCHES_NEEDED):
        board = said(await e.ana.slash(e.channel, "leaderboard"))
        assert ("~" in board, "may still jump" in board) == (n > 0, n > 0)
        await played(e, [*e.people[n % 3 :], *e.people[: n % 3]])
    board = said(await e.ana.slash(e.channel, "leaderboard"))
    assert "~" not in board
    assert "5 matches, 2 won" in board


async def test_people_are_listed_from_five_matches(
    monkeypatch: Patch, usual_number: int, e: Three
) -> None:
    monkeypatch.setattr(cog, "MATCHES_NEEDED", usual_number)
    for _ in range(MATCHES_NEEDED - 1):
        await played(e, (e.ana, e.ben))
    board = said(await e.ana.slash(e.channel, "leaderboard"))
    assert f"Nobody has played {MATCHES_NEEDED} rated matches here yet." in board
    await played(e, (e.ana, e.chie))
    board = said(await e.ben.slash(e.channel, "leaderboard"))
    assert listed(board) == ["1 Ana"]
    assert f"listed from {MATCHES_NEEDED} matches (4 so far)" in board


async def test_question_explains_the_rating_in_three_lines(e: Three) -> None:
    await played(e, e.people)
    shown = [await e.ana.slash(e.channel, "leaderboard"), await e.ana.slash(e.channel, "profile")]
    for result in shown:
        assert "About ratings" in labels(e, result)
    await post(e, e.ana)
    told = said(await e.press(e.ben, "About ratings"))
    assert len(told.splitlines()) == 3
    assert "the leaderboard lists you from 5 matches on" in told


async def test_departed_member_is_listed_again_after_return(e: Twelve) -> None:
    ana, *gone, lea = e.people
    await played(e, e.people)
    for person in gone:
        e.guild.remove_member(person)
    board = said(await lea.slash(e.channel, "leaderboard"))
    assert listed(board) == ["1 Ana", "2 Lea"], "though a whole page has left"
    assert "**Lea**: place 2 of 2" in board
    await e.restart()
    again = e.guild.add_member(gone[0].user)
    assert "Ben" not in said(await ana.slash(e.channel, "leaderboard"))
    await e.explained(again, ALL_AT_ONCE)
    board = said(await ana.slash(e.channel, "leaderboard"))
    assert listed(board) == ["1 Ana", "2 Ben", "3 Lea"]


async def test_leaderboard_lists_all_if_members_are_unknown(monkeypatch: Patch, e: Three) -> None:
    await played(e, e.people)
    e.guild.remove_member(e.chie)
    with monkeypatch.context() as patched:
        patched.setattr(discord.Guild, "query_members", AsyncMock(side_effect=TimeoutError))
        board = said(await e.ana.slash(e.channel, "leaderboard"))
    assert listed(board) == ["1 Ana", "2 Ben", "3 Chie"]
    board = said(await e.ana.slash(e.channel, "leaderboard"))
    assert listed(board) == ["1 Ana", "2 Ben"]


@pytest.mark.evening(pictures=True)
async def test_hidden_player_sees_their_rank_in_private(e: Twelve) -> None:
    await played(e, e.people)
    await set_hidden(e.bot.database, e.guild.id, e.ben.id, True)
    shown = await e.ana.slash(e.channel, "leaderboard")
    [told] = pictured(answer(shown))
    assert [line.split(":")[0] for line in told.split("risen. ")][:2] == ["1. Ana", "2. Chie"]
    assert "Ben" not in told + said(shown)
    assert "you would be in place 2" in said(await opened(e, e.ben))
    assert "you would be" not in await post(e, e.ben)
    assert "Ben" not in e.panel_words()


async def test_page_is_in_its_readers_or_servers_language(speaks: dict[int, str], e: Two) -> None:
    await played(e, e.people)
    for server, asker, private, posted in (
        (None, "ja", "順位表", "順位表"),
        (None, "en-US", "Leaderboard", "Leaderboard"),
        ("ja", "en-US", "Leaderboard", "順位表"),
        ("de", "ja", "順位表", "Rangliste"),
    ):
        await e.bot.servers.change(e.guild.id, locale=server)
        speaks[e.ana.id] = asker
        page = await opened(e, e.ana)
        assert f"🏆 {private}" in said(page)
        await e.ana.click(answer(page), label=tongue(asker)("Post it here"))
        assert f"🏆 {posted}" in e.panel_words()


@pytest.mark.evening(pictures=True)
async def test_the_top_of_a_page_is_a_picture_too(e: Twelve) -> None:
    await played(e, e.people[:11])
    shown = await e.ana.slash(e.channel, "leaderboard")
    [file] = answer(shown).attachments
    [told] = pictured(answer(shown))
    assert (file.filename, file.description) == ("leaderboard.png", told)
    shown_names = [line.split(":")[0] for line in told.split("risen. ")]
    assert shown_names == [f"{n}. {NAMES[n - 1]}" for n in range(1, 6)]
    listed_names = [f"{n} {NAMES[n - 1]}" for n in range(6, 11)]
    assert listed(said(shown)) == listed_names, "the picture shows the first five"
    await e.ana.click(answer(shown), label="▶")
    [told] = pictured(answer(shown))
    assert told.startswith("11. Kei: ~")
    await e.ana.click(answer(shown), label="Post it here")
    assert [file.filename for file in e.panel().attachments] == ["leaderboard.png"]


def last(e: Evening) -> str:
    """Return the season before this one."""
    return season(season_span(season(e.bot.now()))[0] - 1)


async def a_season(e: Evening) -> None:
    """Store enough matches in the last season."""
    ends = season_span(last(e))[1]
    for number in range(MATCHES_NEEDED):
        await played(e, e.people, at=ends - 1000 + number)


async def test_podium_is_posted_once_and_places_are_kept(e: Four) -> None:
    await a_season(e)
    assert e.channel.history() == []
    await e.restart()
    path = f"/channels/{e.channel.id}/messages"
    e.env.inject_error("POST", path, status=503, times=None)
    await e.wait(120)
    assert e.channel.history() == []
    e.env.backend.faults.clear()
    await e.wait(120)
    [post] = e.channel.history()
    name, t = season_name(last(e), tongue("en-US")), e.bot.looks[ALL_AT_ONCE].name
    told = words(post.components)
    assert f"The season is over: {name}" in told
    line = next(text for text in told.splitlines() if "🥇" in text)
    assert [one for one in ("🥇 **Ana**", "🥈 **Ben**", "🥉 **Chie**") if one not in line] == []
    assert post.flags.suppress_notifications
    await e.restart()
    await e.wait(7200)
    assert len(e.channel.history()) == 1
    [button] = [c for c in components(post.components) if c.get("label") == "Leaderboard"]
    board = said(await e.ben.click(post, custom_id=button["custom_id"]))
    assert f"-# {name}" in board
    assert "**Ben**: place 2 of 4" in board
    assert f"🥈 {t}, {name}" in said(await e.ben.slash(e.channel, "profile"))
    assert f"🥇 {t}, {name}" in said(await e.ben.slash(e.channel, "profile", member=e.ana))


async def test_switch_of_the_board_stops_the_podium(e: Four) -> None:
    await a_season(e)
    await e.bot.servers.change(e.guild.id, leaderboards=False)
    await e.wait(120)
    assert e.channel.history() == []
    shown = said(await e.ana.slash(e.channel, "profile"))
    assert "🥇" not in shown


async def test_staff_learn_where_no_channel_takes_the_podium(caplog: Logs, e: Four) -> None:
    await a_season(e)
    staff = manager(e)
    warning = "I need **View Channel** and **Send Messages** to open tables in"
    assert warning not in said(await staff.slash(e.channel, "settings"))
    deny(e, "send_messages")
    with caplog.at_level("WARNING"):
        await e.wait(120)
    refused = f"channel {e.channel.id} of server {e.guild.id} refuses a post: 403"
    assert refused in caplog.text
    assert warning in said(await staff.slash(e.channel, "settings"))


async def test_podium_finds_another_place_when_its_channel_is_gone(e: Four) -> None:
    await a_season(e)
    lounge = e.guild.create_text_channel("lounge")
    e.env.backend.delete_channel(e.channel.id)
    await e.wait(120)
    [post] = lounge.history()
    assert "The season is over" in words(post.components)
