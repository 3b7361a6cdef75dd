"""Replays drawn from the golden playthroughs: complete, still, and true to whose eyes they are."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from bot.screens.finished import Finished, replayed
from bot.screens.parts import looks
from bot.screens.replay import draw, told
from bot.storage import Player, StoredTable
from bot.wire.ui import Address
from bot.words.errors import TableError
from bot.words.i18n import tongue
from games import GAMES
from games.chance import Chance
from games.core import Seat, Step
from games.errors import RecordError
from games.record import Record, options_text
from games.record import replay as steps_of
from tests.examples import ALL_AT_ONCE, DUELLING, FOR_TWO, IN_TURN, SWAPPING

from ..games.golden import PLAYTHROUGHS
from ..games.hands import OPTIONS, REDEAL
from ..games.playing import random_match
from .evening import NAMES, components, words

T = tongue("en-US")


def past(record: Record, phase: str = "over") -> Finished:
    """Return the record as an ended match of named players."""
    steps = steps_of(record)
    outcome = GAMES[record.game].outcome(steps[-1].state)
    assert outcome is not None
    players = tuple(
        Player(100 + seat, NAMES[seat], "en-US", 7, rank=rank, score=score)
        for seat, (rank, score) in enumerate(zip(outcome.ranks, outcome.scores, strict=True))
    )
    table = StoredTable(
        id=12,
        guild_id=1,
        channel_id=2,
        locale="en-US",
        game=record.game,
        version=record.version,
        options=options_text(record.options),
        phase=phase,
        host_id=100,
        opened_at=0.0,
        secret=record.secret,
        started_at=1.0,
        ended_at=2.0,
        players=players,
    )
    return Finished(table, record, steps)


def all_eyes(record: Record) -> list[Seat | None]:
    return [None, *map(Seat, range(record.seats))]


def drawn(match: Finished, ply: int, eyes: Seat | None) -> Any:
    look = looks()[match.record.game]
    return draw(match, look, T, ply, eyes).components


def forgotten(match: Finished, eyes: Seat | None, rng: random.Random) -> Finished:
    """Return the match as these readers know it, with everything else resampled."""
    game, look = match.record.game, looks()[match.record.game]
    steps = [
        Step(
            REDEAL[game](step.state, eyes, rng),
            tuple(e for e in step.events if e.to is None or eyes in e.to),
        )
        for step in match.steps
    ]
    known = [seat == eyes or look.announced(text) for seat, text in match.record.moves]
    sealed = [text for (_, text), kept in zip(match.record.moves, known, strict=True) if not kept]
    moves = tuple(
        (seat, text if kept else rng.choice(sealed))
        for (seat, text), kept in zip(match.record.moves, known, strict=True)
    )
    return Finished(match.table, replace(match.record, moves=moves), steps)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_replay_reveals_nothing_hidden(name: str) -> None:
    match, rng = past(PLAYTHROUGHS[name]), random.Random(name)
    for eyes in all_eyes(match.record):
        other = forgotten(match, eyes, rng)
        assert other.seen(eyes) == match.seen(eyes)
        for ply in match.seen(eyes):
            assert drawn(other, ply, eyes) == drawn(match, ply, eyes), (eyes, ply)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_replay_names_only_moves_all_readers_can_infer(name: str) -> None:
    record = PLAYTHROUGHS[name]
    game, look, match = GAMES[record.game], looks()[record.game], past(record)
    for ply, (seat, text) in enumerate(record.moves, 1):
        label = told(match, look, T, ply, None)
        if label is None:
            continue
        before, chance = match.steps[ply - 1].state, Chance(record.seed, ply)
        heard = _heard(game, match.steps[ply])
        for move in game.legal_moves(before, seat):
            other = game.move_text(move)
            if look.label(match.view(ply - 1, None), other, T) != label:
                assert _heard(game, game.play(before, seat, move, chance)) != heard, (ply, text)


@pytest.mark.parametrize(
    ("key", "open_moves", "sealed_moves"),
    [
        (ALL_AT_ONCE, ["row1", "row4"], ["55", "0.4"]),
        (IN_TURN, ["4x5", "show3*", "challenge"], []),
        (SWAPPING, ["keep", "take", "KH-7S", "TC-AD!", "all", "all!", "pass", "pass!"], []),
        (DUELLING, ["take1", "take3", "R"], ["do", "zof", "rau", "place1", "place2:R"]),
        (FOR_TWO, ["sun", "chip-moon", "pass"], ["7", "change3"]),
    ],
)
def test_open_moves_are_announced_and_sealed_ones_not(
    key: str, open_moves: list[str], sealed_moves: list[str]
) -> None:
    look = looks()[key]
    assert all(map(look.announced, open_moves))
    assert not any(map(look.announced, sealed_moves))


def _heard(game: Any, step: Step[Any]) -> tuple[Any, ...]:
    return game.view(step.state, None), *(e for e in step.events if e.to is None)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_replay_shows_players_their_own_moves(name: str) -> None:
    match = past(PLAYTHROUGHS[name])
    look = looks()[match.record.game]
    for ply, (seat, text) in enumerate(match.record.moves, 1):
        label = look.label(match.view(ply - 1, seat), text, T)
        assert told(match, look, T, ply, seat) == label
        assert f"**{NAMES[seat]}**: {label}" in words(drawn(match, ply, seat))


@pytest.mark.parametrize(
    ("key", "seats", "options"),
    [(key, GAMES[key].seats[-1], options) for key in OPTIONS for options in OPTIONS[key][:2]],
)
def test_every_step_fits_a_message_and_nothing_in_it_is_live(
    key: str, seats: int, options: Any
) -> None:
    match = past(random_match(key, seats, options, 3).record)
    rng = random.Random(key)
    for eyes in (None, Seat(0), Seat(seats - 1)):
        plies = match.seen(eyes)
        for ply in {0, plies[-1], *rng.sample(plies, min(40, len(plies)))}:
            parts = list(components(drawn(match, ply, eyes)))
            assert len(parts) <= 40
            assert len(words(drawn(match, ply, eyes))) <= 4000
            ids = [part["custom_id"] for part in parts if "custom_id" in part]
            assert len(set(ids)) == len(ids)
            for part in parts:
                address = Address.parse(part.get("custom_id") or "")
                if address is not None and not part.get("disabled"):
                    assert address.kind in ("replay", "record", "share")
            json.dumps(parts)


def test_the_ways_lead_step_by_step_from_one_end_to_the_other() -> None:
    record = next(r for r in PLAYTHROUGHS.values() if r.game == ALL_AT_ONCE)
    match = past(record)
    for eyes in all_eyes(record):
        ply, walked = 0, []
        while True:
            walked.append(ply)
            ways = {
                part["label"]: Address.parse(part["custom_id"])
                for part in components(drawn(match, ply, eyes))
                if part["type"] == 2 and not part.get("disabled")
            }
            assert ("First" in ways) == ("Back" in ways) == (ply > 0)
            onward = ways.get("Next")
            if onward is None:
                break
            back = ways.get("Back")
            assert back is None or back.stage == walked[-2]
            ply = onward.stage
        assert walked == match.seen(eyes)
        assert "🥇" in words(drawn(match, ply, eyes))


def test_a_changed_choice_leaves_no_trace_for_others() -> None:
    record = random_match(ALL_AT_ONCE, 4, OPTIONS[ALL_AT_ONCE][0], 1).record
    match = past(record)
    changed = [
        (ply, seat) for ply, (seat, _) in enumerate(record.moves, 1) if ply not in match.seen(None)
    ]
    assert changed
    for ply, seat in changed:
        assert ply in match.seen(seat)
        assert drawn(match, ply, None) == drawn(match, ply - 1, None)


def test_a_broken_record_is_replayed_as_far_as_it_goes() -> None:
    whole = past(PLAYTHROUGHS[f"{ALL_AT_ONCE}/golden/two_seats.txt"])
    moves = (*whole.record.moves[:5], (Seat(0), "1"), *whole.record.moves[6:])
    broken = replayed(whole.table, replace(whole.record, moves=moves))
    assert broken.steps == whole.steps[:6]
    last = draw(broken, looks()[ALL_AT_ONCE], T, 5, None).text
    assert "The record can't be replayed further: Move 6 (1) is refused" in last
    assert "🥇" not in last, "how it ended isn't to be seen from here"
    with pytest.raises(TableError, match="no such step"):
        draw(broken, looks()[ALL_AT_ONCE], T, 6, None)


def test_a_record_of_other_rules_says_which_version_it_needs() -> None:
    whole = past(PLAYTHROUGHS[f"{ALL_AT_ONCE}/golden/two_seats.txt"])
    with pytest.raises(
        RecordError, match=rf"made by version 1 of {ALL_AT_ONCE}; here is version \d"
    ):
        replayed(whole.table, replace(whole.record, version=1))
