"""Matches of every game as people play them: to the end, over a restart, with clicks too many."""

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from bot.screens.sight import Sight
from bot.screens.transcript import looks
from bot.wire.ui import Address
from bot.words.i18n import tongue
from games import GAMES
from games.core import Seat

from ..bot.storage.standing import listed
from ..drawing import reached, stored_of
from ..games.hands import FEW, LASTING, PLAYS
from ..games.playing import random_match
from .conftest import Begin
from .evening import NAMES, Fewest, said

# A fixed deck, because some deals end at once.
pytestmark = pytest.mark.usefixtures("deck")
CASES = [
    (key, GAMES[key].seats[-(number % 2)], options)
    for key in sorted(GAMES)
    for number, options in enumerate(PLAYS[key])
]
_CLICKS = 40
_MOMENTS = 8
T = tongue("en-US")


def changed(custom_id: str, **fields: Any) -> str:
    """Return a custom_id with other parts."""
    address = Address.parse(custom_id)
    assert address is not None
    return str(replace(address, **fields))


@pytest.mark.parametrize(("key", "people", "options"), CASES)
@pytest.mark.costly
async def test_whole_match_is_played_to_its_end_and_rated(
    evening: Begin, key: str, people: int, options: dict[str, Any]
) -> None:
    async with evening(people) as e:
        await e.begin(key, **(options | LASTING[key]))
        await e.play_out(seed=people)
        end = e.panel_words()
        assert "the end" in end
        assert all(name in end for name in NAMES[:people])
        assert "rating" in end
        assert not re.search(r"^\d+\. ", end, re.MULTILINE), "Discord would number ties anew"
        for person in e.people:
            assert "the end" in e.hand_words(person)
            assert not e.offered(person)
        lines = await listed(e.bot.database, e.guild.id, key)
        assert sorted((line.name, line.matches) for line in lines) == [
            (name, 1) for name in sorted(NAMES[:people])
        ]


@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.costly
async def test_buttons_on_screen_work_after_a_restart(key: str, e: Fewest) -> None:
    """Each kind of decision is made once from a screen of before, also the change of a choice."""
    game, rng, kinds = GAMES[key], random.Random(key), set[Any]()
    await e.begin(key, **LASTING[key])
    for _ in range(_CLICKS):
        asked = [person for person in e.people if e.offered(person)]
        if not asked:
            break
        person = rng.choice(asked)
        kind, custom_id, value = rng.choice(e.offered(person))
        if kind == "pick":
            if value is None:
                await person.user.click(e.hand(person), custom_id=custom_id)
            else:
                await person.user.select(e.hand(person), [value], custom_id=custom_id)
            continue
        address = Address.parse(custom_id)
        assert address is not None
        before, sealed = await e.made(), "Chosen:" in e.hand_words(person)
        this = type(game.parse_move(address.text)), sealed
        if this not in kinds:
            await e.restart()
        kinds.add(this)
        await e.forge_hand(person, custom_id)
        assert await e.made() == [*before, (e.people.index(person), address.text)]
    assert kinds


@pytest.mark.parametrize("key", sorted(GAMES))
async def test_move_is_typed_by_its_notation_or_its_words(key: str, e: Fewest) -> None:
    await e.begin(key, **LASTING[key])
    for field in ("value", "name"):
        (person, *_) = e.unsealed()
        offered = await person.autocomplete(e.channel, "move", "move", "")
        texts = (await e.match()).legal_texts(Seat(e.people.index(person)))
        assert {choice["value"] for choice in offered} <= {*texts}
        assert len(offered) == min(25, len(texts))
        *_, last = offered
        await person.slash(e.channel, "move", move=last[field])
        assert (await e.made())[-1] == (e.people.index(person), last["value"])
    made = await e.made()
    for nonsense in ("row9", "55 5", "<@1>", "💥"):
        refused = await e.unsealed()[0].slash(e.channel, "move", move=nonsense)
        assert said(refused)
    assert await e.made() == made


@pytest.mark.parametrize("key", sorted(GAMES))
async def test_stale_wrong_and_forged_clicks_change_nothing(key: str, e: Fewest) -> None:
    await e.begin(key, **LASTING[key])
    person = e.unsealed()[0]
    stale = next(iter(e.moves(person).values()))
    match = await e.match()
    stage = GAMES[key].stage(match.state)
    for seed in range(_CLICKS):
        if GAMES[key].stage(match.state) == stage:
            await e.play_out(seed, plies=1)
    before = await e.made()
    assert "moved on" in said(await e.forge_hand(person, stale))
    assert "moved on" in said(await e.forge_hand(person, changed(stale, kind="pick")))
    mine = e.unsealed()[0]
    move = next(iter(e.moves(mine).values()))
    for other in e.people:
        if not e.offered(other):
            assert "It isn't your turn" in said(await e.forge_hand(other, move))
    for nonsense in ("x", "💥", "999"):
        assert said(await e.forge_hand(mine, changed(move, text=nonsense))).endswith(".")
        await e.forge_hand(mine, changed(move, kind="pick", text=nonsense))
        assert move in e.moves(mine).values(), "as if nothing were picked"
    assert await e.made() == before


@pytest.mark.parametrize(
    ("key", "seats"),
    [(key, n) for key, game in GAMES.items() for n in sorted({game.seats[0], game.seats[-1]})],
)
def test_every_legal_move_is_some_clicks_away_and_no_other(key: str, seats: int) -> None:
    game, look, rng = GAMES[key], looks()[key], random.Random(key)
    played = random_match(key, seats, FEW[key], 1)
    plies, stored = range(len(played.steps) - 1), replace(stored_of(played.record), phase="live")
    for ply in sorted({0, 1, *rng.sample(plies, min(_MOMENTS, len(plies)))}):
        state = played.steps[ply].state
        for seat in map(Seat, range(seats)):
            legal = {game.move_text(move) for move in game.legal_moves(state, seat)}
            sight = Sight.at(stored, look, played.steps[: ply + 1], seat)
            clicked = reached(sight)
            assert clicked <= legal, (ply, seat)
            # One of several equal moves is enough.
            view = game.view(state, seat)
            words = {look.label(view, text, T) for text in clicked}
            assert all(look.label(view, text, T) in words for text in legal), (ply, seat)
