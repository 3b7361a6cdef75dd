"""The turning point of a match of Sinomilia, from its events."""

from dataclasses import replace

from bot.screens.look import Scene
from games import sinomilia
from games.sinomilia.state import other

from .drawing.turning import Payment


def turning_point(scene: Scene) -> Payment | None:
    """Return the round that brought the reader's result: the winner's largest gain, or the other's
    largest loss, the latest of equal ones.
    """
    seat, found, won = scene.seat, list[Payment](), False
    ended, cards, rounds = None, dict[int, int](), 0
    for event in scene.course:
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
    return replace(most, rounds=rounds)
