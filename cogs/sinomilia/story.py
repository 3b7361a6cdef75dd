"""Events of Sinomilia in words: turns, the end of a round, payments."""

from collections.abc import Sequence

from bot.words.i18n import Tongue
from bot.words.speech import joined
from games import sinomilia
from games.core import Event
from games.errors import N_

FACES = {"sun": "☀️", "moon": "🌙"}


def told(event: Event, names: Sequence[str], t: Tongue, pictured: bool) -> list[str]:
    """Return an event in any number of lines."""
    match event:
        case sinomilia.Tossed(caller=caller, call=call, coin=coin, starter=starter):
            return [
                "-# "
                + t(
                    "{who} calls {call}, the coin shows {coin}: {starter} starts.",
                    who=names[caller],
                    call=FACES[call],
                    coin=FACES[coin],
                    starter=names[starter],
                )
            ]
        case sinomilia.ChipLaid(seat=seat, face=face, count=count):
            line = t("{who} lays chip {count}", who=names[seat], count=count)
            return [f"-# {FACES[face]} {line}"]
        case sinomilia.Changed(seat=seat):
            line = t(
                "{who} lays the prediction down anew and gives {other} a chip",
                who=names[seat],
                other=names[1 - seat],
            )
            return [f"-# 🔄 {line}"]
        case sinomilia.Passed(seat=seat):
            return ["-# ➖ " + t("{who} passes", who=names[seat])]
        case sinomilia.RoundEnded():
            over = t("**Round {round} is over.**", round=event.round)
            return [joined([over, _ended(event, t)], t)]
        case sinomilia.Turned(seat=seat, card=card):
            return [t("🎴 **{who}** turns up **{card}**", who=names[seat], card=card)]
        case sinomilia.RoundWon(winner=winner, why=why):
            return [_won(names[winner], why, t)]
        case sinomilia.Paid():
            return _paid(event, names, t, pictured)
        case sinomilia.MatchEnded():
            return _match_ended(event, names, t)
        case _:
            return []


def _ended(event: sinomilia.RoundEnded, t: Tongue) -> str:
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


def _won(who: str, why: str, t: Tongue) -> str:
    match why:
        case "starter":
            return t("Equally near, and no chip lies: **{who}** wins as the starter.", who=who)
        case "action":
            return t("Equally near. Whoever acted last loses: **{who}** wins.", who=who)
        case _:
            return t("**{who}** is nearer and wins the round.", who=who)


_WHY = {
    "none": N_("{amount} for holding none"),
    "one": N_("{amount} for holding only one"),
    "moons": N_("{amount} for the moons"),
    "win": N_("{amount} for the round"),
    "table": N_("{amount} from the middle"),
}


def _paid(event: sinomilia.Paid, names: Sequence[str], t: Tongue, pictured: bool) -> list[str]:
    lines: list[str] = []
    for why, due, paid in event.items:
        if not paid:
            continue
        amount = f"+{paid}" if paid == due else t("+{paid} of {due}", paid=paid, due=due)
        lines.append("-# • " + t(_WHY[why], amount=amount))
    if pictured:
        n = sum(item.paid for item in event.items)
        return [
            t.many(
                "**{who}** gets {n} chip.", "**{who}** gets {n} chips.", n, who=names[event.winner]
            )
        ]
    middle = sum(item.paid for item in event.items if item.why == "table")
    winner, n = names[event.winner], sum(item.paid for item in event.items)
    total = t.many("**{who}** gets {n} chip.", "**{who}** gets {n} chips.", n, who=winner)
    if 0 < middle < n:
        text = N_("**{who}** gets {n} chips: {paid} from {loser}, {middle} from the middle.")
        loser = names[1 - event.winner]
        total = t(text, who=winner, n=n, paid=n - middle, loser=loser, middle=middle)
    held = " · ".join(f"{name} {chips} 🪙" for name, chips in zip(names, event.chips, strict=True))
    return [*lines, joined([total, held], t)]


def _match_ended(event: sinomilia.MatchEnded, names: Sequence[str], t: Tongue) -> list[str]:
    if event.why == "chips":
        who = names[event.chips.index(0)]
        return [t("**{who}** holds no chip: the match is over.", who=who)]
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
