"""Languages: gettext catalogues, read from .po files, and the `Tongue` of a reader."""

import gettext
import io
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol, runtime_checkable

import discord
from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from discord import app_commands

from games.errors import GameError, Name

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "shinrisen"


@runtime_checkable
class Told(Protocol):
    """A value with its own translation."""

    def told(self, t: "Tongue") -> str:
        """Return its text in a language."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text within a text, such as a game's name. It is translated too."""

    text: str

    def __str__(self) -> str:
        return self.text

    def told(self, t: "Tongue") -> str:
        """Return the text in a language."""
        return t(self.text)


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
        """Return a text translated in a context, such as a command's name."""
        return self._catalogue.pgettext(context, text).format(**values)

    def refusal(self, error: GameError) -> str:
        """Return a refusal's text in this language."""
        return self(error.text, **{key: self._said(value) for key, value in error.values.items()})

    def _said(self, value: object) -> object:
        if isinstance(value, Name):
            return self.word(value.context, value.text)
        return value.told(self) if isinstance(value, Told) else value


@cache
def tongue(locale: str | discord.Locale) -> Tongue:
    """Return the language of a Discord locale, or English without a catalogue."""
    language = str(locale).split("-")[0]
    path = LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    if not path.exists():
        return Tongue("en-US", gettext.NullTranslations())
    compiled = io.BytesIO()
    with path.open("rb") as source:
        write_mo(compiled, read_po(source, locale=language))
    compiled.seek(0)
    return Tongue(language, gettext.GNUTranslations(compiled))


@cache
def languages() -> tuple[str, ...]:
    """Return the languages with a catalogue, without English."""
    return tuple(path.parent.parent.name for path in catalogues())


def catalogues() -> list[Path]:
    """Return the catalogue files of all languages."""
    return sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def spoken() -> dict[str, str]:
    """Return each language's own name by Discord locale: en-US English, ja 日本語."""
    names = {"en-US": "en"} | {language: language for language in languages()}
    return {locale: _own_name(language) for locale, language in names.items()}


def _own_name(language: str) -> str:
    name = Locale(language).get_display_name() or language
    return name[:1].upper() + name[1:]


class CommandTranslator(app_commands.Translator):
    """Translates names and descriptions of commands, options and choices for Discord."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text in a language, or None without a translation."""
        if str(locale).split("-")[0] not in languages():
            return None
        location = app_commands.TranslationContextLocation
        speech = tongue(locale)
        names = {location.command_name, location.group_name, location.parameter_name}
        text = string.message
        meant = string.extras.get("context", "command")
        found = speech.word(meant, text) if context.location in names else speech(text)
        return None if found == text else found


def word(context: str, text: str) -> app_commands.locale_str:
    """Mark a command's or option's name for translation in its context."""
    return app_commands.locale_str(text, context=context)


def described(text: str) -> app_commands.locale_str:
    """Mark a description or a choice's name as translatable."""
    return app_commands.locale_str(text)
