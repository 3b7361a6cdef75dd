"""The application's emojis: list, upload, rename and delete, with Discord's limits."""

import base64
import binascii
import re
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from .errors import Refused, invalid, unknown
from .shapes import Upload, Wire
from .world import World

_NAME = re.compile(r"\w{2,32}", re.ASCII)
_IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,(.*)", re.DOTALL)
_LARGEST = 256 << 10
_MOST = 2000

Route = tuple[str, str, str, Callable[..., Awaitable[Any]]]


def routes(world: World) -> list[Route]:
    """Return the emoji routes as method, path, rate limit bucket and handler."""

    async def listed(request: web.Request, body: Wire, files: list[Upload]) -> Wire:
        return {"items": [wire for wire, _ in world.emojis.values()]}

    async def uploaded(request: web.Request, body: Wire, files: list[Upload]) -> Wire:
        name, image = _named(body), _image(body)
        if len(world.emojis) >= _MOST:
            raise Refused(400, 30008, "Maximum number of emojis reached (2000)")
        if any(wire["name"] == name for wire, _ in world.emojis.values()):
            raise invalid("name", "This name is already taken.", "APPLICATION_EMOJI_NAME_TAKEN")
        number = world.new_id()
        wire: Wire = {"id": str(number), "name": name, "roles": [], "user": world.bot}
        wire |= {"require_colons": True, "managed": False, "animated": False, "available": True}
        world.emojis[number] = wire, image
        return wire

    def that(request: web.Request) -> tuple[Wire, bytes]:
        found = world.emojis.get(int(request.match_info["emoji"]))
        if found is None:
            raise unknown("Emoji")
        return found

    async def one(request: web.Request, body: Wire, files: list[Upload]) -> Wire:
        return that(request)[0]

    async def renamed(request: web.Request, body: Wire, files: list[Upload]) -> Wire:
        wire, _ = that(request)
        wire["name"] = _named(body)
        return wire

    async def deleted(request: web.Request, body: Wire, files: list[Upload]) -> None:
        del world.emojis[int(that(request)[0]["id"])]

    every = "/applications/{app:\\d+}/emojis"
    single = every + "/{emoji:\\d+}"
    return [
        ("GET", every, "read", listed),
        ("POST", every, "emoji", uploaded),
        ("GET", single, "read", one),
        ("PATCH", single, "emoji", renamed),
        ("DELETE", single, "emoji", deleted),
    ]


def _named(body: Wire) -> str:
    name = body.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise invalid("name", "2 to 32 letters, digits and underscores.", "STRING_TYPE_REGEX")
    return name


def _image(body: Wire) -> bytes:
    found = _IMAGE.fullmatch(str(body.get("image")))
    try:
        image = base64.b64decode(found[1], validate=True) if found else b""
    except binascii.Error:
        image = b""
    if not image:
        raise invalid("image", "Not an image.", "IMAGE_INVALID")
    if len(image) > _LARGEST:
        raise invalid("image", "File cannot be larger than 256.0 kb.", "BINARY_TYPE_MAX_SIZE")
    return image
