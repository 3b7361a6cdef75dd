"""Every bound of the stand-in's table: a body just within is taken, one just beyond refused."""

from typing import Any

import pytest

from playground.bounds import BOUNDS, Bound

from .raw import V2, Raw, Wire, button, row, select, text

PNG = "data:image/png;base64,iVBORw0KGgo="
URL = "https://example.org/"
MEDIA, EMBED, FIELD = {"media": {"url": URL}}, {"title": "x"}, {"name": "x", "value": "x"}
COMMAND = {"name": "x", "description": "x"}
WORD, CHOICE = COMMAND | {"type": 3}, {"name": "x", "value": "x"}
OPTION, INPUT = {"label": "x", "value": "x"}, {"type": 4, "custom_id": "x", "style": 1}
SECTION = {"type": 9, "components": [text("x")], "accessory": button("x")}
LABEL = {"type": 18, "label": "x", "component": INPUT}


# Each shape: an example, and the shape and field that it may stand in.
EXAMPLES: dict[str, tuple[Wire, str, str]] = {
    "mentions": ({}, "message", "allowed_mentions"),
    "attachment": ({"id": "0"}, "message", "attachments"),
    "embed": (EMBED, "message", "embeds"),
    "field": (FIELD, "embed", "fields"),
    "footer": ({}, "embed", "footer"),
    "author": ({}, "embed", "author"),
    "picture": ({}, "embed", "image"),
    "row": (row(button("x")), "message", "components"),
    "button": (button("x"), "row", "components"),
    "emoji": ({"name": "x"}, "button", "emoji"),
    "select": (select(25), "row", "components"),
    **{f"{who} select": ({"type": kind, "custom_id": "x"}, "row", "components")
       for who, kind in (("person", 5), ("role", 6), ("mentionable", 7), ("channel", 8))},
    "option": (OPTION, "select", "options"),
    "default value": ({"id": "1"}, "person select", "default_values"),
    "section": (SECTION, "message", "components"),
    "text": (text("x"), "message", "components"),
    "thumbnail": ({"type": 11} | MEDIA, "section", "accessory"),
    "gallery": ({"type": 12, "items": [MEDIA]}, "message", "components"),
    "item": (MEDIA, "gallery", "items"),
    "media": ({"url": URL}, "item", "media"),
    "file": ({"type": 13, "file": {"url": f"{URL}attachments/"}}, "message", "components"),
    "separator": ({"type": 14}, "message", "components"),
    "container": ({"type": 17, "components": [text("x")]}, "message", "components"),
    "label": (LABEL, "modal", "components"),
    "text input": (INPUT, "label", "component"),
    "upload": ({"type": 19, "custom_id": "x"}, "label", "component"),
    "radio": ({"type": 21, "custom_id": "x"}, "label", "component"),
    "command": (COMMAND, "commands", ""),
    "parameter": (WORD, "command", "options"),
    "choice": (CHOICE, "parameter", "choices"),
}  # fmt: skip
WHOLE: dict[str, Wire] = {
    "message": {"content": "x"},
    "modal": {"custom_id": "x", "title": "x", "components": [LABEL]},
    "commands": {"": [COMMAND]},
    "upload of an emoji": {"name": "xx", "image": PNG},
    "person to write to": {"recipient_id": "1"},
    "choices": {"choices": []},
}
# Fields beside the tested one without which another rule would refuse the body.
BESIDE: dict[tuple[str, str], Wire] = {
    ("message", "components"): {"flags": V2, "content": None},
    ("button", "url"): {"style": 5, "custom_id": None},
    ("parameter", "options"): {"type": 1},
    **{(f"{who} select", key): {"max_values": 25}
       for who in ("person", "role", "mentionable", "channel")
       for key in ("min_values", "default_values")},
    ("select", "min_values"): {"max_values": 25},
    ("upload", "min_values"): {"max_values": 10},
    ("radio", "id"): {"options": [OPTION, OPTION | {"value": "y"}]},
    ("radio", "custom_id"): {"options": [OPTION, OPTION | {"value": "y"}]},
}  # fmt: skip
ITEMS = {"row": button("x"), "modal": LABEL, "parameter": WORD}
# Another rule binds before the greatest number: 40 parts in all, 100 commands of one kind.
MOST = {("container", "components"): 39, ("commands", ""): 100}
FORMED = {"id": ("1", "01"), "time": ("2020-01-01T00:00:00", "x"), "address": (URL, "nowhere")}


def items(shape: str, key: str, bound: Bound, count: int) -> list[Any]:
    """Return that number of different items."""
    if bound.of is None:
        return [str(number) for number in range(1, count + 1)]
    own = bound.of == "component" or key == "options"
    example = (ITEMS.get(shape) if own else None) or EXAMPLES.get(bound.of, (text("x"),))[0]
    return [differing(example, f"x{number}") for number in range(count)]


def differing(part: Wire, name: str) -> Wire:
    """Return the part with another name inside."""
    changed = {key: name if key in ("custom_id", "name", "value") else part[key] for key in part}
    return changed | ({"component": INPUT | {"custom_id": name}} if "component" in part else {})


def sized(shape: str, key: str, bound: Bound, size: int) -> Any:
    """Return a value of that size."""
    match bound.kind:
        case "number":
            return size
        case "list":
            return items(shape, key, bound, size)
        case "map":
            return {"de": "x" * size}
    return URL.ljust(size, "x")[:size] if bound.form == "address" else "x" * size


def edges(shape: str, key: str, bound: Bound) -> tuple[list[Any], list[Any]]:
    """Return values just within a bound, and values just beyond it."""
    within, beyond = [], []
    if bound.least or bound.kind == "number":
        within.append(sized(shape, key, bound, bound.least))
        beyond.append(sized(shape, key, bound, bound.least - 1))
    if bound.most < 1 << 30 or bound.kind == "number":
        within.append(sized(shape, key, bound, MOST.get((shape, key), bound.most)))
        beyond.append(sized(shape, key, bound, bound.most + 1))
    if bound.form is not None:
        right, wrong = FORMED[bound.form]
        # An emoji must exist, too.
        within += [[right] if bound.kind == "list" else right] if shape != "emoji" else []
        beyond.append([wrong] if bound.kind == "list" else wrong)
    if bound.unique:
        beyond.append(["1", "1"])
    if bound.kind == "number":
        beyond.append("x")
    if bound.number:
        within += [bound.number, -bound.number] if key == "nonce" else []
        beyond += [bound.number + 1, -bound.number - 1]
    return within, beyond


def around(shape: str, part: Wire) -> tuple[str, Wire]:
    """Return the whole body around a part, and its shape."""
    while shape not in WHOLE:
        _, outer, key = EXAMPLES[shape]
        example = WHOLE[outer] if outer in WHOLE else EXAMPLES[outer][0]
        held = part if BOUNDS[outer][key].kind == "part" else [part]
        part = example | BESIDE.get((outer, key), {}) | {key: held}
        shape = outer
    return shape, part


async def send(raw: Raw, shape: str, body: Wire) -> Any:
    """Send a whole body where it belongs. Return the reply."""
    app = f"/applications/{raw.play.world.bot['id']}"
    match shape:
        case "message":
            return await raw.call("POST", f"{raw.channel}/messages", body)
        case "commands":
            return await raw.call("PUT", f"{app}/commands", body[""])
        case "upload of an emoji":
            return await raw.call("POST", f"{app}/emojis", body)
        case "person to write to":
            return await raw.call("POST", "/users/@me/channels", body)
    async with raw.bot() as gateway:
        if shape == "modal":
            asked, kind = await raw.ask(gateway), 9
        else:
            typed = {"name": "find", "focused": "word", "options": {"word": ""}}
            asked = await raw.act(gateway, 0, "autocomplete", channel=raw.here, **typed)
            kind = 8
        return await raw.call("POST", asked.callback, {"type": kind, "data": body})


FIELDS = [(s, k, b) for s, fields in BOUNDS.items() for k, b in fields.items() if b.kind != "part"]


@pytest.mark.parametrize(("shape", "key", "bound"), FIELDS, ids=[f"{s}.{k}" for s, k, _ in FIELDS])
async def test_bound_is_kept(raw: Raw, shape: str, key: str, bound: Bound) -> None:
    example = WHOLE[shape] if shape in WHOLE else EXAMPLES[shape][0]
    beside = BESIDE.get((shape, key), {})
    within, beyond = edges(shape, key, bound)
    for value in beyond:
        refused = await send(raw, *around(shape, example | beside | {key: value}))
        (path,) = refused.wrong()
        assert key in path.split(".") or path == "_", (value, refused.wrong())
    for value in within:
        taken = await send(raw, *around(shape, example | beside | {key: value}))
        assert taken.status < 300 or taken.body["code"] != 50035, (value, taken.body)
