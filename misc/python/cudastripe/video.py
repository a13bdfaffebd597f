# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Frames of PyAV as planes, without a copy. PyAV itself is not imported."""

from __future__ import annotations

from typing import Any

import numpy
import numpy.typing

from ._cudastripe import YuvFormat

_TWO_SAMPLES_A_PIXEL = ("uyvy422", "yuyv422", "yvyu422")
_MATRICES = {1: "bt709", 5: "bt601", 6: "bt601", 9: "bt2020"}  # AVColorSpace
_FULL_RANGE = 2  # AVCOL_RANGE_JPEG


def frame_planes(frame: Any) -> list[numpy.typing.NDArray[Any]]:
    """Views of a VideoFrame's planes: (rows, columns) or (rows, columns, samples), with FFmpeg's line sizes."""
    components = frame.format.components
    planes = []
    for number, plane in enumerate(frame.planes):
        inside = [c for c in components if c.plane == number]
        samples = 2 if frame.format.name in _TWO_SAMPLES_A_PIXEL else len(inside)
        dtype = numpy.dtype("uint16" if inside[0].bits > 8 else "uint8")
        shape: tuple[int, ...] = (plane.height, plane.width, samples)
        strides: tuple[int, ...] = (plane.line_size, samples * dtype.itemsize, dtype.itemsize)
        if samples == 1:
            shape, strides = shape[:2], strides[:2]
        planes.append(numpy.ndarray(shape, dtype, buffer=plane, strides=strides))
    return planes


def frame_format(frame: Any, matrix: str | None = None, range: str | None = None) -> YuvFormat:
    """The YuvFormat of a VideoFrame. What neither the stream nor the caller says is BT.709 and limited.

    Raises ValueError if cudastripe has no format of that layout.
    """
    for candidate in YuvFormat.all():
        if candidate.ffmpeg_name == frame.format.name:
            break
    else:
        raise ValueError(f"there is no YuvFormat for frames of {frame.format.name}")
    matrix = matrix or _MATRICES.get(int(frame.colorspace), "bt709")
    range = range or ("full" if int(frame.color_range) == _FULL_RANGE else "limited")
    return YuvFormat(f"{candidate.layout}:{matrix}:{range}:{candidate.depth}bit")
