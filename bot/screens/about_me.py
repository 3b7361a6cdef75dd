"""The stored data about a person as a page of sentences. Pure: the export in, a text out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from games.errors import N_

from ..play.computers import STRENGTHS
from ..storage.ratings import points
from ..storage.schema import exported
from ..words.i18n import Tongue
from ..words.speech import listed
from .look import Look
from .naming import named, season_name

Row = Mapping[str, Any]

LEGEND = {
    "person": N_("your Discord id"),
    "made_at": N_("the time of this export"),
    "matches": N_("your matches: the table, your seat, and your own moves"),
    "lobbies": N_("the same for tables that have not started"),
    "hosted": N_("the tables that you host or hosted"),
    "marks": N_("what each of your moves cost"),
    "phase": N_("`lobby`, `live`, `over` or `cancelled`"),
    "ply": N_("the number of a move in its match, from 1"),
    "move": N_("a move as the rules write it"),
    "join_id": N_("your number in the shuffle of a match"),
    "click_id": N_("the number of your last click there"),
    "mu": N_("your estimated strength; the rating is `1000 + 30 × (mu − 25)`"),
    "sigma": N_("how uncertain that estimate is"),
    "misses": N_("how often in a row your time ran out"),
    "pace": N_("the time per move in seconds"),
}
"""Explanations of the names in the raw data."""


def page(
    found: Mapping[str, Any],
    looks: Mapping[str, Look],
    server: Callable[[str], str],
    raw: str,
    t: Tongue,
) -> str:
    """Return an export in sentences. `server` names a server by id, `raw` is the data's file."""
    date, person = _when(found["made_at"]), found["person"]
    about = [
        t("As of {date}, for the Discord id {person}.", date=date, person=person),
        t("This page says it in sentences. The file {file} has the same as raw data.", file=raw),
    ]
    parts = [
        (t("What is kept about you"), about),
        (t("Matches"), [_match(one, looks, server, t) for one in found["matches"]]),
        (t("Open tables"), [_match(one, looks, server, t) for one in found["lobbies"]]),
        (t("Hosted tables"), _hosted(found["hosted"], t)),
        (t("Everything else"), [*_else(found, looks, server, t)]),
        (t("The names in the raw data"), [f"{name}: {t(text)}" for name, text in LEGEND.items()]),
    ]
    told = ("\n".join([f"== {title} ==", *lines]) for title, lines in parts if lines)
    return "\n\n".join(told) + "\n"


def _when(moment: str) -> str:
    """Return an ISO 8601 time, UTC, to the minute."""
    return moment[:16].replace("T", " ") + " UTC"


def _match(one: Row, looks: Mapping[str, Look], server: Callable[[str], str], t: Tongue) -> str:
    """Return the lines about a table that the person sat at."""
    table, seat, players = one["match"], one["seat"], one["players"]
    others = players.count("someone else")
    computers = players.count("a computer")
    begun = _when(table["started_at"] or table["opened_at"])
    game = named(looks, table["game"], t)
    head = f"#{table['id']} · {game} · {begun} · {server(table['guild_id'])}"
    beside = [t.many("{n} other person", "{n} other people", others)] if others else []
    if computers:
        beside.append(t.many("{n} computer", "{n} computers", computers))
    told = [t("You sat there as {name}.", name=seat["name"])]
    if beside:
        told = [
            t(
                "You sat there as {name}, with {company}.",
                name=seat["name"],
                company=" · ".join(beside),
            )
        ]
    if table["phase"] == "cancelled":
        told.append(t("It was called off."))
    if seat["rank"] is not None:
        told.append(t("You ended in place {place}.", place=seat["rank"]))
    if seat["score"] is not None and table["game"] in looks:
        told.append(t("Result: {score}.", score=looks[table["game"]].score(seat["score"], t)))
    if seat["rating_before"] is not None and seat["rating_after"] is not None:
        before, after = points(seat["rating_before"]), points(seat["rating_after"])
        told.append(t("Your rating went from {before} to {after}.", before=before, after=after))
    if one["moves"]:
        made = len(one["moves"])
        told.append(t.many("{n} move of yours is kept.", "{n} moves of yours are kept.", made))
    return "\n".join([head, *(f"  {line}" for line in told)])


def _hosted(rows: Sequence[Row], t: Tongue) -> list[str]:
    if not rows:
        return []
    numbers = listed((f"#{row['id']}" for row in rows), t)
    return [t("You are or were the host of: {numbers}", numbers=numbers)]


def _else(
    found: Mapping[str, Any], looks: Mapping[str, Look], server: Callable[[str], str], t: Tongue
) -> Iterator[str]:
    """Yield a sentence about each other row, after its name in the raw data."""
    if promise := found["next_promise"]:
        told = t("The promise of the table that you open next: {promise}", promise=promise)
        yield f"next_promise: {told}"
    for name in found["hashes"]:
        told = t("A hash of your id is kept for a day at most, for a limit ({name}).", name=name)
        yield f"hashes: {told}"
    for kind, (sentence, _) in exported().items():
        for row in found[kind]:
            fields = {name: _value(name, row[name], looks, server, t) for name in row}
            yield f"{kind}: {t(sentence, **fields)}"


def _value(
    name: str, value: Any, looks: Mapping[str, Look], server: Callable[[str], str], t: Tongue
) -> object:
    """Return a column's value in words."""
    match name, value:
        case "guild_id", _:
            return server(value)
        case ("game", "*") | ("period", "all"):
            return t("All games") if name == "game" else t("All time")
        case "game", _:
            return named(looks, value, t)
        case "period", _:
            return season_name(value, t)
        case "kind", _ if value in STRENGTHS:
            return t(STRENGTHS[value])
        case "mu", _:
            return points(value)
        case _, None | False:
            return "–"
        case _, True:
            return "✓"
    return _when(value) if name == "at" or name.endswith("_at") else value
