"""Descriptions of the pictures of COLORSE, from a view."""

from collections.abc import Sequence

from bot.drawing.film import Film
from bot.drawing.picture import Picture, Who
from bot.screens.look import Scene
from games.colorse.events import Lost, Placed, Revealed, RoundBegan, RoundDrawn, RoundWon, Took
from games.colorse.state import View
from games.core import Event

from .._shared.people import events, since
from .drawing.film import Shaken
from .drawing.pictures import Gain, Hand, Seat, Signs, Table, Won

_BEATS = {"zof": ("do", 2), "do": ("rau", 1), "rau": ("zof", 1)}
"""What each sign beats, and how many cards that brings."""


def picture(scene: Scene) -> Picture | None:
    """Return the signs or a round's end in a pause, or the own box, or all boxes."""
    view = scene.view
    if view is None:
        return None
    told, who = events(scene), scene.people
    if (scene.held or view.outcome is not None) and (shown := _reveal(view, told, who)):
        return shown
    last = _last_placed(told)
    duel = not view.tasks and view.outcome is None
    seats = tuple(_seat(view, seat, who, last, duel=duel) for seat in range(view.seats))
    if scene.seat is not None:
        me, sealed = scene.seat, view.sign if duel else None
        others = (*seats[me + 1 :], *seats[:me])
        return Hand(seats[me], view.market, view.down, sealed, others)
    if view.outcome is not None or (view.tasks and view.tasks[0].kind == "colour"):
        return Table(seats, view.market)
    return Table(seats, view.market, int(view.parent), int(view.child))


def film(scene: Scene) -> Film | None:
    """Return the film of the latest duel's signs in a pause, until cards are taken."""
    now = since(events(scene), Revealed) if scene.held else []
    if not now or any(isinstance(e, Took | Placed | RoundWon | RoundDrawn) for e in now):
        return None
    return Shaken(_signs(scene.view, now, scene.people))


def _seat(view: View, seat: int, who: Sequence[Who], last: Placed | None, *, duel: bool) -> Seat:
    own = last is not None and last.seat == seat
    stays = own and last is not None and not last.vanished
    return Seat(
        who[seat],
        view.boxes[seat],
        view.wins[seat],
        tuple(taken.card for taken in view.taken if taken.seat == seat),
        duels=duel and seat in (view.parent, view.child),
        new=last.cell if last is not None and stays else None,
        gone=last.vanished if last is not None and own else (),
    )


def _last_placed(told: Sequence[Event]) -> Placed | None:
    """Return the last card placed in this round since the reveal of the signs, or None."""
    now = since(told, Revealed, RoundBegan)
    placed = [event for event in now if isinstance(event, Placed)]
    return placed[-1] if placed else None


def _reveal(view: View, told: Sequence[Event], who: Sequence[Who]) -> Picture | None:
    now = since(told, Revealed)
    for event in now:
        match event:
            case RoundWon(seat=seat, box=box, wins=wins):
                return Won(who[seat], box, tuple(zip(who, wins, strict=True)))
            case RoundDrawn(wins=wins):
                empty = (None,) * 6
                return Won(None, empty, tuple(zip(who, wins, strict=True)))
    return _signs(view, now, who) if now else None


def _signs(view: View, now: Sequence[Event], who: Sequence[Who]) -> Signs:
    shown = now[0]
    assert isinstance(shown, Revealed)
    parent, child = shown.parent, shown.child
    one, other = shown.signs
    winner = None if one == other else 0 if _BEATS[one][0] == other else 1
    cards = {}
    if winner is not None:
        cards[(parent, child)[winner]] = _BEATS[shown.signs[winner]][1]
    elif one == "do":
        cards = {parent: 1, child: 1}
    elif one == "zof":
        cards = {event.seat: -1 for event in now if isinstance(event, Lost)}
        cards[type(child)((child + 1) % view.seats)] = 1
    return Signs(
        (who[parent], one),
        (who[child], other),
        winner,
        tuple(Gain(who[seat], many, view.boxes[seat]) for seat, many in cards.items()),
        view.market,
    )
