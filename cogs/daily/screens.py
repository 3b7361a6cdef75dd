"""The daily deal in words and as a picture: a result, its line, and a server's board.

Pure. Before the end of the day nothing here names a card.
"""

from collections.abc import Sequence

from bot.play.names import escaped, plain
from bot.screens import fairness
from bot.screens.look import Look
from bot.words.i18n import Tongue
from games.chance import commitment

from . import deals
from .drawing import DailyCard
from .store import Deal, Run

_FREE = "·"
# Lines of a board at most, and letters of a name there.
_SHOWN, _NAME = 15, 16


def title(number: int, look: Look, t: Tongue) -> str:
    """Return the name of a deal."""
    return f"{look.emoji} {t(look.name)} · " + t("daily deal {number}", number=number)


def line(run: Run | Deal, look: Look, t: Tongue) -> str:
    """Return a result in one line that spoils nothing."""
    return t("Shinrisen daily {number}", number=run.number) + f" · {result(run, look, t)}"


def result(run: Run | Deal, look: Look, t: Tongue) -> str:
    """Return a score and its marks: a dot for each free decision, the sign for each other one."""
    assert run.score is not None
    sign = deals.daily_of(look.key).sign
    marks = "".join(sign if cost else _FREE for cost in run.marks)
    return f"{look.score(run.score, t)} · {marks}"


def picture(run: Run, look: Look) -> DailyCard:
    """Return the card of a result."""
    assert run.score is not None
    return DailyCard(look.key, run.number, run.score, run.marks)


def habit(numbers: Sequence[int], today: int, t: Tongue) -> str:
    """Return how many deals a person has finished, in all and this week."""
    return t.many(
        "{n} daily, {week} this week",
        "{n} dailies, {week} this week",
        len(numbers),
        week=deals.this_week(numbers, today),
    )


def board(runs: Sequence[Run], look: Look, t: Tongue) -> str:
    """Return the lines of a board, the best first. Equal scores share a place."""
    told = []
    for run in runs[:_SHOWN]:
        place = 1 + sum((other.score or 0) < (run.score or 0) for other in runs)
        # Escaped, because Markdown would count equal places on.
        name = escaped(plain(run.name) or "?", _NAME)
        told.append(f"{place}\\. **{name}** · {result(run, look, t)}")
    if (more := len(runs) - _SHOWN) > 0:
        told.append("-# " + t.many("and {n} more", "and {n} more", more))
    return "\n".join(told)


def strong(deal: Deal, look: Look, t: Tongue) -> str:
    """Return the strong computer's own line, or an empty text before it has played."""
    if deal.score is None:
        return ""
    who = look.computers[deals.STRONG].first if deals.STRONG in look.computers else None
    name = t("strong computer") if who is None else f"{who.sign} {t(who.name)}"
    return t("The strong computer in your place:") + f" {name} · {result(deal, look, t)}"


def proof(deal: Deal, coming: Sequence[Deal], look: Look, t: Tongue) -> list[str]:
    """Return the proof of a deal whose day is over, and the promises of the deals to come."""
    whole = commitment(deal.secret)
    promised = t(
        "For a week before the day it stood in the list below. The record's secret fits it."
    )
    how = t(
        "Drop the record into 📥 *Check a record* in `/{me}`, with the promise as your note, or "
        "check it without me:",
        me=t.word("command", "me"),
    )
    call = f"python -m bot verify {record_name(deal.number)} --promise {whole} --computers"
    ahead = "\n".join(f"{one.number}  {fairness.short(commitment(one.secret))}" for one in coming)
    noted = t("Note one now, and prove its deal after its day.")
    return [
        f"### 🔒 {title(deal.number, look, t)} · " + t("Proof"),
        fairness.block(t("**Promise**"), whole, promised),
        fairness.block(how, call),
        fairness.block(t("**Promises of deals to come**"), ahead, noted),
    ]


def record_name(number: int) -> str:
    """Return the file name of the strong computer's record of a deal."""
    return f"shinrisen-daily-{number}.txt"


def closed(deal: Deal, runs: Sequence[Run], look: Look, t: Tongue) -> list[str]:
    """Return the parts of a server's board after the day."""
    head = f"### {title(deal.number, look, t)} · " + t("the board is closed")
    return [head, *filter(None, [board(runs, look, t), strong(deal, look, t)])]
