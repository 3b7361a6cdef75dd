"""The lines of a match's screens about its clock, its players, their votes and their pauses."""

from games.core import Seat
from games.errors import N_

from ..play import consent, endings
from ..play.names import person, seat_name
from ..storage import Player, StoredTable
from ..wire.ui import moment
from ..words.i18n import Tongue
from ..words.speech import listed
from .sight import Sight


def lines(sight: Sight, t: Tongue) -> list[str]:
    """Return the lines about the clock and the players."""
    stored, told = sight.stored, pauses(sight.stored, t, None)
    unclocked = stored.pace is None or stored.paused_at is not None
    if sight.idle_days and unclocked and consent.pause_ends(stored) is None:
        days = sight.idle_days
        told.append(
            t.many(
                "-# Called off after {n} day without a move.",
                "-# Called off after {n} days without a move.",
                days,
            )
        )
    return told + present(stored, t, None)


def opponents(stored: StoredTable, t: Tongue) -> str:
    """Return the line that says who plays against whom, people first."""
    people = [seat_name(player, t) for player in stored.players if player.playing]
    others = [seat_name(player, t) for player in stored.players if not player.playing]
    if not (people and others):
        return ""
    return t("**{who}** against {others}", who=listed(people, t), others=listed(others, t))


def clock(sight: Sight) -> str:
    """Return the time of the awaited decisions, or nothing."""
    if sight.stored.paused_at is not None or sight.deadline is None or not sight.to_act:
        return ""
    when = moment(sight.deadline)
    return f"⏳ {when}"


def present(stored: StoredTable, t: Tongue, reader: Seat | None) -> list[str]:
    """Return a line for each absence, departure, timeout and vote.

    `reader` is the seat of the player who reads, None in public.
    """
    lines = []
    for seat, player in enumerate(stored.players):
        if not (player.left or player.away or player.misses):
            continue
        name = person(player, t)
        if player.removed_by is not None:
            by = endings.doer(stored, player.removed_by, t)
            lines.append(t("🤖 {by} removed {who}. A computer plays on.", by=by, who=name))
        elif player.left:
            lines.append(t("🤖 {who} left. A computer plays on.", who=name))
        elif player.away:
            lines.append(t("🤖 A computer plays for {who} until they are back.", who=name))
        elif seat == reader:
            lines.append(
                t("⌛ You ran out of time ({n} of 3), so I made a simple move.", n=player.misses)
            )
        elif player.misses:
            lines.append(
                t(
                    "⌛ {who} ran out of time ({n} of 3), so I made a simple move.",
                    who=name,
                    n=player.misses,
                )
            )
    if any(player.wronged for player in stored.players):
        lines.append(t("Someone was removed, so no rating changes."))
    lines += _removals(stored, t, reader)
    votes = [
        _voter(p, t, seat == reader)
        for seat, p in enumerate(stored.players)
        if p.playing and p.wants_end
    ]
    if votes:
        lines.append(
            t(
                "🏳️ Votes to call the match off, unrated: {n} of {needed} ({who})",
                n=len(votes),
                needed=consent.most(stored),
                who=listed(votes, t),
            )
        )
    return lines


def _voter(player: Player, t: Tongue, own: bool) -> str:
    return t.word("person", "you") if own else person(player, t)


def _removals(stored: StoredTable, t: Tongue, reader: Seat | None) -> list[str]:
    """Return a line for each player whom others vote to remove."""
    lines: list[str] = []
    me = None if reader is None else stored.players[reader]
    for seat in consent.accused(stored):
        votes, needed = consent.votes_to_remove(stored, seat)
        text = N_("🏳️ Votes to remove {target}: {n} of {needed} ({who})")
        if seat == reader:
            text = N_("🏳️ Votes to remove you: {n} of {needed} ({who})")
        who = listed([_voter(p, t, p is me) for p in votes], t)
        target = person(stored.players[seat], t)
        lines.append(t(text, target=target, n=len(votes), needed=needed, who=who))
    return lines


def pauses(stored: StoredTable, t: Tongue, reader: Seat | None) -> list[str]:
    """Return the lines about pauses: the player, the number, the votes to resume.

    `reader` is the seat of the player who reads, None in public.
    """
    if not stored.pauses:
        return []
    by = endings.doer(stored, stored.paused_by, t)
    if stored.paused_at is None:
        times = t.many(
            "⏸️ Paused {n} time, last by {who}.",
            "⏸️ Paused {n} times, last by {who}.",
            stored.pauses,
            who=by,
        )
        return ["-# " + times]
    paused = N_("⏸️ {who} paused the match (pause {n}).")
    if reader is not None and stored.paused_by == reader:
        paused = N_("⏸️ You paused the match (pause {n}).")
    me = None if reader is None else stored.players[reader]
    lines = [t(paused, who=by, n=stored.pauses), *_longer(stored, t, me)]
    wishing = [_voter(p, t, p is me) for p in stored.players if p.playing and p.wants_on]
    if wishing:
        who, needed = listed(wishing, t), consent.most(stored)
        lines.append(
            t("▶️ Votes to go on: {n} of {needed} ({who})", n=len(wishing), needed=needed, who=who)
        )
    return lines


def _longer(stored: StoredTable, t: Tongue, me: Player | None) -> list[str]:
    """Return the lines about the pause's end, and about the votes for a longer one."""
    playing = [player for player in stored.players if player.playing]
    ends = consent.pause_ends(stored)
    if ends is None:
        agreed = t("⏸️ All want a longer pause. It ends as soon as one player goes on.")
        return [agreed] if len(playing) > 1 else []
    lines = [t("▶️ The match goes on {when}", when=moment(ends))]
    if any(player.wants_rest for player in playing):
        votes = [_voter(p, t, p is me) for p in consent.votes_to_rest(stored)]
        lines.append(
            t(
                "⏸️ Votes for a longer pause: {n} of {needed} ({who})",
                n=len(votes),
                needed=len(playing),
                who=listed(votes, t),
            )
        )
    return lines
