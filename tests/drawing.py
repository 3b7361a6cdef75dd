"""A reader's screens drawn at any ply of a match: as they are, and from what the reader may know.

Everything hidden from the reader is dealt anew first (`games.hands.REDEAL`), and so is what the
last move told of it. Whatever then looks different gives something away.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.play.match import TOLD
from bot.screens import frames
from bot.screens.look import Look
from bot.screens.sight import Sight
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
from .games.playing import heard

NOBODY: frozenset[Seat] = frozenset()
# Among so many events there are always as many as a reader's story has.
_ENOUGH = 20 * TOLD


@dataclass(frozen=True)
class Moment:
    """A match at one ply: the position, and all that was told so far, each event with its ply."""

    stored: StoredTable
    look: Look
    ply: int
    state: Any
    told: Sequence[tuple[int, Event]]
    held: bool = False
    record: str = ""

    def sight(self, reader: Seat | None, picked: str = "") -> Sight:
        """What that reader (None: everybody) may know of it."""
        game = GAMES[self.stored.game]
        mine = [(at, event) for at, event in self.told if event.to is None or reader in event.to]
        return Sight(
            self.stored,
            self.look,
            now=1.0,
            seat=reader,
            ply=self.ply,
            stage=game.stage(self.state),
            view=game.view(self.state, reader),
            story=tuple(mine[-TOLD:]),
            to_act=game.to_act(self.state),
            held=self.held,
            picked=picked,
            record=self.record,
            idle_days=IDLE_DAYS,
        )


class Drawing:
    """All screens of a match. `looks` as in the bot; `table` is the table as stored, if it was."""

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

    def at(self, ply: int, *, held: bool = False) -> Moment:
        """The match as it is at that ply."""
        return self._moment(ply, self.steps[ply].state, self._told(ply), held)

    def known(
        self,
        ply: int,
        reader: Seat | None,
        rng: random.Random,
        held: bool = False,
        running: bool = False,
    ) -> Moment:
        """The same to that reader, and as different as can be in all they may not know.

        `running`: at its end, before the table knows of it.
        """
        told = [
            (at, event if event.to is None or reader in event.to else Event(to=NOBODY))
            for at, event in self._told(ply)
        ]
        other = self._other_way(ply, reader, rng)
        if other is None:
            state = REDEAL[self.record.game](self.steps[ply].state, reader, rng)
        else:
            state = REDEAL[self.record.game](other.state, reader, rng)
            mine = [e for e in other.events if e.to is None or reader in e.to]
            told = [(at, event) for at, event in told if at != ply] + [(ply, e) for e in mine]
        return self._moment(ply, state, told, held, running)

    def _other_way(self, ply: int, reader: Seat | None, rng: random.Random) -> Step[Any] | None:
        """Another last move in another position that leads to the same for the reader."""
        if ply == 0 or any(
            isinstance(event, REVEALING[self.record.game])
            for event in heard(self.steps[ply].events, reader)
        ):
            return None
        seat, text = self.record.moves[ply - 1]
        before = REDEAL[self.record.game](self.steps[ply - 1].state, reader, rng)
        moves = [self.game.parse_move(text)]
        if seat != reader and SEALED[self.record.game].fullmatch(text):
            moves.insert(0, rng.choice(self.game.legal_moves(before, seat)))
        now = self.game.view(self.steps[ply].state, reader)
        for move in moves:
            try:
                step = self.game.play(before, seat, move, Chance(self.record.seed, ply))
            except GameError:
                continue
            if self.game.view(step.state, reader) == now:
                return step
        return None

    def _told(self, ply: int) -> list[tuple[int, Event]]:
        told: list[tuple[int, Event]] = []
        for at in range(ply, -1, -1):
            told[:0] = [(at, event) for event in self.steps[at].events]
            if len(told) >= _ENOUGH:
                break
        return told

    def _moment(
        self,
        ply: int,
        state: Any,
        told: Sequence[tuple[int, Event]],
        held: bool,
        running: bool = False,
    ) -> Moment:
        # Before its end, nobody has a rank.
        over = ply == len(self.steps) - 1 and not running
        stored = self._stored if over else _running(self._stored)
        record = self._hash if stored.ended else ""
        return Moment(stored, self._look, ply, state, told, held, record)


def _running(table: StoredTable) -> StoredTable:
    players = tuple(Player(p.user_id, p.name, p.locale, p.join_id) for p in table.players)
    return replace(table, phase="live", ended_at=None, players=players)


def stored_of(record: Record) -> StoredTable:
    """A table that has ended, of people with names, as the steps of a random match know it."""
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
    """The components of the panel (None) or of a seat's hand."""
    sight, t = moment.sight(reader, picked), tongue(locale)
    return (frames.panel(sight, t) if reader is None else frames.hand(sight, t)).components


def completions(moment: Moment, reader: Seat, t: Any) -> list[tuple[str, str]]:
    """What a typed move is completed to: its notation and its words."""
    game, view = GAMES[moment.stored.game], moment.sight(reader).view
    legal = [game.move_text(move) for move in game.legal_moves(moment.state, reader)]
    return [(text, moment.look.label(view, text, t)) for text in legal]


def controls(parts: Any) -> Iterator[tuple[Address, dict[str, Any]]]:
    """Every live control of a screen; a select once for each of its values."""
    for part in parts if isinstance(parts, list) else [parts]:
        yield from controls(part.get("components", []))
        address = Address.parse(part.get("custom_id") or "")
        if address is None or part.get("disabled"):
            continue
        for value in [option["value"] for option in part.get("options", [])] or [address.text]:
            yield replace(address, text=value), part
