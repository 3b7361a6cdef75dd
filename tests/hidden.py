"""What a reader may not know, in the words in which a screen would give it away.

The other half of looking for leaks (see `drawing`): texts that may stand nowhere in what a reader
gets, taken from the full truth by what the rules say is hidden, not by what the views show. What
happened in public is known by the kinds of events that the rules make public, listed here anew.
"""

import base64
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.match import TOLD
from games import bluff, colorse_events, nimmt, schwimmen, sinomilia
from games.colorse_cards import BACK, DOWN
from games.core import Event, Seat, Step
from games.record import Record

# What these tell was hidden until then, and is not any more.
REVEALING = (
    nimmt.Revealed,
    bluff.Showed,
    bluff.CupsLifted,
    schwimmen.Kept,
    schwimmen.Took,
    schwimmen.Renewed,
    schwimmen.Showed,
    schwimmen.DealEnded,
    sinomilia.Turned,
    colorse_events.Revealed,
    colorse_events.Placed,
    colorse_events.Lost,
)
_CODES = {"custom_id", "value"}
_NAMES = {"filename", "url"}


@dataclass
class Hidden:
    """`prose` may be found in no text, `words` in no custom_id, value or file name."""

    prose: list[str] = field(default_factory=list)
    words: set[str] = field(default_factory=set)


def found(hidden: Hidden, payload: Any) -> list[str]:
    """Every place in a payload that gives something hidden away."""
    told = []
    prose = re.compile("|".join(hidden.prose)) if hidden.prose else None
    for key, text in strings(payload):
        if key in _CODES | _NAMES:
            code = text.split(":", 4)[-1] if text.startswith("s1:") else text
            if hidden.words & set(re.findall(r"[A-Za-z0-9.]+", code)):
                told.append(f"{key}: {text}")
        if key not in _CODES and prose is not None and prose.search(text):
            told.append(f"{key}: {text}")
    return told


def strings(payload: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a payload, under its key."""
    if isinstance(payload, str):
        yield key, payload
    elif isinstance(payload, dict):
        for inner, value in payload.items():
            yield from strings(value, inner)
    elif isinstance(payload, list | tuple):
        for value in payload:
            yield from strings(value, key)


def seed_texts(record: Record) -> list[str]:
    """The secret and the seed as anybody might print them."""
    told = []
    for raw in (record.secret, record.seed):
        told += [raw.hex(), raw.hex().upper(), raw.hex(" "), raw.hex(":")]
        told += [base64.b64encode(raw).decode().rstrip("=")]
        told += [base64.urlsafe_b64encode(raw).decode().rstrip("=")]
        told += [", ".join(map(str, raw)), " ".join(map(str, raw)), repr(raw)[2:-1]]
        told += [str(int.from_bytes(raw, "big")), str(int.from_bytes(raw, "little"))]
    return told


def hidden(game: str, steps: Sequence[Step[Any]], ply: int, reader: Seat | None) -> Hidden:
    """What that reader (None: a spectator) may not find on a screen drawn at that ply."""
    mine: list[Event] = []
    for at in range(ply, -1, -1):
        mine[:0] = [e for e in steps[at].events if e.to is None or reader in e.to]
        if len(mine) > TOLD:
            break
    return _HIDDEN[game](steps[ply].state, reader, mine[-TOLD:])


def _nimmt(state: nimmt.State, reader: Seat | None, told: Iterable[Event]) -> Hidden:
    """Hands, with the sealed cards; the last round's cards may still be told."""
    known: set[int] = set() if reader is None else {*state.hands[reader]}
    for event in told:
        match event:
            case nimmt.Placed(card=card):
                known.add(card)
            case nimmt.Took(card=card, cards=cards):
                known |= {card, *cards}
            case nimmt.Revealed(cards=shown):
                known |= {card for _, card in shown}
            case nimmt.RoundBegan(rows=rows):
                known |= {card for row in rows for card in row}
    held = {c for hand in state.hands for c in hand} | {c for c in state.chosen if c is not None}
    secret = sorted(held - known)
    raised = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
    return Hidden(
        [
            rf"(?<![0-9.]){re.escape(nimmt.card_text(c))}"
            + (str(nimmt.bulls(c)).translate(raised) if nimmt.bulls(c) else r"(?![0-9])")
            for c in secret
        ],
        {nimmt.card_text(card) for card in secret},
    )


_PIPS = ("", "1⚀", "2⚁", "3⚂", "4⚃", "5⚄", "★")


def _bluff(state: bluff.State, reader: Seat | None, told: Iterable[Event]) -> Hidden:
    """All dice under a cup in a row; fewer than three, or each face once, could be anything."""
    known = set(state.shown)
    if reader is not None:
        # Which of the own dice to show is told in as many ways as there are.
        own = state.hidden[reader]
        known |= {some for n in range(len(own) + 1) for some in itertools.combinations(own, n)}
    for event in told:
        match event:
            case bluff.Showed(dice=shown):
                known.add(shown)
            case bluff.CupsLifted(dice=cups):
                known |= set(cups)
            case bluff.Rolled(dice=rolled) | bluff.Rerolled(dice=rolled):
                known.add(rolled)
    secret = {d for d in state.hidden if len(d) > 2 and len(set(d)) < len(d)} - known
    spelt = {" ".join(_PIPS[face] for face in dice) for dice in secret}
    # Not as part of a longer row; those that count stand in bold.
    before, after = r"(?<![⚀-⚄★] )(?<![⚀-⚄★]\*\* )", r"(?! (?:\*\*)?[0-9★])"
    alone = [before + re.escape(dice) + after for dice in sorted(spelt)]
    return Hidden(alone + [re.escape(repr(dice)) for dice in sorted(secret)])


_SUITS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}


def _schwimmen(state: schwimmen.State, reader: Seat | None, told: Iterable[Event]) -> Hidden:
    """Hands, the dealer's other three, the stock; but for what lay open or was compared."""
    known = set(state.table)
    if reader is not None:
        known |= set(state.hands[reader])
    for result in state.results[-2:]:
        known |= {card for hand in result.hands for card in hand}
    for event in told:
        match event:
            case schwimmen.Kept(table=table) | schwimmen.Took(table=table):
                known |= set(table)
            case schwimmen.Renewed(table=table):
                known |= set(table)
            case schwimmen.Swapped(give=give, take=take):
                known |= {give, take}
            case schwimmen.SwappedAll(give=gives, take=takes):
                known |= {*gives, *takes}
            case schwimmen.Showed(hand=hand):
                known |= set(hand)
    secret = {card for hand in (*state.hands, state.extra, state.stock) for card in hand} - known
    prose = []
    for card in sorted(secret):
        rank = "10" if card.rank == "T" else card.rank
        # After these a hand's worth stands, such as 10♥.
        worth = r"(?<!worth )(?<!worth \*\*)(?<!→ )(?<!of )(?<!· \*\*)"
        prose.append(rf"(?<![0-9]){worth}{rank}{_SUITS[card.suit]}")
    return Hidden(prose, {str(card) for card in secret})


def _sinomilia(state: sinomilia.State, reader: Seat | None, told: Iterable[Event]) -> Hidden:
    """The other's prediction, however it is marked for its owner."""
    own = None if reader is None else state.laid[reader]
    secret = {card for card in state.laid if card is not None} - {own}
    prose = []
    for card in secret:
        prose += [rf"\[{card}\]", rf"prediction: \*\*{card}\*\*", rf"Chosen: \*\*{card}\*\*"]
        prose += [rf"^{card} ✓", rf"^{card} \(feint\)"]
    return Hidden(prose)


_SQUARES = {"R": "🟥", "G": "🟩", "B": "🟦", "Y": "🟨"}


def _colorse(state: Any, reader: Seat | None, told: Iterable[Event]) -> Hidden:
    """Sealed signs, and the rare cards that lie face down and nowhere else."""
    prose = []
    first, second = state.signs
    if None in (first, second):
        own = {state.parent: first, state.child(): second}.get(reader) if reader is not None else ""
        for sign in {first, second} - {None, own}:
            prose += [rf"Chosen: \*\*{sign.title()}", rf"{sign.title()} ✓"]
    known = {card for box in state.boxes for card in box} | {*state.market[:DOWN], *state.vanished}
    known |= {t.card for t in state.taken if not t.down or t.seat == reader}
    if reader is not None:
        known.add(state.down[reader])
    for event in told:
        match event:
            case colorse_events.Dealt(card=card) | colorse_events.Looked(card=card):
                known.add(card)
            case colorse_events.Took(card=card) | colorse_events.Lost(card=card):
                known.add(card)
            case colorse_events.Placed(card=card, vanished=vanished):
                known |= {card, *(gone for _, gone in vanished)}
            case colorse_events.RoundWon(box=box):
                known |= set(box)
            case colorse_events.RoundBegan(cards=cards) | colorse_events.Refilled(market=cards):
                known |= set(cards)
    down = [*state.down, state.market[DOWN], *(t.card for t in state.taken if t.down)]
    for card in {c for c in down if c is not None and c != BACK} - known:
        squares = "".join(_SQUARES[c] for c in "RGBY" if c in card) or "⭐"
        prose.append(rf"{squares} {card}(?![A-Z:])")
    return Hidden(prose)


_HIDDEN: dict[str, Callable[[Any, Seat | None, Iterable[Event]], Hidden]] = {
    "nimmt": _nimmt,
    "bluff": _bluff,
    "schwimmen": _schwimmen,
    "sinomilia": _sinomilia,
    "colorse": _colorse,
}
