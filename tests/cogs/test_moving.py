"""Held reveals as films or still pictures, by a person's choice and the server's."""

from unittest.mock import Mock

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.drawing.crowning import Crowning
from bot.drawing.film import Film
from bot.drawing.picture import Picture
from bot.storage.jobs import set_due
from bot.wire.pacer import Pacer
from bot.workers.pictures import LONG_PATIENCE, PATIENCE, Pictures
from games import GAMES

from ..games.hands import SEALED
from .conftest import Begin, hold, lengthened
from .evening import Evening, Fewest, One, Patch, Three, Two, answer, answers, said, words
from .pauses import FILMED
from .staff import history, manager, open_settings

pytestmark = pytest.mark.evening(pictures=True, held=True)

HELD = 60.0
"""Seconds of a reveal pause here: longer than simcord waits, so that a click returns in it."""


@pytest.fixture(autouse=True)
def _held(dots: dict[str, Picture], monkeypatch: Patch) -> None:
    hold(monkeypatch, lengthened(HELD))


def file_of(message: discord.Message) -> str:
    """Return the name of a reveal's file. It is below the picture of a hand that decides."""
    *_, file = message.attachments
    return file.filename


async def begin(e: Evening, key: str) -> None:
    """Start a match. The first person has chosen films, the second still pictures."""
    for person, label in zip(e.people, ("Moving", "Still"), strict=False):
        await person.click(answer(await person.slash(e.channel, "me")), label=label)
    await e.begin(key)


async def reveal(e: Evening, person: MemberActor) -> None:
    """Play until that person sees a film."""
    for seed in range(200):
        await e.wait(HELD + 1)
        await e.play_out(seed, plies=1)
        if file_of(e.hand(person)).endswith(".gif"):
            return
    raise AssertionError("no film in 200 moves")


@pytest.mark.parametrize("key", FILMED)
@pytest.mark.costly
async def test_reveal_moves_by_choice_of_reader_or_server(
    evening: Begin, key: str, dots: dict[str, Picture]
) -> None:
    async with evening(min(3, GAMES[key].seats[-1]), pictures=True, held=True) as e:
        await begin(e, key)
        moving, still, *others = e.people
        for value, ending in (("off", ".png"), ("on", ".gif")):
            settings = await open_settings(e, manager(e))
            assert value in settings.control("setswitch", "moving")["custom_id"]
            await settings.turn("setswitch", "moving")
            await reveal(e, moving)
            film = dots[file_of(e.hand(moving))]
            assert isinstance(film, Film)
            assert file_of(e.hand(still)).endswith(".png")
            for message in (e.panel(), *map(e.hand, others)):
                shown = file_of(message)
                assert shown.endswith(ending)
                assert (dots[shown] == film) is (value == "on")


@pytest.mark.parametrize("key", FILMED)
@pytest.mark.costly
async def test_only_reader_gets_each_screen_and_each_file_once(
    key: str, dots: dict[str, Picture], monkeypatch: Patch, e: One
) -> None:
    # A player with so short pauses gets no notices.
    hold(monkeypatch, lengthened(5.0))
    await e.begin(key, computers=min(2, GAMES[key].seats[-1] - 1))
    panel, since = e.panel(), len(e.env.http_requests)
    for seed in range(24):
        await e.play_out(seed, plies=1)
        await e.wait(6.0)
        if (await e.stored()).ended:
            break
        assert e.panel().edited_at == panel.edited_at, "the hand shows it all"
    assert len(dots) == len({*dots.values()}), "none is drawn twice"
    edits, has, before = 0, set[str](), None
    for sent in e.env.http_requests[since:]:
        body = sent.json and (sent.json.get("data") or sent.json)
        if not body or f"/channels/{e.channel.id}/" in sent.path:
            continue
        new = {one["filename"] for one in body["attachments"] if "filename" in one}
        assert not new & has, "its message has it"
        if "/callback" not in sent.path:
            edits += 1
            assert new or body["components"] != before, "nothing has changed"
        has = new if len(new) == len(body["attachments"]) else has | new
        before = body["components"]
    assert has <= dots.keys()
    assert 0 < edits <= len(await e.made())


async def test_taken_win_awaits_a_film(
    dots: dict[str, Picture], monkeypatch: Patch, e: Two
) -> None:
    wait, limits = Pictures.wait, dict[bool, list[float]]({True: [], False: []})

    async def noted(self: Pictures, picture: Picture, seconds: float = PATIENCE) -> None:
        limits[isinstance(picture, Film)].append(seconds)
        await wait(self, picture, seconds)

    monkeypatch.setattr("bot.tables.lifecycle.crowned_for", lambda *_: HELD)
    monkeypatch.setattr(Pictures, "wait", noted)
    await begin(e, FILMED[0])
    await e.wait(HELD + 1)
    await e.leave(e.ben)
    await e.wait(61)
    await e.press_hand(e.ana, "Take the win")
    assert isinstance(dots[file_of(e.hand(e.ana))], Crowning)
    assert "You win" not in e.hand_words(e.ana)
    await e.wait(HELD + 1)
    assert "You win" in e.hand_words(e.ana)
    assert file_of(e.hand(e.ana)).endswith(".png")
    between = (PATIENCE + LONG_PATIENCE) / 2
    assert min(limits[False]) < between < min(limits[True]), "a film is awaited longer"


@pytest.mark.parametrize("key", FILMED[:1])
async def test_host_turns_films_off_for_one_table(key: str, e: Two) -> None:
    await e.ben.click(answer(await e.ben.slash(e.channel, "me")), label="Moving")
    await e.open(e.ana, key)
    assert "Only the host" in said(await seat_list(e, e.ben, "films/off"))
    await seat_list(e, e.ana, "films/off")
    await seat_list(e, e.ana, "films/on")
    await seat_list(e, e.ana, "films/off")
    await e.press(e.ben, "Join")
    await e.press(e.ana, "Start")
    await reveal(e, e.ben)
    assert file_of(e.panel()).endswith(".png"), "the table's films are off"
    assert file_of(e.hand(e.ana)).endswith(".png")


@pytest.mark.parametrize("key", FILMED[:1])
async def test_panel_of_a_busy_channel_has_no_film(key: str, monkeypatch: Patch, e: Two) -> None:
    behind = Mock(return_value=True)
    await begin(e, key)
    monkeypatch.setattr(Pacer, "behind", behind)
    await reveal(e, e.people[0])
    behind.assert_called_once_with(e.channel.id)  # a reveal is decided once
    assert not e.panel().attachments
    assert "challenge" in words(e.panel().components)
    # A match may end with the first reveal. Its podium is a film of its own.
    for _ in range(2):
        await e.wait(HELD + 1)
    assert file_of(e.panel()).endswith(".png")


async def seat_list(e: Evening, person: MemberActor, value: str) -> InteractionResult:
    """Choose in the host's list of an open table."""
    return await e.forge(person, e.panel(), "s2:seats:1:MARK:2:/0", [value])


@pytest.mark.parametrize("key", FILMED)
@pytest.mark.costly
async def test_film_does_not_return_with_a_sealed_choice(key: str, e: Fewest) -> None:
    await e.begin(key)
    match, seals, sealed = (await e.match()), e.bot.looks[key].seals, 0
    for seed in range(40):
        if match.outcome is not None:
            break
        await e.wait(2 * HELD + 1)
        await e.play_out(seed, plies=1)
        told = [event for ply, event in match.public() if ply == match.ply]
        # The last of some choices may begin a stage, and reveals nothing then.
        if all(isinstance(event, seals) for event in told):
            sealed += 1
            assert match.playing is None
            assert all(file_of(e.hand(one)).endswith(".png") for one in e.people)
    assert sealed or not any(SEALED[key].fullmatch(text) for _, text in match.moves)


def changes(e: Evening) -> int:
    """Return the number of requests that post, change or delete a message."""
    return sum(sent.method != "GET" and "/messages" in sent.path for sent in e.env.http_requests)


@pytest.mark.parametrize("key", FILMED)
@pytest.mark.costly
async def test_answers_and_messages_wait_for_the_film(key: str, e: Fewest) -> None:
    await e.begin(key)
    more = e.buttons(answer(await e.ana.user.click(e.hand(e.ana), label="⋯")))
    await reveal(e, e.ana)
    assert await e.ana.autocomplete(e.channel, "move", "move", "") == []
    shown = answer(await e.ana.user.click(e.hand(e.ana), label="⋯"))
    assert list(e.buttons(shown)) == list(more)
    waiting = [await e.ana.slash(e.channel, "my")]
    read = await e.press(e.ana, "Hand")
    assert file_of(answer(read)).endswith(".gif")
    assert not any(answered(e, e.ana, result) for result in waiting)
    before = changes(e)
    await e.wait(HELD - 5)
    assert changes(e) == before, "no message changes"
    # A reveal in two films has two holds.
    await e.wait(HELD + 6)
    assert changes(e) > before
    assert all(answered(e, e.ana, result) for result in waiting)


@pytest.mark.parametrize("key", FILMED[:1])
async def test_results_wait_for_a_film_in_their_channel(key: str, e: Fewest) -> None:
    ana, reader = e.people[0], e.guild.add_member(e.env.create_user("Mia"))
    await e.begin(key)
    pages = [answer(await history(e, person)) for person in (ana, reader)]
    await reveal(e, ana)
    help_page = await reader.slash(e.channel, "help")
    assert help_page.response is not None, "it reveals nothing"
    if e.bot.tree.get_command("night") is not None:
        night = await ana.slash(e.channel, "night")
        assert night.modal is not None, "a form can't wait"
    since = len(e.env.http_requests)
    await reader.slash(e.channel, "profile", member=ana)
    await reader.slash(e.channel, "my")
    await e.forge(reader, pages[1], "s2:watch:0::0:1")
    await e.forge(reader, pages[1], "s2:history:0::0:/0/older")
    await e.forge(reader, pages[1], "s2:move:1:MARK:0:")
    await e.forge(ana, pages[0], "s2:export:0::0:")
    assert read(e, since) == 0
    # A reveal in two films has two holds.
    await e.wait(2 * HELD + 1)
    assert read(e, since) >= 6


@pytest.mark.parametrize("key", FILMED[:1])
async def test_message_of_the_day_waits_for_a_film(key: str, monkeypatch: Patch, e: Three) -> None:
    monkeypatch.setattr("bot.play.clock._LONGEST_NAP", HELD / 6)
    await e.begin(key, **{"table.pace": "86400"})
    await reveal(e, e.people[0])
    match = await e.match()
    person = e.people[min(match.to_act)]
    await e.bot.house.readers.gather(person.id, e.bot.now(), wanted=True)
    before = changes(e)
    async with e.bot.database.begin() as db:
        await set_due(db, "gather", 0, e.bot.now())
    await e.wait(HELD / 2)
    assert changes(e) == before
    # A reveal in two films has two holds.
    await e.wait(2 * HELD + 1)
    assert "waits for you today" in str(e.env.http_requests[-20:])


def read(e: Evening, since: int) -> int:
    """Return the number of answers with something to read."""
    asked = [one for one in e.env.http_requests[since:] if "/channels/" not in one.path]
    return sum("components" in str(one.json) for one in asked)


def answered(e: Evening, person: MemberActor, result: InteractionResult) -> bool:
    """Return True if an interaction has an answer to read, apart from the hand clicked."""
    shown = [message for message in answers(result) if message.id != e.hand(person).id]
    return any(words(message.components) for message in shown)
