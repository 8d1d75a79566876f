"""A trained evaluation: its file, and the network that the core makes of it.

A file says what it is: 48 bytes of little-endian fields (``nf_network_header`` in the core's
``ninefold.h``), the weights as floats, and a description in UTF-8.
"""

from __future__ import annotations

import struct
import zlib
from typing import Any, Final, NamedTuple

from ninefold.engine.core.library import ffi, lib
from ninefold.engine.core.memory import zeroed_memory
from ninefold.rules.errors import BadInput

__all__ = ["ARCHITECTURE", "HEADER_BYTES", "MAGIC", "BadNetwork", "Network", "NetworkFile"]

_HEADER: Final = struct.Struct("<8sII6HfIIII")
HEADER_BYTES: Final = _HEADER.size
_CHECKSUM_AT: Final = 40
MAGIC: Final = b"NINEFOLD"
_FORMAT: Final = 1
#: The encoder's inputs, its width and its code; the lanes of the accumulator; the hidden layer.
ARCHITECTURE: Final = (21, 64, 32, 32, 16)


class BadNetwork(BadInput):
    """A file that is not a network, is damaged, or is for something else."""


class NetworkFile(NamedTuple):
    """What a file of weights holds: what the network is for, its numbers, where it comes from."""

    axes: int
    scale: float
    weights: bytes
    description: str = ""

    def encode(self) -> bytes:
        """The bytes of the file."""
        told = self.description.encode()
        shape = (*ARCHITECTURE, 0)
        count = len(self.weights) // 4
        fields = (MAGIC, _FORMAT, self.axes, *shape, self.scale, count, len(told))
        rest = struct.pack("<I", 0) + self.weights + told
        head = _HEADER.pack(*fields, 0, 0)[:_CHECKSUM_AT]
        return head + struct.pack("<I", zlib.crc32(rest, zlib.crc32(head))) + rest

    @classmethod
    def decode(cls, data: bytes, name: str) -> NetworkFile:
        """Read the bytes of a file of that name; raises ``BadNetwork`` in words."""
        _refuse(data, name)
        _, _, axes, *_, scale, count, told, _, _ = _HEADER.unpack_from(data)
        end = HEADER_BYTES + 4 * count
        return cls(
            axes, scale, data[HEADER_BYTES:end], data[end : end + told].decode("utf-8", "replace")
        )


def _refuse(data: bytes, name: str) -> None:
    """Say what is wrong with a file that the core refuses."""
    verdict = lib.nf_network_check(ffi.from_buffer(data), len(data))
    if verdict == lib.NF_NETWORK_FITS:
        return
    version = struct.unpack_from("<I", data, len(MAGIC))[0] if len(data) >= HEADER_BYTES else 0
    reasons = {
        lib.NF_NETWORK_FOREIGN: "is not a network: expected a file that "
        "`ninefold learn train` wrote",
        lib.NF_NETWORK_VERSION: f"is a network of format {version}: this version reads format "
        f"{_FORMAT}; train it again",
        lib.NF_NETWORK_SIZE: f"has {len(data):,} bytes, which is not what its head says: it was "
        "cut off or added to; copy it again",
        lib.NF_NETWORK_DAMAGED: "is damaged: its checksum does not fit; copy it again",
        lib.NF_NETWORK_ARCHITECTURE: "is a network of another architecture: expected one that "
        "`ninefold learn train` wrote for this version",
        lib.NF_NETWORK_NONSENSE: "is a network for axes that contradict each other, or has a scale "
        "beyond reason: train it again",
    }
    raise BadNetwork(f"{name} {reasons[verdict]}")


class Network:
    """An evaluation made from the bytes of a file, and shared by searches.

    ``axes`` say which variant it is for. ``scale`` is the logistic scale of its scores: a position
    of score s is worth 1 / (1 + exp(-s / scale)) of the point.
    """

    def __init__(self, data: bytes, name: str = "this file") -> None:
        file = NetworkFile.decode(data, name)
        self.name, self.axes, self.scale = name, file.axes, file.scale
        self.description = file.description
        self._memory = zeroed_memory(lib.nf_network_bytes())
        self.handle: Any = lib.nf_network_make(
            self._memory, self.axes, ffi.from_buffer(data), len(data)
        )
