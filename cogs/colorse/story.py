"""Events of COLORSE in words: gains by signs, taken and placed cards, ends of rounds."""

from collections.abc import Sequence

from bot.words.i18n import Tongue
from games.colorse import events as events
from games.colorse.cards import BACK, SPECIAL, coloured
from games.core import Event
from games.errors import N_

from .cards import CELLS, GONE, SIGN_NAMES, WON, cards_text, choice_text

_TIED = {
    1: N_("A tie: they choose again."),
    2: N_("A tie: they choose again. A third one ends the duel."),
    3: N_("A third tie ends the duel: nobody takes a card."),
}
_BEATS = {
    frozenset({"do", "zof"}): ("zof", N_("Zof beats Do: {who} takes 2 cards.")),
    frozenset({"do", "rau"}): ("do", N_("Do beats Rau: {who} takes 1 card.")),
    frozenset({"zof", "rau"}): ("rau", N_("Rau beats Zof: {who} takes 1 card.")),
}


def told(event: Event, names: Sequence[str], t: Tongue, *, short: bool = False) -> str:
    """Return an event in a line, or an empty text if it needs no word.

    `short`: without the cell, beside a picture of the boxes.
    """
    match event:
        case events.RoundWon(seat=seat, round=number, box=box):
            fullest = N_("**{who} has the fullest box and wins round {round}.**")
            fills = N_("**{who} fills the box and wins round {round}.**")
            won = t(fullest if None in box else fills, who=names[seat], round=number)
            return f"{WON} {won}"
        case events.RoundDrawn(round=number):
            return t("**Nobody wins round {round}: the fullest boxes are equal.**", round=number)
        case events.Revealed(parent=parent, child=child, signs=(first, second)):
            shown = t(
                "**{parent}: {first} · {child}: {second}**",
                parent=names[parent],
                first=t(SIGN_NAMES[first]),
                child=names[child],
                second=t(SIGN_NAMES[second]),
            )
            return f"⚔️ {shown}\n{_outcome(event, names, t)}"
        case events.Placed(seat=seat, card=card, cell=cell, vanished=vanished):
            where = {"who": names[seat], "card": choice_text(card, t), "cell": t(CELLS[cell])}
            if not vanished:
                return "-# " + t("{who} places {card} {cell}", **where)
            gone = cards_text([other for _, other in vanished[1:]], t)
            if short:
                line = t("{who} places {card}: it vanishes with {cards}", cards=gone, **where)
                return f"-# {GONE} {line}"
            line = t("{who} places {card} {cell}: it vanishes with {cards}", cards=gone, **where)
            return f"-# {GONE} {line}"
        case _:
            line = _told_shortly(event, names, t)
            return f"-# {line}" if line else ""


def _outcome(event: events.Revealed, names: Sequence[str], t: Tongue) -> str:
    """Return the gains of each seat by the signs."""
    first, second = event.signs
    if first != second:
        sign, text = _BEATS[frozenset(event.signs)]
        winner = event.parent if first == sign else event.child
        return f"**{t(text, who=names[winner])}**"
    if first == "rau":
        return f"**{t(_TIED[event.raus])}**"
    if first == "do":
        text = N_("Do – Do: both take 1 card, {who} first.")
        return f"**{t(text, who=names[event.parent])}**"
    text = N_("Zof – Zof: both lose their top right card; {who}, next in turn, takes 1 card.")
    return f"**{t(text, who=names[(event.child + 1) % len(names)])}**"


def _told_shortly(event: Event, names: Sequence[str], t: Tongue) -> str:
    match event:
        case events.RoundBegan(round=number):
            return t("Round {round} begins.", round=number)
        case events.Dealt(card=card):
            return t("Your face-down card is {card}.", card=choice_text(card, t))
        case events.Painted(seat=seat, colour=colour):
            card = choice_text(coloured(SPECIAL, colour), t)
            return t("{who} colours the SPECIAL: {card}", who=names[seat], card=card)
        case events.Lost(seat=seat, cell=cell, card=card):
            where = t(CELLS[cell])
            return t(
                "{who} loses {card} {cell}", who=names[seat], card=choice_text(card, t), cell=where
            )
        case events.TurnedUp(seat=seat, card=card):
            return t(
                "{who} turns up the first card: {card}.", who=names[seat], card=choice_text(card, t)
            )
        case events.Took(seat=seat, card=card) if card == BACK:
            return t("{who} takes the face-down card", who=names[seat])
        case events.Took(seat=seat, card=card):
            return t("{who} takes {card}", who=names[seat], card=choice_text(card, t))
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
