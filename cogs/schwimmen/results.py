"""The end of a deal of Schwimmen in words: all hands, the lowest last, and the losers."""

from bot.words.speech import Speech, Voice, listed
from games import schwimmen
from games.core import Seat
from games.errors import N_
from games.schwimmen.thirty_one import FIRE, counting_suit, strength, worth

from .cards import cards_text, worth_text


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


def _head(result: schwimmen.Result, voice: Voice) -> str:
    t = voice.t
    shown = [seat for seat in result.shown if not result.fire or _fire(result, seat)]
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


def _fire(result: schwimmen.Result, seat: Seat) -> bool:
    return worth(result.hands[seat]) == FIRE


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
