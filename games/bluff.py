"""Bluff, also liar's dice: guess what lies under all the cups.

seats          2–6
pack           1–6 dice a seat (5); faces 1–5 and the wild, here 6, written `*`
hidden         the dice under others' cups
simultaneous   nothing: one seat acts at a time
ends           when one seat has dice, or at the first seat without any
scoring        later out ranks better, or dice left; equal share a rank
source         rules/bluff.md

A score is the dice left at the end; for a seat that ran out before the last challenge it is
minus the number of rounds that were still played without it.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import ClassVar, NamedTuple

from .chance import Chance
from .core import Event, Outcome, Seat, Step
from .errors import (
    N_,
    IllegalMove,
    InvalidMove,
    InvalidOptions,
    MatchOver,
    NotToAct,
)

Face = int
Dice = tuple[Face, ...]

WILD: Face = 6
_FACES = range(1, WILD + 1)
_FEWEST_TO_SHOW = 2


def face_text(face: Face) -> str:
    """A face as the rules write it: `1` … `5`, `*`."""
    return "*" if face == WILD else str(face)


def matching(dice: Dice, face: Face) -> int:
    """How many of the dice count for a face: wilds count for every other."""
    wilds = dice.count(WILD)
    return wilds if face == WILD else wilds + dice.count(face)


@dataclass(frozen=True, slots=True)
class BluffOptions:
    """How a match is played. Raises InvalidOptions.

    `dice`: 1–6 a seat; `end`: `last` seat with dice, or the `first_out`.
    """

    dice: int = 5
    end: str = "last"

    def __post_init__(self) -> None:
        if type(self.dice) is not int or not 1 <= self.dice <= 6:
            raise InvalidOptions(N_("The dice are a number from 1 to 6."))
        if self.end not in ("last", "first_out"):
            raise InvalidOptions(N_("The end is last or first_out."))


@dataclass(frozen=True, slots=True)
class Bid:
    """So many of a face lie on the table."""

    count: int
    face: Face

    @property
    def height(self) -> tuple[int, Face]:
        """What bids are compared by: the weight, then the face (rules: "Order of bids")."""
        return (2 * self.count if self.face == WILD else self.count, self.face)

    def __str__(self) -> str:
        return f"{self.count}x{face_text(self.face)}"


@dataclass(frozen=True, slots=True)
class Show:
    """Show these of the own hidden dice, ascending, and reroll the rest; a bid follows."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class Challenge:
    """Doubt the last bid: all cups are lifted."""


Move = Bid | Show | Challenge


class State(NamedTuple):
    """The full truth. `left`, `hidden`, `shown` and `out` by seat.

    `left`: dice each still has, none of them rolled once the match is over; `bids` of this round;
    `showed`: the seat to act has shown dice and owes a bid; `out`: the round a seat lost its last
    die in, or 0.
    """

    options: BluffOptions
    round: int
    stage: int
    left: tuple[int, ...]
    hidden: tuple[Dice, ...]
    shown: tuple[Dice, ...]
    bids: tuple[tuple[Seat, Bid], ...]
    turn: Seat
    showed: bool
    out: tuple[int, ...]
    over: bool

    @property
    def last(self) -> Bid | None:
        """The bid to beat, if there is one."""
        return self.bids[-1][1] if self.bids else None


@dataclass(frozen=True, slots=True)
class View:
    """What a seat (None: a spectator) may know. Rounds from 1; dice ascending, wilds last.

    `left`: dice each seat still has; `shown`: those of them that lie open; `bids` of this round
    with their bidders; `showed`: whoever acts has shown dice and must bid; `lowest`: the lowest
    bid that is higher than the last, if any; `hand`: the own hidden dice; `may_show`: whether some
    of them may be shown now.
    """

    seat: Seat | None
    seats: int
    options: BluffOptions
    round: int
    left: tuple[int, ...]
    dice: int
    shown: tuple[Dice, ...]
    bids: tuple[tuple[Seat, Bid], ...]
    showed: bool
    lowest: Bid | None
    to_act: frozenset[Seat]
    hand: Dice
    may_show: bool
    outcome: Outcome | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegan(Event):
    """Everybody rolled all their dice; `left` by seat. The starter bids first."""

    round: int
    starter: Seat
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled(Event):
    """What a seat rolled at the beginning of a round, told to that seat alone."""

    seat: Seat
    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Showed(Event):
    """A seat showed dice and rerolled so many others under its cup."""

    seat: Seat
    dice: Dice
    rerolled: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rerolled(Event):
    """What a seat has under its cup after rerolling, told to that seat alone."""

    seat: Seat
    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Bidden(Event):
    """A seat made a bid."""

    seat: Seat
    bid: Bid


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged(Event):
    """A seat challenged a bid."""

    seat: Seat
    bidder: Seat
    bid: Bid


@dataclass(frozen=True, slots=True, kw_only=True)
class CupsLifted(Event):
    """All dice after a challenge, by seat, and how many of them count for the bid."""

    bid: Bid
    dice: tuple[Dice, ...]
    found: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost(Event):
    """A seat lost dice; with none left it is out."""

    seat: Seat
    dice: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded(Event):
    """The match is over."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]


@cache
def _all_bids(dice: int) -> tuple[Bid, ...]:
    bids = (Bid(count, face) for count in range(1, dice + 1) for face in _FACES)
    return tuple(sorted(bids, key=lambda bid: bid.height))


@cache
def higher_bids(last: Bid | None, dice: int) -> tuple[Bid, ...]:
    """The bids that may follow with so many dice on the table, lowest first."""
    return tuple(bid for bid in _all_bids(dice) if last is None or bid.height > last.height)


_BID = re.compile(r"([1-9][0-9]?)x([1-5*])")
# Any order would name the same dice; one of them is the notation.
_SHOW = re.compile(r"show(?=.{1,5}$)(1*2*3*4*5*\**)")


class Bluff:
    """The rules of Bluff."""

    key: ClassVar[str] = "bluff"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 7)
    Options: ClassVar[type[BluffOptions]] = BluffOptions

    def deal(self, seats: int, options: BluffOptions, chance: Chance) -> Step[State]:
        """The first roll; the starter is random (rules: "Roll")."""
        nothing: tuple[Dice, ...] = ((),) * seats
        state = State(
            options=options,
            round=0,
            stage=0,
            left=(options.dice,) * seats,
            hidden=nothing,
            shown=nothing,
            bids=(),
            turn=Seat(chance.below(seats)),
            showed=False,
            out=(0,) * seats,
            over=False,
        )
        events: list[Event] = []
        state = _roll(state, chance, events)
        return Step(state, tuple(events))

    def to_act(self, state: State) -> frozenset[Seat]:
        """The one seat whose turn it is."""
        return frozenset() if state.over else frozenset((state.turn,))

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """A challenge, every higher bid, and every choice of dice to show."""
        if state.over or seat != state.turn:
            return ()
        bids = higher_bids(state.last, sum(state.left))
        if state.showed:
            return bids
        doubt: tuple[Move, ...] = (Challenge(),) if state.bids else ()
        shows: tuple[Move, ...] = ()
        if _may_show(state):
            hidden = state.hidden[seat]
            chosen = {c for size in range(1, len(hidden)) for c in combinations(hidden, size)}
            shows = tuple(Show(dice) for dice in sorted(chosen))
        return (*doubt, *bids, *shows)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        """Challenge, show or bid. Raises MoveError."""
        if state.over:
            raise MatchOver(N_("That match is over."))
        if seat != state.turn:
            raise NotToAct(N_("It isn't your turn."))
        match move:
            case Challenge():
                return _challenge(state, seat, chance)
            case Show(dice=dice):
                return _show(state, seat, dice, chance)
            case Bid():
                return _bid(state, seat, move)

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat may know (rules: "Who sees what")."""
        higher = () if state.over else higher_bids(state.last, sum(state.left))
        return View(
            seat=seat,
            seats=len(state.left),
            options=state.options,
            round=state.round,
            left=state.left,
            dice=sum(state.left),
            shown=state.shown,
            bids=state.bids,
            showed=state.showed,
            lowest=higher[0] if higher else None,
            to_act=self.to_act(state),
            hand=() if seat is None else state.hidden[seat],
            may_show=not state.over and seat == state.turn and _may_show(state),
            outcome=self.outcome(state),
        )

    def outcome(self, state: State) -> Outcome | None:
        """Who is out later ranks better, then who has more dice; scores say the same."""
        if not state.over:
            return None
        scores = _scores(state)
        return Outcome(_ranks(scores), scores)

    def stage(self, state: State) -> int:
        """Grows with every move: one seat acts at a time."""
        return state.stage

    def default_move(self, view: View) -> Move:
        """A challenge of what goes beyond the likely count, else the lowest bid."""
        if view.seat not in view.to_act:
            raise NotToAct(N_("It isn't your turn."))
        lowest = view.lowest
        if not view.bids or (view.showed and lowest is not None):
            assert lowest is not None
            return lowest
        last = view.bids[-1][1]
        seen = (*view.hand, *(die for dice in view.shown for die in dice))
        # A die unseen counts for a face in two of six cases, for the wild in one.
        unseen = (view.dice - len(seen)) * (1 if last.face == WILD else 2)
        likely = matching(seen, last.face) * len(_FACES) + unseen
        return Challenge() if lowest is None or last.count * len(_FACES) > likely else lowest

    def parse_move(self, text: str) -> Move:
        """`4x5`, `2x*`, `show3*` or `challenge`. Raises InvalidMove."""
        if text == "challenge":
            return Challenge()
        if (bid := _BID.fullmatch(text)) is not None:
            return Bid(int(bid[1]), _face(bid[2]))
        if (show := _SHOW.fullmatch(text)) is not None:
            return Show(tuple(map(_face, show[1])))
        raise InvalidMove(
            N_(
                "Write a bid such as 4x5 or 2x*, challenge, or show with the faces ascending, "
                "such as show3*."
            )
        )

    def move_text(self, move: Move) -> str:
        """The notation of the rules page."""
        match move:
            case Challenge():
                return "challenge"
            case Show(dice=dice):
                return "show" + "".join(map(face_text, dice))
            case Bid():
                return str(move)


GAME = Bluff()


def _face(text: str) -> Face:
    return WILD if text == "*" else int(text)


def _roll(state: State, chance: Chance, events: list[Event]) -> State:
    """Everybody rolls what they have left; `turn` is the starter."""
    hidden = tuple(tuple(sorted(chance.roll(dice))) for dice in state.left)
    events.append(RoundBegan(round=state.round + 1, starter=state.turn, left=state.left))
    events.extend(
        Rolled(to=frozenset((Seat(seat),)), seat=Seat(seat), dice=dice)
        for seat, dice in enumerate(hidden)
        if dice
    )
    return state._replace(
        round=state.round + 1,
        stage=state.stage + 1,
        hidden=hidden,
        shown=((),) * len(hidden),
        bids=(),
        showed=False,
    )


def _may_show(state: State) -> bool:
    """Whether the seat to act may show dice: it must be able to reroll one, and to bid then."""
    return (
        not state.showed
        and len(state.hidden[state.turn]) >= _FEWEST_TO_SHOW
        and bool(higher_bids(state.last, sum(state.left)))
    )


def _after(state: State, seat: Seat) -> Seat:
    """The next seat with dice, clockwise."""
    seats = len(state.left)
    others = (Seat((seat + step) % seats) for step in range(1, seats + 1))
    return next(other for other in others if state.left[other])


def _bid(state: State, seat: Seat, bid: Bid) -> Step[State]:
    dice, last = sum(state.left), state.last
    if bid.count > dice:
        raise IllegalMove(N_("Only {n} dice are on the table."), n=dice)
    if last is not None and bid.height <= last.height:
        raise IllegalMove(N_("{bid} isn't higher than {last}."), bid=bid, last=last)
    after = state._replace(
        stage=state.stage + 1,
        bids=(*state.bids, (seat, bid)),
        turn=_after(state, seat),
        showed=False,
    )
    return Step(after, (Bidden(seat=seat, bid=bid),))


def _show(state: State, seat: Seat, dice: Dice, chance: Chance) -> Step[State]:
    hidden = state.hidden[seat]
    if state.showed:
        raise IllegalMove(N_("You have shown dice: now make a bid."))
    if len(hidden) < _FEWEST_TO_SHOW:
        raise IllegalMove(N_("To show dice you need two hidden ones or more."))
    rest = Counter(hidden)
    rest.subtract(dice)
    if min(rest.values()) < 0:
        raise IllegalMove(N_("You don't have those dice under your cup."))
    rerolled = len(hidden) - len(dice)
    if not rerolled:
        raise IllegalMove(N_("At least one die must be rerolled."))
    if not _may_show(state):
        raise IllegalMove(N_("No bid is higher than {last}: challenge it."), last=state.last)
    rolled = tuple(sorted(chance.roll(rerolled)))
    open_dice = tuple(sorted((*state.shown[seat], *dice)))
    after = state._replace(
        stage=state.stage + 1,
        hidden=_with(state.hidden, seat, rolled),
        shown=_with(state.shown, seat, open_dice),
        showed=True,
    )
    return Step(
        after,
        (
            Showed(seat=seat, dice=dice, rerolled=rerolled),
            Rerolled(to=frozenset((seat,)), seat=seat, dice=rolled),
        ),
    )


def _with(all_dice: tuple[Dice, ...], seat: Seat, dice: Dice) -> tuple[Dice, ...]:
    return (*all_dice[:seat], dice, *all_dice[seat + 1 :])


def _challenge(state: State, seat: Seat, chance: Chance) -> Step[State]:
    if state.showed:
        raise IllegalMove(N_("You have shown dice: now make a bid."))
    if not state.bids:
        raise IllegalMove(N_("There is no bid to challenge yet."))
    bidder, bid = state.bids[-1]
    dice = tuple(
        tuple(sorted((*hidden, *shown)))
        for hidden, shown in zip(state.hidden, state.shown, strict=True)
    )
    found = sum(matching(own, bid.face) for own in dice)
    events: list[Event] = [
        Challenged(seat=seat, bidder=bidder, bid=bid),
        CupsLifted(bid=bid, dice=dice, found=found),
    ]
    losses = _losses(state.left, seat, bidder, found - bid.count)
    left = tuple(have - loss for have, loss in zip(state.left, losses, strict=True))
    events.extend(
        Lost(seat=Seat(other), dice=loss, left=left[other])
        for other, loss in enumerate(losses)
        if loss
    )
    out = tuple(
        before or (0 if have else state.round) for before, have in zip(state.out, left, strict=True)
    )
    settled = state._replace(left=left, out=out)
    with_dice = sum(map(bool, left))
    if with_dice == 1 or (state.options.end == "first_out" and with_dice < len(left)):
        return _end(settled, events)
    settled = _roll(settled._replace(turn=_after(settled, seat)), chance, events)
    return Step(settled, tuple(events))


def _losses(
    left: Sequence[int], challenger: Seat, bidder: Seat, difference: int
) -> tuple[int, ...]:
    """Dice lost by seat, never more than it has (rules: "Settling a challenge")."""
    if difference == 0:
        return tuple(min(have, int(seat != bidder)) for seat, have in enumerate(left))
    loser = challenger if difference > 0 else bidder
    return tuple(min(have, abs(difference)) * (seat == loser) for seat, have in enumerate(left))


def _end(state: State, events: list[Event]) -> Step[State]:
    nothing: tuple[Dice, ...] = ((),) * len(state.left)
    over = state._replace(stage=state.stage + 1, hidden=nothing, shown=nothing, bids=(), over=True)
    scores = _scores(over)
    events.append(MatchEnded(ranks=_ranks(scores), scores=scores))
    return Step(over, tuple(events))


def _scores(state: State) -> tuple[int, ...]:
    return tuple(have or out - state.round for have, out in zip(state.left, state.out, strict=True))


def _ranks(scores: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(1 + sum(other > score for other in scores) for score in scores)
