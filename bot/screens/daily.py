"""The daily deal in words and as a picture: a result, its line, and a server's board.

Pure. Before the end of the day nothing here names a card.
"""

from collections.abc import Sequence

from games.chance import commitment

from ..drawing.daily import DailyCard
from ..play import daily
from ..play.daily import this_week
from ..play.names import printable
from ..storage.dailies import Deal, Run
from ..words.i18n import Tongue
from . import fairness
from .look import Look

_FREE = "·"
_SHOWN = 15
"""Largest number of lines on a board."""


def title(number: int, look: Look, t: Tongue) -> str:
    """Return the name of a deal."""
    return f"{look.emoji} {t(look.name)} · " + t("daily deal {number}", number=number)


def line(run: Run | Deal, look: Look, t: Tongue) -> str:
    """Return a result in one line that spoils nothing."""
    return t("Shinrisen daily {number}", number=run.number) + f" · {result(run, look, t)}"


def result(run: Run | Deal, look: Look, t: Tongue) -> str:
    """Return a score and its marks: a dot for each free decision, the sign for each other one."""
    assert run.score is not None
    sign = daily.daily_of(look.key).sign
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
        week=this_week(numbers, today),
    )


def promise(deal: Deal, t: Tongue) -> str:
    """Return the promise of a deal that is still to come, or of today's."""
    digits = fairness.short(commitment(deal.secret))
    return "-# 🔒 " + t("Promise of deal {number}: `{promise}`", number=deal.number, promise=digits)


def board(runs: Sequence[Run], look: Look, t: Tongue) -> str:
    """Return the lines of a board, the best first. Equal scores share a place."""
    told = []
    for run in runs[:_SHOWN]:
        place = 1 + sum((other.score or 0) < (run.score or 0) for other in runs)
        # Escaped, because Markdown would count equal places on.
        told.append(f"{place}\\. **{printable(run.name)}** · {result(run, look, t)}")
    if (more := len(runs) - _SHOWN) > 0:
        told.append("-# " + t.many("and {n} more", "and {n} more", more))
    return "\n".join(told)


def strong(deal: Deal, look: Look, t: Tongue) -> str:
    """Return the strong computer's own line, or an empty text before it has played."""
    if deal.score is None:
        return ""
    who = look.computers[daily.STRONG].first if daily.STRONG in look.computers else None
    name = t("strong computer") if who is None else f"{who.sign} {t(who.name)}"
    return t("The strong computer in your place:") + f" {name} · {result(deal, look, t)}"


def proof(deal: Deal, t: Tongue) -> str:
    """Return a deal's secret as a command that proves the deal. Its day must be over."""
    whole = commitment(deal.secret)
    call = f"python -m bot verify --daily {deal.number} --secret {deal.secret.hex()}"
    told = t("The secret of deal {number} fits its promise. Check it:", number=deal.number)
    return f"🔒 {told}\n```\n{call} --promise {whole}\n```"


def closed(
    deal: Deal, runs: Sequence[Run], look: Look, t: Tongue, coming: Deal | None = None
) -> list[str]:
    """Return the parts of a server's board after the day. `coming` is the deal of the new day."""
    head = f"### {title(deal.number, look, t)} · " + t("the board is closed")
    told = [head, board(runs, look, t), strong(deal, look, t), proof(deal, t)]
    return [*filter(None, told), *([] if coming is None else [promise(coming, t)])]
