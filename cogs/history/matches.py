"""*Watch a match*: the finished matches of a server, as a list and page by page."""

from collections.abc import Sequence

from bot.clicks.answers import Answer, Bot
from bot.clicks.visibility import outlook
from bot.play.names import seat_name
from bot.screens.naming import entry, named, named_match
from bot.screens.ranking import medal_of
from bot.storage.finished import FinishedMatch, finished
from bot.wire.ui import Address, Drawn, Row, button, button_rows, choice, screen
from bot.words.errors import TableError
from bot.words.i18n import Tongue
from games.errors import N_

_COLOUR = 0x7F8C8D
_PAGE = 5
_NUMBERS = 2**63
_LISTED = 24
"""Matches in the list of other screens, which has one more entry for the rest."""
ALL = "all/"
"""Begins the text of a list's entry that leads to all matches."""


async def watch_list(answer: Answer, game: str, person: int) -> list[Row]:
    """Return the list *Watch a match*: the newest that the person may see, and all others.

    Its screen has waited for films before.
    """
    t, (matches, ways) = answer.t, await _read(answer, game, person, _LISTED)
    if len(matches) > _LISTED:
        older = f"{ALL}{game}/{person}/{_LISTED // _PAGE}"
        ways.append((t("Older matches, page by page"), older, None))
    elif matches:
        ways.append((t("All matches, page by page"), f"{ALL}{game}/{person}/0", None))
    return choice(Address("watch"), t("🎬 Watch a match …"), ways)


async def _read(
    answer: Answer, game: str, person: int, most: int, offset: int = 0
) -> tuple[Sequence[FinishedMatch], list[tuple[str, str, str | None]]]:
    """Return one match more than are shown, and a list's entries of those to watch."""
    bot, where = answer.bot, await outlook(answer.interaction)
    matches = await finished(
        bot.database,
        where,
        game=game or None,
        user_id=person or None,
        limit=most + 1,
        offset=offset,
    )
    shown = (match for match in matches[:most] if bot.now() >= (match.closes_at or 0.0))
    return matches, [(entry(bot.looks, match, answer.t), str(match.id), None) for match in shown]


async def turned(answer: Answer, address: Address) -> Drawn:
    """Return a page of the list. The text is `game/person/direction`, or has the page's number."""
    game, _, rest = address.text.removeprefix(ALL).partition("/")
    person, _, first = rest.partition("/")
    page = int(first) if first.isdecimal() and len(first) < 10 else address.stage
    known = not game or game in answer.bot.looks
    if not known or not person.isdecimal() or int(person) >= _NUMBERS:
        raise TableError(N_("That button is out of date. Use the newest message."))
    return await _page(answer, game, int(person), page)


async def _page(answer: Answer, game: str, person: int, page: int) -> Drawn:
    await answer.after_films()
    bot, t = answer.bot, answer.t
    matches, options = await _read(answer, game, person, _PAGE, page * _PAGE)
    shown, more = matches[:_PAGE], len(matches) > _PAGE
    title = "## 📜 " + t("Finished matches")
    if game:
        title += f" · {named(bot.looks, game, t)}"
    if person:
        title += f" · <@{person}>"
    texts = [_told(bot, match, t) for match in shown]
    if not shown:
        texts = [t("No match was finished here yet.")]
    ways = [
        button(
            Address("history", 0, max(0, to), f"{game}/{person}/{way}"),
            label,
            emoji=emoji,
            disabled=not there,
        )
        for way, emoji, label, to, there in (
            ("newer", "◀️", t("Newer"), page - 1, page > 0),
            ("older", "▶️", t("Older"), page + 1, more),
        )
    ]
    select = choice(Address("watch"), t("Watch a replay …"), options)
    return screen(_COLOUR, title, *texts, *select, *(button_rows(ways) if page or more else []))


def _told(bot: Bot, match: FinishedMatch, t: Tongue) -> str:
    """Return a match's entry in the history: number, game, date, and ranked players."""
    placed = sorted(match.players, key=lambda player: player.rank or 0)
    who = " · ".join(f"{medal_of(p.rank)} {seat_name(p, t)}" for p in placed)
    game, when = named_match(bot.looks, match, t), f"<t:{int(match.ended_at)}:f>"
    return f"**#{match.id}** · {game} · {when}\n{who}"
