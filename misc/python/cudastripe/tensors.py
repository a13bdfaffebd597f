# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""The frames of videos as the input of a network. PyAV reads them."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from typing import Any

import numpy
import numpy.typing

from . import NetworkInput, from_yuv, to_network, video

_PRESETS = ("ultralytics", "imagenet", "clip", "siglip")
_AT_ONCE = 32  # frames of a call
_HEADER_BYTES = 128  # of a .npy file


def network_input(preset: str, half: bool = False) -> NetworkInput:
    """The NetworkInput of "ultralytics:640", "clip" and the like. half: float16 instead of float32."""
    name, *numbers = preset.split(":")
    if name not in _PRESETS or not all(number.isdigit() for number in numbers):
        raise ValueError(f"the preset is {preset!r}; give {', '.join(_PRESETS)}, or one with its size: ultralytics:640")
    if name == "ultralytics" and not numbers:
        numbers = ["640"]
    made: NetworkInput = getattr(NetworkInput, name)(*map(int, numbers))
    return made.tensor("chw", "float16") if half else made


def of_video(container: Any, preset: str, half: bool = False) -> Iterator[numpy.typing.NDArray[Any]]:
    """The tensors of a container of PyAV, each of up to 32 frames, in order."""
    frames = container.decode(video=0)
    for (width, height, format), same in itertools.groupby(
            frames, lambda frame: (frame.width, frame.height, video.frame_format(frame))):
        odd = format.image_shape(height, width)[0] == 0
        made = network_input(preset, half)
        if not odd:
            made.from_yuv(format)
        while some := list(itertools.islice(same, _AT_ONCE)):
            yield to_network([from_yuv(frame, format) for frame in some] if odd else some, made)[0]


def save(path: str | os.PathLike[str], out: str | os.PathLike[str], preset: str, half: bool = False) -> tuple[int, ...]:
    """Writes the tensor of all frames of a video as a .npy file, and gives its shape.

    The file is written under another name, and gets its own when it is whole: then it replaces what was there.
    """
    import av

    count, shape, dtype = 0, (0, 0, 0), numpy.dtype("float16" if half else "float32")
    part = f"{os.fspath(out)}.{os.getpid()}.part"
    try:
        with av.open(os.fspath(path)) as container, open(part, "wb") as file:
            file.write(bytes(_HEADER_BYTES))
            for tensor in of_video(container, preset, half):
                count, shape = count + len(tensor), tensor.shape[1:]
                file.write(tensor.data)
            described = {"descr": dtype.str, "fortran_order": False, "shape": (count, *shape)}
            magic = numpy.lib.format.magic(1, 0)
            text = repr(described).encode().ljust(_HEADER_BYTES - len(magic) - 3) + b"\n"
            file.seek(0)
            file.write(magic + len(text).to_bytes(2, "little") + text)
        os.replace(part, out)
    finally:
        if os.path.exists(part):
            os.remove(part)
    return (count, *shape)
