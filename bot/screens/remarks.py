"""Remarks of computers in held moments and at the end, from public events alone.

A remark depends on its character, the event and the character's earlier remarks. It is part of a
public message that asks for no move. At most one comes in a round, so a long match grows quiet.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from games.core import Event, Frozen, Seat

from ..play.computers import Cast, Character, character_of, double
from ..storage import Player, StoredTable
from ..words.i18n import Tongue
from .look import Fortune, Look


class Remark(Frozen):
    """A remark: the seat and character of its speaker, and the text in English."""

    seat: Seat
    speaker: Character
    text: str

    def line(self, t: Tongue) -> str:
        """Return the remark in a language, with its speaker."""
        name = t(self.speaker.name)
        return t("{sign} **{who}:** {text}", sign=self.speaker.sign, who=name, text=t(self.text))


def remarks(
    look: Look, players: Sequence[Player], events: Iterable[tuple[int, Event]]
) -> Mapping[int, Remark]:
    """Return the remarks of a match by the ply of their event.

    `events` are all events since the deal, each with its ply. Private ones are ignored.
    """
    speakers, found = _speakers(look.computers, players), dict[int, Remark]()
    if not speakers or look.round_begins is None:
        return found
    begins, round_events, quiet = look.round_begins, list[Event](), False
    public = (told for told in events if told[1].to is None)
    said: set[str] = set()
    for ply, together in groupby(public, key=itemgetter(0)):
        now = [event for _, event in together]
        one = None if quiet else _chosen(look.fortunes(round_events, now), players, speakers, said)
        if one is not None:
            found[ply], quiet = one, True
            said.add(one.text)
        new = [place for place, event in enumerate(now) if isinstance(event, begins)]
        if new:
            round_events, quiet = [], False
        round_events += now[new[-1] :] if new else now
    return found


def _chosen(
    fortunes: Sequence[Fortune],
    players: Sequence[Player],
    speakers: Mapping[Seat, Character],
    said: set[str],
) -> Remark | None:
    """Return the remark on an event: by the heaviest hit, else by the luckiest computer."""
    kinds = ["hit", "well"]
    if any(one.kind == "out" and not players[one.seat].computer for one in fortunes):
        kinds.remove("well")
    for kind in kinds:
        for one in sorted(fortunes, key=lambda fortune: -fortune.weight):
            speaker = speakers.get(one.seat)
            if one.kind != kind or speaker is None:
                continue
            text = speaker.remarks.hit if kind == "hit" else speaker.remarks.well
            if text and text not in said:
                return Remark(one.seat, speaker, text)
    return None


def last(cast: Cast, stored: StoredTable) -> Remark | None:
    """Return the remark under the result of a match that was played to its end.

    The best computer speaks if a person won, otherwise the last one.
    """
    if stored.phase != "over" or stored.why is not None:
        return None
    spoken = [
        (stored.players[seat].rank or 0, Remark(seat, one, one.remarks.end))
        for seat, one in _speakers(cast, stored.players).items()
        if one.remarks.end
    ]
    if not spoken:
        return None
    won = any(player.rank == 1 and not player.computer for player in stored.players)
    pick = min if won else max
    return pick(spoken, key=itemgetter(0))[1]


def _speakers(cast: Cast, players: Sequence[Player]) -> dict[Seat, Character]:
    """Return the characters who may speak, by seat. Doubles and stand-ins are silent."""
    found = {}
    for seat, player in enumerate(players):
        one = character_of(cast, player) if player.computer and not double(player) else None
        if one is not None:
            found[Seat(seat)] = one
    return found
