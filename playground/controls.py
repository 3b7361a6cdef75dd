"""Controls of messages and forms: the data a client sends when a person uses them."""

import base64
from typing import Any

from .errors import Impossible, Refused
from .limits import (
    BUTTON,
    CHANNEL_SELECT,
    FILE_UPLOAD,
    MENTIONABLE_SELECT,
    RADIO_GROUP,
    ROLE_SELECT,
    SELECTS,
    STRING_SELECT,
    TEXT_INPUT,
    USER_SELECT,
    bounds,
    check_files,
    walk,
)
from .shapes import Message, Upload, Wire
from .typed import resolved
from .world import World


def pressed(
    world: World, message: Message, custom_id: str, values: Any, *, force: bool = False
) -> Wire:
    """Return the data of a click or selection. Raises Impossible if a client would refuse it.

    `force` sends any custom_id and any values, as a forger would.
    """
    if not message.wire["components"]:
        # Discord takes no click on it. A notice is such a line for a moment.
        raise Impossible("a plain message has no controls")
    parts = walk(message.wire["components"])
    part = next((p for p in parts if p.get("custom_id") == custom_id), None)
    if force:
        part = part or {"type": BUTTON if values is None else STRING_SELECT}
    elif part is None:
        raise Impossible("that message has no such control")
    elif part.get("disabled"):
        raise Impossible("that control is disabled")
    data: Wire = {"custom_id": custom_id, "component_type": part["type"], "id": part.get("id", 1)}
    if part["type"] == BUTTON:
        return data
    return data | _chosen(world, part, values, force=force)


def _chosen(world: World, part: Wire, values: Any, *, force: bool = False) -> Wire:
    """Return the values of a select and the people and channels they refer to."""
    if not isinstance(values, list):
        raise Impossible("choose a list of values")
    chosen = [str(value) for value in values]
    if force:
        return {"values": chosen}
    least, most = bounds(part)
    if not least <= len(chosen) <= most or len(chosen) != len(set(chosen)):
        raise Impossible(f"choose from {least} to {most}")
    if part["type"] == STRING_SELECT:
        if not set(chosen) <= {option["value"] for option in part["options"]}:
            raise Impossible("that isn't among the options")
        return {"values": chosen}
    if part["type"] == ROLE_SELECT and chosen:
        raise Impossible("the server has no roles")
    people = chosen if part["type"] in (USER_SELECT, MENTIONABLE_SELECT) else []
    channels = chosen if part["type"] == CHANNEL_SELECT else []
    return {"values": chosen, "resolved": resolved(world, people, channels)}


def filled(world: World, modal: Wire, values: dict[str, Any]) -> Wire:
    """Return the data of a submitted form. Raises Impossible if a required field is missing."""
    data: Wire = {"custom_id": modal["custom_id"]}
    data["components"] = [_fill(world, part, values, data) for part in modal["components"]]
    return data


def _fill(world: World, part: Wire, values: dict[str, Any], data: Wire) -> Wire:
    """Return a form component as submitted: its value without its appearance."""
    sent: Wire = {"type": part["type"], "id": part.get("id") or 1}
    if "component" in part:
        field = part["component"] | {"label": part["label"]}
        sent["component"] = _fill(world, field, values, data)
    elif "components" in part:
        sent["components"] = [_fill(world, child, values, data) for child in part["components"]]
    elif part["type"] == TEXT_INPUT:
        value = str(values.get(part["custom_id"], part.get("value") or ""))
        least, most = part.get("min_length") or 0, part.get("max_length") or 4000
        needed = part.get("required") is not False
        if (needed and not value) or (value and not least <= len(value) <= most):
            raise Impossible(f"fill in {part.get('label') or part['custom_id']}")
        sent |= {"custom_id": part["custom_id"], "value": value}
    elif part["type"] == RADIO_GROUP:
        chosen = values.get(part["custom_id"], next(iter(_defaults(part)), None))
        if chosen is None and part.get("required") is not False:
            raise Impossible(f"choose {part.get('label') or part['custom_id']}")
        if chosen is not None and chosen not in [one["value"] for one in part["options"]]:
            raise Impossible("that isn't among the options")
        sent |= {"custom_id": part["custom_id"], "value": chosen}
    elif part["type"] == FILE_UPLOAD:
        files = _uploaded(world, part, values.get(part["custom_id"]) or [])
        sent |= {"custom_id": part["custom_id"], "values": [file["id"] for file in files]}
        for file in files:
            data.setdefault("resolved", {}).setdefault("attachments", {})[file["id"]] = file
    elif part["type"] in SELECTS:
        given = values.get(part["custom_id"]) or _defaults(part)
        chosen = given if isinstance(given, list) else [given]
        sent["custom_id"] = part["custom_id"]
        if not chosen and part.get("required") is False:
            sent["values"] = []
            return sent
        found = _chosen(world, part, chosen)
        sent["values"] = found["values"]
        for kind, those in found.get("resolved", {}).items():
            data.setdefault("resolved", {}).setdefault(kind, {}).update(those)
    return sent


def _defaults(part: Wire) -> list[Any]:
    """Return the values that are chosen before a person touches the field."""
    return [option["value"] for option in part.get("options") or [] if option.get("default")]


def _uploaded(world: World, part: Wire, given: Any) -> list[Wire]:
    """Store the files of a form, each a name and its content in base64, and return them."""
    if not isinstance(given, list) or not all(isinstance(file, dict) for file in given):
        raise Impossible("files are a list of objects")
    least, most = bounds(part)
    if not (0 if part.get("required") is False else least) <= len(given) <= most:
        raise Impossible(f"choose from {least} to {most} files")
    made = []
    for number, file in enumerate(given):
        try:
            content = base64.b64decode(str(file.get("content") or ""), validate=True)
        except ValueError:
            raise Impossible("a file's content isn't base64") from None
        made.append(Upload(number, str(file.get("name") or "file"), content, "text/plain"))
    try:
        check_files(made)
    except Refused:
        raise Impossible("those files are too large") from None
    return [world.store(upload) for upload in made]
