"""The screen of a checked record: the verdict, the match, its hashes, and who has to be trusted."""

from bot.play import endings
from bot.play.names import escaped
from bot.play.proof import PROMISE, RECORD, SEED, Noted, compared, cut_last, hashes_of
from bot.screens.fairness import alone, cut_by, short, trust, uncut
from bot.screens.look import Look
from bot.screens.ranking import ranking
from bot.screens.transcript import harmless, table_of
from bot.storage import StoredTable
from bot.storage.modes import differs
from bot.wire.ui import Drawn, screen
from bot.words.i18n import Tongue
from games.errors import GameError
from games.record import Record, dumps

from .proving import Replayed

_COLOUR = 0x5865F2
_LETTERS = 200
_NAMES = (PROMISE, SEED, RECORD)


def refused(why: GameError, t: Tongue) -> Drawn:
    """Draw the screen of a file that isn't a valid record. Its text may hold parts of the file."""
    told = escaped(harmless(t.refusal(why)), _LETTERS)
    return screen(_COLOUR, _title(t), "❌ " + t("**Not a valid record.**") + f" {told}")


def draw(
    found: Replayed, text: str, notes: str, look: Look, t: Tongue, stored: StoredTable | None = None
) -> Drawn:
    """Draw the screen of a valid record. `text` is the file, `notes` are the person's.

    `stored` is the ended table, if the record comes from there.
    """
    record, noted = found.record, compared(found.record, notes)
    if (why := differs(record)) is not None:
        return refused(why, t)
    seats = t.many("{n} player", "{n} players", record.seats)
    moves = t.many("{n} move", "{n} moves", len(record.moves))
    head = [f"**{look.emoji} {t(look.name)}** · {seats} · {moves}"]
    head += [f"-# {line}" for line in look.options(record.options, t)]
    if record.daily is not None:
        head.append(t("The daily deal {number}.", number=record.daily))
    return screen(
        look.colour,
        _title(t),
        _verdict(record, noted, t, same=text == dumps(record)),
        "\n".join(head),
        _result(found, look, t, stored),
        "\n".join(_hashes(found, noted, t)),
        _trust(found, noted, t, stored),
        "-# " + t("Checked by the code of `python -m bot verify`, which runs without me too."),
    )


def _result(found: Replayed, look: Look, t: Tongue, stored: StoredTable | None) -> str:
    """Return the ranking. A match that ended before its rules end it has that of its table."""
    if found.outcome is not None:
        return ranking(table_of(found.record, found.outcome, t), look, t, ratings=False)
    if stored is None:
        return t("The match ended before its rules end it, so its record has no result.")
    if stored.phase == "cancelled":
        return endings.called_off(stored, t)
    notes = endings.notes(stored, t, ratings=False)
    return "\n".join([ranking(stored, look, t, ratings=False), *notes])


def _title(t: Tongue) -> str:
    return f"## 🔒 {t('Record')}"


def _verdict(record: Record, noted: Noted, t: Tongue, *, same: bool) -> str:
    replays = t("The secret fits its promise, and every move replays by the rules.")
    if noted.strange:
        what = escaped(harmless(noted.strange[0]), _LETTERS)
        return "❌ " + t("**Not what you noted.** “{what}” belongs to another match.", what=what)
    if not same:
        again = t("The record's hash belongs to the file that I sent: get the 📄 *Record* again.")
        return "⚠️ " + t("**The same match, spelled differently.**") + f" {replays} {again}"
    if len(noted.fits) == len(_NAMES):
        shown = t("This is the match that was shown, from its shuffle to its end.")
        return "✅ " + t("**Proved.**") + f" {replays} {shown}"
    if record.daily is not None and PROMISE in noted.fits:
        # The number is the only contribution, so the secret alone makes the deal.
        return "✅ " + t("**Proved.**") + f" {replays} {t('Everyone got this deal.')}"
    unproved = t(
        "That proves nothing by itself: compare the hashes with those that you noted before, from "
        "🔒 *Fairness*, 🔒 *Details*."
    )
    return "✅ " + t("**Consistent.**") + f" {replays} {unproved}"


def _hashes(found: Replayed, noted: Noted, t: Tongue) -> list[str]:
    """Return a line for each hash, marked if it was noted."""
    names = {PROMISE: t("Promise"), SEED: t("Seed"), RECORD: t("Record")}
    lines = []
    for name, whole in hashes_of(found.record).items():
        mark = " · " + t("as you noted") if name in noted.fits else ""
        lines.append(f"{names[name]} `{short(whole)}`{mark}")
    return lines


def _trust(found: Replayed, noted: Noted, t: Tongue, stored: StoredTable | None) -> str:
    """Return who has to be trusted for the shuffle, by the last contribution and the notes."""
    record = found.record
    if stored is not None and alone(stored) and not cut_last(record):
        return trust(stored, t)
    if record.daily is not None or not cut_last(record):
        return uncut(t, daily=record.daily is not None)
    seat, after = record.contributions[-1].seat, record.running[-2]
    who = t("someone") if seat is None else t("Seat {number}", number=seat + 1)
    if noted.before and noted.word:
        return cut_by(who, after, t)
    return t(
        "✂️ {who} cut last, after `{hash}`. Note that hash and the word, too: if both fit, nobody "
        "could choose this shuffle without the word.",
        who=who,
        hash=short(after),
    )
