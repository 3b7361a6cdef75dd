"""Registration of the commands with Discord, only after changes, with retries."""

import asyncio
import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from .. import storage
from ..storage import Database
from ..words.i18n import catalogues
from .faults import NOT_THROUGH, unheard, why

_log = logging.getLogger(__name__)

_KEPT = "commands"
# Pauses after failures: 5 s, 10 s … 10 min.
_PAUSE, _LONGEST_PAUSE = 5.0, 600.0


async def publish(tree: app_commands.CommandTree[Any], database: Database) -> None:
    """Publish the commands, unless Discord has exactly these."""
    now = _digest(tree)
    if await storage.keyvalue.get(database, _KEPT) == now:
        return
    failures = 0
    while True:
        try:
            await tree.sync()
            break
        except NOT_THROUGH as error:
            if not unheard(error):
                _log.error("Discord refuses the commands: %s", why(error))
                return
            seconds = min(_LONGEST_PAUSE, _PAUSE * 2.0**failures)
            failures += 1
            _log.warning(
                "can't register the commands (%s); retrying in %.0f s", why(error), seconds
            )
            await asyncio.sleep(seconds)
    await storage.keyvalue.put(database, _KEPT, now)
    _log.info("Discord knows the commands")


def _digest(tree: app_commands.CommandTree[Any]) -> str:
    """Return a hash of the commands in all languages and of the application's id.

    It hashes the English commands and the catalogue files, because translating all commands is
    slow.
    """
    commands = [command.to_dict(tree) for command in tree.get_commands()]
    told = [str(tree.client.application_id), discord.__version__, commands]
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode())
    for file in catalogues():
        digest.update(file.read_bytes())
    return digest.hexdigest()
