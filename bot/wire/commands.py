"""Registration of the commands with Discord, only after changes, with retries."""

import hashlib
import json
import logging
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.http import Route

from .. import storage
from ..storage import Database
from ..words.i18n import catalogues
from ..words.retrying import retrying
from .faults import NOT_THROUGH, REMOVES_ENTRY_POINT, unheard, why

_log = logging.getLogger(__name__)

_KEPT = "commands"
_ENTRY_POINT = 4
# Parts of an Entry Point command that a registration may set.
_PARTS = (
    *("name", "name_localizations", "type", "handler", "nsfw"),
    *("integration_types", "contexts", "default_member_permissions"),
)
# Pauses after failures: 5 s, 10 s … 10 min.
_PAUSES = 5.0, 600.0


async def publish(tree: app_commands.CommandTree[Any], database: Database) -> None:
    """Publish the commands, unless Discord has exactly these."""
    now = _digest(tree)
    if await storage.keyvalue.get(database, _KEPT) == now:
        return
    told = "can't register the commands (%s); retrying in %.0f s"
    try:
        await retrying(
            partial(_sync, tree),
            unheard,
            *_PAUSES,
            report=lambda error, seconds: _log.warning(told, why(error), seconds),
        )
    except NOT_THROUGH as error:
        _log.error("Discord refuses the commands: %s", why(error))
        return
    await storage.keyvalue.put(database, _KEPT, now)
    _log.info("Discord knows the commands")


async def _sync(tree: app_commands.CommandTree[Any]) -> None:
    """Register the commands beside an Entry Point command, which starts an activity.

    Discord adds it if the host switches activities on, and refuses a registration without it.
    discord.py doesn't know this type.
    """
    try:
        await tree.sync()
    except discord.HTTPException as error:
        if error.code != REMOVES_ENTRY_POINT or tree.translator is None:
            raise
        ours = [
            await command.get_translated_payload(tree, tree.translator)
            for command in tree.get_commands()
        ]
        http, path = tree.client.http, "/applications/{application_id}/commands"
        route = Route("GET", path, application_id=tree.client.application_id)
        there = await http.request(route, params={"with_localizations": "true"})
        kept = [
            {name: command[name] for name in _PARTS if name in command}
            for command in there
            if command["type"] == _ENTRY_POINT
        ]
        route = Route("PUT", path, application_id=tree.client.application_id)
        await http.request(route, json=ours + kept)


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
