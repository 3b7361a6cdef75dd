"""The laws that every game keeps: each a check of one match, which raises where it is broken.

`test_contract` tries them on matches of every game, `test_mutants` on games that break one.
"""

import hashlib
import itertools
import random
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES, find_game
from games.chance import Chance
from games.core import Event, Seat
from games.errors import InvalidMove, MoveError, NotToAct
from games.record import Record, dumps, loads, replay

from . import hands
from .playing import AnyGame, Playthrough, heard, registered, stubborn_end, stubborn_players

REDEALS = 50
Redeal = Callable[[Any, Seat | None, random.Random], Any]
_TOO_OPEN = "the game hides nothing, `redeal` keeps it, or the options end the match too soon"
_LEGAL, _STRANGE = 3, 5
_FUZZED = 100
_AT = st.integers(0, 8)
_ODD = ("", " ", "\n", "\x00", "-1", "²", "٣", "③", "½", "𝟗", "x" * 10_000, "9" * 10_000, "\ud800")


def unready() -> set[str]:
    """Return the games that a suite would pass over because their `hand` lacks something."""
    lacking = set(GAMES) ^ set(hands.OPTIONS)
    for said in (hands.OPTIONS, hands.REDEAL, hands.GOLDEN, hands.BOUND):
        lacking |= {key for key in GAMES if not said.get(key)}
    return lacking


def law_1(played: Playthrough) -> None:
    """The record replays the match, from a file too."""
    assert replay(played.record) == played.steps
    assert loads(dumps(played.record)) == played.record


def law_2(played: Playthrough) -> None:
    """The notation of a move reads back, and no two legal moves have the same."""
    game = played.game
    texts: dict[Any, str] = {}
    checked: set[Sequence[Any]] = set()
    for ply in range(len(played.steps)):
        for seat in played.seats:
            legal = tuple(played.legal(ply, seat))
            if legal in checked:
                continue
            checked.add(legal)
            for move in legal:
                if move not in texts:
                    texts[move] = game.move_text(move)
                    assert game.parse_move(texts[move]) == move
            assert len({texts[move] for move in legal}) == len(legal)


def law_3(played: Playthrough) -> None:
    """A seat acts until the end, legal moves play, and a refused one changes nothing."""
    game, rng = played.game, random.Random(1)
    texts = sorted({text for _, text in played.record.moves})
    strange = [game.parse_move(text) for text in texts]
    seats = set(played.seats)
    for ply, (state, _) in enumerate(played.steps):
        waiting = game.to_act(state)
        assert waiting <= seats
        assert bool(waiting) == (game.outcome(state) is None)
        # A hashable state is frozen: it can't change without its hash.
        before = hash(state)
        chance = played.chance(ply + 1)
        legal = {seat: played.legal(ply, seat) for seat in played.seats}
        assert all(legal[seat] for seat in waiting)
        if waiting:
            seat = rng.choice(sorted(waiting))
            assert game.default_move(game.view(state, seat)) in legal[seat]
        able = [seat for seat in played.seats if legal[seat]]
        for seat in rng.choices(able, k=_LEGAL) if able else ():
            game.play(state, seat, rng.choice(legal[seat]), chance)
        for move in rng.choices(strange, k=_STRANGE):
            seat = rng.choice(played.seats)
            if move not in legal[seat]:
                _refused(game, state, seat, move, chance)
        assert hash(state) == before


def _refused(game: AnyGame, state: Any, seat: Seat, move: Any, chance: Chance) -> None:
    """The move is refused in one sentence. It never says that a seat to act has to wait."""
    try:
        game.play(state, seat, move, chance)
    except MoveError as refusal:
        sentence = str(refusal)
        assert sentence.endswith(".")
        assert "\n" not in sentence
        waits = isinstance(refusal, NotToAct)
        assert not (waits and seat in game.to_act(state))
    else:
        raise AssertionError(f"seat {seat} may play {game.move_text(move)}, which isn't legal")


def law_4(played: Playthrough) -> None:
    """The order of simultaneous choices doesn't matter. A replaced one leaves no trace."""
    game, rng = played.game, random.Random(4)
    for ply, (state, _) in enumerate(played.steps):
        waiting = sorted(game.to_act(state))
        if len(waiting) < 2:
            continue
        choices = [(seat, rng.choice(played.legal(ply, seat))) for seat in waiting]
        # The same chance for the last choice after any others.
        chance = played.chance(ply + 1)
        ways = [_settled(game, state, order, chance) for order in (choices, choices[::-1])]
        assert ways[0] == ways[1]
        rng.shuffle(choices)
        changed = _change(game, state, *choices[0], chance, rng)
        assert changed is None or _settled(game, changed, choices[1:], chance)[0] == ways[0][0]


def _settled(
    game: AnyGame, state: Any, choices: Iterable[tuple[Seat, Any]], chance: Chance
) -> tuple[Any, Counter[Event]]:
    """Return the state after all choices, and all events on the way."""
    events: Counter[Event] = Counter()
    for seat, move in choices:
        state, now = game.play(state, seat, move, chance)
        events.update(now)
    return state, events


def _change(
    game: AnyGame, state: Any, seat: Seat, move: Any, chance: Chance, rng: random.Random
) -> Any:
    """Return the state after a seat has changed to this move, or None if it can't."""
    others = [other for other in game.legal_moves(state, seat) if other != move]
    if not others:
        return None
    first = game.play(state, seat, rng.choice(others), chance)
    changed = game.play(first.state, seat, move, chance)
    assert [e for e in changed.events if e.to is None or e.to - {seat}] == []
    return changed.state


def laws_5_and_7(played: Playthrough, redeal: Redeal, times: int = REDEALS) -> None:
    """A seat's view, legal moves and events don't depend on hidden facts."""
    game, rng = played.game, random.Random(5)
    differ = False
    for number in range(times):
        ply = rng.randrange(len(played.steps))
        seat = rng.choice(played.everybody)
        state = played.steps[ply].state
        other = redeal(state, seat, random.Random(number))
        differ = differ or other != state
        view = game.view(state, seat)
        assert game.view(other, seat) == view
        if seat is None:
            continue
        waiting, legal = game.to_act(state), game.legal_moves(state, seat)
        assert game.legal_moves(other, seat) == legal
        if seat in waiting:
            assert game.default_move(game.view(other, seat)) == game.default_move(view)
        if legal and len(waiting - {seat}) > 0:
            # A choice that stays sealed: its own seat hears of it the same, others of any.
            chance = played.chance(ply + 1)
            move, another = rng.choice(legal), rng.choice(legal)
            mine = [heard(game.play(s, seat, move, chance).events, seat) for s in (state, other)]
            assert mine[0] == mine[1]
            reader = rng.choice([r for r in played.everybody if r != seat])
            ways = [game.play(state, seat, m, chance) for m in (move, another)]
            seen = [(heard(events, reader), game.view(after, reader)) for after, events in ways]
            assert seen[0] == seen[1]
    assert differ or times < REDEALS // 2, f"law 7: nothing hidden was dealt anew; {_TOO_OPEN}"
    _nothing_changes_unheard(played)


def _nothing_changes_unheard(played: Playthrough) -> None:
    """A view changes only with an own move or an event for its reader."""
    for ply, (mover, _) in enumerate(played.record.moves, 1):
        before, now = played.steps[ply - 1 : ply + 1]
        if any(event.to is None for event in now.events):
            continue
        for reader in played.everybody:
            if reader != mover and not heard(now.events, reader):
                seen = [played.game.view(state, reader) for state in (before.state, now.state)]
                assert seen[0] == seen[1]


def law_10(played: Playthrough, redeal: Redeal, revealing: tuple[type[Event], ...]) -> None:
    """A reader hears the same of a move when everything hidden from them is resampled.

    A revealing event may differ, and so may the events after it.
    """
    game, rng = played.game, random.Random(10)
    compared = 0
    for number in range(REDEALS):
        ply = rng.randrange(1, len(played.steps))
        mover, text = played.record.moves[ply - 1]
        reader = rng.choice(played.everybody)
        state, move = played.steps[ply - 1].state, game.parse_move(text)
        other = redeal(state, reader, random.Random(number))
        if move not in game.legal_moves(other, mover):
            continue
        compared += other != state
        ways = [game.play(s, mover, move, played.chance(ply)) for s in (state, other)]
        events = [heard(way.events, reader) for way in ways]
        pairs = itertools.zip_longest(*events)
        differing = next((pair for pair in pairs if pair[0] != pair[1]), None)
        if differing is None:
            assert game.view(ways[0].state, reader) == game.view(ways[1].state, reader)
        else:
            assert any(isinstance(event, revealing) for event in differing), differing
    assert compared, f"law 10: no move was compared; {_TOO_OPEN}"


def law_11(game: AnyGame, text: str) -> None:
    """A stored match replays under its own version, with the hash it was stored with."""
    head, _, rest = text.partition("\n")
    with registered(game):
        record = loads(rest)
        assert head == f"replay {replay_hash(record)}", f"version {record.version} has changed"


def law_11_released(game: AnyGame, stored: Iterable[str]) -> None:
    """Every released version has a record, the current version too, and none was dropped."""
    recorded = {int(text.split("\n")[1].split()[2]) for text in stored}
    assert game.version == max(game.RULINGS)
    assert set(game.RULINGS) == recorded, "run `python -m tests.games.records` for a new version"


def replay_hash(record: Record) -> str:
    """Return the SHA-256 of a replay in notation: each ply's legal moves, then the scores.

    Views and events stay out of it, so that they can gain fields.
    """
    game = find_game(record.game, record.version)
    digest = hashlib.sha256()
    for state, _ in replay(record):
        for seat in map(Seat, range(record.seats)):
            legal = [game.move_text(move) for move in game.legal_moves(state, seat)]
            line = f"{seat in game.to_act(state)} {' '.join(sorted(legal))}\n"
            digest.update(line.encode())
        outcome = game.outcome(state)
    assert outcome is not None
    digest.update(f"{outcome.ranks} {outcome.scores}\n".encode())
    return digest.hexdigest()


def law_6(played: Playthrough) -> None:
    """Ranks fit scores, and stages grow."""
    outcome = played.game.outcome(played.steps[-1].state)
    assert outcome is not None
    assert len(outcome.ranks) == len(outcome.scores) == len(played.seats)
    assert min(outcome.ranks) == 1
    for rank in outcome.ranks:
        assert rank == 1 + sum(other < rank for other in outcome.ranks)
    by_rank = dict(zip(outcome.ranks, outcome.scores, strict=True))
    for rank, score in zip(outcome.ranks, outcome.scores, strict=True):
        assert by_rank[rank] == score, "equal ranks have equal scores"
    stages = [played.game.stage(step.state) for step in played.steps]
    assert stages == sorted(stages)


def law_6_ends(
    game: AnyGame,
    seats: int,
    options: Any,
    bound: Callable[[int, Any], int],
    texts: Sequence[Sequence[str]] = (),
) -> None:
    """A match ends within its bound under stubborn play."""
    longest = bound(seats, options)
    for name, player in stubborn_players(game, texts).items():
        end = stubborn_end(game, seats, options, player, longest)
        assert game.outcome(end) is not None, f"{name}: not over after {longest} decisions"


def law_9(game: AnyGame, text: str) -> None:
    """Any text is a move, which has one notation, or is no move of this game."""
    try:
        move = game.parse_move(text)
    except InvalidMove:
        return
    assert game.parse_move(game.move_text(move)) == move


def law_9_fuzzed(game: AnyGame, texts: Collection[str]) -> None:
    """Random texts are moves with one notation, or no moves."""
    for text in _ODD:
        law_9(game, text)
    known = st.sampled_from(sorted(texts))
    odd = st.text(st.sampled_from("0123456789²٣５०!*:-x.rRcsS\x00\n ★×İıß"), max_size=4)
    nearly = st.builds(lambda text, put, at: text[:at] + put + text[at:], known, odd, _AT)

    @settings(max_examples=_FUZZED, database=None)
    @given(st.one_of(st.text(max_size=12), nearly, st.builds(str.__add__, known, known)))
    def any_text(text: str) -> None:
        law_9(game, text)

    any_text()


def law_9_typed(game: AnyGame, texts: Collection[str]) -> None:
    """A move is understood as people type it."""
    for text in texts:
        move = game.parse_move(text)
        for typed in typed_forms(text):
            assert game.parse_move(typed) == move, typed


def typed_forms(text: str) -> Iterator[str]:
    """Yield a notation in the forms that people type."""
    wide = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)
    assert unicodedata.normalize("NFKC", wide) == text
    yield from (text.upper(), text.lower(), text.capitalize(), wide, wide.lower(), wide.upper())
    yield from (f" {text}\t", " ".join(text), "　".join(wide))
    if "x" in text:
        yield from (text.replace("x", "×"), text.replace("x", " X "))
    if "*" in text:
        yield from (text.replace("*", "★"), text.replace("*", "＊"))
    if "x" in text and "*" in text:
        yield text.replace("x", " × ").replace("*", "★")
    if "-" in text:
        yield from (text.replace("-", "–"), text.replace("-", " → "), text.replace("-", "－"))


def of_a_match(
    redeal: Redeal, revealing: tuple[type[Event], ...], times: int = REDEALS
) -> dict[str, Callable[[Playthrough], None]]:
    """Return the laws of one match. The fifth, with the seventh, deals that many times."""
    return {
        "1": law_1,
        "2": law_2,
        "3": law_3,
        "4": law_4,
        "5": lambda played: laws_5_and_7(played, redeal, times),
        "6": law_6,
        "10": lambda played: law_10(played, redeal, revealing),
    }
