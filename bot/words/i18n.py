"""Languages: gettext catalogues, read as written, and the tongue a reader is addressed in."""

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
    """What is called otherwise in every language, such as people of whom some are computers."""

    def told(self, t: "Tongue") -> str:
        """Its words in that language."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text within a text, such as a game's name; it is translated too."""

    text: str

    def __str__(self) -> str:
        return self.text

    def told(self, t: "Tongue") -> str:
        """The text in that language."""
        return t(self.text)


class Tongue:
    """One language: `t("Hello {name}", name=…)` is the sentence in it, English if untranslated.

    `locale` is Discord's name of it ("en-US", "ja").
    """

    def __init__(self, locale: str, catalogue: gettext.NullTranslations) -> None:
        self.locale = locale
        self._catalogue = catalogue

    def __call__(self, text: str, /, **values: object) -> str:
        """The text in this language, its {named} fields filled in."""
        return self._catalogue.gettext(text).format(**values)

    def many(self, one: str, several: str, n: int, /, **values: object) -> str:
        """The text for a count, its plural form chosen by `n`, which is also a field."""
        return self._catalogue.ngettext(one, several, n).format(n=n, **values)

    def word(self, context: str, text: str, /, **values: object) -> str:
        """A text that needs its context to be translated, such as a command's name."""
        return self._catalogue.pgettext(context, text).format(**values)

    def refusal(self, error: GameError) -> str:
        """What a refusal says, in this language."""
        return self(error.text, **{key: self._said(value) for key, value in error.values.items()})

    def _said(self, value: object) -> object:
        if isinstance(value, Name):
            return self.word(value.context, value.text)
        return value.told(self) if isinstance(value, Told) else value


@cache
def tongue(locale: str | discord.Locale) -> Tongue:
    """The language for a Discord locale; English where there is no catalogue."""
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
    """The languages that have a catalogue beside English. A language is one catalogue."""
    return tuple(path.parent.parent.name for path in catalogues())


def catalogues() -> list[Path]:
    """The files of all languages."""
    return sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def spoken() -> dict[str, str]:
    """Every language by Discord's name of it, in its own words: en-US English, ja 日本語."""
    names = {"en-US": "en"} | {language: language for language in languages()}
    return {locale: _own_name(language) for locale, language in names.items()}


def _own_name(language: str) -> str:
    name = Locale(language).get_display_name() or language
    return name[:1].upper() + name[1:]


class CommandTranslator(app_commands.Translator):
    """Gives Discord the names and descriptions of commands, options and choices."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in that language, or None where there is none."""
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
    """A command's or option's name, translated in its context."""
    return app_commands.locale_str(text, context=context)


def described(text: str) -> app_commands.locale_str:
    """A command's or option's description, or a choice's name."""
    return app_commands.locale_str(text)
