"""All texts in the code, and the update of their catalogues.

`make catalogue` adds new texts to each catalogue, untranslated, drops those that are gone, and
prints the coverage of each. It lists what a language lacks that is kept complete. An empty file in
a new folder becomes a new catalogue.
"""

import ast
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.words.i18n import babel_name, catalogue_path, languages, untranslated

ROOT = Path(__file__).parent.parent
COMPLETE = "# Coverage: complete"
"""Line in the header of a catalogue that is translated with each change."""


@cache
def said() -> Catalog:
    """Return all texts in the code, cached."""
    catalogue = Catalog(charset="utf-8")
    for package in ("bot", "cogs", "games"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for _, text, context in texts(ast.walk(ast.parse(path.read_text("utf-8")))):
                catalogue.add(text, context=context)
    for path in sorted((ROOT / "cogs").glob("*/cast.toml")):
        for text in cast_texts(tomllib.loads(path.read_text("utf-8"))):
            catalogue.add(text)
    return catalogue


def texts(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str | tuple[str, ...], str | None]]:
    """Yield the lines of marked texts, singular and plural together, with their contexts."""
    for node in nodes:
        match node:
            case ast.Call(ast.Name(name) | ast.Attribute(attr=name), args):
                pass
            case _:
                continue
        match name, args:
            case "t" | "N_" | "described", [ast.Constant(str(text)), *_]:
                yield node.lineno, text, None
            case "many", [ast.Constant(str(one)), ast.Constant(str(several)), *_]:
                yield node.lineno, (one, several), None
            case "about", [_, own, other, *_]:
                given = [form.value for form in (own, other) if isinstance(form, ast.Constant)]
                yield from ((node.lineno, str(form), None) for form in given)
            case "counting", [_, ast.Tuple() as own, ast.Tuple() as other, *_]:
                yield node.lineno, ast.literal_eval(own), None
                yield node.lineno, ast.literal_eval(other), None
            case "word", [ast.Constant(str(context)), ast.Constant(str(text)), *_]:
                yield node.lineno, text, context
            case "Name", [ast.Constant(str(text))]:
                yield node.lineno, text, "command"
            case "Name", [ast.Constant(str(text)), ast.Constant(str(context))]:
                yield node.lineno, text, context


def cast_texts(rows: Mapping[str, Any]) -> Iterator[str]:
    """Yield the texts of a game's computers: names, lines, remarks."""
    levels = [level for level in rows.values() if isinstance(level, dict)]
    for one in (one for level in levels for one in level["characters"]):
        yield from (one["name"], one["line"], *one.get("remarks", ()))
        if "once" in one:
            yield one["once"]


def translated(language: str) -> Catalog:
    """Return a language's catalogue."""
    with catalogue_path(language).open("rb") as file:
        return read_po(file, locale=babel_name(language))


def coverage(catalogue: Catalog) -> str:
    """Return the number and the share of translated texts in a catalogue."""
    count = len(catalogue)
    done = count - len(untranslated(catalogue))
    return f"{done} of {count} texts ({100 * done // max(1, count)} %)"


def lacking(catalogue: Catalog) -> list[str]:
    """Return the untranslated texts of a language that is kept complete."""
    if COMPLETE not in catalogue.header_comment:
        return []
    ids = [message.id for message in untranslated(catalogue)]
    return [one if isinstance(one, str) else " / ".join(one) for one in ids]


def written(catalogue: Catalog) -> bytes:
    """Return a catalogue as its file, without the date, which every merge would have to choose."""
    file = BytesIO()
    write_po(file, catalogue, width=96, sort_output=True, no_location=True)
    lines = file.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(b'"POT-Creation-Date:'))


def main() -> None:
    """Update every catalogue from the code."""
    for language in languages():
        catalogue = translated(language)
        catalogue.update(said(), no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        print(f"{language}: {coverage(catalogue)}", *lacking(catalogue), sep="\n  ")
        catalogue_path(language).write_bytes(written(catalogue))


if __name__ == "__main__":
    main()
