"""Descriptions of the pictures of Bluff: from a view, and of a match's turning point."""

from collections.abc import Sequence
from dataclasses import replace

from bot.drawing.film import Film
from bot.drawing.picture import Picture, Who
from bot.screens.look import Marked, Scene, since
from games import bluff
from games.bluff.state import Dice, Face
from games.core import Event

from .drawing.film import Lifted
from .drawing.moment import Choice, Costly
from .drawing.pictures import Count, Hand, Seat, Table


def picture(scene: Scene) -> Picture | None:
    """Return the count in a pause and at the end, or the own dice, or the table."""
    view, told, who = scene.view, scene.events, scene.people
    challenge = since(told, bluff.Challenged)
    if challenge and (scene.held or view.outcome is not None):
        return _count(challenge, who)
    new = _shown_now(told)
    seats = tuple(_seat(view, seat, who, new) for seat in range(view.seats))
    if scene.seat is None or not view.left[scene.seat]:
        return Table(seats, tuple((int(seat), bid) for seat, bid in view.bids))
    return _hand(view, scene.seat, seats)


def _hand(view: bluff.View, seat: int, seats: Sequence[Seat]) -> Hand:
    """Return a seat's dice, and the running bid with its bidder among all seats."""
    bidder, bid = view.bids[-1] if view.bids else (None, None)
    bids = None if bidder is None else seats[bidder]
    return Hand(view.hand, view.shown[seat], view.dice, bid, bids)


def moment(scene: Scene, marked: Marked) -> Picture | None:
    """Return the picture of a bid, a show or a challenge, and of a better one."""
    view, who, me = scene.view, scene.people, scene.seat
    assert me is not None
    seats = [_seat(view, seat, who, None) for seat in range(view.seats)]
    hand, cost = _hand(view, me, seats), round(100 * marked.cost)
    return Choice(marked.played, marked.better, cost, hand, (*seats[me + 1 :], *seats[:me]))


def _seat(view: bluff.View, seat: int, who: Sequence[Who], new: tuple[int, Dice] | None) -> Seat:
    fresh = new[1] if new is not None and new[0] == seat else ()
    shown = (*_without(view.shown[seat], fresh), *fresh)
    under = view.left[seat] - len(shown)
    return Seat(who[seat], under, shown, len(fresh), seat in view.to_act)


def _shown_now(told: Sequence[Event]) -> tuple[int, Dice] | None:
    """Return the seat that showed dice last and the dice, until another seat has bid."""
    now = since(since(told, bluff.RoundBegan), bluff.Showed)
    if not now:
        return None
    showed = now[0]
    assert isinstance(showed, bluff.Showed)
    others = [e for e in now if isinstance(e, bluff.Bidden) and e.seat != showed.seat]
    return None if others else (showed.seat, showed.dice)


def film(scene: Scene) -> Film | None:
    """Return the film of the latest challenge in a pause."""
    told = scene.events
    challenge = since(scene.latest(), bluff.Challenged) if scene.held else []
    count = _count(challenge, scene.people) if challenge else None
    before = since(told[: len(told) - len(challenge)], bluff.RoundBegan)
    if count is None or not before:
        return None
    shows = [event for event in before if isinstance(event, bluff.Showed)]
    seats, opened = [], []
    for who, dice in count.seats:
        shown = [face for event in shows if event.seat == who.seat for face in event.dice]
        seats.append((who, (*shown, *_without(dice, shown))))
        opened.append(len(shown))
    return Lifted(replace(count, seats=tuple(seats)), tuple(opened))


def _without(dice: Dice, shown: Sequence[Face]) -> list[Face]:
    rest = list(dice)
    for face in shown:
        rest.remove(face)
    return rest


def _count(challenge: Sequence[Event], who: Sequence[Who]) -> Count | None:
    lifted = next((e for e in challenge if isinstance(e, bluff.CupsLifted)), None)
    challenged = challenge[0]
    if lifted is None or not isinstance(challenged, bluff.Challenged):
        return None
    return Count(
        who[challenged.bidder],
        lifted.bid,
        tuple((who[seat], dice) for seat, dice in enumerate(lifted.dice) if dice),
        tuple((who[e.seat], e.dice) for e in challenge if isinstance(e, bluff.Lost)),
    )


def decisive(scene: Scene) -> Costly | None:
    """Return the challenge that cost the reader the most dice, or None without a loss."""
    number, lifted, worst = 0, None, list[tuple[int, int, bluff.CupsLifted]]()
    for event in scene.public_events:
        match event:
            case bluff.RoundBegan(round=number):
                pass
            case bluff.CupsLifted():
                lifted = event
            case bluff.Lost(seat=seat, dice=dice) if seat == scene.seat and lifted is not None:
                worst.append((dice, number, lifted))
    if not worst:
        return None
    # The latest of equal losses hurt most.
    dice, round_, cups = max(worst, key=lambda one: one[:2])
    return Costly(cups.bid, cups.found, dice, round_, number)
