"""Forms that ask a person for one line of text."""

from collections.abc import Iterable, Iterator
from typing import Any

import discord
from discord import ui

from .ui import Address

TYPED = frozenset({discord.InteractionType.component, discord.InteractionType.modal_submit})
"""Interactions with a message of ours: clicks on its controls, and forms opened by them."""
FORMS = frozenset({"cutwith", "solocutwith"})
"""The kinds of addresses that forms have. No control has one."""
_FIELD = "text"


def modal(
    address: Address, title: str, note: str, label: str, *, fewest: int, most: int
) -> ui.Modal:
    """Return a form with a note and a field for `fewest` to `most` characters."""
    form = ui.Modal(title=title[:45], custom_id=str(address))
    form.add_item(ui.TextDisplay[Any](note))
    entry = ui.TextInput[Any](custom_id=_FIELD, min_length=fewest, max_length=most)
    form.add_item(ui.Label[Any](text=label[:45], component=entry))
    # discord.py would store the form otherwise. `answers.clicked` serves it.
    form.stop()
    return form


def typed(data: dict[str, Any]) -> list[str]:
    """Return the texts of a submitted form."""
    return list(_texts(data.get("components") or ()))


def _texts(parts: Iterable[dict[str, Any]]) -> Iterator[str]:
    for part in parts:
        if part.get("custom_id") == _FIELD:
            yield str(part.get("value", ""))
        inner = [part["component"]] if "component" in part else part.get("components") or ()
        yield from _texts(inner)
