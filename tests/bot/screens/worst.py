"""A search for the largest screens: hill climbing over the states that play reaches.

A `Case` is everything that a screen depends on. A climb begins at a random case and changes one
property at a time, as long as the screen doesn't get smaller.
"""

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, fields, replace
from functools import cache, lru_cache
from typing import Any

from bot.clicks import rules_pages
from bot.drawing.file import File
from bot.play import endings
from bot.play.computers import character_of
from bot.play.lobby import PACES, By
from bot.play.rivalry import Rivalry
from bot.screens import arranging, fairness, frames, hints, more
from bot.screens.finished import Finished
from bot.screens.naming import Waited
from bot.screens.remarks import Remark
from bot.screens.sight import Sight
from bot.screens.transcript import looks
from bot.storage import VOTE, Contributed, Player, StoredTable
from bot.wire.ui import Drawn, screen
from bot.words.i18n import Tongue, languages, tongue
from bot.words.parts import declared
from bot.workers.brain import Weighed
from games import GAMES
from games.chance import CUT, JOINED, Chance
from games.core import Seat, Step
from games.errors import N_, InvalidOptions, NotToAct
from games.record import Record, record_hash

from ...drawing import choices, stored_of
from ...features import brought
from ...games.hands import OPTIONS
from .cases import Case, Kind, blank

LANGUAGES = ("en-US", *languages())
# Names of 32 signs: wide and narrow, two units each, escaped, right to left, with marks.
NAMES = (
    "\U0001d54e" * 32,
    "﷽" * 32,
    "*_" * 16,
    "W" * 32,
    "ש" * 32,
    "健" * 32,
    "<@1>" * 8,
    "🦄" * 32,
)
# Forty hostile names, each shown on every screen: these, and marks, brackets and signs of markup.
HOSTILE = (
    *("@everyone", "@here", "<@&1234567890>", "<#1234567890>", "<t:0:R>", "</me:1234567890>"),
    *("**a**", "__a__", "~~a~~", "||a||", "`a`", "```a", "> a", "# a", "-# a", "- a", "1. a"),
    *("[a](https://b.example)", "https://b.example", "<https://b.example>", "\\", ":smile:", "①"),
    *("\u202ea", "a\u202e", "\u2066a", "\u2069a", "\u200fa", "\u061ca", "a\nb", "a\rb", "\x00a"),
    *("👨\u200d👩\u200d👧", "𝓐𝓵𝓮𝔁", "ﷺ", "a" + "\u0301" * 31, "\u3164", "\u2800", "{who}", "%s"),
)
BROUGHT = {one.name: one for module in brought("largest") for one in declared(Kind, module)}
"""The kinds of screens that features add."""
KINDS = (
    *("panel", "hand", "watched", *BROUGHT, "lobby", "rules", "refusal", "fairness"),
    *("details", "leaving", "ending", "removing", "sure", "hint", "happened", "more"),
)
_HALVES = {"pick", *(kind for one in BROUGHT.values() for kind in one.halves)}
_CHANGES: dict[str, dict[str, Any]] = {
    "left": {"left": True, "left_ply": 1, "left_at": 0.0},
    "away": {"away": True, "misses": 3},
    "slow": {"misses": 2},
    "removed": {"left": True, "removed_by": 0},
    "voted": {"left": True, "removed_by": VOTE},
}
"""The changes of a player in each state, on any seat."""
PEOPLE = ("here", *_CHANGES, "computer", "votes", "forgotten")
_PLIES = 400
# Earlier matches of an evening: the shortest ones of twelve hours.
_EVENING = 150
DEADLINE = 2 * 10**9
# The longest ids: 18 digits for a table, 19 for a channel.
_TABLE, CHANNEL = 10**18 - 1, 2 * 10**18


@dataclass
class Found:
    """A drawn case, with its components and UTF-16 units before anything gave way."""

    case: Case
    drawn: Drawn
    components: int
    units: int


@cache
def options_of(key: str) -> list[Any]:
    """Return the sets of options to try: the game's own, with each number at its bounds."""
    found = list(OPTIONS[key])
    for options in OPTIONS[key]:
        for one in fields(options):
            legal = []
            for value in (
                (False, True) if isinstance(getattr(options, one.name), bool) else range(201)
            ):
                if type(getattr(options, one.name)) not in (type(value), type(None)):
                    continue
                try:
                    legal.append(replace(options, **{one.name: value}))
                except InvalidOptions:
                    continue
            found += [legal[0], legal[-1]] if legal else []
    return list(dict.fromkeys(found))


@lru_cache(64)
def match(key: str, seats: int, options: Any, seed: int, haste: float) -> tuple[Record, list[Any]]:
    """Return a match, or the beginning of a long one, by players with a bias."""
    game, rng = GAMES[key], random.Random(f"{seed} {haste}")
    empty = Record(key, game.version, options, seats, rng.randbytes(32), tuple("7" * seats))
    chance, moves = empty.seed, list[tuple[Seat, str]]()
    steps: list[Step[Any]] = [game.deal(seats, options, Chance(chance, 0))]
    while len(moves) < _PLIES and (waiting := sorted(game.to_act(steps[-1].state))):
        seat = rng.choice(waiting)
        legal = game.legal_moves(steps[-1].state, seat)
        move = legal[int(len(legal) * rng.random() ** haste)]
        moves.append((seat, game.move_text(move)))
        steps.append(game.play(steps[-1].state, seat, move, Chance(chance, len(moves))))
    return replace(empty, moves=tuple(moves)), steps


def _player(case: Case, seat: int, rank: int | None, score: int | None) -> Player:
    own = seat == case.reader % case.seats or not case.others
    name = case.name if own else case.others
    one = Player(10**18 + seat, name, "en-US", 10**18, rank=rank, score=score, seat=seat)
    if rank is not None:
        one = replace(one, rating_before=25.0, rating_after=26.0)
    match case.people[seat]:
        case "computer":
            kind = max(looks()[case.game].computers)
            first = looks()[case.game].computers[kind].first
            return replace(one, user_id=-101 - seat, name=first.name, kind=kind)
        case "votes":
            return replace(one, wants_end=True, wants_on=True, wants_gone=(seat + 1) % case.seats)
        case "forgotten":
            return replace(one, user_id=-1 - seat)
    return replace(one, **_CHANGES.get(case.people[seat], {}))


def _stored(case: Case, record: Record, state: Any) -> StoredTable:
    outcome = GAMES[case.game].outcome(state)
    over = case.phase == "over" and outcome is not None
    ranks = outcome.ranks if over and outcome else [None] * case.seats
    scores = outcome.scores if over and outcome else [None] * case.seats
    pairs = enumerate(zip(ranks, scores, strict=True))
    players = tuple(_player(case, seat, rank, score) for seat, (rank, score) in pairs)
    phase = case.phase if over or case.phase != "over" else "live"
    lobby = case.kind == "lobby"
    fewer = players[: 1 + case.reader % case.seats] if lobby else players
    return replace(
        stored_of(record),
        id=_TABLE,
        channel_id=CHANNEL,
        phase="lobby" if lobby else phase,
        started_at=None if lobby else 0.0,
        host_id=10**18,
        pace=case.pace,
        mode="alone" if case.solo else "open",
        deadline=None if case.pace is None else float(DEADLINE),
        due_at=2e9,
        paused_at=1.0 if case.paused else None,
        pauses=int(case.paused) * 9,
        paused_by=0 if case.paused else None,
        why="idle" if phase == "cancelled" else endings.COMPUTERS,
        evening=(players,) * _EVENING if case.late else (),
        upcoming=players[:1] if case.late else (),
        contributions=_contributions(players) if case.late else (),
        again_of=1 if lobby else None,
        players=fewer,
        awaited=players[len(fewer) :] if lobby else (),
    )


def _contributions(players: tuple[Player, ...]) -> tuple[Contributed, ...]:
    joined = [Contributed(player.user_id, JOINED, "7" * 19) for player in players]
    word = "ש" * 40
    return (*joined, *[Contributed(player.user_id, CUT, "f" * 64, word) for player in players * 3])


def _rivalry(stored: StoredTable) -> Rivalry | None:
    """Return a long rivalry of the first person with the first computer, if both are there."""
    persons = [player for player in stored.players if not player.computer]
    computers = [player for player in stored.players if player.computer]
    return Rivalry(persons[0], computers[0], 999, 998) if persons and computers else None


def _remark(case: Case, stored: StoredTable) -> Remark | None:
    """Return the longest remark of the first computer, if there is one."""
    cast, t = looks()[case.game].computers, tongue(case.language)
    for seat, player in enumerate(stored.players):
        speaker = character_of(cast, player) if player.computer else None
        if speaker is None:
            continue
        said = [text for texts in astuple(speaker.remarks) for text in texts]
        if said:
            return Remark(Seat(seat), speaker, max(said, key=lambda text: len(t(text))))
    return None


def _picture(sight: Sight, t: Tongue) -> Sight:
    picture, below = sight.picture(t), sight.picture_below(t)
    if picture is None:
        return sight
    second = None if below is None else File(below, "below.png", blank(below))
    return replace(sight, file=File(picture, "picture.png", blank(picture)), below=second)


def drawable(key: str, kind: str) -> bool:
    """Return True if a game has screens of a kind."""
    if kind in BROUGHT:
        return key in BROUGHT[kind].games
    return kind != "hint" or looks()[key].weighs


def draw(case: Case, number: int = _TABLE) -> Drawn:
    """Return the screen of a case, of the table of that number."""
    look, t = case.look, case.t
    record, steps = match(case.game, case.seats, case.options, case.seed, case.haste)
    ply = round(case.at * (len(steps) - 1))
    state = steps[-1 if case.kind in BROUGHT else ply].state
    stored = replace(_stored(case, record, state), id=number)
    if case.kind in BROUGHT:
        past = Finished(replace(stored, phase=case.phase), record, steps, ratings=True)
        return BROUGHT[case.kind].draw(case, past)
    if case.kind == "rules":
        return rules_pages.draw(look, case.options, t, case.step, stored, [])
    if case.kind == "refusal":
        text = N_("It isn't your turn. Waiting for {who}.")
        return screen(None, t.refusal(NotToAct(text, who=Waited(stored.players))))
    if case.kind == "fairness":
        return fairness.draw(stored, look, t)
    if case.kind == "details":
        return fairness.details(stored, look, t, case.seat, record_hash(record))
    # A spectator has no seat.
    public = case.kind in ("panel", "lobby", "watched")
    seat = None if public else case.seat
    gone = seat if case.kind == "hand" and stored.players[seat or 0].left else None
    seat = seat if gone is None else None
    mine = (at for at, (mover, _) in enumerate(record.moves[:ply], 1) if seat in (None, mover))
    sight = replace(
        Sight.at(stored, look, [] if case.kind == "lobby" else steps[: ply + 1], seat),
        now=1.0,
        held=case.held,
        picked=case.picked,
        record=record_hash(record) if stored.ended else "",
        idle_days=7,
        hidden=case.hidden,
        unreached=frozenset(player.user_id for player in stored.players),
        emojis=case.emojis,
        gone=gone,
        since=max(mine, default=0),
    )
    if case.late and case.kind != "lobby":
        events = tuple(e for step in steps[: ply + 1] for e in step.events if e.to is None)
        rivalry, remark = _rivalry(stored), _remark(case, stored)
        sight = replace(sight, public_events=events, rivalry=rivalry, remark=remark, ends_at=2e9)
    if case.kind == "more":
        by = By(stored.players[case.reader % case.seats].user_id, case.hidden, 1.0)
        return more.more(stored, look, by, t, films=case.pictured)
    if case.kind == "happened":
        played = Sight.at(stored, look, steps[: ply + 1])
        return arranging.happened(replace(played, held=case.held), t, seat)
    if case.kind == "leaving":
        return frames.leaving(sight, t)
    if case.kind == "ending":
        return frames.ending(sight, endings.WAITED, t)
    if case.kind == "removing":
        return frames.removing(sight, Seat((case.reader + 1) % case.seats), t)
    if case.kind == "sure":
        return frames.sure(sight, t)
    if case.kind == "hint":
        return screen(
            None, hints.told(look, sight.view, _weighed(case, sight, steps[ply].state), t)
        )
    if case.filmed:
        sight = replace(sight, moving=True)
        if sight.film(t) is None:
            raise NothingThere
    sight = _picture(sight, t) if case.pictured else sight
    if sight.film(t) is not None:
        sight = sight.asking(t)
    if case.kind == "watched":
        return frames.watched(sight, stored.players[0].user_id, t)
    return frames.hand(sight, t) if case.kind == "hand" else frames.panel(sight, t)


def _weighed(case: Case, sight: Sight, state: Any) -> list[Weighed]:
    """Return the legal moves of a seat as a hint weighs them, in any order."""
    game = GAMES[case.game]
    legal = [*game.legal_moves(state, sight.seat or Seat(0))]
    random.Random(case.step).shuffle(legal)
    error = float(case.held)
    found = [Weighed(move, 0.5, at / 2, error) for at, move in enumerate(legal)]
    if not found:
        # That seat has nothing to decide.
        raise NothingThere
    return found


def halves(drawn: Drawn) -> list[str]:
    """Return the half choices behind the controls of a screen."""
    return [
        address.text.partition("@")[0]
        for address, _ in choices(drawn.components)
        if address.kind in _HALVES
    ]


class NothingThere(Exception):
    """The case has no such screen."""


class Search:
    """Climbs through the screens of one kind of one game. `check` sees every screen."""

    def __init__(
        self, game: str, kind: str, sizes: list[tuple[int, int]], names: Sequence[str] = ()
    ) -> None:
        """Search, with these names of the reader and the others, who are all people."""
        self._game, self._kind, self._sizes, self._names = game, kind, sizes, names
        self._rng = random.Random(f"{game} {kind}")

    def climb(self, steps: int, by: str) -> Iterator[Found]:
        """Yield every drawn screen of one climb. `by` is `components` or `units`."""
        best = self._first()
        yield best
        for _ in range(steps):
            try:
                found = self._found(self._beside(best))
            except NothingThere:
                continue
            yield found
            if getattr(found, by) >= getattr(best, by):
                best = found

    def _first(self) -> Found:
        while True:
            with suppress(NothingThere):
                return self._found(self._any())

    def _found(self, case: Case) -> Found:
        self._sizes.clear()
        if self._names:
            own, others = self._names
            case = replace(case, name=own, others=others, people=("here",) * case.seats)
        drawn = draw(case)
        components, units = max(self._sizes)
        return Found(case, drawn, components, units)

    def _any(self) -> Case:
        one = {name: self._value(name, None) for name in (*_FREE, "seats")}
        people = tuple(self._rng.choice(PEOPLE) for _ in range(one["seats"]))
        return Case(game=self._game, kind=self._kind, people=people, **one)

    def _value(self, name: str, found: Found | None) -> Any:
        rng, game = self._rng, GAMES[self._game]
        match name:
            case "seats":
                return rng.choice(list(game.seats))
            case "options":
                return rng.choice(options_of(self._game))
            case "seed" | "reader" | "step":
                return rng.randrange(10)
            case "haste":
                return rng.choice((0.2, 1.0, 1.0, 4.0))
            case "at":
                at = None if found is None else found.case.at
                return rng.random() if at is None else min(1.0, max(0.0, at + rng.gauss(0, 0.05)))
            case "name":
                return rng.choice(NAMES)
            case "language":
                return rng.choice(LANGUAGES)
            case "phase":
                return rng.choice(("live", "live", "over", "cancelled"))
            case "pace":
                return rng.choice(PACES)
            case "picked":
                return self._half(found)
        return rng.random() < 0.5

    def _half(self, found: Found | None) -> str:
        """Return the half choice behind a control of the screen."""
        if found is None:
            return ""
        found_halves = halves(found.drawn)
        return self._rng.choice(found_halves) if found_halves else ""

    def _beside(self, found: Found) -> Case:
        """Return a case with one property changed."""
        case, rng = found.case, self._rng
        name = rng.choice((*_FREE, "seats", "people", "at", "picked", "picked"))
        if name == "people":
            seat = rng.randrange(case.seats)
            others = case.people[:seat], case.people[seat + 1 :]
            return replace(case, people=(*others[0], rng.choice(PEOPLE), *others[1]))
        if name == "at" and rng.random() < 0.3:
            return replace(case, at=rng.choice((0.0, 1.0, rng.random())), picked="")
        value = self._value(name, found)
        case = replace(case, **{name: value})
        if name == "seats":
            people = tuple(rng.choice(PEOPLE) for _ in range(value))
            case = replace(case, people=(case.people + people)[:value])
        return case


_FREE = (
    *("options", "seed", "haste", "at", "reader", "name", "language", "phase", "picked", "held"),
    *("pictured", "dressed", "paused", "hidden", "pace", "step", "late"),
)


LOOSE = re.compile(r"(?<![\u2068ש])(?<!\u2068`)(?<!--word ')ש")
