"""The command `verify`: checks a saved record against the rules and the published hashes.

A record alone is consistent at best, because anyone who knows the secret can write another one.
Three hashes on the screens prove it. The promise is shown before anyone joins, the seed's hash from
the start, and the record's hash at the end. They don't prove a shuffle by chance. The player who
cut the cards last proves that, by the running hash that stood on the open table before. The
record's hash belongs to one spelling of the match: no other file is proved.
"""

import hashlib
import sys
from collections import Counter
from pathlib import Path

from games import find_game
from games.errors import GameError
from games.record import Record, dumps, loads, replay
from games.thinking.decisions import repeated

from ..play.proof import DIGITS, PROMISE, cut_last, digits_in, hashes_of, is_last_word
from ..screens.fairness import short
from ..screens.transcript import harmless, lines
from ..storage.modes import differs

HOLDS, BROKEN, UNREADABLE, CALLED_OFF, SPELLED = 0, 1, 2, 3, 4
"""Exit status: valid, invalid, unreadable, valid without a result, spelled differently."""
_REPLAYS = "the secret fits its promise, and every move replays by the rules"


def verify(
    file: Path,
    promise: str | None = None,
    seed: str | None = None,
    record: str | None = None,
    so_far: str | None = None,
    word: str | None = None,
    *,
    computers: bool = False,
) -> int:
    """Replay the record, print the match, compare the hashes, and return the exit status.

    `so_far` is the running hash that stood on the open table before the last cut, and `word` the
    word of that cut. Each hash may be whole or its first 16 digits or more, with or without blanks.
    With `computers`, the decisions of computers are made again, and must be the same.
    """
    try:
        # Bytes, because reading text would unify line ends.
        text = file.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        return _say(UNREADABLE, f"{file} can't be read: {error}")
    given = {
        "promise": promise,
        "seed's hash": seed,
        "record's hash": record,
        "hash so far": so_far,
    }
    noted = {what: digits_in(hash_) for what, hash_ in given.items() if hash_ is not None}
    for what, digits in noted.items():
        if not DIGITS.fullmatch(digits):
            why = "16 to 64 digits (0-9, a-f) as *Details* of *Fairness* has them"
            return _say(UNREADABLE, f"“{given[what]}” can't be the {what}: {why}")
    try:
        found = loads(text)
        steps = replay(found)
    except GameError as error:
        return _say(BROKEN, f"Not a valid record: {error}")
    for line in lines(found, steps):
        print(harmless(line))
    print()
    hashes = hashes_of(found)
    before = noted.pop("hash so far", None)
    for what, digits in noted.items():
        if not hashes[what].startswith(digits):
            return _say(BROKEN, f"BROKEN: the {what} was {digits}, not {hashes[what]}")
    if before is not None and not any(one.startswith(before) for one in found.running):
        return _say(BROKEN, f"BROKEN: the hash so far was {before}; this shuffle never had it")
    if word is not None and not is_last_word(found, word):
        return _say(BROKEN, f"BROKEN: “{word}” isn't the word that cut the cards last")
    if (other := differs(found)) is not None:
        return _say(BROKEN, f"BROKEN: {other}")
    if computers and (differing := _check_computers(found)):
        return _say(BROKEN, f"BROKEN: {differing}")
    for what, hash_ in hashes.items():
        print(f"The {what} {'fits' if what in noted else 'would be'}: {short(hash_)} ({hash_})")
    print(_trust(found, before, word))
    if text != dumps(found):
        print(_spelled(text))
        return SPELLED
    print(_verdict(found, [what for what in hashes if what not in noted]))
    if find_game(found.game, found.version).outcome(steps[-1].state) is None:
        print(f"The match ended after {len(found.moves)} moves, before its rules end it.")
        print("The record has no result: the match was called off, or the table ended it early.")
        return CALLED_OFF
    return HOLDS


def _check_computers(record: Record) -> str:
    """Make all computers' decisions again, print their number, and return those that differ."""
    made = list(repeated(record))
    unknown = [one for one in made if not one.again]
    by_seat = Counter((one.seat, one.maker) for one in made)
    for (seat, maker), number in sorted(by_seat.items()):
        print(f"Seat {seat + 1}: {number} moves made by {maker}")
    print(f"{len(made) - len(unknown)} moves of computers and of the clock were made again.")
    if unknown:
        print(f"{len(unknown)} need other versions of the computers: they were not made again.")
    return ", ".join(
        f"move {one.ply} of seat {one.seat + 1} is {one.move}, but {one.maker} makes {one.again[0]}"
        for one in made
        if one.differs
    )


def _trust(record: Record, before: str | None, word: str | None) -> str:
    """Return who has to be trusted for the shuffle, by the last contribution.

    `before` are the noted digits of a running hash of this record, `word` is that of its last cut.
    """
    if record.daily is not None:
        return (
            f"Everyone had this deal: its only contribution is its number, {record.daily}. The "
            "people who ran the bot knew it a week ahead: trust that none of them played it."
        )
    if not cut_last(record):
        return (
            "Nobody cut the cards last: the people who ran the bot could choose this shuffle. "
            "You have to trust them."
        )
    seat, after = record.contributions[-1].seat, record.running[-2]
    cut = f"{'Someone' if seat is None else f'Seat {seat + 1}'} cut last, after {short(after)}"
    if before is not None and not after.startswith(before):
        return (
            f"{cut}. The hash so far that you give stood on the open table at another time: only "
            "the one right before the cut shows that nothing was chosen to suit the word."
        )
    if before is None or word is None:
        return (
            f"{cut}. Give --so-far, which stood on the open table before, and --word: if both fit, "
            "nobody could choose this shuffle without that word."
        )
    return (
        f"{cut}: without that word nobody, not even the people who ran the bot, could choose this "
        "shuffle."
    )


def _spelled(text: str) -> str:
    """Return the verdict on a file that isn't the record's canonical spelling."""
    own = hashlib.sha256(text.encode()).hexdigest()
    return (
        f"THE SAME MATCH, SPELLED DIFFERENTLY: {_REPLAYS}. The record's hash belongs to the file "
        f"that the bot sent; this file's own is {own}. Get the *Record* again to prove the match."
    )


def _verdict(record: Record, unseen: list[str]) -> str:
    if not unseen:
        return f"PROVED: {_REPLAYS}; this is the match that was shown, from its shuffle to its end."
    if record.daily is not None and PROMISE not in unseen:
        # The number is the only contribution, so the secret alone makes the deal.
        return f"PROVED: {_REPLAYS}; everyone got this deal {record.daily}."
    return (
        f"CONSISTENT: {_REPLAYS}. That proves nothing by itself: compare also the "
        f"{' and the '.join(unseen)} with what *Details* of *Fairness* showed."
    )


def _say(status: int, sentence: str) -> int:
    print(harmless(sentence), file=sys.stderr)
    return status
