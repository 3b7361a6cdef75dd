"""Schwimmen, also 31: don't hold the worst hand, the last swimmer wins.

seats          2–8.
pack           The 32 cards A K Q J 10 9 8 7 of four suits.
hidden         Hands, the stock, the extra hand before the dealer's choice.
simultaneous   Nothing.
ends           When one seat is left in, or with the third deal in a row that would put all out.
               Those still in then share the first rank.
bound          9,821 decisions for 8 seats with 5 lives.
               A deal has at most 1 + 20 × seats: the dealer's choice and 20 turns a seat.
               A match has at most lives × seats + 3 × (seats - 1) deals.
               Each deal costs a life, except two before each deal that puts one seat out.
scoring        Deals survived. Later out ranks better, out in the same deal shares a rank.
source         rules/schwimmen.md. Its changes of 2026-11 are version 2.

`thirty_one` gives the worth of hands.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from ..cards import PACK, Card, Hand, arranged, parse_card, typed
from ..chance import Chance
from ..core import Event, Frozen, Outcome, Rulings, Seat, Step
from ..errors import N_, IllegalMove, InvalidMove, MatchOver, NotToAct, check_seats
from .events import (
    Closed,
    DealBegan,
    DealEnded,
    Dealt,
    Kept,
    LastTurns,
    MatchEnded,
    Passed,
    Renewed,
    Showed,
    Swapped,
    SwappedAll,
    Took,
)
from .state import MOST_TURNS, Result, SchwimmenOptions, State, View
from .thirty_one import FIRE, THIRTY_ONE, strength, swapped, worth

_CARDS = 3


class Keep(Frozen):
    """The dealer keeps its hand. The extra hand becomes the table."""


class Take(Frozen):
    """The dealer takes the extra hand unseen. Its first hand becomes the table."""


class Swap(Frozen):
    """Swap a hand card for a table card, and close or not."""

    give: Card
    take: Card
    close: bool = False


class SwapAll(Frozen):
    """Swap the hand for the table, and close or not."""

    close: bool = False


class Pass(Frozen):
    """Swap nothing, and close or not."""

    close: bool = False


Turn = Swap | SwapAll | Pass
Move = Keep | Take | Turn


_TURN = re.compile(r"(pass|all|([akqjt987][cshd])-([akqjt987][cshd]))(!?)")


@dataclass(frozen=True, eq=False)
class Schwimmen:
    """The rules of Schwimmen."""

    key: ClassVar[str] = "schwimmen"
    RULINGS: ClassVar[Mapping[int, Rulings]] = {2: frozenset()}
    seats: ClassVar[range] = range(2, 9)
    Options: ClassVar[type[SchwimmenOptions]] = SchwimmenOptions
    version: int = max(RULINGS)

    def deal(self, seats: int, options: SchwimmenOptions, chance: Chance) -> Step[State]:
        """The first deal, by a random dealer (rules: "Deal")."""
        check_seats(self.seats, seats)
        events: list[Event] = []
        empty = State(
            options=options,
            dealer=Seat(chance.below(seats)),
            hands=((),) * seats,
            lives=(options.lives,) * seats,
            gone=(0,) * seats,
        )
        state = _deal(empty, empty.dealer, chance, events)
        return Step(state, tuple(events))

    def usual_moves(self, seats: int, options: SchwimmenOptions) -> int:
        """Return the usual number of decisions: about five for each life, and for swimming."""
        return 5 * seats * (options.lives + 1)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the dealer who has to choose a hand, or the seat whose turn it is."""
        return frozenset() if state.over() else frozenset((state.turn,))

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Return keep and take, or every swap and a pass, each also with a close while that is
        possible.
        """
        if state.over() or seat != state.turn:
            return ()
        if state.choosing:
            return (Keep(), Take())
        every: list[Turn] = [Swap(give, take) for give in state.hands[seat] for take in state.table]
        every += [SwapAll(), Pass()] if state.options.swap_all else [Pass()]
        ends = (False,) if state.last_turns() else (False, True)
        return tuple(replace(turn, close=close) for turn in every for close in ends)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        """Choose the dealer's hand, or take a turn. Raises MoveError."""
        if state.over():
            raise MatchOver(N_("That match is over."))
        if state.gone[seat]:
            raise NotToAct(N_("You are out of this match."))
        if seat != state.turn:
            raise NotToAct(N_("It isn't your turn."))
        events: list[Event] = []
        if isinstance(move, Keep | Take):
            after = _choose(state, seat, isinstance(move, Take), chance, events)
        else:
            after = _take_turn(state, seat, move, chance, events)
        return Step(after, tuple(events))

    def view(self, state: State, seat: Seat | None) -> View:
        """Return the data that a seat may see (rules: "Who sees what")."""
        return View(
            seat=seat,
            seats=len(state.hands),
            options=state.options,
            deal=state.deal,
            dealer=state.dealer,
            choosing=state.choosing,
            turns=state.turns,
            table=state.table,
            stock=len(state.stock),
            passes=state.passes,
            closer=state.closer,
            last_turns=state.last_turns(),
            lives=state.lives,
            gone=state.gone,
            results=state.results,
            to_act=self.to_act(state),
            hand=() if seat is None else state.hands[seat],
            outcome=self.outcome(state),
        )

    def outcome(self, state: State) -> Outcome | None:
        """Return ranks by the deal a seat went out in, later is better.

        Scores are the deals survived.
        """
        return self.standing(state) if state.over() else None

    def still_in(self, state: State) -> frozenset[Seat]:
        """Return the seats that aren't out, swimming ones too."""
        return frozenset(state.still_in())

    def standing(self, state: State) -> Outcome:
        """Later out ranks better, and those still in share the first rank."""
        scores = tuple(deal - 1 if deal else state.deal for deal in state.gone)
        return Outcome(tuple(1 + sum(o > score for o in scores) for score in scores), scores)

    def stage(self, state: State) -> int:
        """Grows with every decision."""
        return state.stage

    def default_move(self, view: View) -> Move:
        """Return keep, or a pass without a close."""
        if view.seat not in view.to_act:
            raise NotToAct(N_("It isn't your turn."))
        return Keep() if view.choosing else Pass()

    def parse_move(self, text: str) -> Move:
        """Read `keep`, `take`, `KH-7S`, `all` or `pass`, with `!` to close. Raises InvalidMove.

        Typed forms of cards are read too: `k♥-10s`.
        """
        text = typed(text)
        if text in ("keep", "take"):
            return Keep() if text == "keep" else Take()
        found = _TURN.fullmatch(text)
        if found is None:
            raise InvalidMove(
                N_("Write keep, take, pass, or a swap such as KH-7S; with ! you close as well.")
            )
        close = bool(found[4])
        if found[1] in ("pass", "all"):
            return Pass(close) if found[1] == "pass" else SwapAll(close)
        return Swap(parse_card(found[2].upper()), parse_card(found[3].upper()), close)

    def move_text(self, move: Move) -> str:
        """The notation of the rules page."""
        match move:
            case Keep():
                return "keep"
            case Take():
                return "take"
            case Swap(give, take, close):
                text = f"{give}-{take}"
            case SwapAll(close):
                text = "all"
            case Pass(close):
                text = "pass"
        return text + "!" * close


GAME = Schwimmen()


def _deal(state: State, dealer: Seat, chance: Chance, events: list[Event]) -> State:
    """Deal the next hands. A hand shown at once ends that deal as well, and so on."""
    pack = chance.shuffled(PACK)
    seats = state.still_in()
    hands: list[Hand] = [()] * len(state.hands)
    for at, seat in enumerate(seats):
        hands[seat] = arranged(pack[at * _CARDS : (at + 1) * _CARDS])
    used = len(seats) * _CARDS
    dealt = state._replace(
        deal=state.deal + 1,
        dealer=dealer,
        stage=state.stage + 1,
        choosing=True,
        turn=dealer,
        turns=0,
        hands=tuple(hands),
        extra=arranged(pack[used : used + _CARDS]),
        table=(),
        stock=pack[used + _CARDS :],
        discards=(),
        passes=0,
        closer=None,
    )
    events.append(DealBegan(deal=dealt.deal, dealer=dealer, stock=len(dealt.stock)))
    events.extend(Dealt(to=frozenset((seat,)), seat=seat, hand=hands[seat]) for seat in seats)
    shown = [seat for seat in seats if worth(hands[seat]) >= THIRTY_ONE]
    if shown:
        return _end(dealt, shown, state.results, chance, events)
    return dealt


def _choose(state: State, seat: Seat, take: bool, chance: Chance, events: list[Event]) -> State:
    if not state.choosing:
        raise IllegalMove(N_("The dealer has chosen already: swap or pass."))
    first, second = state.hands[seat], state.extra
    hand, table = (second, first) if take else (first, second)
    if take:
        events.append(Took(seat=seat, table=table))
        events.append(Dealt(to=frozenset((seat,)), seat=seat, hand=hand))
    else:
        events.append(Kept(seat=seat, table=table))
    chosen = state._replace(
        stage=state.stage + 1,
        choosing=False,
        turn=state.after(seat),
        hands=_with(state.hands, seat, hand),
        extra=(),
        table=table,
    )
    if worth(hand) >= THIRTY_ONE:
        return _end(chosen, [seat], (), chance, events)
    return chosen


def _take_turn(state: State, seat: Seat, move: Turn, chance: Chance, events: list[Event]) -> State:
    if state.choosing:
        raise IllegalMove(N_("First keep your hand, or take the extra hand."))
    if move.close and state.closer is not None:
        raise IllegalMove(N_("Someone has closed already: swap or pass."))
    if move.close and state.last_turns():
        raise IllegalMove(N_("Nobody may close in the last round of turns: swap or pass."))
    hand, table = state.hands[seat], state.table
    passes = 0
    match move:
        case Swap(give, take):
            if give not in hand:
                raise IllegalMove(N_("You don't hold {card}."), card=str(give))
            if take not in table:
                raise IllegalMove(N_("{card} isn't in the middle."), card=str(take))
            hand = swapped(hand, give, take)
            table = tuple(give if card == take else card for card in table)
            events.append(Swapped(seat=seat, give=give, take=take))
        case SwapAll():
            if not state.options.swap_all:
                raise IllegalMove(N_("Swapping all three cards isn't played in this match."))
            events.append(SwappedAll(seat=seat, give=hand, take=table))
            hand, table = arranged(table), hand
        case Pass():
            passes = state.passes + 1
            events.append(Passed(seat=seat))
    after = state._replace(
        stage=state.stage + 1,
        turn=state.after(seat),
        turns=state.turns + 1,
        hands=_with(state.hands, seat, hand),
        table=table,
        passes=passes,
    )
    if worth(hand) >= THIRTY_ONE:
        return _end(after, [seat], (), chance, events)
    if move.close:
        after = after._replace(closer=seat)
        events.append(Closed(seat=seat))
    seats = len(state.still_in())
    if after.turn == after.closer or after.turns == MOST_TURNS * seats:
        return _end(after, [], (), chance, events)
    if passes == seats:
        after = _renew(after, chance, events)
    if after.closer is None and after.turns == (MOST_TURNS - 1) * seats:
        events.append(LastTurns(seats=after.last_turns()))
    return after


def _renew(state: State, chance: Chance, events: list[Event]) -> State:
    """Lay new table cards from the stock (rules: 6, ruling "Stock short")."""
    stock, discards = state.stock, (*state.discards, *state.table)
    short = len(stock) < _CARDS
    if short:
        stock, discards = chance.shuffled((*stock, *discards)), ()
    table, stock = arranged(stock[:_CARDS]), stock[_CARDS:]
    events.append(Renewed(table=table, stock=len(stock), reshuffled=short))
    return state._replace(table=table, stock=stock, discards=discards, passes=0)


def _end(
    state: State,
    shown: list[Seat],
    earlier: tuple[Result, ...],
    chance: Chance,
    events: list[Event],
) -> State:
    """Settle a deal (rules: "Loss"), and deal the next one unless the match is over."""
    seats = state.still_in()
    strengths = {seat: strength(state.hands[seat]) for seat in seats}
    fire = any(value == FIRE for value, _ in strengths.values())
    lowest = min(strengths.values())
    losers = tuple(
        seat
        for seat in seats
        if (strengths[seat][0] != FIRE if fire else strengths[seat] == lowest)
    )
    out = tuple(seat for seat in losers if not state.lives[seat])
    spared: tuple[Seat, ...] = ()
    if out == seats:
        losers, out, spared = (), (), seats
    before = state.results[-1].in_a_row if state.results else 0
    lives = tuple(n - (seat in losers and n > 0) for seat, n in enumerate(state.lives))
    gone = tuple(state.deal if seat in out else deal for seat, deal in enumerate(state.gone))
    result = Result(
        deal=state.deal,
        hands=state.hands,
        lives=lives,
        closer=None if shown else state.closer,
        shown=tuple(shown),
        fire=fire,
        losers=losers,
        out=out,
        spared=spared,
        in_a_row=before + 1 if spared else 0,
    )
    events.extend(Showed(seat=seat, hand=state.hands[seat]) for seat in shown)
    events.append(DealEnded(result=result))
    # The hidden cards of this deal aren't needed any more.
    ended = state._replace(lives=lives, gone=gone, extra=(), results=(*earlier, result))
    outcome = GAME.outcome(ended)
    if outcome is not None:
        events.append(MatchEnded(ranks=outcome.ranks, scores=outcome.scores))
        return ended
    return _deal(ended, ended.after(ended.dealer), chance, events)


def _with(hands: tuple[Hand, ...], seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])
