"""A reader's screens at any ply of a match: real ones, and ones from the reader's knowledge.

The second kind first resamples everything hidden from the reader (`games.hands.REDEAL`), and the
last move's hidden effects. Any difference between the two is a leak.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from bot.screens import frames
from bot.screens.look import Look
from bot.screens.sight import Sight
from bot.screens.transcript import looks
from bot.storage import Player, StoredTable
from bot.wire.ui import Address
from bot.words.i18n import tongue
from bot.words.settings import IDLE_DAYS
from games import GAMES
from games.chance import Chance
from games.core import Event, Seat, Step
from games.errors import GameError
from games.record import Record, options_text, record_hash

from .games.hands import REDEAL, REVEALING, SEALED
from .games.playing import heard, random_match


@dataclass(frozen=True)
class Moment:
    """A match at one ply: the table, and the steps so far."""

    stored: StoredTable
    look: Look
    steps: Sequence[Step[Any]]
    held: bool = False
    record: str = ""
    public_events: tuple[Event, ...] = ()

    @property
    def state(self) -> Any:
        """The position."""
        return self.steps[-1].state

    def sight(self, reader: Seat | None, picked: str = "") -> Sight:
        """Return the sight of a reader (None: a spectator)."""
        sight = Sight.at(self.stored, self.look, self.steps, reader)
        return replace(
            sight,
            now=1.0,
            held=self.held,
            changes=self.held and sight.changes,
            picked=picked,
            record=self.record,
            public_events=self.public_events,
            idle_days=IDLE_DAYS,
        )


class Drawing:
    """All screens of a match. `table` is the stored table, if any."""

    def __init__(
        self,
        looks: Mapping[str, Look],
        record: Record,
        steps: Sequence[Step[Any]],
        table: StoredTable | None = None,
    ) -> None:
        self.record = record
        self.steps = steps
        self.game = GAMES[record.game]
        self._look = looks[record.game]
        self._stored = table or stored_of(record)
        self._hash = record_hash(record)
        self._heard = cache(self._heard_by)

    def at(self, ply: int, *, held: bool = False) -> Moment:
        """Return the match at that ply."""
        return self._moment(self.steps[: ply + 1], held)

    def known(
        self,
        ply: int,
        reader: Seat | None,
        rng: random.Random,
        held: bool = False,
        running: bool = False,
    ) -> Moment:
        """Return the match as the reader knows it, with everything else resampled.

        `running`: at the end, before the table knows of it.
        """
        last = self._other_way(ply, reader, rng) or self.steps[ply]
        state = REDEAL[self.record.game](last.state, reader, rng)
        known = [*self._heard(reader)[:ply], Step(state, tuple(heard(last.events, reader)))]
        return self._moment(known, held, running)

    def _heard_by(self, reader: Seat | None) -> list[Step[Any]]:
        """Return all steps with the events that the reader may know, without their states."""
        return [Step(None, tuple(heard(events, reader))) for _, events in self.steps]

    def _other_way(self, ply: int, reader: Seat | None, rng: random.Random) -> Step[Any] | None:
        """Return another last move that gives the reader the same view, or None."""
        if ply == 0 or any(
            isinstance(event, REVEALING[self.record.game])
            for event in heard(self.steps[ply].events, reader)
        ):
            return None
        key, (seat, text) = self.record.game, self.record.moves[ply - 1]
        now = self.game.view(self.steps[ply].state, reader)
        for before, other in others(key, self.steps[ply - 1].state, seat, text, reader, rng):
            move, chance = self.game.parse_move(other), Chance(self.record.seed, ply)
            with suppress(GameError):
                step = self.game.play(before, seat, move, chance)
                if self.game.view(step.state, reader) == now:
                    return step
        return None

    def _moment(self, steps: Sequence[Step[Any]], held: bool, running: bool = False) -> Moment:
        # Ranks exist only after the end.
        over = len(steps) == len(self.steps) and not running
        stored = self._stored if over else _running(self._stored)
        record = self._hash if stored.ended else ""
        public = (e for step in self.steps for e in step.events if e.to is None)
        events = tuple(public) if stored.phase == "over" else ()
        return Moment(stored, self._look, steps, held, record, events)


def others(
    key: str, state: Any, seat: Seat, text: str, reader: Seat | None, rng: random.Random
) -> Iterator[tuple[Any, str]]:
    """Yield another full state with the same view for the reader, with the move in it.

    A sealed move of another seat may be another one, too, so that comes first.
    """
    game = GAMES[key]
    known = REDEAL[key](state, reader, rng)
    if seat != reader and SEALED[key].fullmatch(text):
        yield known, game.move_text(rng.choice(game.legal_moves(known, seat)))
    yield known, text


def _running(table: StoredTable) -> StoredTable:
    players = tuple(Player(p.user_id, p.name, p.locale, p.join_id) for p in table.players)
    return replace(table, phase="live", ended_at=None, players=players)


def stored_of(record: Record) -> StoredTable:
    """Return an ended table with named players for a random match."""
    players = tuple(
        Player(9000 + seat, f"P{seat}", "en-US", int(salt))
        for seat, salt in enumerate(record.salts)
    )
    return StoredTable(
        id=77,
        guild_id=1,
        channel_id=2,
        locale="en-US",
        game=record.game,
        version=record.version,
        options=options_text(record.options),
        phase="over",
        host_id=9000,
        opened_at=0.0,
        secret=record.secret,
        started_at=0.0,
        ended_at=1.0,
        players=players,
    )


def screen(moment: Moment, reader: Seat | None, picked: str = "", locale: str = "en-US") -> Any:
    """Return the components of the panel (reader None) or of a seat's hand."""
    sight, t = moment.sight(reader, picked), tongue(locale)
    return (frames.panel(sight, t) if reader is None else frames.hand(sight, t)).components


def copy_of(moment: Moment, locale: str = "en-US") -> Any:
    """Return the components of a spectator's private copy."""
    return frames.watched(moment.sight(None), 4711, tongue(locale)).components


def completions(moment: Moment, reader: Seat, t: Any) -> list[tuple[str, str]]:
    """Return the completions of a typed move: notation and label."""
    game, view = GAMES[moment.stored.game], moment.sight(reader).view
    legal = [game.move_text(move) for move in game.legal_moves(moment.state, reader)]
    return [(text, moment.look.label(view, text, t)) for text in legal]


def choices(parts: Any) -> Iterator[tuple[Address, dict[str, Any]]]:
    """Yield every enabled control of a screen, a select once per value."""
    for part in parts if isinstance(parts, list) else [parts]:
        yield from choices(part.get("components", []))
        address = Address.parse(part.get("custom_id") or "")
        if address is None or part.get("disabled"):
            continue
        for value in [option["value"] for option in part.get("options", [])] or [address.text]:
            yield replace(address, text=value), part


def reached(sight: Sight, most: int = 10_000) -> set[str]:
    """Return the moves that clicks reach, through at most `most` half choices."""
    moves, known, waiting, t = set(), {""}, [""], tongue("en-US")
    while waiting:
        shown = replace(sight, picked=waiting.pop())
        drawn = frames.panel(shown, t) if sight.seat is None else frames.hand(shown, t)
        for at, _ in choices(drawn.components):
            if at.kind == "move":
                moves.add(at.text)
            elif at.kind == "pick" and at.text not in known and len(known) <= most:
                known.add(at.text)
                waiting.append(at.text)
    return moves


def decisions(key: str, plies: int) -> Iterator[Sight]:
    """Yield the sights of all seats with a decision due, at the first plies of a match."""
    game = GAMES[key]
    played = random_match(key, game.seats[0], game.Options(), 5)
    drawing = Drawing(looks(), played.record, played.steps)
    for ply in range(min(plies, len(played.steps))):
        moment = drawing.at(ply)
        yield from map(moment.sight, game.to_act(moment.state))
