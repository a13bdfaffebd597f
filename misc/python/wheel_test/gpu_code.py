# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""The GPU code in a library, as cuobjdump --list-elf --list-ptx shows it; many machines have no cuobjdump."""

import pathlib
import struct

_CONTAINER = struct.Struct("<IHHQ")  # magic, version, bytes of this header, bytes of the entries
_ENTRY = struct.Struct("<HHIQIIHHI")  # kind, -, bytes of this header, bytes of the code, -, -, -, -, architecture
_MAGIC = (0xBA55ED50).to_bytes(4, "little")
_PTX, _ELF = 1, 2


def gpu_code(file):
    """The architectures of machine code and of PTX, such as ({75, 80}, {80})."""
    data = pathlib.Path(file).read_bytes()
    found = {_PTX: set(), _ELF: set()}
    at = data.find(_MAGIC)
    while at >= 0:
        _, version, header, size = _CONTAINER.unpack_from(data, at)
        entry, end = at + header, at + header + size
        if version == 1 and header == _CONTAINER.size and end <= len(data):
            while entry < end:
                kind, _, bytes_here, bytes_of_code, *_, architecture = _ENTRY.unpack_from(data, entry)
                if kind in found:
                    found[kind].add(architecture)
                entry += bytes_here + bytes_of_code
        at = data.find(_MAGIC, max(at + 4, min(entry, end)))
    return found[_ELF], found[_PTX]


def named_code(architectures):
    """The same for a text in CMake's notation, such as "75-real 80"."""
    names = [name.partition("-") for name in architectures.split() if name != "none"]
    elf = {int(number) for number, _, kind in names if kind != "virtual"}
    return elf, {int(number) for number, _, kind in names if kind != "real"}
