"""Descriptions of the pictures of Sinomilia: from a view, and of a match's turning point."""

from collections.abc import Sequence

from bot.drawing.film import Film
from bot.drawing.picture import Picture, Who
from bot.screens.look import Marked, Scene, since
from games import sinomilia
from games.core import Event
from games.sinomilia.state import SEATS, other

from .drawing.film import Turning
from .drawing.moment import Choice, Payment
from .drawing.pictures import Hand, Reveal, Seat, Table, Turned

_TURNS = sinomilia.ChipLaid, sinomilia.Changed
"""Turns that leave a mark. It stays while seats pass, so that the picture stands."""


def picture(scene: Scene) -> Picture | None:
    """Return the reveal, also between rounds when no card is due."""
    view, told, who = scene.view, scene.events, scene.people
    if reveals(scene):
        reveal = since(told, sinomilia.RoundEnded)
        return _reveal(reveal[:2] if _cut(scene) else reveal, who)
    last = next(iter(since(since(told, sinomilia.RoundBegan), *_TURNS)), None)
    first, second = (_seat(view, seat, who, last) for seat in range(2))
    new = isinstance(last, sinomilia.ChipLaid)
    if scene.seat is None:
        return Table((first, second), view.table, new)
    # Buttons and text name the seats to act, and those that chose. Buttons have a choice that may
    # still change. So a hand stands until a piece lies elsewhere.
    lays = view.phase == "lay"
    seats = [one._replace(acts=False, laid=one.laid and not lays) for one in (first, second)]
    own, other = seats if scene.seat == 0 else reversed(seats)
    return Hand(own, other, view.table, None if lays else view.prediction, new)


def moment(scene: Scene, marked: Marked) -> Picture | None:
    """Return the picture of a move and a better one. The toss has none."""
    view, who = scene.view, scene.people
    if view.phase == "toss":
        return None
    seats = [_seat(view, seat, who, None)._replace(acts=False) for seat in SEATS]
    own, other = seats if scene.seat == 0 else reversed(seats)
    hand = Hand(own, other, view.table, view.prediction)
    return Choice(marked.played, marked.better, round(100 * marked.cost), hand)


def film(scene: Scene) -> Film | None:
    """Return the film of the first card in a pause, of the other one after it, or of both."""
    new = scene.latest(sinomilia.Laid) if scene.held else []
    turned = [event for event in new if isinstance(event, sinomilia.Turned)]
    if not turned:
        return None
    told = since(scene.events, sinomilia.RoundEnded)
    reveal = _reveal(told[:2] if _cut(scene) else told, scene.people)
    opened = bool(scene.part and scene.view.options.pause)
    if opened and reveal.winner is None:
        return None
    return Turning(reveal, int(turned[0].seat), open=opened)


def _cut(scene: Scene) -> bool:
    """Return True in the pause between the two cards of a reveal."""
    return bool(scene.held and not scene.whole and not scene.part and scene.view.options.pause)


def reveals(scene: Scene) -> bool:
    """Return True if the picture shows the end of a round instead of the table."""
    phase = scene.view.phase
    shown = scene.held or phase == "over" or (phase == "lay" and scene.seat is None)
    return shown and bool(since(scene.events, sinomilia.RoundEnded))


def _seat(view: sinomilia.View, seat: int, who: Sequence[Who], last: Event | None) -> Seat:
    return Seat(
        who[seat],
        view.chips[seat],
        tuple(sorted(view.used[seat])),
        changed=view.changed[seat],
        laid=seat in view.laid,
        starts=view.starter == seat,
        acts=seat in view.to_act,
        new=isinstance(last, sinomilia.Changed) and last.seat == seat,
    )


def _reveal(told: Sequence[Event], who: Sequence[Who]) -> Reveal:
    """Return a round's end as known from these events."""
    ended = told[0]
    assert isinstance(ended, sinomilia.RoundEnded)
    cards = {e.seat: e.card for e in told if isinstance(e, sinomilia.Turned)}
    paid = next((e for e in told if isinstance(e, sinomilia.Paid)), None)
    after = ended.chips if paid is None else paid.chips
    first, second = (
        Turned(who[seat], cards.get(seat), ended.chips[seat], after[seat]) for seat in SEATS
    )
    items = () if paid is None else tuple((i.why, i.paid) for i in paid.items if i.paid)
    winner = None if paid is None else int(paid.winner)
    why = next((e.why for e in told if isinstance(e, sinomilia.RoundWon)), "nearer")
    return Reveal((first, second), ended.table, winner, items, why)


def decisive(scene: Scene) -> Payment | None:
    """Return the round that brought the reader's result: the winner's largest gain, or the other's
    largest loss, the latest of equal ones.
    """
    seat, found, won = scene.seat, list[Payment](), False
    ended, cards, rounds = None, dict[int, int](), 0
    for event in scene.public_events:
        match event:
            case sinomilia.RoundEnded(round=rounds):
                ended, cards = event, {}
            case sinomilia.Turned(seat=turned, card=card):
                cards[turned] = card
            case sinomilia.Paid(winner=winner, items=items) if seat is not None and ended:
                paid = sum(item.paid for item in items)
                change = paid if winner == seat else event.chips[seat] - ended.chips[seat]
                chips, moons = len(ended.table), ended.table.count("moon")
                own, against = cards[seat], cards[other(seat)]
                found.append(Payment(own, against, chips, moons, change, ended.round, rounds))
            case sinomilia.MatchEnded(ranks=ranks) if seat is not None:
                won = ranks[seat] == 1
    fitting = [one for one in found if one.change and (one.change > 0) == won]
    if not fitting:
        return None
    most = max(fitting, key=lambda one: (abs(one.change), one.round))
    return most._replace(rounds=rounds)
