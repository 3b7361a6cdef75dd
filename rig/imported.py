"""Modules imported before the rig's processes are forked (rig/forks.py)."""

import gc
import importlib
import pkgutil

import cogs

for _name in (
    *(f"bot.run.{name}" for name in ("command_line", "logs", "client", "start")),
    "bot.storage.connect",
    *(module.name for module in pkgutil.walk_packages(cogs.__path__, "cogs.")),
    "playground.__main__",
    "rig.quick",
):
    importlib.import_module(_name)

gc.collect()
gc.freeze()
