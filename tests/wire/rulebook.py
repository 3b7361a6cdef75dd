"""Changes that one person's act may make in the database. All others are forbidden.

The rules follow the promises to players, not the bot's own checks.

- Players address a table only from its channel or from their direct messages.
  A control drawn before the table was opened belongs to another table.
- Staff means the staff of that server. Only host and staff start, and set the pace.
- Staff and players alone pause and resume. A pause lasts ten minutes at most.
  Any player may start or cancel a lobby after the host's absence of ten minutes.
- No one removes another by any of these acts.
- Staff, or more than half of the players, end a running match. The only player is asked first.
- A single player can only leave, after a confirmation. Votes end a pause.
- A player left alone with computers may take the win.
  Once only computers are still in, the match is over.
"""

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from games import GAMES
from games.chance import Chance, Contribution, mixed
from games.core import Eliminates, Seat
from games.errors import GameError
from games.record import parse_options

from .databases import Database

HOSTED, HERE = 5, 10
_PAUSE_SECONDS = 600
PACES = {"none": None, "30": 30, "60": 60, "90": 90, "180": 180, "86400": 86400}
_HOST_SECONDS = 600
# Time limit for undoing a departure, plus a margin, in seconds.
_REGRET_SECONDS = 65


@dataclass
class Act:
    """One act of a person. `kind` is as in a custom_id, or a command's name if `typed`.

    `table`: None means the channel's own. `text`: the move, typed or clicked. `place`: the channel,
    "" in direct messages. `staff`: staff rights in that channel's server. `drawn`: the time an
    unchanged control was drawn.
    """

    person: int
    staff: bool
    kind: str
    table: int | None = None
    stage: int | None = None
    text: str = ""
    place: str = ""
    typed: bool = False
    drawn: float | None = None


@dataclass
class Snapshot:
    """A stored table: its row, its seats, its moves."""

    row: dict[str, Any]
    seats: list[dict[str, Any]]
    moves: list[tuple[int, str]]

    @property
    def absent(self) -> set[int]:
        """Seats that computers play for people."""
        return {n for n, seat in enumerate(self.seats) if seat["left"] or seat["away"]}


@dataclass
class Position:
    """A match after the moves read so far."""

    seed: bytes
    steps: list[Any]

    @property
    def state(self) -> Any:
        return self.steps[-1].state

    @property
    def plies(self) -> int:
        return len(self.steps) - 1

    def play(self, game: Any, seat: int, move: Any) -> None:
        chance = Chance(self.seed, len(self.steps))
        self.steps.append(game.play(self.state, Seat(seat), move, chance))


_MATCH = (
    *("id", "phase", "host_id", "options", "game"),
    *("pace", "again_of", "paused_at", "paused_by", "opened_at", "secret", "locale"),
)
_SEAT = (
    *("user_id", "name", "locale", "join_id", "left", "away", "misses", "wants_end"),
    *("wants_gone", "removed_by", "wants_rest"),
)
_COLUMNS = ", ".join(f'"{name}"' for name in _SEAT)


@dataclass
class Rulebook:
    """The tables of one channel, checked after each act."""

    database: Database
    channel: int
    now: dict[int, Snapshot] = field(default_factory=dict)
    positions: dict[int, Position] = field(default_factory=dict)
    changes: Counter[str] = field(default_factory=Counter)
    oldest: int = 0
    # Times of departures, by table and person.
    left_at: dict[tuple[int, int], float] = field(default_factory=dict)
    # Time the newest act began.
    began: float = 0.0

    def restored(self) -> None:
        """Reload everything from a restored older database."""
        self.oldest = 0
        self.now = {n: k for n, k in self.look().items() if k.row["phase"] in ("lobby", "live")}
        self.positions.clear()
        self.left_at.clear()
        for number in self.open("live"):
            self._catch_up(self.now[number])
            # They left before the copy was made, and may still take it back.
            gone = [seat["user_id"] for seat in self.now[number].seats if seat["left"]]
            self.left_at |= {(number, user): time.time() for user in gone}

    def _catch_up(self, snapshot: Snapshot) -> None:
        game, position = GAMES[snapshot.row["game"]], self._position(snapshot)
        for seat, text in snapshot.moves:
            position.play(game, seat, game.parse_move(text))

    def look(self) -> dict[int, Snapshot]:
        """Return the open tables in the database and those open before."""
        found: dict[int, Snapshot] = {}
        query = f"select {', '.join(_MATCH)} from tables where channel_id = ? and id >= ?"
        for values in self.database.ask(query, self.channel, self.oldest):
            row = dict(zip(_MATCH, values, strict=True))
            if row["phase"] not in ("lobby", "live") and row["id"] not in self.now:
                continue
            query = f"select {_COLUMNS} from seats where table_id = ? order by seat"
            seats = self.database.ask(query, row["id"])
            query = "select seat, move from moves where table_id = ? order by ply"
            sitting = [dict(zip(_SEAT, seat, strict=True)) for seat in seats]
            found[row["id"]] = Snapshot(row, sitting, self.database.ask(query, row["id"]))
        return found

    def check(self, act: Act) -> None:
        """Check all changes since the last act. Raises AssertionError if one is forbidden."""
        before, after = self.now, self.look()
        for number in before.keys() | after.keys():
            assert number in after, (act, "a table is gone", number)
            if number not in before:
                self._opened(act, after[number], after)
            elif before[number] != after[number]:
                self._changed(act, before[number], after[number])
        self.now = {n: k for n, k in after.items() if k.row["phase"] in ("lobby", "live")}
        self.oldest = min(self.now, default=max(after, default=self.oldest))

    def open(self, phase: str) -> list[int]:
        """Return the tables in that phase."""
        return [number for number, snapshot in self.now.items() if snapshot.row["phase"] == phase]

    def _opened(self, act: Act, snapshot: Snapshot, after: dict[int, Snapshot]) -> None:
        why = (act, snapshot)
        assert (act.kind, act.typed) in (("play", True), ("again", False)), why
        assert act.place == str(self.channel) or (act.kind, act.place) == ("again", ""), why
        assert act.table is None or self._of_here(act.table), ("a rematch from elsewhere", act)
        assert snapshot.row["phase"] == "lobby"
        assert snapshot.row["host_id"] == act.person
        assert [seat["user_id"] for seat in snapshot.seats] == [act.person]
        assert snapshot.moves == []
        open_ = [k.row for k in after.values() if k.row["phase"] in ("lobby", "live")]
        mine = [r for r in open_ if (r["host_id"], r["phase"]) == (act.person, "lobby")]
        assert len(mine) <= HOSTED, act
        assert len(open_) <= HERE, act
        parse_options(GAMES[snapshot.row["game"]], snapshot.row["options"])
        self.changes["opened"] += 1

    def _of_here(self, number: int) -> bool:
        query = "select 1 from tables where id = ? and channel_id = ?"
        return bool(self.database.ask(query, number, self.channel))

    def _check_reached(self, act: Act, was: Snapshot) -> None:
        """Check that the table can be addressed from the act's place."""
        why = (act, was)
        assert act.drawn is None or act.drawn >= was.row["opened_at"], ("another's control", why)
        if act.place == "":
            seated = [seat["user_id"] for seat in was.seats]
            by_rematch = was.row["again_of"] is not None and act.kind in ("join", "leave", "again")
            assert act.person in seated or by_rematch, ("not from one's direct messages", why)
        else:
            assert act.place == str(self.channel), ("not from there", why)

    def _gone_on(self, was: Snapshot, now: Snapshot, *, moved: bool) -> bool:
        """Return True if only computers moved, maybe after the act that gave them the turn.

        Their moves may end the match, or the round that counts the votes.
        """
        row, seats = now.row, now.seats
        if moved and row["phase"] == "over":
            row = row | {"phase": "live"}
        if moved:
            seats = [
                seat | {"wants_end": seat["wants_end"] or old["wants_end"]}
                for seat, old in zip(seats, was.seats, strict=True)
            ]
        return (was.row, was.seats) == (row, seats)

    def _changed(self, act: Act, was: Snapshot, now: Snapshot) -> None:
        why = (act, was, now)
        absent = now.absent
        new = {seat for seat, _ in now.moves[len(was.moves) :]}
        # Effects of a computer's move may be stored a little after it.
        moved = bool(new) or any(seat in absent for seat, _ in now.moves[-1:])
        if new <= absent and self._gone_on(was, now, moved=moved):
            self._moves(act, was, now)
            if was.row["phase"] != now.row["phase"]:
                self._phase(act, was, now, steers=False)
            return
        again = act.kind == "again" and act.table == was.row["again_of"]
        assert act.table in (None, was.row["id"]) or again, why
        assert was.row["phase"] in ("lobby", "live"), why
        self._check_reached(act, was)
        for name in ("game", "opened_at", "secret", "locale"):
            assert was.row[name] == now.row[name], why
        steers = act.staff or was.row["host_id"] == act.person or self._waited(act, was)
        self._seats(act, was, now)
        self._moves(act, was, now)
        if (was.row["pace"], was.row["options"]) != (now.row["pace"], now.row["options"]):
            assert (act.kind, steers, was.row["phase"]) == ("optionsset", True, "lobby"), why
            assert now.row["pace"] in PACES.values(), why
            self.changes["pace"] += 1
        if was.row["paused_at"] == now.row["paused_at"]:
            assert was.row["paused_by"] == now.row["paused_by"], why
        elif now.row["phase"] == "live":
            seated = act.person in [seat["user_id"] for seat in was.seats if not seat["left"]]
            may = act.kind in ("pause", "resume", "quit") and (act.staff or seated)
            since = was.row["paused_at"]
            assert may or (since and time.time() - since >= _PAUSE_SECONDS), why
            self.changes["paused"] += 1
        if was.row["host_id"] != now.row["host_id"]:
            staying = [seat["user_id"] for seat in now.seats if not seat["left"]]
            assert was.row["host_id"] not in staying, why
        if was.row["phase"] != now.row["phase"]:
            self._phase(act, was, now, steers=steers)

    def _waited(self, act: Act, was: Snapshot) -> bool:
        seated = act.person in [seat["user_id"] for seat in was.seats]
        return seated and time.time() - was.row["opened_at"] >= _HOST_SECONDS

    def _seats(self, act: Act, was: Snapshot, now: Snapshot) -> None:
        why = (act, was, now)
        before = {seat["user_id"]: seat for seat in was.seats}
        after = {seat["user_id"]: seat for seat in now.seats}
        for user in after.keys() - before.keys():
            assert act.kind in ("join", "again"), why
            assert act.person == user, why
            assert act.place == str(self.channel) or was.row["again_of"] is not None, why
            assert was.row["phase"] == "lobby", why
            assert len(now.seats) <= GAMES[was.row["game"]].seats[-1], why
            self.changes["joined"] += 1
        for user in before.keys() - after.keys():
            assert was.row["phase"] == "lobby", why
            self._may_go(act, was, user)
        for user in before.keys() & after.keys():
            old, new = before[user], after[user]
            for name in ("name", "locale", "join_id", "misses", "away", "wants_gone", "removed_by"):
                assert old[name] == new[name], why
            if old["left"] != new["left"]:
                assert was.row["phase"] == "live", why
                if new["left"]:
                    self._may_go(act, was, user)
                else:
                    self._may_return(act, was, user)
            if old["wants_end"] and not new["wants_end"]:
                # A vote counts until the next round, deal or duel, or until its voter leaves. A
                # computer's move that starts one is seen a little earlier.
                late = any(now.seats[seat]["left"] for seat, _ in now.moves[-1:])
                assert new["left"] or late or len(now.moves) > len(was.moves), why
            elif old["wants_end"] != new["wants_end"]:
                assert act.kind == "vote", why
                assert user == act.person, why
                self.changes["voted"] += 1
            if new["wants_rest"] and not old["wants_rest"]:
                assert user == act.person, why
                assert act.kind in ("pause", "prolong"), why

    def _may_go(self, act: Act, was: Snapshot, user: int) -> None:
        assert user == act.person, (act, was)
        # Leaving a match needs the confirmation button.
        confirmed = act.kind == "quit" and not act.typed
        lobby = was.row["phase"] == "lobby"
        assert confirmed or (lobby and act.kind == "leave"), ("left unasked", act, was)
        self.left_at[was.row["id"], user] = time.time()
        self.changes["left"] += 1

    def _may_return(self, act: Act, was: Snapshot, user: int) -> None:
        left_at = self.left_at.get((was.row["id"], user), 0.0)
        assert (act.kind, act.person) == ("undo", user), (act, was)
        assert self.began - left_at < _REGRET_SECONDS, (act, was)
        self.changes["back again"] += 1

    def _phase(self, act: Act, was: Snapshot, now: Snapshot, *, steers: bool) -> None:
        why = (act, was, now)
        change = was.row["phase"], now.row["phase"]
        playing = [seat for seat in now.seats if not (seat["left"] or seat["away"])]
        # The vote that ends a match is its last change, and isn't stored.
        last = act.person if act.kind == "vote" else None
        wish = sum(bool(seat["wants_end"]) or seat["user_id"] == last for seat in playing)
        gone = act.kind in ("leave", "quit") and not playing
        if change == ("lobby", "live"):
            all_in = was.row["again_of"] is not None and act.kind in ("join", "again")
            assert (act.kind, steers) == ("start", True) or all_in, why
            assert len(now.seats) >= GAMES[was.row["game"]].seats[0], why
        elif change == ("lobby", "cancelled"):
            assert gone or (act.kind == "cancel" and steers), why
        elif change == ("live", "over"):
            game, position = GAMES[was.row["game"]], self._position(now)
            taken = act.kind == "win" and [seat["user_id"] for seat in playing] == [act.person]
            assert taken or self._decided(game, position.state, now), why
        elif change == ("live", "cancelled"):
            # A departure may leave a majority of votes for the end.
            voted = act.kind in ("vote", "quit") and 2 * wish > len(playing)
            if [seat["user_id"] for seat in playing] == [act.person] and act.kind != "quit":
                # The only player is asked first.
                voted = (act.kind, act.text) == ("vote", "sure")
            called_off = act.kind == "cancel" and act.staff and act.text == "sure"
            assert gone or voted or called_off, why
        else:
            raise AssertionError(why)
        self.changes[" → ".join(change)] += 1

    def _decided(self, game: Any, state: Any, now: Snapshot) -> bool:
        """Return True if the rules ended the match, or only computers are still in."""
        if game.outcome(state) is not None:
            return True
        still_in = game.still_in(state) if isinstance(game, Eliminates) else ()
        seats = [now.seats[n] for n in still_in]
        return bool(seats) and all(seat["left"] or seat["away"] for seat in seats)

    def _position(self, snapshot: Snapshot) -> Position:
        number, game = snapshot.row["id"], GAMES[snapshot.row["game"]]
        if number not in self.positions:
            query = "select kind, text from contributions where table_id = ? order by number"
            given = [Contribution(None, *row) for row in self.database.ask(query, number)]
            seed = mixed(snapshot.row["secret"], given)
            options = parse_options(game, snapshot.row["options"])
            step = game.deal(len(snapshot.seats), options, Chance(seed, 0))
            self.positions[number] = Position(seed, [step])
        return self.positions[number]

    def _moves(self, act: Act, was: Snapshot, now: Snapshot) -> None:
        why = (act, was.row, now)
        assert now.moves[: len(was.moves)] == was.moves, why
        new = now.moves[len(was.moves) :]
        if not new:
            return
        game, position = GAMES[was.row["game"]], self._position(now)
        assert position.plies == len(was.moves), why
        absent = now.absent
        mine = [seat for seat, _ in new if seat not in absent]
        assert len(mine) <= 1, why
        for seat, text in new:
            if seat in absent:
                # Computers may move a little after the act that gave them the turn.
                legal = game.legal_moves(position.state, Seat(seat))
                assert text in [game.move_text(move) for move in legal], why
            else:
                assert act.kind == "move", why
                assert was.row["paused_at"] is None, why
                assert was.seats[seat]["user_id"] == act.person, why
                assert _written(game, act.text) == text, why
                assert act.stage in (None, game.stage(position.state)), why
            try:
                move = game.parse_move(text)
                assert move in game.legal_moves(position.state, Seat(seat)), why
                position.play(game, seat, move)
            except GameError as error:
                raise AssertionError(why) from error
            self.changes["moved"] += 1


def _written(game: Any, typed: str) -> str:
    """Normalise a typed move to the notation."""
    return str(game.move_text(game.parse_move(typed)))
