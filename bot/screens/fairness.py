"""The promises of a fair shuffle on a private screen: in a sentence, and whole behind *Details*.

There are three SHA-256 hashes. That of the secret is shown when the table opens, before any player
joins. That of the seed is shown from the start, when the secret and all contributions are fixed.
That of the record is shown at the end. On an open table, a running hash is that over the promise
and the contributions so far. Pure: a stored table in, words out.
"""

from collections.abc import Iterator
from shlex import quote

from discord import ui

from games.chance import CUT, DAILY, commitment

from ..play.lobby import WORD
from ..play.names import name_of
from ..play.shuffle import contributions, running_hashes, seed_hash
from ..storage import StoredTable
from ..wire.modal import modal
from ..wire.ui import Drawn, Part, address, button, button_rows, moment, screen
from ..words.i18n import Tongue
from ..words.letters import isolated
from .look import Look
from .offers import FAIRNESS, offered

DETAILS = "details"
"""The text of the button *Details*."""

_SHORT = 16
_GROUP = 4
# Latest cuts on the panel. *Fairness* has them all.
_CUTS = 3
# Letters of a name on that private screen, and on the panel.
_WHOLE, _BRIEF = 32, 12


def short(digits: str) -> str:
    """Return the first 16 digits of a hash in groups of four, as shown in public."""
    return " ".join(digits[at : at + _GROUP] for at in range(0, _SHORT, _GROUP))


def block(above: str, shown: str, below: str = "") -> str:
    """Return a text to copy between two lines."""
    return f"{above}\n```\n{shown}\n```{below}"


def cuts(stored: StoredTable, t: Tongue) -> list[str]:
    """Return a line for each of the latest cuts."""
    # A long word begins the line, which it would leave empty elsewhere.
    return [
        f"-# {isolated(f'`{c.word}`')} ✂️ {_who(stored, n, t, _BRIEF)}"
        for n, c in enumerate(stored.contributions, 1)
        if c.word is not None
    ][-_CUTS:]


def cut_form(stored: StoredTable, t: Tongue) -> ui.Modal:
    """Return the form of *Cut*, with the running hash that the word comes after."""
    fewest, most = WORD
    note = t(
        "Everything so far as one hash: `{hash}`\nYour word is mixed in after it and printed on "
        "the open table. So nothing before it can be changed to suit it.",
        hash=short(running_hashes(stored)[-1]),
    )
    at = address(stored, "cutwith", len(stored.contributions))
    label = t("A word of your own")
    return modal(at, t("Cut the cards"), note, label, fewest=fewest, most=most)


def _who(stored: StoredTable, number: int, t: Tongue, most: int = _WHOLE) -> str:
    """Return the name of a contribution's player. One who left the open table has none."""
    seat = contributions(stored)[number - 1].seat
    return t("someone") if seat is None else f"**{name_of(stored.players[seat], t, most)}**"


def trust(stored: StoredTable, t: Tongue) -> str:
    """Return who has to be trusted for the shuffle, by the last contribution."""
    if stored.contributions and stored.contributions[-1].kind == CUT:
        who = _who(stored, len(stored.contributions), t)
        return cut_by(who, running_hashes(stored)[-2], t)
    dealt = _dealt(stored)
    if not dealt and alone(stored):
        if stored.started_at is None:
            return t(
                "One person against computers, which know no more than a player on their seat. "
                "Until someone cuts, those who run me could choose this shuffle."
            )
        return t(
            "One person against computers, which know no more than a player on their seat. Nobody "
            "cut last, so those who run me could choose this shuffle."
        )
    if not dealt and stored.started_at is None:
        return t(
            "Nobody has cut since the last player sat down. Until someone does, you have to trust "
            "those who run me: they could choose this shuffle."
        )
    return uncut(t, daily=dealt)


def alone(stored: StoredTable) -> bool:
    """Return True if one person sits among computers."""
    people = sum(not player.computer for player in stored.players)
    return people == 1 < len(stored.players)


def _dealt(stored: StoredTable) -> bool:
    """Return True if the shuffle comes from the number of a daily deal."""
    return any(given.kind == DAILY for given in stored.contributions)


def cut_by(who: str, before: str, t: Tongue) -> str:
    """Return what a cut proves that came last, after this running hash."""
    return t(
        "✂️ {who} cut last, after `{hash}`: without that word nobody, not even those who run me, "
        "could choose this shuffle.",
        who=who,
        hash=short(before),
    )


def uncut(t: Tongue, *, daily: bool) -> str:
    """Return who has to be trusted for a shuffle that no player cut last."""
    if daily:
        return t(
            "The same cards for everyone, so nobody cuts. You have to trust that those who run me "
            "don't play a deal that they know."
        )
    return t(
        "Nobody cut after the last player had sat down. You have to trust those who run me: they "
        "could choose this shuffle."
    )


def draw(stored: StoredTable, look: Look, t: Tongue, *, sealed: bool = False) -> Drawn:
    """Draw the private screen: who could have chosen the shuffle, in a sentence.

    `sealed`: a match whose secret isn't published yet.
    """
    cut = stored.contributions and stored.contributions[-1].kind == CUT
    if cut:
        told = "✅ " + t(
            "{who} cut last, so nobody could choose this shuffle, not even those who run me.",
            who=_who(stored, len(stored.contributions), t),
        )
    else:
        told = f"{'🤖' if alone(stored) and not _dealt(stored) else '⚠️'} {trust(stored, t)}"
    ways = [button(address(stored, "fairness", text=DETAILS), t("Details"))]
    if stored.ended and stored.started_at is not None and not sealed:
        ways = [*offered(FAIRNESS, stored, t), *ways]
    return screen(look.colour, _title(look, t), told, *button_rows(ways))


def _title(look: Look, t: Tongue) -> str:
    return f"## 🔒 {t('Fairness')} · {look.emoji} {t(look.name)}"


def details(
    stored: StoredTable,
    look: Look,
    t: Tongue,
    seat: int | None,
    record: str = "",
    next_promise: str = "",
    *,
    sealed: bool = False,
) -> Drawn:
    """Draw all of it: the whole promises, the reader's salt, and how to check them.

    `next_promise` is that of the table that the reader opens next, if they sit here. At the end the
    screen also shows the secret and all salts, unless they are `sealed`.
    """
    dealt = _dealt(stored)
    drawn = t("The SHA-256 of a secret drawn when the table opened, before anyone joined.")
    if dealt:
        drawn = t("The SHA-256 of the day's secret, which was drawn a week ahead.")
    promise = commitment(stored.secret)
    parts: list[Part] = [_title(look, t), block(t("**Promise**"), promise, drawn)]
    if stored.contributions:
        told = t("The SHA-256 over the promise and all contributions, in this order:")
        told += "".join(f"\n{n}. {line}" for n, line in enumerate(_contributed(stored, t), 1))
        parts.append(block(t("**So far**"), running_hashes(stored)[-1], told))
    if stored.started_at is None:
        parts.append(t("At the start the hash of the seed joins it."))
    else:
        told = t(
            "The SHA-256 of the seed, which is mixed from the secret and all contributions. It "
            "was shown at the start, so none could be chosen later."
        )
        parts.append(block(t("**Seed**"), seed_hash(stored), told))
    parts.append(trust(stored, t))
    if seat is not None and not dealt:
        salt = f" `{stored.players[seat].join_id}`\n"
        told = t("Yours since you sat down. Note it: at the end it must be the one of your seat.")
        parts.append(t("**Your salt**") + salt + told)
    if stored.closes_at is not None and (sealed or not stored.ended):
        when = moment(stored.closes_at)
        told = t("The secret is published after the day, which ends {when}.", when=when)
        parts.append(told)
    elif stored.ended and stored.started_at is not None:
        parts += _published(stored, t, record)
        parts.append(_how(stored, t, promise, record))
        record_button = button(address(stored, "record"), t("Record"))
        parts += button_rows([*offered(FAIRNESS, stored, t), record_button])
    else:
        parts.append(t("At the end secret and salts are published, and everyone can check them."))
    if next_promise:
        told = t("Its secret is drawn already: the table that you open next has this promise.")
        parts.append(block(t("**Your next table**"), next_promise, told))
    return screen(look.colour, *parts)


def _contributed(stored: StoredTable, t: Tongue) -> Iterator[str]:
    """Yield each contribution in words. Salts are published at the end."""
    for number, given in enumerate(stored.contributions, 1):
        who = _who(stored, number, t)
        if given.kind == DAILY:
            yield t("the number of the deal: `{number}`", number=given.text)
        elif given.kind != CUT:
            salt = f": `{given.text}`" if stored.ended else ""
            yield t("{who} sat down", who=who) + salt
        elif given.word is not None:
            yield t("{who} cut with {word}", who=who, word=isolated(f"`{given.word}`"))
        else:
            yield t("{who} cut with a deleted word", who=who)


def _published(stored: StoredTable, t: Tongue, record: str) -> list[str]:
    told = [block(t("**Secret**"), stored.secret.hex())]
    if not stored.contributions:
        none = t("gives none")
        salts = [
            f"{n}. {name_of(p, t)}: `{p.join_id}`" + (f" ({none})" if p.computer else "")
            for n, p in enumerate(stored.players, 1)
        ]
        told.append(t("**Salts**") + "\n" + "\n".join(salts))
    if record:
        about = t("The SHA-256 of the record file, with every move in it.")
        told.append(block(t("**Record**"), record, about))
    return told


def _how(stored: StoredTable, t: Tongue, promise: str, record: str) -> str:
    call = f"python -m bot verify {record_name(stored.id)} --promise {promise}"
    call += f" --seed-hash {seed_hash(stored)}"
    call += f" --record-hash {record}" if record else ""
    if stored.contributions and stored.contributions[-1].kind == CUT:
        call += f" --so-far {running_hashes(stored)[-2]}"
        word = stored.contributions[-1].word
        call += "" if word is None else f" --word {quote(word)}"
    why = t(
        "☑️ *Check now* plays it again here. To compare with what you noted or others still see, "
        "get the 📄 *Record* and drop it into 📥 *Check a record* in `/{me}`. Without me:",
        me=t.word("command", "me"),
    )
    return block(why, call)


def record_name(table_id: int) -> str:
    """Return the file name of a match's record."""
    return f"shinrisen-{table_id}.txt"
