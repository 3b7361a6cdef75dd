"""The promises of a fair shuffle on screen: short in public, whole on a private screen.

There are three SHA-256 hashes. That of the secret is shown when the table opens, before any player
joins. That of the seed is shown from the start, when secret and salts are fixed. That of the record
is shown at the end. Pure: a stored table in, words out.
"""

from functools import lru_cache

from games.chance import commitment, mix
from games.core import Seat

from ..play.names import name_of
from ..storage import StoredTable
from ..wire.fitting import Foot
from ..wire.ui import Control, Drawn, address, button, screen
from ..words.i18n import Tongue
from .look import Look

_SHORT = 16
_GROUP = 4


def short(digits: str) -> str:
    """Return the first 16 digits of a hash in groups of four, as shown in public."""
    return " ".join(digits[at : at + _GROUP] for at in range(0, _SHORT, _GROUP))


def seed_hash(stored: StoredTable) -> str:
    """Return the SHA-256 of the seed of a started match."""
    return _seed_hash(stored.secret, tuple([player.join_id for player in stored.players]))


@lru_cache(maxsize=1024)
def _seed_hash(secret: bytes, salts: tuple[str, ...]) -> str:
    # It stands on every screen of a match.
    return commitment(mix(secret, salts))


def foot(stored: StoredTable, t: Tongue, record: str = "") -> Foot:
    """Return the promises so far as the foot of a screen. `record` is the record's hash."""
    seed = "" if stored.started_at is None else seed_hash(stored)
    text = _promised(stored.secret, seed, t)
    if record:
        text += " · " + t("record `{record}`", record=short(record))
    return Foot(f"-# 🔒 {text}")


# As long as its match runs it stands unchanged on every screen.
@lru_cache(maxsize=1024)
def _promised(secret: bytes, seed: str, t: Tongue) -> str:
    promise = short(commitment(secret))
    if not seed:
        return t("Fair shuffle: promise `{promise}`", promise=promise)
    return t("Fair shuffle: promise `{promise}` · seed `{seed}`", promise=promise, seed=short(seed))


def salt_words(stored: StoredTable, seat: Seat, t: Tongue) -> str:
    """Return a player's own salt in words, shown when they sit down."""
    return "-# " + t("Your salt in the shuffle: `{salt}`", salt=stored.players[seat].join_id)


def fairness_button(stored: StoredTable, t: Tongue) -> Control:
    """Return the button that opens the private screen."""
    return button(address(stored, "fairness"), t("Fairness"))


def draw(stored: StoredTable, look: Look, t: Tongue, seat: int | None, record: str = "") -> Drawn:
    """Draw the private screen: the whole promises, the reader's salt, and how to check them.

    At the end it also shows the secret and all salts.
    """
    promise = commitment(stored.secret)
    parts = [
        f"## 🔒 {t('Fairness')} · {look.emoji} {t(look.name)}",
        t("**Promise**")
        + f"\n```\n{promise}\n```"
        + t("The SHA-256 of a secret drawn when the table opened, before anyone joined."),
    ]
    if stored.started_at is None:
        parts.append(t("At the start the hash of the seed joins it."))
    else:
        parts.append(
            t("**Seed**")
            + f"\n```\n{seed_hash(stored)}\n```"
            + t(
                "The SHA-256 of the seed, which is mixed from the secret and everyone's salt. It "
                "stands on the screens since the start, so neither could be chosen later."
            )
        )
    if seat is not None:
        salt = f" `{stored.players[seat].join_id}`\n"
        told = t("Yours since you sat down. Note it: at the end it must be the one of your seat.")
        parts.append(t("**Your salt**") + salt + told)
    if stored.ended and stored.started_at is not None:
        parts += _published(stored, t, record)
        parts.append(_how(stored, t, promise, record))
    else:
        parts.append(t("At the end secret and salts are published, and everyone can check them."))
    return screen(look.colour, *parts)


def _published(stored: StoredTable, t: Tongue, record: str) -> list[str]:
    none = t("gives none")
    salts = [
        f"{n}. {name_of(p, t)}: `{p.join_id}`" + (f" ({none})" if p.computer else "")
        for n, p in enumerate(stored.players, 1)
    ]
    told = [
        t("**Secret**") + f"\n```\n{stored.secret.hex()}\n```",
        t("**Salts**") + "\n" + "\n".join(salts),
    ]
    if record:
        about = t("The SHA-256 of the record file, with every move in it.")
        told.append(t("**Record**") + f"\n```\n{record}\n```" + about)
    return told


def _how(stored: StoredTable, t: Tongue, promise: str, record: str) -> str:
    call = f"python -m bot verify {record_name(stored.id)} --promise {promise}"
    call += f" --seed-hash {seed_hash(stored)}"
    call += f" --record-hash {record}" if record else ""
    why = t(
        "Check it yourself: get the 📄 *Record*, and compare with what you noted or others still "
        "see."
    )
    return f"{why}\n```\n{call}\n```"


def record_name(table_id: int) -> str:
    """Return the file name of a match's record."""
    return f"shinrisen-{table_id}.txt"
