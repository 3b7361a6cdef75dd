"""Languages: gettext catalogues, read as written.

A folder is called as Discord calls a locale (`zh-TW`) or a language (`de`). A reader gets each text
from the folder of their locale, then from that of its language, then in English.
"""

import gettext
import io
from functools import cache
from pathlib import Path
from typing import Protocol, runtime_checkable

import discord
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from discord import app_commands

from games.core import Frozen
from games.errors import GameError, Name

from .speech import listed

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "shinrisen"


@runtime_checkable
class Localised(Protocol):
    """A value with its own translation, such as a list of players and computers."""

    def localised(self, t: "Tongue") -> str:
        """Return the words in a language."""


class Phrase(Frozen):
    """A translated text within a text, such as a game's name."""

    text: str

    def __str__(self) -> str:
        return self.text

    def localised(self, t: "Tongue") -> str:
        """Return the text in a language."""
        return t(self.text)


class Listed(Frozen):
    """A list within a text, joined as in the reader's language."""

    items: tuple[str, ...]

    def __str__(self) -> str:
        return ", ".join(self.items)

    def localised(self, t: "Tongue") -> str:
        """Return the list in a language."""
        return listed(self.items, t)


class Tongue:
    """A language. `t("Hello {name}", name=…)` returns the translation, or English.

    `locale` is Discord's name of the language ("en-US", "ja").
    """

    def __init__(self, locale: str, catalogue: gettext.NullTranslations) -> None:
        self.locale = locale
        self._catalogue = catalogue

    def __call__(self, text: str, /, **values: object) -> str:
        """Return the text in this language with its {named} fields filled in."""
        return self._catalogue.gettext(text).format(**values)

    def many(self, one: str, several: str, n: int, /, **values: object) -> str:
        """Return the plural form for `n`, which is also a field."""
        return self._catalogue.ngettext(one, several, n).format(n=n, **values)

    def word(self, context: str, text: str, /, **values: object) -> str:
        """Translate a text that needs a context, such as a command's name."""
        return self._catalogue.pgettext(context, text).format(**values)

    def refusal(self, error: GameError) -> str:
        """Return the text of a refusal in this language."""
        return self(error.text, **{key: self._said(value) for key, value in error.values.items()})

    def _said(self, value: object) -> object:
        if isinstance(value, Name):
            return self.word(value.context, value.text)
        if isinstance(value, GameError):
            return self.refusal(value)
        return value.localised(self) if isinstance(value, Localised) else value


def decimal(number: float, t: Tongue) -> str:
    """Return a number with one decimal place, as the language writes it."""
    return format_decimal(number, "0.0", locale=babel_name(t.locale))


@cache
def tongue(locale: str | discord.Locale) -> Tongue:
    """Return the language for a Discord locale, English where there is no catalogue."""
    folders = _folders(str(locale))
    if not folders:
        return Tongue("en-US", gettext.NullTranslations())
    first, *others = map(_translations, folders)
    for other in others:
        first.add_fallback(other)
    return Tongue(folders[0], first)


def _folders(locale: str) -> list[str]:
    """Return the folders that serve a locale, the most exact first."""
    names = dict.fromkeys((locale, locale.partition("-")[0]))
    return [name for name in names if name in languages()]


def _translations(folder: str) -> gettext.GNUTranslations:
    """Compile a catalogue without its untranslated texts, which fall back one by one."""
    with catalogue_path(folder).open("rb") as source:
        catalogue = read_po(source, locale=babel_name(folder))
    for message in untranslated(catalogue):
        catalogue.delete(message.id, message.context)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def untranslated(catalogue: Catalog) -> list[Message]:
    """Return the texts that a catalogue lacks, in whole or in one of their plural forms."""
    return [message for message in catalogue if message.id and not is_translated(message)]


def is_translated(message: Message) -> bool:
    """Return True if all plural forms of a text are translated and none is a guess."""
    forms = message.string if isinstance(message.string, tuple) else (message.string,)
    return all(forms) and not message.fuzzy


def catalogue_path(folder: str) -> Path:
    """Return the path of a folder's catalogue."""
    return LOCALE / folder / "LC_MESSAGES" / f"{DOMAIN}.po"


def babel_name(folder: str) -> str:
    """Return Babel's name of a locale: zh_TW for zh-TW."""
    return folder.replace("-", "_")


@cache
def languages() -> tuple[str, ...]:
    """Return the names of all folders with a catalogue. English needs none."""
    return tuple(path.parent.parent.name for path in catalogues())


def catalogues() -> list[Path]:
    """Return the files of all languages."""
    return sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def spoken() -> dict[str, str]:
    """Return each language's own name by Discord's: en-US English, ja 日本語."""
    names = {"en-US": "en"} | {language: language for language in languages()}
    return {locale: _own_name(language) for locale, language in names.items()}


def _own_name(language: str) -> str:
    name = Locale.parse(babel_name(language)).get_display_name() or language
    return name[:1].upper() + name[1:]


class CommandTranslator(app_commands.Translator):
    """Translations of commands, options and choices for Discord."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text in a language, or None without a translation."""
        if not _folders(str(locale)):
            return None
        location = app_commands.TranslationContextLocation
        speech = tongue(locale)
        names = {location.command_name, location.group_name, location.parameter_name}
        text = string.message
        meant = string.extras.get("context", "command")
        found = speech.word(meant, text) if context.location in names else speech(text)
        return None if found == text else found


def word(context: str, text: str) -> app_commands.locale_str:
    """Return a command's or option's name, translated in its context."""
    return app_commands.locale_str(text, context=context)


def described(text: str) -> app_commands.locale_str:
    """Return a command's or option's description, or a choice's name."""
    return app_commands.locale_str(text)
