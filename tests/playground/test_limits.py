"""Limits of message content: each limit is tested exactly and one step beyond it."""

from collections.abc import Callable
from typing import Any

import pytest

from .raw import V2, Raw, Wire, button, row, select, text

PICTURE = {"media": {"url": "https://example.org/a.png"}}


def _views(*components: Wire) -> Wire:
    return {"flags": V2, "components": list(components)}


def _old(*components: Wire) -> Wire:
    return {"content": "x", "components": list(components)}


def _many(count: int) -> list[Wire]:
    """Return rows with that number of components in all, at most five buttons in each."""
    rows: list[Wire] = []
    while count > 0:
        wide = min(5, count - 1)
        rows.append(row(*(button(f"{len(rows)}-{n}") for n in range(wide))))
        count -= wide + 1
    return rows


def _section(texts: int, **more: Any) -> Wire:
    parts = [text("x") for _ in range(texts)]
    return {"type": 9, "components": parts, "accessory": button("a")} | more


def _box(*components: Wire, **more: Any) -> Wire:
    return {"type": 17, "components": list(components)} | more


def _press(**more: Any) -> Wire:
    return row(button("x") | more)


def _up_to(
    most: int, make: Callable[[int], Wire], path: str, words: str
) -> tuple[Wire, Wire, str, str]:
    """Return a case whose body may have that number of something, and not one more."""
    return make(most), make(most + 1), path, words.format(most)


_CONTROL = "components.0.components.0"
_FEWER = "Must be {} or fewer in length."
_ROW = "A row holds one to five buttons or one select."
# Name: allowed body, refused body, error path, error text.
CASES: dict[str, tuple[Wire, Wire, str, str]] = {
    "text of all displays": (
        _views(text("x" * 3000), _box(text("x" * 1000))),
        _views(text("x" * 3000), _box(text("x" * 1001))),
        "components",
        "The total text must be 4000 or fewer in length.",
    ),
    "components": _up_to(
        40,
        lambda n: _views(*_many(n)),
        "components",
        "The total number of components must not exceed 40.",
    ),
    "nested components": _up_to(
        2,
        lambda n: _views(_box(*_many(35), _section(n))),
        "components",
        "The total number of components must not exceed 40.",
    ),
    "duplicate custom_id": (
        _views(row(button("a")), row(button("b"))),
        _views(row(button("a")), _box(row(button("a")))),
        "components",
        "Component custom id cannot be duplicated.",
    ),
    "duplicate id": (
        _views(text("x") | {"id": 1}, text("y") | {"id": 2}),
        _views(text("x") | {"id": 1}, text("y") | {"id": 1}),
        "components",
        "Component id cannot be duplicated.",
    ),
    "select values": _up_to(
        3,
        lambda n: _views(row(select(3, max_values=n))),
        f"{_CONTROL}.max_values",
        "int value should be less than or equal to 3.",
    ),
    "select value bounds": (
        _views(row(select(3, min_values=0, max_values=1))),
        _views(row(select(3, min_values=2, max_values=1))),
        f"{_CONTROL}.max_values",
        "Must be between min_values and 1.",
    ),
    "option values": (
        _views(row(select(1, options=[{"label": n, "value": n} for n in "ab"]))),
        _views(row(select(1, options=[{"label": n, "value": "v"} for n in "ab"]))),
        f"{_CONTROL}.options",
        "The specified option value is already used.",
    ),
    "a select beside a button": (
        _views(row(select(1)), row(button("x"))),
        _views(row(select(1), button("x"))),
        "components.0.components",
        _ROW,
    ),
    "a button without words": (
        _views(_press(label=None, emoji={"name": "🍎"})),
        _views(_press(label=None)),
        f"{_CONTROL}.label",
        "A button has a label or an emoji.",
    ),
    "content with components of the second version": (
        _views(text("x")),
        _views(text("x")) | {"content": "x"},
        "content",
        "Can't be used with the components v2 flag.",
    ),
    "embeds with components of the second version": (
        _views(text("x")),
        _views(text("x")) | {"embeds": [{"title": "x"}]},
        "embeds",
        "Can't be used with the components v2 flag.",
    ),
    "texts without the flag": (
        _old(row(button("x"))),
        _old(text("x")),
        "components.0.type",
        "Value 10 is not a component that may stand here.",
    ),
    "rows without the flag": _up_to(
        5, lambda n: _old(*(row(button(str(at))) for at in range(n))), "components", _FEWER
    ),
    "a container in a container": (
        _views(_box(text("x"))),
        _views(_box(_box(text("x")))),
        f"{_CONTROL}.type",
        "Value 17 is not a component that may stand here.",
    ),
    "a section's accessory": (
        _views(_section(1, accessory={"type": 11} | PICTURE)),
        _views(_section(1, accessory=None)),
        "components.0.accessory.type",
        "Value None is not a component that may stand here.",
    ),
    "a file that isn't sent": (
        _views({"type": 12, "items": [PICTURE]}),
        _views({"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}),
        "components.0.items.0.media.url",
        "The referenced attachment was not found.",
    ),
    "allowed mentions twice": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": []}},
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "parse:users and users are mutually exclusive.",
    ),
}


@pytest.mark.parametrize("case", CASES)
async def test_a_message_is_within_its_limits(raw: Raw, case: str) -> None:
    right, wrong, path, words = CASES[case]
    messages = f"{raw.channel}/messages"
    refused = await raw.call("POST", messages, wrong)
    assert refused.wrong() == {path: words}
    assert await raw.seen(0) == []
    taken = await raw.call("POST", messages, right)
    assert taken.status == 200, taken.body
    # An edit is held to the same, and changes nothing when refused.
    where = f"{messages}/{taken.body['id']}"
    assert (await raw.call("PATCH", where, wrong)).wrong() == {path: words}
    assert (await raw.call("GET", where)).body == taken.body


async def test_edit_is_checked_together_with_unchanged_parts(raw: Raw) -> None:
    plain = (await raw.send("hello")).body["id"]
    where = f"{raw.channel}/messages/{plain}"
    mixed = await raw.call("PATCH", where, _views(text("x")))
    assert list(mixed.wrong()) == ["content"]
    turned = await raw.call("PATCH", where, _views(text("x")) | {"content": None})
    assert (turned.status, turned.body["content"]) == (200, "")
    # Once set the flag stays: content cannot come back.
    assert list((await raw.call("PATCH", where, {"content": "again"})).wrong()) == ["content"]
    emptied = await raw.call("PATCH", where, {"components": []})
    assert emptied.code == (400, 50006)


async def test_components_are_numbered(raw: Raw) -> None:
    sent = await raw.show(text("a") | {"id": 2}, _box(text("b"), row(button("x"))))
    first, box = sent.body["components"]
    assert [first["id"], box["id"]] == [2, 1]
    assert [part["id"] for part in box["components"]] == [3, 4]
    assert box["components"][1]["components"][0]["id"] == 5
