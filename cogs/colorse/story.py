"""Events of COLORSE in words: signs, cards, ends of rounds, good and bad fortune, hints."""

from collections import Counter
from collections.abc import Callable, Sequence

from bot.screens.look import Fortune
from bot.words.i18n import Tongue
from bot.words.speech import Voice
from bot.workers.brain import Weighed
from games.colorse import Show, Take
from games.colorse import events as events
from games.colorse.cards import BACK, SPECIAL, Box, Card, coloured
from games.colorse.events import Lost, Placed, Revealed, RoundDrawn, RoundWon, Took
from games.colorse.rounds import BEATEN_BY
from games.colorse.state import View
from games.core import Event, Seat
from games.errors import N_

from .._shared.hints import mixed, wins
from .cards import CELLS, GONE, TAKES, WON, cards_text, choice_text
from .drawing import SIGN_NAMES

_TIED = {
    1: N_("A tie: they choose again."),
    2: N_("A tie: they choose again. A third one ends the duel."),
    3: N_("A third tie ends the duel: nobody takes a card."),
}
_BEATS = {
    "zof": (N_("Zof beats Do: you take 2 cards."), N_("Zof beats Do: {who} takes 2 cards.")),
    "do": (N_("Do beats Rau: you take 1 card."), N_("Do beats Rau: {who} takes 1 card.")),
    "rau": (N_("Rau beats Zof: you take 1 card."), N_("Rau beats Zof: {who} takes 1 card.")),
}


def told(event: Event, voice: Voice, *, short: bool = False) -> str:
    """Return an event in a line, or an empty text if it needs no word.

    `short`: without the cell, beside a picture of the boxes.
    """
    match event:
        case events.RoundWon():
            return f"{WON} {_won(event, voice)}"
        case events.RoundDrawn(round=number):
            text = N_("**Nobody wins round {round}: the fullest boxes are equal.**")
            return voice.t(text, round=number)
        case events.Revealed():
            return f"⚔️ {_signs(event, voice)}\n**{_outcome(event, voice)}**"
        case events.Placed(vanished=vanished):
            sign = f"{GONE} " if vanished else ""
            return f"-# {sign}{_placed(event, voice, short=short)}"
        case _:
            line = _told_shortly(event, voice)
            return f"-# {line}" if line else ""


_NEWS = Revealed, Lost, Placed, RoundWon, RoundDrawn


def recap(now: Sequence[Event], voice: Voice) -> list[str]:
    """Return the signs of a duel with their outcome, cards that fall, and the end of a round."""
    if not any(isinstance(event, _NEWS) for event in now):
        return []
    shown = (told(event, voice, short=True) for event in now if isinstance(event, (*_NEWS, Took)))
    return [line for lines in shown for line in lines.splitlines()]


def _won(event: events.RoundWon, voice: Voice) -> str:
    own = N_("**You fill the box and win round {round}.**")
    other = N_("**{who} fills the box and wins round {round}.**")
    if None in event.box:
        own = N_("**You have the fullest box and win round {round}.**")
        other = N_("**{who} has the fullest box and wins round {round}.**")
    return voice.about(event.seat, own, other, round=event.round)


def _signs(event: events.Revealed, voice: Voice) -> str:
    first, second = (voice.t(SIGN_NAMES[sign]) for sign in event.signs)
    return voice.about(
        event.parent,
        "**You: {first} · {child}: {second}**",
        "**{who}: {first} · {child}: {second}**",
        first=first,
        child=voice.name(event.child),
        second=second,
    )


def _placed(event: events.Placed, voice: Voice, *, short: bool) -> str:
    own, other = N_("You place {card} {cell}"), N_("{who} places {card} {cell}")
    if event.vanished and short:
        own = N_("You place {card}: it vanishes with {cards}")
        other = N_("{who} places {card}: it vanishes with {cards}")
    elif event.vanished:
        own = N_("You place {card} {cell}: it vanishes with {cards}")
        other = N_("{who} places {card} {cell}: it vanishes with {cards}")
    return voice.about(
        event.seat,
        own,
        other,
        card=choice_text(event.card, voice.t),
        cell=voice.t(CELLS[event.cell]),
        cards=cards_text([card for _, card in event.vanished[1:]], voice.t),
    )


def _outcome(event: events.Revealed, voice: Voice) -> str:
    """Return the gains of each seat by the signs."""
    first, second = event.signs
    if first != second:
        won = BEATEN_BY[second] == first
        own, other = _BEATS[first if won else second]
        return voice.about(event.parent if won else event.child, own, other)
    if first == "rau":
        return voice.t(_TIED[event.raus])
    if first == "do":
        return voice.about(
            event.parent,
            "Do – Do: both take 1 card, you first.",
            "Do – Do: both take 1 card, {who} first.",
        )
    return voice.about(
        (event.child + 1) % len(voice.names),
        "Zof – Zof: both lose their top right card; you, next in turn, take 1 card.",
        "Zof – Zof: both lose their top right card; {who}, next in turn, takes 1 card.",
    )


def _told_shortly(event: Event, voice: Voice) -> str:
    t, about = voice.t, voice.about
    match event:
        case events.RoundBegan(round=number):
            return t("Round {round} begins.", round=number)
        case events.Dealt(card=card):
            return t("Your face-down card is {card}.", card=choice_text(card, t))
        case events.Painted(seat=seat, colour=colour):
            return about(
                seat,
                "You colour the SPECIAL: {card}",
                "{who} colours the SPECIAL: {card}",
                card=choice_text(coloured(SPECIAL, colour), t),
            )
        case events.Lost(seat=seat, cell=cell, card=card):
            return about(
                seat,
                "You lose {card} {cell}",
                "{who} loses {card} {cell}",
                card=choice_text(card, t),
                cell=t(CELLS[cell]),
            )
        case events.TurnedUp(seat=seat, card=card):
            return about(
                seat,
                "You turn up the first card: {card}.",
                "{who} turns up the first card: {card}.",
                card=choice_text(card, t),
            )
        case events.Took(seat=seat, card=card) if card == BACK:
            return about(seat, "You take the face-down card", "{who} takes the face-down card")
        case events.Took(seat=seat, card=card):
            return about(seat, "You take {card}", "{who} takes {card}", card=choice_text(card, t))
        case events.Looked(card=card):
            return t("You look at it: {card}.", card=choice_text(card, t))
        case events.Reshuffled(cards=cards):
            return t.many(
                "The stock ran out: {n} vanished card is the new one.",
                "The stock ran out: {n} vanished cards are the new one.",
                cards,
            )
        case events.MatchEnded():
            return t("The match is over.")
        case _:
            return ""


def fortunes(before: Sequence[Event], now: Sequence[Event]) -> list[Fortune]:
    """Return the fortunes of a duel, in the moments that stay on screen."""
    if not any(isinstance(event, Revealed | RoundWon | RoundDrawn) for event in now):
        return []
    taken, placed, vanished = Counter[Seat](), Counter[Seat](), Counter[Seat]()
    for event in (*before, *now):
        if isinstance(event, Revealed):
            taken, placed, vanished = Counter(), Counter(), Counter()
        elif isinstance(event, Took):
            taken[event.seat] += 1
        elif isinstance(event, Placed):
            placed[event.seat] += 1
            vanished[event.seat] += len(event.vanished)
        elif isinstance(event, Lost):
            vanished[event.seat] += 1
    if taken != placed:
        return []
    found = [Fortune(seat, "hit", cards) for seat, cards in vanished.items() if cards]
    found += [Fortune(seat, "well") for seat, n in taken.items() if n > 1 and not vanished[seat]]
    return found + [Fortune(event.seat, "well") for event in now if isinstance(event, RoundWon)]


Fate = Callable[[Box, Card, Tongue], str]
"""A function that names a card's cell in a box and the vanishing cards."""


def why(view: View, weighed: Sequence[Weighed], t: Tongue, fate: Fate) -> str:
    """Return the chance to win with the best move, and its gain or risk."""
    lines = [wins(weighed, t)]
    match weighed[0].move:
        case Show(sign=sign):
            by = BEATEN_BY[sign]
            risk = N_("Risk: against {sign} the other takes {n}.")
            lines.append(t(risk, sign=t(SIGN_NAMES[by]), n=TAKES[by]))
            if mixed(weighed):
                lines.append(t("Play now one, now another: what you always do can be read."))
        case Take(place=place) if view.seat is not None:
            lines.append(fate(view.boxes[view.seat], view.market[place] or BACK, t))
    return "\n".join(lines)
