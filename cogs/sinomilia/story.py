"""Events of Sinomilia in words: turns, ends of rounds, payments, good and bad fortune, hints."""

from collections.abc import Sequence

from bot.screens.look import Fortune
from bot.words.i18n import Tongue
from bot.words.speech import Speech, Voice, joined
from bot.workers.brain import Weighed
from games import sinomilia
from games.core import Event, Seat
from games.errors import N_
from games.sinomilia import (
    FULL_TABLE,
    Call,
    Change,
    Chip,
    Lay,
    MatchEnded,
    Move,
    Paid,
    Pass,
    RoundWon,
    View,
)

from .._shared.hints import mixed, wins

FACES = {"sun": "☀️", "moon": "🌙"}


def told(event: Event, voice: Voice, pictured: bool) -> list[str]:
    """Return an event in any number of lines."""
    t, about = voice.t, voice.about
    match event:
        case sinomilia.Tossed():
            return [f"-# {_tossed(event, voice)}"]
        case sinomilia.ChipLaid(seat=seat, face=face, count=count):
            line = about(seat, "You lay chip {count}", "{who} lays chip {count}", count=count)
            return [f"-# {FACES[face]} {line}"]
        case sinomilia.Changed(seat=seat):
            return [f"-# 🔄 {_changed(event, voice)}"]
        case sinomilia.Passed(seat=seat):
            return ["-# ➖ " + about(seat, "You pass", "{who} passes")]
        case sinomilia.RoundEnded():
            over = t("**Round {round} is over.**", round=event.round)
            return [joined([over, _ended(event, t)], t)]
        case sinomilia.Turned(seat=seat, card=card):
            own, other = N_("🎴 You turn up **{card}**"), N_("🎴 **{who}** turns up **{card}**")
            return [about(seat, own, other, card=card)]
        case sinomilia.RoundWon(winner=winner, why=why):
            return [_won(winner, why, voice)]
        case sinomilia.Paid():
            return _paid(event, voice, pictured)
        case sinomilia.MatchEnded():
            return _match_ended(event, voice)
        case _:
            return []


def recap(now: Sequence[Event], voice: Voice) -> list[str]:
    """Return both cards of a reveal in a line, who won the round, and what it brings."""
    cards = [line for e in now if isinstance(e, sinomilia.Turned) for line in told(e, voice, True)]
    won = [line for e in now if isinstance(e, RoundWon | Paid) for line in told(e, voice, True)]
    return [" · ".join(cards), *won] if won else []


def _tossed(event: sinomilia.Tossed, voice: Voice) -> str:
    own = N_("You call {call}, the coin shows {coin}: {starter} starts.")
    other = N_("{who} calls {call}, the coin shows {coin}: {starter} starts.")
    if event.starter == voice.reader:
        own = N_("You call {call}, the coin shows {coin}: you start.")
        other = N_("{who} calls {call}, the coin shows {coin}: you start.")
    return voice.about(
        event.caller,
        own,
        other,
        call=FACES[event.call],
        coin=FACES[event.coin],
        starter=voice.names[event.starter],
    )


def _changed(event: sinomilia.Changed, voice: Voice) -> str:
    other = 1 - event.seat
    text = N_("{who} changes the prediction: {other} gets a chip")
    if other == voice.reader:
        text = N_("{who} changes the prediction: you get a chip")
    own = N_("You change your prediction: {other} gets a chip")
    return voice.about(event.seat, own, text, other=voice.names[other])


def _ended(event: sinomilia.RoundEnded, t: Speech) -> str:
    n = len(event.table)
    match event.why:
        case "full":
            return t("Nine chips lie in the middle.")
        case "moon":
            return t.many(
                "A pass after a moon, with {n} chip in the middle.",
                "A pass after a moon, with {n} chips in the middle.",
                n,
            )
        case "passes":
            return t.many(
                "Both passed, with {n} chip in the middle.",
                "Both passed, with {n} chips in the middle.",
                n,
            )


def _won(winner: Seat, why: str, voice: Voice) -> str:
    match why:
        case "starter":
            return voice.about(
                winner,
                "Equally near, and no chip lies: **you** win as the starter.",
                "Equally near, and no chip lies: **{who}** wins as the starter.",
            )
        case "action":
            return voice.about(
                winner,
                "Equally near. Whoever acted last loses: **you** win.",
                "Equally near. Whoever acted last loses: **{who}** wins.",
            )
        case _:
            return voice.about(
                winner,
                "**You** are nearer and win the round.",
                "**{who}** is nearer and wins the round.",
            )


_WHY = {
    "none": N_("{amount} for holding none"),
    "one": N_("{amount} for holding only one"),
    "moons": N_("{amount} for the moons"),
    "win": N_("{amount} for the round"),
    "table": N_("{amount} from the middle"),
}


def _paid(event: sinomilia.Paid, voice: Voice, pictured: bool) -> list[str]:
    t, lines = voice.t, list[str]()
    for why, due, paid in event.items:
        if not paid:
            continue
        amount = f"+{paid}" if paid == due else t("+{paid} of {due}", paid=paid, due=due)
        lines.append("-# • " + t(_WHY[why], amount=amount))
    n = sum(item.paid for item in event.items)
    total = voice.counting(
        event.winner,
        ("**You** get {n} chip.", "**You** get {n} chips."),
        ("**{who}** gets {n} chip.", "**{who}** gets {n} chips."),
        n,
    )
    if pictured:
        return [total]
    middle = sum(item.paid for item in event.items if item.why == "table")
    if 0 < middle < n:
        text = N_("**{who}** gets {n} chips: {paid} from {loser}, {middle} from the middle.")
        loser = Seat(1 - event.winner)
        if loser == voice.reader:
            text = N_("**{who}** gets {n} chips: {paid} from you, {middle} from the middle.")
        total = voice.about(
            event.winner,
            "**You** get {n} chips: {paid} from {loser}, {middle} from the middle.",
            text,
            n=n,
            paid=n - middle,
            loser=voice.names[loser],
            middle=middle,
        )
    held = " · ".join(
        voice.about(seat, "You {chips} 🪙", "{who} {chips} 🪙", chips=chips)
        for seat, chips in enumerate(event.chips)
    )
    return [*lines, joined([total, held], t)]


def _match_ended(event: sinomilia.MatchEnded, voice: Voice) -> list[str]:
    t = voice.t
    if event.why == "chips":
        own = N_("**You** hold no chip: the match is over.")
        other = N_("**{who}** holds no chip: the match is over.")
        return [voice.about(event.chips.index(0), own, other)]
    lines = [
        t("Only two number cards are left: the match is over.")
        if event.why == "cards"
        else t("Two 9s for the third round in a row: the match is over.")
    ]
    if event.chips[0] == event.chips[1]:
        lines.append(
            t("Equal chips: a draw.")
            if event.ranks[0] == event.ranks[1]
            else t("Equal chips: the last round's starter wins.")
        )
    return lines


_HIGH = 5
"""Least chips paid in a round for a remark."""


def fortunes(before: Sequence[Event], now: Sequence[Event]) -> list[Fortune]:
    """Return the fortunes of a round after both predictions are turned up."""
    won = next((event for event in now if isinstance(event, RoundWon)), None)
    if won is None:
        return []
    loser, found = Seat(1 - won.winner), [Fortune(won.winner, "well")]
    for event in now:
        if isinstance(event, Paid):
            # The chips in the middle were laid by both.
            paid = sum(item.paid for item in event.items if item.why != "table")
            if paid >= _HIGH:
                found.append(Fortune(loser, "hit", paid))
        elif isinstance(event, MatchEnded):
            found.append(Fortune(loser, "out"))
    return found


# Distance of a prediction of 4 or 5 at the worst.
_NEVER_FAR = 5


def why(view: View, weighed: Sequence[Weighed], t: Tongue) -> str:
    """Return the chance to win with the best move, and its effect."""
    move = weighed[0].move
    if isinstance(move, Call):
        return t("A coin is a coin: both are as good.")
    lines = [wins(weighed, t), _brings(view, move, t)]
    if mixed(weighed):
        lines.append(t("Play now one, now another: what you always do can be read."))
    return "\n".join(line for line in lines if line)


def _brings(view: View, move: Move, t: Tongue) -> str:
    ninth = len(view.table) == FULL_TABLE - 1
    match move:
        case Lay(card=card):
            return _reaches(card, t)
        case Chip() if ninth:
            return t("A ninth chip ends the round.")
        case Chip(face="moon"):
            return t("Risk: after a moon a pass ends the round.")
        case Chip():
            number = len(view.table) + 1
            return t.many("Then {n} lies in the middle.", "Then {n} lie in the middle.", number)
        case Pass() if view.before in ("pass", "moon"):
            return t("A pass ends the round now.")
        case Pass():
            return t(
                "Risk: if the other passes too, the round ends with {n} in the middle.",
                n=len(view.table),
            )
        case Change():
            return t("It costs a chip, which the other gets.")
        case _:
            return ""


def _reaches(card: int, t: Tongue) -> str:
    """Return the distance of a prediction at the worst, in the words of the lesson."""
    most = max(card, 9 - card)
    if most == _NEVER_FAR:
        return t("From 4 or 5 no number of chips is further away than five.")
    risk = t("Risk: a {card} can be {n} chips away.", card=card, n=most)
    return f"{risk} {t('Only a 9 comes back to the hand.')}" if card == 9 else risk
