"""A reader's screens drawn at any ply of a match: as they are, and from what the reader may know.

Everything hidden from the reader is dealt anew first (`games.hands.REDEAL`), and so is what the
last move told of it. Whatever then looks different gives something away.
"""

import random
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from bot.look import Look
from bot.match import TOLD, Match
from bot.screens import Screens
from bot.storage import Player, StoredTable
from bot.table import Table
from bot.ui import Address
from games import GAMES
from games.chance import Chance
from games.core import Event, Seat, Step
from games.errors import GameError
from games.record import Record, options_text

from .games.hands import REDEAL, REVEALING, SEALED

NOBODY: frozenset[Seat] = frozenset()
# Among so many events there are always as many as a reader's story has.
_ENOUGH = 20 * TOLD


class Still(Screens):
    """A table's screens at one moment, sent to nobody; `pausing` holds back what happened last."""

    pausing = False

    @property
    def held(self) -> bool:
        """As set."""
        return self.pausing


class Moment(Match):
    """A match put at a ply, without its log."""

    def put(self, record: Record, ply: int, state: Any, told: Sequence[tuple[int, Event]]) -> None:
        """Take up this position and this story."""
        self.moves = list(record.moves[:ply])
        self.state = state
        self.outcome = self.game.outcome(state)
        self._told = {None: deque(maxlen=TOLD)}
        for at, event in told:
            self._tell(at, [event])


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
        self._house: Any = SimpleNamespace(looks=looks, now=lambda: 1.0)
        self._stored = table or _stored(record)

    def at(self, ply: int, *, held: bool = False) -> Table:
        """The table as it is at that ply."""
        return self._table(ply, self.steps[ply].state, self._told(ply), held)

    def known(
        self,
        ply: int,
        reader: Seat | None,
        rng: random.Random,
        held: bool = False,
        running: bool = False,
    ) -> Table:
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
        return self._table(ply, state, told, held, running)

    def _other_way(self, ply: int, reader: Seat | None, rng: random.Random) -> Step[Any] | None:
        """Another last move in another position that leads to the same for the reader."""
        if ply == 0 or any(
            isinstance(event, REVEALING[self.record.game]) for event in self.steps[ply].events
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

    def _table(
        self,
        ply: int,
        state: Any,
        told: Sequence[tuple[int, Event]],
        held: bool,
        running: bool = False,
    ) -> Table:
        stored = _running(self._stored) if running else self._at(ply)
        match = Moment(stored, None, lambda: 1.0)  # type: ignore[arg-type]
        match.put(self.record, ply, state, told)
        table = Table(self._house, match.table, match, [])
        table.screens = still = Still(table, [])
        still.pausing = held
        return table

    def _at(self, ply: int) -> StoredTable:
        """The table as stored at that ply: before its end, nobody has a rank."""
        return self._stored if ply == len(self.steps) - 1 else _running(self._stored)


def _running(table: StoredTable) -> StoredTable:
    players = tuple(Player(p.user_id, p.name, p.locale, p.join_id) for p in table.players)
    values = {name: getattr(table, name) for name in table.__dataclass_fields__}
    return StoredTable(**values | {"phase": "live", "ended_at": None, "players": players})


def _stored(record: Record) -> StoredTable:
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


def screen(table: Table, reader: Seat | None, picked: str = "", locale: str = "en-US") -> Any:
    """The components of the panel (None) or of a seat's hand."""
    screens = table.screens
    drawn = screens.draw_panel() if reader is None else screens.draw_hand(reader, picked, locale)
    return drawn.layout.to_components()  # type: ignore[no-untyped-call]


def completions(table: Table, reader: Seat, t: Any) -> list[tuple[str, str]]:
    """What a typed move is completed to: its notation and its words."""
    match = table.playing()
    view = match.view(reader)
    return [(text, table.look.label(view, text, t)) for text in match.legal_texts(reader)]


def controls(parts: Any) -> Iterator[tuple[Address, dict[str, Any]]]:
    """Every live control of a screen; a select once for each of its values."""
    for part in parts if isinstance(parts, list) else [parts]:
        yield from controls(part.get("components", []))
        address = Address.parse(part.get("custom_id") or "")
        if address is None or part.get("disabled"):
            continue
        for value in [option["value"] for option in part.get("options", [])] or [address.text]:
            yield Address(address.kind, address.table, address.stage, value), part
