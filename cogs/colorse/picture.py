"""Descriptions of the pictures of COLORSE: from a view, and of a match's turning point."""

from collections.abc import Sequence
from dataclasses import replace

from bot.drawing import words
from bot.drawing.film import Film
from bot.drawing.picture import Picture, Who
from bot.screens.look import Marked, Scene, since
from bot.words.i18n import Tongue
from games.colorse import moves
from games.colorse.cards import BACK, EMPTY, SPECIAL, Card, coloured, fall
from games.colorse.events import (
    Chose,
    Lost,
    Placed,
    Refilled,
    Revealed,
    RoundBegan,
    RoundDrawn,
    RoundWon,
    Took,
    TurnedUp,
)
from games.colorse.rounds import BEATEN_BY
from games.colorse.state import View
from games.core import Event

from .cards import TAKES
from .drawing import NAMES, SIGN_NAMES, Names
from .drawing.film import Drop, Falling, Shaken
from .drawing.moment import Choice, Turn, Vanished
from .drawing.pictures import Gain, Hand, Seat, Signs, Table, Won


def picture(scene: Scene) -> Picture | None:
    """Return the signs or a round's end in a pause, or the own box, or all boxes."""
    view, told, who, me = scene.view, scene.events, scene.people, scene.seat
    now = since(told, Revealed) if scene.held or view.outcome is not None else []
    for event in now:
        if isinstance(event, RoundWon | RoundDrawn):
            return _end_of_round(event, who)
    if now:
        return _signs(view, now, who, _names(scene.t))
    # A hand stays as it is while its reader takes the cards of a duel.
    takes = me is not None and ("take", me) in view.tasks
    if me is None:
        return _table(view, who, _last_placed(told, Revealed))
    duel = (takes or not view.tasks) and view.outcome is None
    own, *others = _seats(view, who, _last_placed(told, Lost), me, duel=duel)
    return Hand(own, view.market, view.down, tuple(others))


def _table(view: View, who: Sequence[Who], last: Placed | None) -> Table:
    """Return all boxes as the public sees them."""
    seats = _seats(view, who, last, 0, duel=not view.tasks and view.outcome is None)
    if view.outcome is not None or (view.tasks and view.tasks[0].kind == "colour"):
        return Table(seats, view.market)
    return Table(seats, view.market, int(view.parent), int(view.child))


def moment(scene: Scene, marked: Marked) -> Picture | None:
    """Return the picture of a sign, a card or a colour, and of a better one."""
    view, who, me = scene.view, scene.people, scene.seat
    assert me is not None
    both = _turn(view, marked.played), _turn(view, marked.better), round(100 * marked.cost)
    own, *others = _seats(view, who, None, me, duel=not view.tasks and view.outcome is None)
    return Choice(*both, Hand(own, view.market, view.down, tuple(others)), _names(scene.t))


def _names(t: Tongue) -> Names:
    """Return the names of the signs in a language, or the English ones where no font has them."""
    names = tuple(t(name) for name in SIGN_NAMES.values())
    return names if all(words.printable(name) == name for name in names) else NAMES


def _turn(view: View, move: moves.Move) -> Turn:
    match move:
        case moves.Show(sign=sign):
            return Turn(sign=sign)
        case moves.Take(place=place):
            return Turn(card=view.market[place] or BACK, offer=place + 1)
        case moves.Paint(colour=colour):
            return Turn(card=coloured(SPECIAL, colour))
        case moves.Place(number=number, colour=colour):
            assert view.seat is not None
            (taken,) = (one for one in view.held(view.seat) if one.number == number)
            card = coloured(taken.card, colour)
            return Turn(card=card, gone=len(fall(view.boxes[view.seat], card).vanished))


def film(scene: Scene) -> Film | None:
    """Return the film of the latest duel's signs, or of the cards just placed."""
    now = scene.latest(Chose) if scene.held else []
    placed = [event for event in now if isinstance(event, Placed)]
    ended = [event for event in now if isinstance(event, RoundWon | RoundDrawn)]
    if placed:
        return _filling(scene, placed, ended[0]) if ended else _falling(scene, placed)
    if not any(isinstance(event, Revealed) for event in now):
        return None
    view = _before_end(scene, ended[0]) if ended else scene.view
    return Shaken(_signs(view, now, scene.people, _names(scene.t)), scene.brief)


def _before_end(scene: Scene, ended: RoundWon | RoundDrawn) -> View:
    """Return the view with the market of a round that ended by a tie, without a placing."""
    told, view = scene.events, scene.view
    there = reversed(told[: told.index(ended)])
    market = next((event.market for event in there if isinstance(event, Refilled)), view.market)
    before: View = replace(view, market=market)
    return before


def _falling(scene: Scene, placed: Sequence[Placed]) -> Film:
    """Return the film of the cards that a move placed."""
    taken = (one._replace(card=BACK) if one.down else one for one in scene.view.taken)
    public = replace(scene.view, taken=tuple(taken))
    still = _table(public, scene.people, placed[-1])
    return _fallen(still, still, placed)


def _filling(scene: Scene, placed: Sequence[Placed], ended: RoundWon | RoundDrawn) -> Film:
    """Return the film of the cards that ended the round. The view may be of the next one."""
    told, who = scene.events, scene.people
    now = since(told[: told.index(ended)], Revealed)
    boxes, held = list(ended.boxes), [list[Card]() for _ in who]
    wins, market = list(ended.wins), scene.view.market
    for event in now:
        match event:
            case Took(seat=seat, card=card):
                held[seat].append(card)
            case Placed(seat=seat, card=card):
                held[seat].remove(_taken(card, held[seat]))
            case Refilled(market=market):
                pass
            case TurnedUp(seat=seat):
                # The card of a winner's back is its first one.
                boxes[seat] = (BACK, *boxes[seat][1:])
    if isinstance(ended, RoundWon):
        wins[ended.seat] -= 1
    seats = zip(who, boxes, wins, map(tuple, held), strict=True)
    after = Table(tuple(Seat(*seat) for seat in seats), market)
    return _fallen(_end_of_round(ended, who), after, placed)


def _taken(card: Card, held: Sequence[Card]) -> Card:
    """Return a placed card as its seat held it."""
    plain = SPECIAL if card.startswith(SPECIAL) else card
    return plain if plain in held else BACK


def _fallen(still: Table | Won, after: Table, placed: Sequence[Placed]) -> Film:
    """Return the film of cards placed, from the boxes after them."""
    seats = [seat._replace(duels=False, new=None, gone=()) for seat in after.seats]
    for event in reversed(placed):
        own = seats[event.seat]
        box = list(own.box)
        for cell, value in event.vanished:
            box[cell] = value
        box[event.cell] = None
        seats[event.seat] = own._replace(box=tuple(box), held=(event.card, *own.held))
    drops = tuple(Drop(int(e.seat), e.card, e.cell, e.vanished) for e in placed)
    return Falling(still, Table(tuple(seats), after.market), drops)


def _seats(
    view: View, who: Sequence[Who], last: Placed | None, first: int, *, duel: bool
) -> tuple[Seat, ...]:
    """Return all seats clockwise from the first one."""
    around = (*range(first, view.seats), *range(first))
    return tuple(_seat(view, seat, who, last, duel=duel) for seat in around)


def _seat(view: View, seat: int, who: Sequence[Who], last: Placed | None, *, duel: bool) -> Seat:
    held = tuple(taken.card for taken in view.taken if taken.seat == seat)
    public = who[seat], view.boxes[seat], view.wins[seat], held
    duels = duel and seat in (view.parent, view.child)
    if last is None or last.seat != seat:
        return Seat(*public, duels)
    return Seat(*public, duels, None if last.vanished else last.cell, last.vanished)


def _last_placed(told: Sequence[Event], after: type[Event]) -> Placed | None:
    """Return the last card placed in this round since an event of that kind, or None."""
    for event in reversed(told):
        if isinstance(event, Placed):
            return event
        if isinstance(event, after | RoundBegan):
            return None
    return None


def _end_of_round(ended: RoundWon | RoundDrawn, who: Sequence[Who]) -> Won:
    wins = tuple(zip(who, ended.wins, strict=True))
    if isinstance(ended, RoundDrawn):
        return Won(None, EMPTY, wins)
    return Won(who[ended.seat], ended.box, wins)


def _signs(view: View, now: Sequence[Event], who: Sequence[Who], names: Names) -> Signs:
    shown = now[0]
    assert isinstance(shown, Revealed)
    parent, child = shown.parent, shown.child
    one, other = shown.signs
    winner = None if one == other else 0 if BEATEN_BY[other] == one else 1
    cards = {}
    if winner is not None:
        cards[(parent, child)[winner]] = TAKES[shown.signs[winner]]
    elif one == "do":
        cards = {parent: 1, child: 1}
    elif one == "zof":
        cards = {event.seat: -1 for event in now if isinstance(event, Lost)}
        cards[type(child)((child + 1) % view.seats)] = 1
    return Signs(
        ((who[parent], one), (who[child], other)),
        winner,
        tuple(Gain(who[seat], many, view.boxes[seat]) for seat, many in cards.items()),
        view.market,
        names,
    )


def decisive(scene: Scene) -> Vanished | None:
    """Return the most cards that vanished at once in the reader's box, or None without any."""
    number, found = 0, list[tuple[int, Placed]]()
    for event in scene.public_events:
        if isinstance(event, RoundBegan):
            number = event.round
        elif isinstance(event, Placed) and event.seat == scene.seat and event.vanished:
            found.append((number, event))
    if not found:
        return None
    # The latest of equal ones hurt most.
    round_, placed = max(found, key=lambda one: (len(one[1].vanished), one[0]))
    (_, first), *others = placed.vanished
    return Vanished(first, tuple(card for _, card in others), round_, number)
