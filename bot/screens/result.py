"""The end of a match on screen, in its channel and in each hand.

Beside the picture, words add only the deciding line, the ratings and the evening.
"""

from collections import Counter
from dataclasses import replace

import discord

from games.core import Seat
from games.errors import N_

from ..drawing.kit import kit
from ..play import endings
from ..play.computers import name_of as computers_name
from ..play.names import called, name_of
from ..play.rivalry import Rivalry
from ..storage import Player, StoredTable
from ..wire.ui import Address, Control, Part, Row, address, button, button_rows
from ..words.i18n import Tongue
from ..words.speech import signed
from .look import Scene
from .more import more_button
from .offers import END, FOLDED, offered
from .ranking import ranking, rating, rise, to_come, winner
from .sight import Sight

_SHORT = 12
# Letters of a name beside that number of changed ratings, or more.
_SHORTER, _MANY = 6, 5
_ALONE = 16
# The players of an evening's score.
_LEADERS = 5
_ORDINALS = {1: N_("1st"), 2: N_("2nd"), 3: N_("3rd")}


def result(sight: Sight, seat: Seat | None, t: Tongue) -> list[Part]:
    """Draw the result for the channel, or for a player with the own line first.

    It has the podium, the winner, what decided it, ratings and the evening. A player who left reads
    that of the channel.
    """
    stored, pictured = sight.stored, sight.file is not None
    if seat is not None:
        first = [_own_line(sight, seat, t)]
        if not pictured and not _won(stored, seat):
            first.append(winner(stored, t, reader=seat).removeprefix("### "))
        mine = rating(stored.players[seat], t) if pictured and sight.ratings else ""
        after = _after(sight, t, seat, mine)
    elif pictured:
        # The picture has the whole names.
        short = winner(stored, t, _SHORT if len(_first(stored)) > 1 else _ALONE)
        first, after = [short.removeprefix("### ")], _lines(_ratings(sight, t), _after(sight, t))
    else:
        first, after = [winner(stored, t)], _after(sight, t, sight.gone)
    told, after = _lines(*first, _story(sight, t)), _lines(after, spoken(sight, t))
    if pictured:
        return [*sight.pictured(t), _lines(told, after), *_rows(stored, t)]
    ranks = ranking(stored, sight.look, t, ratings=sight.ratings)
    return [told, ranks, after, *_last(sight, t), *_rows(stored, t)]


def folded(sight: Sight, seat: Seat | None, t: Tongue) -> list[Part]:
    """Draw an end whose rematch has begun: one line, its picture, and the way to the replay."""
    stored = sight.stored
    if stored.phase == "cancelled":
        told, *_ = endings.called_off(stored, t, sight.reader).splitlines()
    elif seat is None:
        told = winner(stored, t, _SHORT).removeprefix("### ")
    else:
        told = _own_line(sight, seat, t, short=True)
    line = f"-# {sight.look.emoji} {t(sight.look.name)} · {told}"
    return [line, *sight.pictured(t), *button_rows(offered(FOLDED, stored, t))]


def spoken(sight: Sight, t: Tongue) -> str:
    """Return a computer's remark, and at the end the rivalry with one, a line each."""
    lines = [] if sight.remark is None else [sight.remark.line(t)]
    if sight.rivalry is not None:
        # In private the reader is its person.
        lines.append((_public if sight.seat is None else _private)(sight.rivalry, t))
    return "\n".join(lines)


def _lines(*told: str) -> str:
    return "\n".join(filter(None, told))


def called_off(sight: Sight, t: Tongue) -> list[Part]:
    """Draw a match that was called off: why, and its last position, where no decision is due."""
    sight = replace(sight, held=False)
    why = endings.called_off(sight.stored, t, sight.reader)
    shown = [*sight.pictured(t), _totals(sight, t)] if sight.file else _last(sight, t)
    return [why, *shown, *_rows(sight.stored, t)]


def _totals(sight: Sight, t: Tongue) -> str:
    """Return the totals of a match without a result, which its picture may lack."""
    totals = () if sight.lobby else sight.look.totals(sight.view)
    reader = _reader(sight.stored, sight.reader)
    names = [called(player, t, _SHORT, reader) for player in sight.stored.players]
    said = (kit(sight.look.key).total_text(total, t) for total in totals)
    told = [f"{name} **{total}**" for name, total in zip(names, said, strict=False)]
    return "-# " + " · ".join(told) if told else ""


def _rows(stored: StoredTable, t: Tongue) -> list[Row]:
    """Return the buttons of an end, called off or not, in one line.

    Its mode may have one in place of all others.
    """
    mode = stored.kind
    if mode.end is not None:
        kind, label = mode.end
        at = Address(kind, text=str(mode.number(stored.closes_at or 0.0)))
        mine = button(at, t(label), style=discord.ButtonStyle.primary)
        return button_rows([mine, more_button(stored)])
    return button_rows([again(stored, t), *offered(END, stored, t), more_button(stored)])


def again(stored: StoredTable, t: Tongue) -> Control:
    """Return the button of a rematch."""
    return button(address(stored, "again"), t("Rematch"), style=discord.ButtonStyle.success)


def _first(stored: StoredTable) -> list[Player]:
    return [player for player in stored.players if player.rank == 1]


def _won(stored: StoredTable, seat: Seat) -> bool:
    """Return True for the only winner."""
    first = _first(stored)
    return len(first) == 1 and first[0] is stored.players[seat]


def _scene(sight: Sight, t: Tongue) -> Scene:
    """Return the scene with names that are shortened, because the picture shows more of them."""
    scene = sight.scene(t)
    if sight.file is None:
        return scene
    return replace(scene, names=[name_of(p, t, _SHORT) for p in sight.stored.players])


def _story(sight: Sight, t: Tongue) -> str:
    return "" if sight.lobby else sight.look.story_line(_scene(sight, t))


def _own_line(sight: Sight, seat: Seat, t: Tongue, *, short: bool = False) -> str:
    """Return the own rank and score, with the turning point unless it is to be `short`."""
    me = sight.stored.players[seat]
    facts = [sight.look.score(me.score, t)] if me.score is not None else []
    if not short and (decisive := sight.decisive(t)) is not None:
        facts.append(decisive.brief(t))
    if _won(sight.stored, seat):
        return " · ".join(["🏆 " + t("**You win**"), *filter(None, facts)])
    rank = me.rank or len(sight.stored.players)
    told = t(_ORDINALS[rank]) if rank in _ORDINALS else t("{n}th", n=rank)
    return " · ".join([t("**You: {rank}**", rank=told), *filter(None, facts)])


def _ratings(sight: Sight, t: Tongue) -> str:
    """Return all changes of ratings in one line, best rank first."""
    if not sight.ratings:
        return ""
    placed = sorted(sight.stored.players, key=lambda player: player.rank or 0)
    rated = [player for player in placed if player.rating_after is not None]
    most = _SHORT if len(rated) < _MANY else _SHORTER
    told = [
        f"{name_of(player, t, most)} {t('new') if to_come(player) else signed(rise(player))}"
        for player in rated
    ]
    return "-# " + t("Ratings: {changes}", changes=" · ".join(told)) if told else ""


def _after(sight: Sight, t: Tongue, seat: Seat | None = None, mine: str = "") -> str:
    """Return the own rating, the evening, and notes on the result."""
    stored = sight.stored
    notes = endings.notes(stored, t, ratings=sight.ratings, reader=seat)
    reader = _reader(stored, seat)
    small = " · ".join(filter(None, [mine, _evening(stored, t, reader)]))
    if sight.file is not None:
        notes = [f"-# {note}" for note in notes]
    small = f"-# {small}" if small else ""
    return _lines(small, *notes)


def _reader(stored: StoredTable, seat: Seat | None) -> int | None:
    """Return the id of the player who reads, None in public."""
    return None if seat is None else stored.players[seat].user_id


def _evening(stored: StoredTable, t: Tongue, reader: int | None) -> str:
    found = standings(stored, t) if stored.evening else []
    wins = [f"**{called(player, t, _SHORT, reader)}** {won}" for player, won in found if won]
    return "🏅 " + t("This evening: {wins}", wins=" · ".join(wins[:_LEADERS])) if wins else ""


def _last(sight: Sight, t: Tongue) -> list[Part]:
    """Draw the last reveal in words."""
    return [] if sight.lobby else sight.look.last(sight.last_scene(t))


def standings(stored: StoredTable, t: Tongue) -> list[tuple[Player, int]]:
    """Return the players of an evening with their wins, the most first, then the better ranks.

    Deleted people aren't among them.
    """
    matches = (*stored.evening, stored.players)
    newest: dict[str, Player] = {}
    ranks: dict[str, dict[int, int | None]] = {}
    for number, players in enumerate(matches):
        for player in players:
            if not player.forgotten:
                # A computer has only its name over several matches.
                key = name_of(player, t) if player.computer else str(player.user_id)
                newest[key] = player
                ranks.setdefault(key, {})[number] = player.rank
    last = max((len(players) for players in matches), default=0) + 1
    found = []
    for key, player in newest.items():
        placed = [ranks[key].get(number) for number in range(len(matches))]
        found.append((player, Counter(placed)[1], sum(rank or last for rank in placed)))
    found.sort(key=lambda one: (-one[1], one[2]))
    return [(player, won) for player, won, _ in found]


def _private(rivalry: Rivalry, t: Tongue) -> str:
    who = computers_name(rivalry.computer, t)
    most, fewest = _both(rivalry)
    if rivalry.first:
        return t("First time ahead of **{who}**", who=who)
    if rivalry.ahead == rivalry.behind:
        return t("You and **{who}** are level at {each} : {each}", who=who, each=most)
    if rivalry.ahead > rivalry.behind:
        return t("You lead **{who}** {most} : {fewest}", who=who, most=most, fewest=fewest)
    return t("**{who}** leads you {most} : {fewest}", who=who, most=most, fewest=fewest)


def _public(rivalry: Rivalry, t: Tongue) -> str:
    person, computer = name_of(rivalry.person, t), computers_name(rivalry.computer, t)
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
