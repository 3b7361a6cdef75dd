"""Bluff, also liar's dice: guess the dice under all cups.

seats          2–6.
pack           1–6 dice a seat (5). Faces 1–5 and the wild, here 6, written `*`.
hidden         The dice under others' cups.
simultaneous   Nothing: one seat acts at a time.
ends           When one seat has dice, or at the first seat without any.
bound          D × (12 × D + 1) decisions with D dice at first, thus 15,588 with six times six.
               A round has at most 6 × D bids, a show before each, and a challenge that costs a die.
scoring        Later out ranks better, or dice left. Equal ones share a rank.
source         rules/bluff.md.

A score is the number of dice left at the end. A seat that ran out before the last challenge
scores minus the number of rounds played without it.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from ..chance import Chance
from ..core import Event, Frozen, Outcome, Rulings, Seat, Step
from ..errors import N_, IllegalMove, InvalidMove, MatchOver, NotToAct, check_seats
from ..notation import plain
from .events import (
    Bidden,
    Challenged,
    CupsLifted,
    Lost,
    MatchEnded,
    Rerolled,
    Rolled,
    RoundBegan,
    Showed,
)
from .state import (
    FACES,
    WILD,
    Bid,
    BluffOptions,
    Dice,
    Face,
    State,
    View,
    face_text,
    higher_bids,
    matching,
)

_FEWEST_TO_SHOW = 2


class Show(Frozen):
    """Show some of the own hidden dice, ascending, and reroll the rest. A bid follows."""

    dice: Dice


class Challenge(Frozen):
    """Doubt the last bid: all cups are lifted."""


Move = Bid | Show | Challenge

# A wild is the 6 of an ordinary die: both signs are read.
_BID = re.compile(r"([1-9][0-9]?)x([1-6*])")
# Any order would name the same dice; one of them is the notation.
_PIPS = re.compile(r"([1-6]?)([⚀-⚅])")
_SHOW = re.compile(r"show(?=.{1,5}$)(1*2*3*4*5*[6*]*)")


@dataclass(frozen=True, eq=False)
class Bluff:
    """The rules of Bluff."""

    key: ClassVar[str] = "bluff"
    RULINGS: ClassVar[Mapping[int, Rulings]] = {1: frozenset()}
    seats: ClassVar[range] = range(2, 7)
    Options: ClassVar[type[BluffOptions]] = BluffOptions
    version: int = max(RULINGS)

    def deal(self, seats: int, options: BluffOptions, chance: Chance) -> Step[State]:
        """Return the first roll with a random starter (rules: "Roll")."""
        check_seats(self.seats, seats)
        nothing: tuple[Dice, ...] = ((),) * seats
        state = State(
            options=options,
            left=(options.dice,) * seats,
            hidden=nothing,
            shown=nothing,
            turn=Seat(chance.below(seats)),
            out=(0,) * seats,
        )
        events: list[Event] = []
        state = _roll(state, chance, events)
        return Step(state, tuple(events))

    def usual_moves(self, seats: int, options: BluffOptions) -> int:
        """Return the usual number of decisions: about one for each die that is lost."""
        return seats * options.dice if options.end == "last" else seats + options.dice

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
        """Return the data that a seat may see (rules: "Who sees what")."""
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
        """Return ranks by the round a seat went out in, then by dice. Scores follow the ranks."""
        return self.standing(state) if state.over else None

    def still_in(self, state: State) -> frozenset[Seat]:
        """Return the seats with dice."""
        return frozenset(Seat(seat) for seat, dice in enumerate(state.left) if dice)

    def standing(self, state: State) -> Outcome:
        """Return the outcome if the match ended now: later out ranks better, then more dice."""
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
        # An unseen die matches a face in two of six cases, and the wild in one.
        unseen = (view.dice - len(seen)) * (1 if last.face == WILD else 2)
        likely = matching(seen, last.face) * len(FACES) + unseen
        return Challenge() if lowest is None or last.count * len(FACES) > likely else lowest

    def parse_move(self, text: str) -> Move:
        """`4x5`, `2x*`, `show3*` or `challenge`, as people type them. Raises InvalidMove."""
        text = _PIPS.sub(_without_pips, plain(text))
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


def _without_pips(die: re.Match[str]) -> str:
    """A die as screens print it, `3⚂` or `⚂`, in the notation."""
    number = str("⚀⚁⚂⚃⚄⚅".index(die[2]) + 1)
    return number if die[1] in ("", number) else die[1] + number


def _face(text: str) -> Face:
    return WILD if text in "6*" else int(text)


def _roll(state: State, chance: Chance, events: list[Event]) -> State:
    """Roll all remaining dice. `turn` is the starter."""
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
    """Return True if the seat to act may show dice.

    It must be able to reroll one and to bid then.
    """
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
        raise IllegalMove(N_("Only {n} dice are in play."), n=dice)
    if last is not None and bid.height <= last.height:
        raise IllegalMove(N_("{bid} isn't higher than {highest}."), bid=bid, highest=last)
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
        raise IllegalMove(N_("No bid is higher than {highest}: challenge it."), highest=state.last)
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
