"""The line under a result about a person and a computer that meet again and again."""

from ..play.computers import name_of
from ..play.names import name_of as shown
from ..play.rivalry import Rivalry
from ..words.i18n import Tongue


def line(rivalry: Rivalry, t: Tongue, *, private: bool) -> str:
    """Return the rivalry in a language. In private the reader is its person."""
    return _private(rivalry, t) if private else _public(rivalry, t)


def _private(rivalry: Rivalry, t: Tongue) -> str:
    who = name_of(rivalry.computer, t)
    most, fewest = _both(rivalry)
    if rivalry.first:
        return t("First time ahead of **{who}**", who=who)
    if rivalry.ahead == rivalry.behind:
        return t("You and **{who}** are level at {each} : {each}", who=who, each=most)
    if rivalry.ahead > rivalry.behind:
        return t("You lead **{who}** {most} : {fewest}", who=who, most=most, fewest=fewest)
    return t("**{who}** leads you {most} : {fewest}", who=who, most=most, fewest=fewest)


def _public(rivalry: Rivalry, t: Tongue) -> str:
    person, computer = shown(rivalry.person, t), name_of(rivalry.computer, t)
    most, fewest = _both(rivalry)
    if rivalry.ahead == rivalry.behind:
        level = {"one": person, "other": computer, "each": most}
        return t("**{one}** and **{other}** are level at {each} : {each}", **level)
    leader, other = (person, computer) if rivalry.ahead > rivalry.behind else (computer, person)
    ahead = {"leader": leader, "other": other, "most": most, "fewest": fewest}
    return t("**{leader}** leads **{other}** {most} : {fewest}", **ahead)


def _both(rivalry: Rivalry) -> tuple[int, int]:
    most, fewest = max(rivalry.ahead, rivalry.behind), min(rivalry.ahead, rivalry.behind)
    return most, fewest
