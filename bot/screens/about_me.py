"""The stored data about a person as a page of sentences. Pure: the export in, a text out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from games.errors import N_

from ..play.computers import STRENGTHS
from ..storage.ratings import points
from ..words.i18n import Tongue
from ..words.speech import listed
from . import seasons
from .look import Look
from .naming import named

Row = Mapping[str, Any]

LEGEND = {
    "person": N_("your Discord id"),
    "made_at": N_("the time of this export"),
    "matches": N_("your matches: the table, your seat, and your own moves"),
    "lobbies": N_("the same for tables that have not started"),
    "next_promise": N_("the promise of the table that you open next"),
    "hosted": N_("the tables that you host or hosted"),
    "standings": N_("your ratings by server, game and period"),
    "members": N_("servers whose leaderboards leave you out"),
    "directs": N_("the channel of your direct messages with me"),
    "readers": N_("your choice of pictures or words"),
    "posts": N_("the messages that show your hands"),
    "barred": N_("open tables that you were removed from"),
    "awaited": N_("rematches with a seat reserved for you"),
    "upcoming": N_("matches that you watched, with a seat in the rematch"),
    "strengths": N_("the strength of computers that you chose last in a game"),
    "changes": N_("settings of servers that you changed"),
    "calls": N_("servers where you asked to be called to new tables"),
    "reviews": N_("reviews of your matches, kept for a week"),
    "called": N_("when you were last called, or called others"),
    "daily_runs": N_("your results of daily deals"),
    "daily_lines": N_("servers where you posted the line of a daily deal"),
    "hashes": N_("tables with a hash of your id, for a limit that protects others"),
    "places": N_("your places in seasons, by server"),
    "gathered": N_("your wish for one message a day about slow matches, and the last one"),
    "nights": N_("the game nights that you planned"),
    "night_guests": N_("the game nights that you came to"),
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
    about = [
        t("As of {date}, for the Discord id {person}.", **_head(found)),
        t("This page says it in sentences. The file {file} has the same as raw data.", file=raw),
    ]
    parts = [
        (t("What is kept about you"), about),
        (t("Matches"), [_match(one, looks, server, t) for one in found["matches"]]),
        (t("Open tables"), [_match(one, looks, server, t) for one in found["lobbies"]]),
        (t("Hosted tables"), _hosted(found["hosted"], t)),
        (t("Ratings"), [*_ratings(found["standings"], looks, server, t)]),
        (t("Everything else"), [*_else(found, looks, server, t)]),
        (t("The names in the raw data"), [f"{name}: {t(text)}" for name, text in LEGEND.items()]),
    ]
    return "\n\n".join(_part(title, lines) for title, lines in parts if lines) + "\n"


def _part(title: str, lines: Iterable[str]) -> str:
    return "\n".join([f"== {title} ==", *lines])


def _head(found: Mapping[str, Any]) -> dict[str, str]:
    return {"date": _when(found["made_at"]), "person": found["person"]}


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
    company = [t.many("{n} other person", "{n} other people", others)] if others else []
    if computers:
        company.append(t.many("{n} computer", "{n} computers", computers))
    told = [t("You sat there as {name}.", name=seat["name"])]
    if company:
        told = [
            t(
                "You sat there as {name}, with {company}.",
                name=seat["name"],
                company=" · ".join(company),
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


def _ratings(
    rows: Sequence[Row], looks: Mapping[str, Look], server: Callable[[str], str], t: Tongue
) -> Iterator[str]:
    """Yield a line for each rating of all time, and one for the seasons."""
    for row in rows:
        if row["period"] == "all":
            game = t("All games") if row["game"] == "*" else named(looks, row["game"], t)
            played = t.many("{n} match", "{n} matches", row["matches"])
            won = t.many("{n} won", "{n} won", row["wins"])
            where = server(row["guild_id"])
            yield f"{where} · {game}: {points(row['mu'])} · {played} · {won}"
    if shorter := sum(row["period"] != "all" for row in rows):
        yield t.many("{n} more rating is of a season.", "{n} more ratings are of seasons.", shorter)


def _else(
    found: Mapping[str, Any], looks: Mapping[str, Look], server: Callable[[str], str], t: Tongue
) -> Iterator[str]:
    """Yield a sentence about each other kind of row."""
    for row in found["members"]:
        if row["hidden"]:
            yield t(
                "You are hidden on the leaderboards of {server}.", server=server(row["guild_id"])
            )
        if row["gone"]:
            yield t("You have left {server}.", server=server(row["guild_id"]))
    if found["directs"]:
        yield t("I keep the address of our direct messages.")
    for row in found["readers"]:
        if not row["pictures"]:
            yield t("You see words, not pictures.")
        else:
            yield t("You see moving pictures.") if row["moving"] else t("You see still pictures.")
    if found["next_promise"]:
        promise = found["next_promise"]
        yield t("The promise of the table that you open next: {promise}", promise=promise)
    if posts := len(found["posts"]):
        yield t.many(
            "I keep the address of {n} message with a hand of yours.",
            "I keep the addresses of {n} messages with hands of yours.",
            posts,
        )
    for row in found["barred"]:
        yield t("You were removed from the open table #{number}.", number=row["table_id"])
    for row in found["awaited"]:
        yield t("A seat is kept for you at the rematch #{number}.", number=row["table_id"])
    for row in found["upcoming"]:
        yield t("You asked for a seat in the rematch of #{number}.", number=row["table_id"])
    for row in found["strengths"]:
        yield t(
            "Your computers in {game}: {strength}.",
            game=named(looks, row["game"], t),
            strength=t(STRENGTHS[row["kind"]]),
        )
    for row in found["changes"]:
        yield t(
            "You changed a setting of {server} ({setting}, {date}).",
            server=server(row["guild_id"]),
            setting=row["setting"],
            date=_when(row["at"]),
        )
    for row in found["calls"]:
        yield t("I call you to new tables in {server}.", server=server(row["guild_id"]))
    for row in found["daily_runs"]:
        if row["score"] is None:
            yield t("Daily deal {number}: without a result.", number=row["number"])
        else:
            yield t("Daily deal {number}: {score} ({marks}).", **row)
    for row in found["daily_lines"]:
        yield t(
            "You posted the line of daily deal {number} in {server}.",
            number=row["number"],
            server=server(row["guild_id"]),
        )
    for name in found["hashes"]:
        yield t("A hash of your id is kept for a day at most, for a limit ({name}).", name=name)
    for row in found["places"]:
        place = seasons.place_told(looks, row["game"], row["place"], row["period"], t)
        yield t("Your place in {server}: {place}", server=server(row["guild_id"]), place=place)
    if found["gathered"]:
        yield t("You get one message a day about slow matches.")
    for row in found["nights"]:
        where, when = server(row["guild_id"]), _when(row["begins_at"])
        yield t("You planned a game night in {server} ({date}).", server=where, date=when)
    for row in found["night_guests"]:
        when = _when(row["joined_at"])
        yield t("You came to game night {number} ({date}).", number=row["night_id"], date=when)
    for row in found["reviews"]:
        yield t(
            "Your review of match #{number} is kept for a week (since {date}).",
            number=row["table_id"],
            date=_when(row["at"]),
        )
    for row in found["called"]:
        yield t("The last call of yours that I noted: {date}", date=_when(row["at"]))
