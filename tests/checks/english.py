"""Plain English in docstrings, comments and names of tests."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise

from .tree import Finding, Module, Tree

LONGEST_SENTENCE = 25
"""Words."""
LONGEST_NAME = 60
"""Characters of a test's name."""

OPENINGS = {
    "opens with what": r"(?:What|Who|Whose|Whom|Whoever|Whatever)\b",
    "opens with whether": r"Whether\b",
    "opens with a preposition": r"(?:How|Where|By|For|From|Of|As)\b",
    "opens with let": r"(?:Let|Have|Be)\b",
}
"""First words of a docstring or comment that name no thing and give no order."""
ANYWHERE = {
    "so many": r"\bso (?:many|much|long|few|often)\b",
    "whoever": r"\b(?:who|whom|what|wher|which)ever\b",
    "for it": r"\bfor it\b",
    ", for": r"[,;] for (?!example|instance|each|every|all|now|an? |one\b|whom|which)",
    "of which": r"\b(?:of|for|by|in|to|from|with|at|on|behind|after|before) (?:whom|which)\b",
    "anew": r"\banew\b",
    "somebody": r"\b(?:some|no|every|any)body\b",
    "told": r"\b(?:tell|tells|telling|told)\b(?! apart)",
}
"""Signs of dialect in any docstring or comment."""
_RAISES = re.compile(r"Raises \w+(?:, \w+)*: ")
_DIALECT_NAME = re.compile(
    r"_(?:whoever|whatever|who|what|so_many|so_long|nobody|somebody|anew|told|tells|none)(?:_|$)"
)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def docstrings(tree: Tree) -> Iterator[Finding]:
    """A docstring opens with a noun or an order, in short sentences without dialect."""
    for module in tree.modules.values():
        for line, text in _docstrings(module):
            for check in (*_of_docstring(text), *_of_words(text)):
                yield _found(check, module, line, text)


def comments(tree: Tree) -> Iterator[Finding]:
    """A comment, or a string below a constant, opens so too, and is without dialect."""
    for module in tree.modules.values():
        for line, text in (*_explained(module), *module.comments):
            yield from (_found(check, module, line, text) for check in _of_words(text))


def names_of_tests(tree: Tree) -> Iterator[Finding]:
    """The name of a test has 60 characters at most and no dialect."""
    for module in tree.modules.values():
        for node in module.functions():
            if node.name.startswith("test_"):
                if len(node.name) > LONGEST_NAME:
                    yield _found("long name", module, node.lineno, node.name)
                if _DIALECT_NAME.search(node.name.removeprefix("test")):
                    yield _found("name in dialect", module, node.lineno, node.name)


def _found(check: str, module: Module, line: int, text: str) -> Finding:
    return Finding(module.path, line, f"{check}: {' '.join(text.split())[:150]}")


def _of_docstring(text: str) -> Iterator[str]:
    """Yield the names of the rules that only docstrings have, and this one breaks."""
    sentences = _sentences(text)
    if sentences and ";" in sentences[0]:
        yield "semicolon"
    if any(len(sentence.split()) > LONGEST_SENTENCE for sentence in sentences):
        yield "long sentence"
    if _RAISES.search(" ".join(text.split())):
        yield "Raises X:"


def _of_words(text: str) -> Iterator[str]:
    """Yield the names of the rules that any text breaks."""
    flat = " ".join(text.split())
    yield from (name for name, opening in OPENINGS.items() if re.match(opening, text))
    yield from (name for name, words in ANYWHERE.items() if re.search(words, flat, re.IGNORECASE))


def _sentences(text: str) -> list[str]:
    """Return the sentences of a text without blocks of code. Inline code counts as a word."""
    prose = [part for part in text.split("\n\n") if not part.startswith("    ")]
    plain = re.sub(r"`[^`]*`", "X", " ".join(" ".join(prose).split()))
    return [part for part in _SENTENCE_END.split(plain) if part]


def _docstrings(module: Module) -> Iterator[tuple[int, str]]:
    for node in (*module.of(ast.Module), *module.of(ast.ClassDef), *module.functions()):
        if text := ast.get_docstring(node):
            yield node.body[0].lineno, text


def _explained(module: Module) -> Iterator[tuple[int, str]]:
    """Yield the strings that stand below constants and fields."""
    for node in (*module.of(ast.Module), *module.of(ast.ClassDef), *module.functions()):
        for above, below in pairwise(node.body):
            match above, below:
                case ast.Assign() | ast.AnnAssign(), ast.Expr(ast.Constant(str(text))):
                    yield below.lineno, text
