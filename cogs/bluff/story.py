"""Events of Bluff in words: bids, shown dice, challenges, good and bad fortune, and hints."""

from collections.abc import Sequence
from math import comb

from bot.screens.look import Fortune, percent
from bot.words.i18n import Tongue
from bot.words.speech import Voice, joined
from bot.workers.brain import Weighed
from games import bluff
from games.bluff import Bid, Challenge, Challenged, CupsLifted, Lost, View, matching
from games.core import Event
from games.errors import N_

from .._shared.hints import wins
from .words import WILD, bid_text, dice_text, face_text


def told(event: Event, voice: Voice) -> str:
    """Return a bid or a show in a line, or an empty text for another event."""
    match event:
        case bluff.Bidden(seat=seat, bid=bid):
            return voice.about(seat, "You bid {bid}", "{who} bids {bid}", bid=bid_text(bid))
        case bluff.Showed(seat=seat, dice=dice, rerolled=n):
            return voice.counting(
                seat,
                ("You show {dice} and reroll {n} die", "You show {dice} and reroll {n} dice"),
                (
                    "{who} shows {dice} and rerolls {n} die",
                    "{who} shows {dice} and rerolls {n} dice",
                ),
                n,
                dice=dice_text(dice),
            )
        case bluff.Rerolled(dice=dice):
            return voice.t("You rerolled: {dice}", dice=dice_text(dice))
        case _:
            return ""


def challenge_told(event: Event, voice: Voice) -> str:
    """Return a challenge or a loss in a line, or an empty text for another event."""
    match event:
        case bluff.Challenged(seat=seat, bidder=bidder, bid=bid):
            other = N_("**{who} challenges {bid} by {bidder}.** All cups are lifted:")
            if bidder == voice.reader:
                other = N_("**{who} challenges your {bid}.** All cups are lifted:")
            return voice.about(
                seat,
                "**You challenge {bid} by {bidder}.** All cups are lifted:",
                other,
                bid=bid_text(bid),
                bidder=voice.names[bidder],
            )
        case bluff.Lost(seat=seat, dice=dice, left=left):
            if not left:
                line = voice.counting(
                    seat,
                    ("You lose {n} die and are out.", "You lose {n} dice and are out."),
                    ("{who} loses {n} die and is out.", "{who} loses {n} dice and is out."),
                    dice,
                )
            else:
                line = voice.counting(
                    seat,
                    ("You lose {n} die.", "You lose {n} dice."),
                    ("{who} loses {n} die.", "{who} loses {n} dice."),
                    dice,
                )
            return f"**{line}**"
        case _:
            return ""


def recap(now: Sequence[Event], voice: Voice) -> list[str]:
    """Return the total of a challenge, and in a line who lost dice."""
    lifted = [event for event in now if isinstance(event, bluff.CupsLifted)]
    losses = [challenge_told(event, voice) for event in now if isinstance(event, Lost)]
    total = [counted(event, voice)[-1] for event in lifted]
    return [*total, joined(losses, voice.t)] if losses else total


def asked(challenged: Challenged, voice: Voice) -> str:
    """Return a challenge in a line, before the cups are lifted."""
    other = N_("{who} challenges {bidder}: {bid}")
    if challenged.bidder == voice.reader:
        other = N_("{who} challenges you: {bid}")
    return voice.about(
        challenged.seat,
        "You challenge {bidder}: {bid}",
        other,
        bidder=voice.names[challenged.bidder],
        bid=bid_text(challenged.bid),
    )


def counted(lifted: bluff.CupsLifted, voice: Voice) -> list[str]:
    """Return a line for each seat with counted dice in bold, and the total."""
    lines = []
    for seat, dice in enumerate(lifted.dice):
        if not dice:
            continue
        shown = " ".join(_counting(die, lifted.bid.face) for die in dice)
        adds = bluff.matching(dice, lifted.bid.face)
        lines.append(
            voice.about(seat, "You: {dice} · +{n}", "{who}: {dice} · +{n}", dice=shown, n=adds)
        )
    difference = lifted.found - lifted.bid.count
    if difference > 0:
        text = N_("**Total {total}: {n} more than bid**")
    elif difference < 0:
        text = N_("**Total {total}: {n} fewer than bid**")
    else:
        text = N_("**Total {total}: exactly as bid**")
    return [*lines, voice.t(text, total=lifted.found, n=abs(difference))]


def _counting(die: bluff.Face, face: bluff.Face) -> str:
    """Return a die, bold if it counts. A wild names its face: bold would not show."""
    if not bluff.matching((die,), face):
        return face_text(die)
    return f"**{face_text(die)}**" if die == face else f"**{WILD}={face}**"


def fortunes(before: Sequence[Event], now: Sequence[Event]) -> list[Fortune]:
    """Return the fortunes of a challenge, first the seats after the challenger."""
    asked = next((event for event in now if isinstance(event, Challenged)), None)
    lifted = next((event for event in now if isinstance(event, CupsLifted)), None)
    if asked is None or lifted is None:
        return []
    losses = [event for event in now if isinstance(event, Lost)]
    found = [Fortune(e.seat, "hit" if e.left else "out", e.dice) for e in losses]
    unhurt = {asked.seat, asked.bidder} - {event.seat for event in losses}
    found += [Fortune(seat, "well") for seat in unhurt]
    seats = len(lifted.dice)
    return sorted(found, key=lambda one: (one.seat - asked.seat - 1) % seats)


def why(view: View, weighed: Sequence[Weighed], t: Tongue) -> str:
    """Return the chance to win with the best move, and the odds of the bid in question."""
    match weighed[0].move:
        case Bid() as bid:
            return f"{wins(weighed, t)}\n{_seen(view, bid, t)}"
        case Challenge():
            return f"{wins(weighed, t)}\n{_seen(view, view.bids[-1][1], t)}"
        case _:
            return wins(weighed, t)


def _seen(view: View, bid: Bid, t: Tongue) -> str:
    """Return the matching dice that the reader sees, and the odds of the rest."""
    seen = matching(view.hand, bid.face)
    seen += sum(matching(dice, bid.face) for dice in view.shown)
    hidden = view.dice - len(view.hand) - sum(map(len, view.shown))
    missing = bid.count - seen
    if missing <= 0:
        return t("You see all {count} of them: no risk.", count=bid.count)
    return t(
        "You see {seen} of {count}. That the {hidden} hidden dice have the rest: {odds} %, by the "
        "odds alone.",
        seen=seen,
        count=bid.count,
        hidden=hidden,
        odds=percent(_at_least(missing, hidden, 1 if bid.face == bluff.WILD else 2)),
    )


def _at_least(count: int, dice: int, faces: int) -> float:
    """Return the chance that at least some number of dice show one of some faces."""
    p = faces / 6
    some = range(count, dice + 1)
    return sum((comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in some), 0.0)
