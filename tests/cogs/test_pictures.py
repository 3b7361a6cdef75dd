"""Pictures of a running match, drawn for every reader without hidden facts."""

import inspect
import random
import re
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest

from bot.drawing.lobby import Lobby
from bot.drawing.picture import TOLD, Picture
from bot.drawing.png import png
from bot.drawing.podium import Podium
from bot.screens import arranging, frames
from bot.screens.look import NoLook
from bot.screens.sight import Sight
from bot.screens.transcript import looks
from bot.words.i18n import tongue
from bot.words.parts import part
from games import GAMES
from games.core import Seat
from tests.examples import ALL_AT_ONCE, IN_TURN
from tests.pictures import Said, check_full, check_says

from ..drawing import choices, reached
from ..features import brought
from ..games.hands import SEALED, SEALING
from .beside import T, drawn, match, moments, picture

MOST = 60
PICTURED = [key for key in GAMES if part(key, "picture") is not None]
# Games whose choices are all made by one click.
NO_HALVES = [
    key
    for key in PICTURED
    if "scene.pick(" not in inspect.getsource(sys.modules[type(looks()[key]).__module__])
]
CASES = [(key, seats) for key in PICTURED for seats in {GAMES[key].seats[0], GAMES[key].seats[-1]}]
BLOCKS = [
    key
    for key in GAMES
    if "```" in (Path(__file__).parents[2] / "cogs" / key / "look.py").read_text("utf-8")
]


def plies(last: int) -> list[int]:
    """Return the first plies, the last, and some between."""
    between = random.Random(1).sample(range(last + 1), min(MOST, last + 1))
    return sorted({0, 1, last, *between})


@pytest.mark.parametrize(("key", "seats"), CASES)
def test_every_pair_of_eyes_has_a_picture_without_hidden_facts(key: str, seats: int) -> None:
    drawing, last = match(key, seats)
    t, rng, kinds = tongue("en-US"), random.Random(3), dict[type, Picture]()
    for ply, reader, held in product(plies(last), (None, Seat(0), Seat(seats - 1)), (False, True)):
        shown = drawing.at(ply, held=held).sight(reader).picture(T)
        assert shown is not None
        other = drawing.known(ply, reader, rng, held=held).sight(reader).picture(T)
        assert shown == other
        assert hash(shown) == hash(drawing.at(ply, held=held).sight(reader).picture(T))
        assert 0 < len(shown.alt(t)) <= TOLD
        kinds[type(shown)] = shown
    assert all(len(png(shown)) <= 60_000 for shown in kinds.values())


def test_hand_keeps_its_picture_while_a_reveal_is_held() -> None:
    deciding, changing = set[str](), set[str]()
    for key in (key for key in PICTURED if not looks()[key].waits):
        drawing, last = match(key, min(4, GAMES[key].seats[-1]))
        for ply, seat in product(range(last), map(Seat, range(min(4, GAMES[key].seats[-1])))):
            held = drawing.at(ply, held=True).sight(seat)
            if not held.decides or held.picture(T) == held.picture_below(T):
                continue
            assert held.picture(T) == drawing.at(ply).sight(seat).picture(T)
            assert held.picture_below(T) is not None
            (deciding if seat in held.to_act else changing).add(key)
    assert len(deciding) > 3
    assert changing, "a sealed choice may change while the reveal before it is held"


@pytest.mark.parametrize("key", PICTURED)
def test_every_reveal_has_its_own_picture(key: str) -> None:
    drawing, last = match(key, GAMES[key].seats[-1])
    readers, drawn = (None, Seat(0)), set[type]()
    plain = {type(drawing.at(0).sight(reader).picture(T)) for reader in readers}
    for ply in range(1, min(last + 1, 600)):
        moment = drawing.at(ply, held=True)
        public = [event for event in drawing.steps[ply].events if event.to is None]
        if looks()[key].pause(moment.sight(None).view, public):
            sights = map(moment.sight, readers)
            drawn |= {type(sight.picture_below(T) or sight.picture(T)) for sight in sights}
    assert drawn
    # A game with one kind of picture shows its reveals in it.
    assert len(plain) == 1 or not drawn & {*plain, type(None)}


def at_end(key: str, seats: int) -> Sight:
    """Return the public sight of a match that has ended and is stored as over."""
    drawing, last = match(key, seats)
    return drawing.at(last).sight(None)


@pytest.mark.parametrize("key", GAMES)
def test_end_is_a_podium_after_the_reveal(key: str) -> None:
    end = at_end(key, GAMES[key].seats[-1])
    shown = picture(end)
    assert isinstance(shown, Podium)
    outcome = end.view.outcome
    assert sorted(outcome.ranks) == [place.rank for place in shown.places]
    for place in shown.places:
        assert (place.rank, place.score) == (
            outcome.ranks[place.who.seat],
            outcome.scores[place.who.seat],
        )
        # The score has the look's own words.
        t = tongue("en-US")
        assert place.score is not None
        assert end.look.score(place.score, t) in shown.alt(t)
    assert len(png(shown)) <= 60_000
    assert not isinstance(picture(replace(end, held=True)), Podium)


def test_a_replay_has_its_podium_at_the_end_alone() -> None:
    drawing, _ = match(ALL_AT_ONCE, 10)
    end = at_end(ALL_AT_ONCE, 10)
    early = replace(drawing.at(5).sight(None), stored=end.stored)
    assert not isinstance(picture(early), Podium)
    # Only computers were left in: over, though the rules don't say so.
    assert isinstance(picture(replace(early, record="ab12")), Podium)
    assert not isinstance(
        picture(replace(end, stored=replace(end.stored, phase="cancelled"))), Podium
    )


@pytest.mark.parametrize("key", GAMES)
def test_lobby_picture_shows_players_and_free_seats(key: str) -> None:
    sight = at_end(key, GAMES[key].seats[0]).stored, looks()[key]
    host, *others = sight[0].players
    players = (host, replace(others[0], user_id=-201, kind="normal", name="Toni"))
    open_table = replace(
        sight[0], phase="lobby", host_id=host.user_id, players=players, awaited=(host,)
    )
    shown = picture(Sight(open_table, sight[1]))
    assert isinstance(shown, Lobby)
    assert (shown.fewest, shown.most) == (GAMES[key].seats[0], max(3, GAMES[key].seats[-1]))
    assert [(seat.host, seat.computer, seat.kept) for seat in shown.seats] == [
        (True, False, False),
        (False, True, False),
        (False, False, True),
    ]
    assert shown.seats[1].who.name == "Toni"
    assert len(png(shown)) <= 60_000
    assert picture(Sight(replace(open_table, phase="cancelled"), sight[1])) is None


def test_screens_have_no_picture_when_the_game_has_no_drawing() -> None:
    drawing, _ = match(IN_TURN, 2)
    sight = drawing.at(0).sight(None)
    other = replace(sight.stored, game="chess")
    assert picture(replace(sight, stored=other, look=NoLook())) is None
    assert picture(Sight(replace(other, phase="lobby"), NoLook())) is None


@pytest.mark.parametrize("key", PICTURED)
def test_picture_stays_when_its_reader_makes_a_half_choice(key: str) -> None:
    drawing, last = match(key, GAMES[key].seats[-1])
    seen = 0
    for ply in plies(last):
        moment = drawing.at(ply)
        for reader in GAMES[key].to_act(moment.state):
            sight = moment.sight(reader)
            for address, _ in choices(frames.hand(sight, T).components):
                if address.kind == "pick":
                    assert replace(sight, picked=address.text).picture(T) == sight.picture(T)
                    seen += 1
    assert seen or key in NO_HALVES


@pytest.mark.parametrize("key", [key for key in SEALING if key in PICTURED])
def test_picture_stays_when_its_reader_chooses_secretly(key: str) -> None:
    drawing, last = match(key, GAMES[key].seats[-1])
    seen = told = 0
    for ply in range(1, min(last + 1, 600)):
        seat, text = drawing.record.moves[ply - 1]
        public = any(event.to is None for event in drawing.steps[ply].events)
        if not SEALED[key].fullmatch(text):
            continue
        if public:
            told += 1
            continue
        before, after = (drawing.at(at).sight(seat) for at in (ply - 1, ply))
        assert GAMES[key].stage(drawing.steps[ply].state) == before.stage
        assert picture(after) == picture(before)
        seen += 1
    assert seen or told


@pytest.mark.parametrize("one", [one for facts in brought("pictured") for one in facts.SAYS])
def test_text_describes_the_picture(one: Said) -> None:
    check_says(one)


@pytest.mark.parametrize("facts", brought("pictured"), ids=lambda facts: facts.__name__)
def test_full_pictures_fit_file_and_text(facts: ModuleType) -> None:
    for shown in getattr(facts, "FULL", ()):
        check_full(shown)


@pytest.mark.parametrize("key", PICTURED)
@pytest.mark.costly
def test_a_picture_takes_no_move_away_and_no_words_are_added(key: str) -> None:
    shorter = 0
    for words, pictured in moments(key):
        plain, shown = drawn(words), drawn(pictured)
        assert reached(pictured, 40) == reached(words, 40)
        assert len(shown.text) <= len(plain.text) + 80
        assert [file.name for file in shown.files][:1] == ["x.png"]
        assert shown.files[0].text == pictured.file.picture.alt(T)  # type: ignore[union-attr]
        shorter += len(shown.text) < len(plain.text)
    assert shorter > len(moments(key)) / 3


@pytest.mark.parametrize("key", PICTURED)
def test_words_that_a_picture_cuts_stand_in_story_or_picture(key: str) -> None:
    hashed = re.compile(r"`[0-9a-f]{4}[ 0-9a-f…]{4,}")
    blocks = cut = 0
    for words, pictured in moments(key):
        plain, shown = drawn(words).text, drawn(pictured)
        assert not hashed.search(plain + shown.text), "no screen has a hash"
        if words.stored.phase != "live":
            continue
        assert "```" not in shown.text
        blocks += "```" in plain
        story = arranging.happened(replace(words, held=False), T).text
        lost = [line for line in plain.splitlines() if line not in shown.text]
        cut += any(line in story for line in lost)
        if words.held or words.view.outcome is not None:
            # A reveal and the end show only themselves.
            continue
        told = shown.text + shown.files[0].text + story
        for seat, player in enumerate(pictured.stored.players):
            names = (player.name, f"<@{player.user_id}>")
            if seat != pictured.seat and any(name in plain for name in names):
                assert any(name in told for name in names), (plain, told)
    assert blocks or key not in BLOCKS
    assert cut


@pytest.mark.parametrize("key", PICTURED)
def test_prompt_comes_first_under_the_picture_with_its_time(key: str) -> None:
    seen = 0
    for _, pictured in moments(key):
        decides = pictured.seat in pictured.to_act and not pictured.held
        if not decides or pictured.stored.phase != "live":
            continue
        timed = replace(pictured.stored, pace=30, deadline=100.0)
        shown = drawn(replace(pictured, stored=timed, deadline=100.0, now=80.0))
        headline, picture, prompt, *rest = shown.components[0]["components"]
        assert "content" in headline
        assert "items" in picture
        assert prompt["content"].splitlines()[0].endswith("⏳ <t:100:R>"), prompt
        assert any("components" in part for part in rest)
        seen += 1
    assert seen
