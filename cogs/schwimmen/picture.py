"""Descriptions of the pictures of Schwimmen: from a view, and of a match's turning point."""

from collections.abc import Sequence

from bot.drawing.film import Film
from bot.drawing.picture import Picture, Who
from bot.screens.look import Marked, Scene, since
from games import schwimmen
from games.core import Event
from games.schwimmen.state import Result
from games.schwimmen.thirty_one import strength, swapped

from .drawing.film import Opened
from .drawing.moment import Choice, Showdown, Turn
from .drawing.pictures import End, Hand, Open, Seat, Swap, Table

_NEW_TABLE = schwimmen.DealBegan, schwimmen.Renewed, schwimmen.Kept, schwimmen.Took


def picture(scene: Scene) -> Picture | None:
    """Return all hands in a pause and at the end, or the own hand, or the pool."""
    view, who = scene.view, scene.people
    if view.results and (scene.held or view.outcome is not None):
        return _end(view.results[-1], view.options.lives, who)
    swap = _swap(since(scene.events, *_NEW_TABLE), who)
    if scene.seat is not None and view.hand:
        lives, new = (view.lives[scene.seat], view.options.lives), swap.gave if swap else ()
        return Hand(view.hand, *lives, view.table, view.stock, new)
    of, acts = view.options.lives, view.to_act
    seats = (
        Seat(who[at], view.lives[at], of, bool(view.gone[at]), at in acts, view.closer == at)
        for at in range(view.seats)
    )
    return Table(view.table, view.stock, tuple(seats), swap)


def moment(scene: Scene, marked: Marked) -> Picture | None:
    """Return the picture of a turn and a better one. The dealer's choice of a hand has none."""
    view = scene.view
    if view.choosing:
        return None
    return Choice(view.table, view.hand, _turn(view, marked.played), _turn(view, marked.better))


def _turn(view: schwimmen.View, move: schwimmen.Move) -> Turn:
    match move:
        case schwimmen.Swap(give=give, take=take, close=close):
            return Turn((give,), (take,), swapped(view.hand, give, take), close)
        case schwimmen.SwapAll(close=close):
            return Turn(view.hand, view.table, view.table, close)
    return Turn((), (), view.hand, getattr(move, "close", False))


def film(scene: Scene) -> Film | None:
    """Return the film of the latest deal's end in a pause."""
    results = scene.view.results if scene.held else ()
    if not any(isinstance(event, schwimmen.DealEnded) for event in scene.latest()) or not results:
        return None
    return Opened(_end(results[-1], scene.view.options.lives, scene.people))


def _swap(now: Sequence[Event], who: Sequence[Who]) -> Swap | None:
    """Return the last swap since these three cards were turned up, or None."""
    for event in reversed(now):
        match event:
            case schwimmen.Swapped(seat=seat, give=give, take=take):
                return Swap(who[seat], (give,), (take,))
            case schwimmen.SwappedAll(seat=seat, give=given, take=taken):
                return Swap(who[seat], given, taken)
    return None


def _end(result: Result, lives: int, who: Sequence[Who]) -> End:
    hands = []
    for seat, cards in enumerate(result.hands):
        if cards:
            out = seat in result.out
            shown = Seat(who[seat], result.lives[seat], lives, out=out)
            hands.append(Open(shown, cards, lost=seat in result.losers))
    return End(tuple(sorted(hands, key=lambda hand: strength(hand.cards), reverse=True)))


def decisive(scene: Scene) -> Showdown | None:
    """Return the last deal for a player still in, else the deal of their last loss."""
    seat = scene.seat
    results = [e.result for e in scene.public_events if isinstance(e, schwimmen.DealEnded)]
    played = [result for result in results if seat is not None and result.hands[seat]]
    if seat is None or not played:
        return None
    last = played[-1]
    lost, out = seat in last.losers, seat in last.out
    return Showdown(last.hands[seat], last.deal, results[-1].deal, lost, out)
