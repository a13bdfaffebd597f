# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Frames of PyAV as planes, without a copy. PyAV itself is not imported."""

from __future__ import annotations

from typing import Any

import numpy
import numpy.typing

from ._cudastripe import VideoTags, YuvFormat

_RANGES = {"limited": 0, "full": 1}
_BT709 = 1  # of H.273


def frame_planes(frame: Any, progressive: bool = False) -> list[numpy.typing.NDArray[Any]]:
    """Views of a VideoFrame's planes: (rows, columns) or (rows, columns, samples), with FFmpeg's line sizes.

    Raises ValueError for samples that are no whole numbers of 8 or 16 bits, for rows from the bottom up, and for
    interlaced frames whose chroma spans two rows, unless `progressive` says that they are not.
    """
    pixels = frame.format
    name, components = pixels.name, pixels.components
    if frame.interlaced_frame and not progressive and pixels.chroma_height(2) == 1:
        raise ValueError(f"the frame is interlaced, and a chroma sample of {name} spans rows of two fields; deinterlace "
                         "it, or give video.frame_planes(frame, progressive=True) if it is progressive")
    bits = [component.bits for component in components] or [0]
    size = 2 if max(bits) > 8 else 1
    packed = pixels.padded_bits_per_pixel // (8 * size)
    if (min(bits) < 8 or max(bits) > 16 or pixels.has_palette or pixels.is_bit_stream or pixels.is_big_endian
            or (len(frame.planes) == 1 and size == 2 and packed < len(components))):
        raise ValueError(f"the samples of {name} are not taken; frame.reformat(format=...) makes others, such as bgr24")
    planes = []
    for number, plane in enumerate(frame.planes):
        if plane.line_size < 0:
            raise ValueError(f"the frame's rows lie from the bottom up (line size {plane.line_size}), as FFmpeg's vflip "
                             "leaves them; put the filter copy behind it")
        samples = packed if len(frame.planes) == 1 else sum(c.plane == number for c in components)
        shape: tuple[int, ...] = (plane.height, plane.width, samples)
        strides: tuple[int, ...] = (plane.line_size, samples * size, size)
        if samples == 1:
            shape, strides = shape[:2], strides[:2]
        planes.append(numpy.ndarray(shape, f"u{size}", buffer=plane, strides=strides))
    return planes


def frame_image(frame: Any) -> numpy.typing.NDArray[Any]:
    """A VideoFrame as one array: its only plane, or a copy with all planes, of YuvFormat.image_shape.

    Raises ValueError as frame_planes does, and if there is no such array, as for odd sizes of 4:2:0.
    """
    planes = frame_planes(frame)
    if len(planes) == 1:
        return planes[0]
    samples = sum(plane.size for plane in planes)
    odd = any(side % 2 and chroma(2) == 1 for side, chroma in ((frame.width, frame.format.chroma_width),
                                                              (frame.height, frame.format.chroma_height)))
    if odd or samples % frame.width:
        raise ValueError(f"frames of {frame.format.name} of {frame.width} x {frame.height} have no image of all planes, "
                         "which those of a list need; make one call for each")
    return numpy.concatenate([plane.reshape(-1) for plane in planes]).reshape(-1, frame.width)


def frame_format(
    frame: Any, matrix: str | None = None, range: str | None = None, progressive: bool = False
) -> YuvFormat:
    """The YuvFormat of a VideoFrame, by YuvFormat.from_tags.

    matrix, range: the caller's, such as "bt709" and "full", instead of the frame's.
    progressive: True if it is, whatever the frame says.
    Raises ValueError that says what has no format.
    """
    tags = VideoTags(
        frame.format.name,
        matrix=_BT709 if matrix else int(frame.colorspace),
        range=_RANGES.get(range, -2) if range else int(frame.color_range) - 1,
        interlaced=bool(frame.interlaced_frame) and not progressive,
        height=frame.height,
    )
    try:
        format = YuvFormat.from_tags(tags)
    except ValueError as error:
        raise ValueError(f"{error}; frame_format takes matrix, range and progressive in place of the frame's") from error
    return YuvFormat(f"{format.layout}:{matrix}:{format.range}:{format.depth}bit") if matrix else format
