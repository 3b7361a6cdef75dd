"""Texts and their catalogues: what the code says, and bringing the catalogues up to date.

`make catalogue` adds new texts to every catalogue, untranslated, and drops those gone.
"""

from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from bot.words.i18n import DOMAIN, LOCALE, languages

ROOT = Path(__file__).parent.parent
_KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "t": (1,),
    "N_": (1,),
    "described": (1,),
    "many": (1, 2),
    "word": ((1, "c"), 2),
}


@cache
def said() -> Catalog:
    """Return every text in the code. Cached."""
    catalogue = Catalog(charset="utf-8")
    for package in ("bot", "cogs", "games"):
        found = extract_from_dir(
            ROOT / package,
            [("**.py", "python")],
            keywords=_KEYWORDS,
            directory_filter=lambda folder: not Path(folder).name.startswith("."),
        )
        for name, _line, text, _comments, context in found:
            catalogue.add(text, locations=[(f"{package}/{name}", 0)], context=context)
    return catalogue


def path(language: str) -> Path:
    """Return the path of a language's catalogue."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def translated(language: str) -> Catalog:
    """Return a language's catalogue."""
    with path(language).open("rb") as file:
        return read_po(file, locale=language)


def main() -> None:
    """Update every catalogue from the code."""
    for language in languages():
        catalogue = translated(language)
        catalogue.update(said(), no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        with path(language).open("wb") as file:
            write_po(
                file, catalogue, width=96, sort_output=True, omit_header=False, no_location=True
            )


if __name__ == "__main__":
    main()
