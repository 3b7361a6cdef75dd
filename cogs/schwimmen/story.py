"""Events of Schwimmen in words: hands, swaps, passes, closes, good and bad fortune, hints."""

from collections.abc import Sequence

from bot.screens.look import Fortune
from bot.words.i18n import Tongue
from bot.words.speech import Speech, Voice, listed
from bot.workers.brain import Weighed
from games import schwimmen
from games.cards import Hand, arranged
from games.core import Event, Seat
from games.errors import N_
from games.schwimmen import DealEnded, Move, Swap, SwapAll, Take, View
from games.schwimmen.thirty_one import FIRE, THIRTY_ONE, counting_suit, strength, swapped, worth

from .._shared.hints import wins
from .cards import card_text, cards_text, worth_text


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


def why(view: View, weighed: Sequence[Weighed], t: Tongue) -> str:
    """Return the chance to win with the best move, the hand's new worth, the risk of a close."""
    move = weighed[0].move
    then = _then(view, move)
    lines = [wins(weighed, t), _hand(view, move, then, t)]
    if getattr(move, "close", False) and worth(then) < THIRTY_ONE:
        lines.append(t("Risk: everyone else has one more turn to get past you."))
    return "\n".join(lines)


def _then(view: View, move: Move) -> Hand:
    """Return the hand after a move, as far as it is known."""
    match move:
        case SwapAll():
            return arranged(view.table)
        case Swap(give, take):
            return swapped(view.hand, give, take)
        case _:
            return view.hand


def _hand(view: View, move: Move, then: Hand, t: Tongue) -> str:
    before, after = worth_text(view.hand), worth_text(then)
    if isinstance(move, Take):
        return t("Your hand is worth only {now}; the extra hand may be anything.", now=before)
    if before == after:
        return t("Your hand stays at {now}.", now=before)
    if worth(then) >= THIRTY_ONE:
        return t("It ends the deal at once!")
    return t("Your hand goes from {now} to {then}.", now=before, then=after)


def result(result: schwimmen.Result, voice: Voice) -> str:
    """Return all hands of a deal, the best first, their players' losses, and the reason."""
    lines = [_head(result, voice)]
    for seat in _ranked(result):
        hand = result.hands[seat]
        lines.append(
            f"{_mark(result, seat)} {cards_text(hand)} · **{worth_text(hand)}** · "
            f"{_fate(result, seat, voice)}"
        )
    return "\n".join([*lines, _spared(result, voice.t) if result.spared else _lost(result, voice)])


def losses(result: schwimmen.Result, voice: Voice) -> str:
    """Return a deal's end in a line."""
    t, losers = voice.t, [*result.losers]
    if not losers:
        return t("Deal {deal}: nobody lost a life.", deal=result.deal)
    if losers == [voice.reader]:
        return t("You lost deal {deal}.", deal=result.deal)
    who = listed(map(voice.name, losers), t)
    return t("Deal {deal} was lost by {who}.", deal=result.deal, who=who)


def recap(now: Sequence[Event], voice: Voice) -> list[str]:
    """Return the end of each deal in a line."""
    return [losses(event.result, voice) for event in now if isinstance(event, DealEnded)]


def _head(result: schwimmen.Result, voice: Voice) -> str:
    t = voice.t
    shown = [seat for seat in result.shown if not result.fire or worth(result.hands[seat]) == FIRE]
    who = listed(map(voice.name, shown), t)
    if result.fire:
        return t("**Deal {deal} is over: Fire 🔥** by {who}", deal=result.deal, who=who)
    if who:
        return t("**Deal {deal} is over: Thirty-One** by {who}", deal=result.deal, who=who)
    if result.closer is not None:
        return voice.about(
            result.closer,
            "**Deal {deal} is over:** you had closed",
            "**Deal {deal} is over:** {who} had closed",
            deal=result.deal,
        )
    text = N_("**Deal {deal} is over:** everyone has had {n} turns")
    return t(text, deal=result.deal, n=schwimmen.MOST_TURNS)


def _ranked(result: schwimmen.Result) -> list[Seat]:
    """Return the seats in the deal, the best hand first."""
    seats = [Seat(seat) for seat, hand in enumerate(result.hands) if hand]
    return sorted(seats, key=lambda seat: strength(result.hands[seat]), reverse=True)


def _lost(result: schwimmen.Result, voice: Voice) -> str:
    """Return the losers and the reason."""
    t, who = voice.t, listed(map(voice.name, result.losers), voice.t)
    if result.fire:
        return t("**Everyone without Fire loses the deal.**")
    if len(result.losers) > 1:
        return t("**The lowest hands are equal and lose the deal: {who}.**", who=who)
    (loser,) = result.losers
    *_, before, last = (result.hands[seat] for seat in _ranked(result))
    if worth(before) != worth(last):
        return voice.about(
            loser,
            "**You have the lowest hand and lose the deal.**",
            "**{who} has the lowest hand and loses the deal.**",
        )
    text = worth_text if counting_suit(last) else cards_text
    return voice.about(
        loser,
        "Equal worth, but **{low}** is lower than **{high}**: **you lose the deal.**",
        "Equal worth, but **{low}** is lower than **{high}**: **{who} loses the deal.**",
        low=text(last),
        high=text(before),
    )


def _spared(result: schwimmen.Result, t: Speech) -> str:
    """Return the outcome of a deal that would have eliminated all players."""
    left = schwimmen.MOST_SPARED - result.in_a_row
    if left == 0:
        return t(
            "That would put everyone out, {n} times in a row: the match ends, and all who are "
            "still in share first place.",
            n=result.in_a_row,
        )
    if left == 1:
        return t(
            "That would put everyone out again: nobody loses a life. Once more, and the match ends."
        )
    return t("That would put everyone out: nobody loses a life.")


def _mark(result: schwimmen.Result, seat: Seat) -> str:
    if seat in result.out:
        return "❌"
    return "💔" if seat in result.losers else "✅"


def _fate(result: schwimmen.Result, seat: Seat, voice: Voice) -> str:
    """Return a player's name with the loss, if there is one."""
    if seat in result.out:
        return voice.about(seat, "you are out", "{who} · is out")
    if seat not in result.losers:
        return voice.name(seat)
    if result.lives[seat]:
        return voice.about(seat, "you lose a life", "{who} · loses a life")
    return voice.about(seat, "you swim now", "{who} · swims now") + " 🏊"
