"""Modules imported before the rig's processes are forked (rig/forks.py)."""

import gc
import importlib
import pkgutil

import cogs

for _name in (
    *(
        "bot.run.command_line",
        "bot.run.logs",
        "bot.run.client",
        "bot.run.start",
        "bot.storage.file_lock",
    ),
    *(module.name for module in pkgutil.walk_packages(cogs.__path__, "cogs.")),
    "playground.__main__",
    "rig.quick",
):
    importlib.import_module(_name)

gc.collect()
gc.freeze()
