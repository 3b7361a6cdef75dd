"""Events of Schwimmen in words: hands, swaps, passes, closes, good and bad fortune."""

from collections.abc import Sequence

from bot.screens.look import Fortune
from bot.words.speech import Voice
from games import schwimmen
from games.core import Event
from games.schwimmen import DealEnded
from games.schwimmen.thirty_one import FIRE, worth

from .cards import card_text, cards_text


def told(event: Event, voice: Voice, *, short: bool) -> str:
    """Return an event in a line, `short` beside a picture of the middle."""
    t, about = voice.t, voice.about
    match event:
        case schwimmen.Kept(seat=seat) if short:
            return about(seat, "You keep the hand", "{who} keeps the hand")
        case schwimmen.Took(seat=seat) if short:
            return about(seat, "You take the extra hand", "{who} takes the extra hand")
        case schwimmen.Kept(seat=seat):
            return about(
                seat,
                "You keep the hand and turn up the extra hand",
                "{who} keeps the hand and turns up the extra hand",
            )
        case schwimmen.Took(seat=seat):
            return about(
                seat,
                "You take the extra hand unseen and turn up the first",
                "{who} takes the extra hand unseen and turns up the first",
            )
        case schwimmen.Swapped(seat=seat, give=give, take=take):
            return about(
                seat,
                "You give {give} and take {take}",
                "{who} gives {give} and takes {take}",
                give=card_text(give),
                take=card_text(take),
            )
        case schwimmen.SwappedAll(seat=seat) if short:
            return about(seat, "You swap all three.", "{who} swaps all three.")
        case schwimmen.SwappedAll(seat=seat, give=give, take=take):
            return about(
                seat,
                "You give all three, {give}, and take {take}",
                "{who} gives all three, {give}, and takes {take}",
                give=cards_text(give),
                take=cards_text(take),
            )
        case schwimmen.Passed(seat=seat) if seat == voice.reader:
            return t.word("schwimmen", "You pass")
        case schwimmen.Passed(seat=seat):
            return t.word("schwimmen", "{who} passes", who=voice.names[seat])
        case schwimmen.Closed(seat=seat):
            return about(seat, "**You close** ✋ Last turns.", "**{who} closes** ✋ Last turns.")
        case schwimmen.LastTurns():
            return t("Everyone has one more turn; nobody may close any more.")
        case schwimmen.Renewed(table=table, reshuffled=False):
            return t("All have passed: three new cards, {cards}.", cards=cards_text(table))
        case schwimmen.Renewed(table=table):
            return t(
                "All have passed: the discarded cards go into the stock; three new cards, {cards}.",
                cards=cards_text(table),
            )
        case schwimmen.Showed(seat=seat, hand=hand) if worth(hand) == FIRE:
            return about(
                seat,
                "**You show Fire 🔥: {cards}!**",
                "**{who} shows Fire 🔥: {cards}!**",
                cards=cards_text(hand),
            )
        case schwimmen.Showed(seat=seat, hand=hand):
            return about(
                seat,
                "**You show Thirty-One: {cards}!**",
                "**{who} shows Thirty-One: {cards}!**",
                cards=cards_text(hand),
            )
        case _:
            return ""


def fortunes(before: Sequence[Event], now: Sequence[Event]) -> list[Fortune]:
    """Return the fortunes of a deal: lost lives, and a hand that was shown or closed well."""
    found: list[Fortune] = []
    for event in now:
        if isinstance(event, DealEnded):
            result = event.result
            for seat in result.losers:
                if seat not in result.out:
                    found.append(Fortune(seat, "hit"))
                if seat in result.out or not result.lives[seat]:
                    found.append(Fortune(seat, "out"))
            good = (*result.shown, *([] if result.closer is None else [result.closer]))
            found += [Fortune(seat, "well") for seat in good if seat not in result.losers]
    return found
