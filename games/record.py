"""Records: a match as its deal and moves, in a file one line a move, and its replay.

A record names the mix of its seed. Mix 1 has no name and no contributions. One line `salts 17 23`
has its salts in seat order.
"""

# game chess 1
# mix 2
# seats 2
# options target=66 rounds=none deck=full jokers=no
# commitment 2c26…
# secret 666f…
# joined seat0 17
# joined seat1 23
# cut seat0 9f86…   (a daily deal has only `daily - 142`)
# moves 2
#
# 1 seat0 55
# 2 seat1 row2 hard.1

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import field, fields
from typing import Any

from . import find_game
from .chance import CUT, DAILY, Chance, Contribution, commitment, mix, mixed, running
from .core import Frozen, Game, Seat, Step
from .errors import N_, GameError, InvalidOptions, RecordError

AnyGame = Game[Any, Any, Any]

MOST_CONTRIBUTIONS = 100
"""The most contributions to a seed."""


class Record(Frozen):
    """A match: everything that replay needs.

    By mix 2 the seed comes from the secret and the `contributions` in order. Without any it comes
    by mix 1 from the secret and the `salts`, the players' in seat order. `makers` has the makers of
    moves that no person made, by ply: plain, or a computer's strength and version, as in hard.1.
    """

    game: str
    version: int
    options: Any
    seats: int
    secret: bytes = field(repr=False)
    salts: tuple[str, ...]
    moves: tuple[tuple[Seat, str], ...] = ()
    contributions: tuple[Contribution, ...] = ()
    makers: tuple[tuple[int, str], ...] = ()

    @property
    def seed(self) -> bytes:
        """The seed of the match's chance."""
        if self.contributions:
            return mixed(self.secret, self.contributions)
        return mix(self.secret, self.salts)

    @property
    def daily(self) -> int | None:
        """The number of the daily deal that this match is, or None."""
        return daily_of(self.contributions)

    @property
    def running(self) -> list[str]:
        """The promise, and the running hash after each contribution."""
        return running(self.commitment, self.contributions)

    @property
    def commitment(self) -> str:
        """The hash published before the match: it fixes the secret."""
        return commitment(self.secret)

    @property
    def seed_hash(self) -> str:
        """The hash published at its start: it fixes secret and salts."""
        return commitment(self.seed)


def daily_of(contributions: Iterable[Contribution]) -> int | None:
    """Return the number of the daily deal whose only contribution this is, or None."""
    given = [(kind, text) for _, kind, text in contributions]
    if len(given) != 1 or given[0][0] != DAILY:
        return None
    return int(given[0][1])


def record_of(
    game: str,
    version: int,
    options: str,
    secret: bytes,
    salts: Iterable[int | str],
    moves: Iterable[tuple[int, str]],
    contributions: Iterable[Contribution] = (),
    makers: Iterable[tuple[int, str]] = (),
) -> Record:
    """The record of a match as it is stored: options as a line, a salt for each seat.

    The salts are left out if there are `contributions`. The record may be of another version, as
    long as its options can be read here. Raises UnknownGame, InvalidOptions, and RecordError where
    another version reads those options.
    """
    rules = find_game(game)
    joined, given = tuple(map(str, salts)), tuple(contributions)
    return Record(
        game=game,
        version=version,
        options=_options(rules, version, options),
        seats=len(joined),
        secret=secret,
        salts=() if given else joined,
        moves=tuple((Seat(seat), text) for seat, text in moves),
        contributions=given,
        makers=tuple(makers),
    )


def _options(game: AnyGame, version: int, text: str) -> Any:
    try:
        return parse_options(game, text)
    except InvalidOptions as error:
        try:
            find_game(game.key, version)
        except RecordError as unknown:
            raise unknown from error
        raise


def replay(record: Record) -> list[Step[Any]]:
    """The deal and the step after each move. Raises RecordError."""
    return list(steps(record))


def steps(record: Record) -> Iterator[Step[Any]]:
    """Yield the deal and the step after each move, as far as the record is valid.

    Raises RecordError at the first broken move, its `ply`. A broken move is refused, or isn't in
    the notation itself.
    """
    game = find_game(record.game, record.version)
    if record.seats not in game.seats:
        raise RecordError(
            N_("{game} isn't played by {seats}."), game=record.game, seats=record.seats
        )
    seed = record.seed
    step: Step[Any] = game.deal(record.seats, record.options, Chance(seed, 0))
    yield step
    for ply, (seat, text) in enumerate(record.moves, 1):
        try:
            if not 0 <= seat < record.seats:
                raise RecordError(N_("There is no seat {seat}."), seat=seat)
            move = game.parse_move(text)
            step = game.play(step.state, seat, move, Chance(seed, ply))
        except GameError as error:
            raise RecordError(
                N_("Move {ply} ({move}) is refused: {why}"), ply=ply, move=text, why=error
            ) from error
        # Typed moves are folded before parsing. A record has one spelling only.
        if game.move_text(move) != text:
            raise RecordError(N_("Move {ply} can't be read."), ply=ply)
        yield step


def options_text(options: Any) -> str:
    """Options as one line of `name=value`, in the order of their fields."""
    return " ".join(f"{f.name}={value_text(getattr(options, f.name))}" for f in fields(options))


def value_text(value: object) -> str:
    """Return the value of an option as text."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def parse_options(game: AnyGame, text: str) -> Any:
    """The options that a line means. Raises InvalidOptions."""
    values: dict[str, object] = {}
    known = {f.name for f in fields(game.Options)}
    for part in text.split():
        name, equals, value = part.partition("=")
        if not equals or name not in known:
            raise InvalidOptions(N_("“{part}” is not an option."), part=part)
        values[name] = read_value(value)
    return game.Options(**values)


def read_value(text: str) -> object:
    """Return the value of an option that a text means."""
    if text in ("yes", "no"):
        return text == "yes"
    if text == "none":
        return None
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


def dumps(record: Record) -> str:
    """Return the record as a text file. It contains the secret, so the match must be over."""
    contributed = [
        f"{kind} {'-' if seat is None else f'seat{seat}'} {text}"
        for seat, kind, text in record.contributions
    ]
    head = [
        f"game {record.game} {record.version}",
        *(["mix 2"] if contributed else []),
        f"seats {record.seats}",
        f"options {options_text(record.options)}",
        f"commitment {record.commitment}",
        f"secret {record.secret.hex()}",
        *(contributed or [f"salts {' '.join(record.salts)}"]),
        f"moves {len(record.moves)}",
        "",
    ]
    makers = {ply: f" {maker}" for ply, maker in record.makers}
    moves = [
        f"{ply} seat{seat} {text}{makers.get(ply, '')}"
        for ply, (seat, text) in enumerate(record.moves, 1)
    ]
    return "\n".join(head + moves) + "\n"


def record_hash(record: Record) -> str:
    """The SHA-256 of a record as `dumps` writes it: another match has another."""
    return hashlib.sha256(dumps(record).encode()).hexdigest()


_HEAD = re.compile(
    r"game (?P<game>\S+) (?P<version>[0-9]{1,9})\n"
    r"(?:mix (?P<mix>[0-9]{1,9})\n)?"
    r"seats (?P<seats>[0-9]{1,3})\n"
    r"options(?P<options>[^\n]*)\n"
    r"commitment (?P<commitment>[0-9a-f]{64})\n"
    r"secret (?P<secret>(?:[0-9a-f]{2})+)\n"
    r"(?:salts(?P<salts>[^\n]*)\n|(?P<contributed>(?:(?:joined|cut|daily) [^\n]*\n)+))"
    r"moves (?P<moves>[0-9]{1,9})\n"
)
_CONTRIBUTION = re.compile(r"(joined|cut|daily) (?:seat([0-9]{1,3})|-) (\S+)")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_DAY = re.compile(r"[1-9][0-9]{0,5}")
_MOVE = re.compile(r"([0-9]{1,9}) seat([0-9]{1,3}) (\S+)(?: (plain|[a-z]+\.[0-9]{1,9}))?")


def loads(text: str) -> Record:
    """The record in a text file. Raises RecordError, also when the promise doesn't fit."""
    text = text.replace("\r\n", "\n").lstrip("\ufeff")
    head = _HEAD.match(text)
    if head is None:
        raise RecordError(N_("The file doesn't begin like a record."))
    try:
        game = find_game(head["game"])
        options = _options(game, int(head["version"]), head["options"])
    except RecordError:
        raise
    except GameError as error:
        raise RecordError(N_("The record's head is wrong: {why}"), why=error) from error
    seats, contributed = int(head["seats"]), head["contributed"] or ""
    if int(head["mix"] or 1) != (2 if contributed else 1):
        raise RecordError(
            N_("The seed was mixed in a way (mix {mix}) that isn't known here."),
            mix=head["mix"] or 1,
        )
    moves = list(_moves(text[head.end() :]))
    record = Record(
        game=head["game"],
        version=int(head["version"]),
        options=options,
        seats=seats,
        secret=bytes.fromhex(head["secret"]),
        salts=tuple((head["salts"] or "").split()),
        moves=tuple((seat, move) for seat, move, _ in moves),
        makers=tuple((ply, maker) for ply, (_, _, maker) in enumerate(moves, 1) if maker),
        contributions=tuple(_contributions(contributed, seats)),
    )
    if len(record.moves) != int(head["moves"]):
        raise RecordError(
            N_("The record should hold {moves} moves, but holds {found}."),
            moves=head["moves"],
            found=len(record.moves),
        )
    if record.commitment != head["commitment"]:
        raise RecordError(N_("The secret doesn't fit the promise."))
    return record


def _contributions(text: str, seats: int) -> Iterator[Contribution]:
    for number, line in enumerate(text.splitlines(), 1):
        if number > MOST_CONTRIBUTIONS:
            raise RecordError(N_("A record has {n} contributions at most."), n=MOST_CONTRIBUTIONS)
        found = _CONTRIBUTION.fullmatch(line)
        seat = int(found[2]) if found is not None and found[2] else None
        if (
            found is None
            or (seat is not None and seat >= seats)
            or (found[1] == CUT and not _DIGEST.fullmatch(found[3]))
            or (found[1] == DAILY and not _DAY.fullmatch(found[3]))
        ):
            raise RecordError(N_("Contribution {number} can't be read."), number=number)
        yield Contribution(seat, found[1], found[3])


def _moves(text: str) -> Iterator[tuple[Seat, str, str]]:
    expected = 1
    for line in text.splitlines():
        if not line.strip():
            continue
        found = _MOVE.fullmatch(line.strip())
        if found is None or int(found[1]) != expected:
            raise RecordError(N_("Move {ply} can't be read."), ply=expected)
        yield Seat(int(found[2])), found[3], found[4] or ""
        expected += 1
