"""Code that a pattern finds: each row of the table is a rule."""

from collections.abc import Iterator

from .tree import PACKAGES, Finding, Tree, matches

BOT = ("bot", "cogs")
SCREENS = ("bot/clicks", "bot/drawing", "bot/play", "bot/screens", "bot/tables", "cogs")
_ARGUMENTS = r"\((?:[^()]|\([^()]*\))*\)"
_UNCLEAN = r"(?:(?<!option)\.display_name|\.global_name|\bguild\.name)"
FORBIDDEN = (
    (r"\bNotImplementedError\b", ("games", *BOT), "a method is left to a subclass"),
    # It stands for a client that isn't named, so it would hide an import.
    (r"\bInteraction\[Any\]", BOT, "Interaction[Any] hides its client"),
    (r"(['\"])[,;.] \1\.join\b", SCREENS, "a list is joined as in English"),
    # `bot.play.names` cleans a name where it is read.
    (rf"^(?!.*\b(?:plain|printable)\().*{_UNCLEAN}", BOT, "a name from Discord is used as it is"),
    # `exchange` looks whether a name of a module is there.
    (rf"\bvars{_ARGUMENTS}\[['\"]\w+['\"]\] = ", PACKAGES, "the name may be gone: use `exchange`"),
)
"""A pattern, the folders whose modules don't contain it, and the mistake."""


def forbidden(tree: Tree) -> Iterator[Finding]:
    """No module has code that the table forbids."""
    for pattern, folders, mistake in FORBIDDEN:
        for module in tree.below(*folders):
            for line, _ in matches(module.source, pattern):
                yield Finding(module.path, line, mistake)
