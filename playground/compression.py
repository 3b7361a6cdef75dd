"""Transport compression of the gateway: one stream for all messages, flushed after each."""

import importlib
import zlib
from collections.abc import Callable
from types import ModuleType

Compressor = Callable[[bytes], bytes]


def compressor(name: str | None) -> Compressor | None:
    """Return a compressor for this format, or None if it is unsupported.

    discord.py asks for zstd-stream if a zstd library is installed, which we then use too.
    """
    if name == "zlib-stream":
        return _zlib()
    return _zstd() if name == "zstd-stream" else None


def _zlib() -> Compressor:
    stream = zlib.compressobj(1)
    return lambda data: stream.compress(data) + stream.flush(zlib.Z_SYNC_FLUSH)


def _zstd() -> Compressor | None:
    if (module := _found("zstandard")) is not None:
        stream = module.ZstdCompressor().compressobj()
        block: int = module.COMPRESSOBJ_FLUSH_BLOCK
        return lambda data: bytes(stream.compress(data) + stream.flush(block))
    if (module := _found("compression.zstd")) is not None:
        packer = module.ZstdCompressor()
        mode: int = module.ZstdCompressor.FLUSH_BLOCK
        return lambda data: bytes(packer.compress(data, mode=mode))
    return None


def _found(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
