"""Checks of JSON bodies against Discord's own description of its API."""

import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

Schema = dict[str, Any]

NAME = "discord-openapi.json"
_KINDS = {dict: "object", list: "array", str: "string", int: "integer", float: "number"}
_KINDS |= {bool: "boolean", type(None): "null"}


def find() -> Path | None:
    """Return the path of the description: in SHINRISEN_SHARED, or beside the project, or None."""
    folders = [Path(__file__).resolve().parents[3] / "shared"]
    if said := os.environ.get("SHINRISEN_SHARED"):
        folders.insert(0, Path(said))
    return next((folder / NAME for folder in folders if (folder / NAME).is_file()), None)


class Description:
    """Discord's API description."""

    def __init__(self, file: Path) -> None:
        self._all: Schema = json.loads(file.read_text(encoding="utf-8"))
        paths = self._all["paths"]
        # "/users/@me" must precede "/users/{user_id}", so sort by the number of placeholders.
        self._paths = [
            (re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path))), path)
            for path in sorted(paths, key=lambda path: path.count("{"))
        ]

    def route(self, verb: str, path: str) -> Schema:
        """Return the description of a route. Raises LookupError if there is none."""
        for pattern, name in self._paths:
            if pattern.fullmatch(path) and verb.lower() in self._all["paths"][name]:
                found: Schema = self._all["paths"][name][verb.lower()]
                return found
        raise LookupError(f"Discord has no {verb} {path}")

    def wrong_answer(self, verb: str, path: str, status: int, body: Any) -> list[str]:
        """Return the errors of an answer with that status."""
        answers = self.route(verb, path)["responses"]
        said = answers.get(str(status)) or answers.get(f"{status // 100}XX")
        if said is None:
            return [f"it is never answered {status}"]
        content = self._resolved(said).get("content")
        if content is None:
            return [] if body is None else ["nothing is answered there"]
        return list(self._against(body, content["application/json"]["schema"], ""))

    def fields(self, requests: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, Schema]]:
        """Yield each field of requests by verb and path: its schema's name, key and description.

        A body without a name has its route's.
        """
        waiting = []
        for verb, path in requests:
            content = self.route(verb, path)["requestBody"]["content"]
            waiting.append((f"{verb} {path}", content["application/json"]["schema"]))
        seen = set()
        while waiting:
            name, schema = waiting.pop()
            if "$ref" in schema:
                name = schema["$ref"].rpartition("/")[2]
                if name in seen:
                    continue
                seen.add(name)
                schema = self._resolved(schema)
            for key in ("allOf", "anyOf", "oneOf"):
                waiting += [(name, part) for part in schema.get(key, [])]
            if "items" in schema:
                waiting.append((name, schema["items"]))
            for key, field in schema.get("properties", {}).items():
                yield name, key, field
                waiting.append((f"{name}.{key}", field))

    def facts(self, field: Schema) -> Iterator[tuple[str, Any]]:
        """Yield the bounds of a field, those of its alternatives included."""
        field = self._resolved(field)
        if "properties" not in field:
            yield from field.items()
            for part in (*field.get("oneOf", []), *field.get("anyOf", [])):
                yield from self.facts(part)

    def _resolved(self, schema: Schema) -> Schema:
        while (there := schema.get("$ref")) is not None:
            schema = self._all
            for key in there.removeprefix("#/").split("/"):
                schema = schema[key]
        return schema

    def _against(self, value: Any, schema: Schema, at: str) -> Iterator[str]:
        """Yield the errors of a value."""
        schema = self._resolved(schema)
        for part in schema.get("allOf", []):
            yield from self._against(value, part, at)
        if choices := schema.get("oneOf") or schema.get("anyOf"):
            yield from min((list(self._against(value, one, at)) for one in choices), key=len)
        yield from _plain(value, schema, at)
        if isinstance(value, dict):
            known = schema.get("properties", {})
            missing = [key for key in schema.get("required", []) if key not in value]
            yield from (f"{at}.{key} is missing" for key in missing)
            for key, item in value.items():
                more = known.get(key, schema.get("additionalProperties", True))
                if isinstance(more, dict):
                    yield from self._against(item, more, f"{at}.{key}")
                elif not more:
                    yield f"{at}.{key} isn't known"
        elif isinstance(value, list) and "items" in schema:
            for number, item in enumerate(value):
                yield from self._against(item, schema["items"], f"{at}.{number}")


def _plain(value: Any, schema: Schema, at: str) -> Iterator[str]:
    """Yield errors of type, value and bounds."""
    kinds = schema.get("type", [])
    kinds, kind = [kinds] if isinstance(kinds, str) else kinds, _KINDS[type(value)]
    if kinds and not {kind, "number" if kind == "integer" else kind} & {*kinds}:
        yield f"{at} is {value!r:.60}, not {' or '.join(kinds)}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{at} is {value!r:.60}, not {schema['const']!r}"
    if value is not None and "enum" in schema and value not in schema["enum"]:
        yield f"{at} is {value!r:.60}, not one of {schema['enum']}"
    if isinstance(value, int | float):
        if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            yield f"{at} is {value}, out of bounds"
    elif isinstance(value, str | list):
        what = "Length" if isinstance(value, str) else "Items"
        if not schema.get(f"min{what}", 0) <= len(value) <= schema.get(f"max{what}", len(value)):
            yield f"{at} has the wrong length"
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        yield f"{at} is {value!r:.60}, not like {schema['pattern']}"
