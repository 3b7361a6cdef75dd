"""All jobs that modules and classes declare, found by walking through them."""

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import bot.run
import cogs
from bot.run.jobs import Job
from bot.words.parts import declared


def modules(package: ModuleType) -> Iterator[ModuleType]:
    """Yield all modules of a package."""
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


JOBS = [
    one
    for package in (bot.run, cogs)
    for module in modules(package)
    for where in (module, *declared(type, module))
    if where is module or where.__module__ == module.__name__
    for one in declared(Job, where)
]
