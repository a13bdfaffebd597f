# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Types of arguments, for annotations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, Union

import numpy.typing as npt

if TYPE_CHECKING:
    from ._cudastripe import Pipeline, SecondImage


class SupportsDlpack(Protocol):
    """An array of PyTorch, CuPy, JAX or another library, on the CPU or on a GPU."""

    def __dlpack__(self, *, stream: Any = ...) -> Any: ...

    def __dlpack_device__(self) -> tuple[Any, int]: ...


class SupportsCudaArray(Protocol):
    """An array on a GPU."""

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...


class SupportsPtr(Protocol):
    """A stream of CuPy."""

    @property
    def ptr(self) -> int: ...


class SupportsCudaStream(Protocol):
    """A stream of PyTorch."""

    @property
    def cuda_stream(self) -> int: ...


class VideoFrame(Protocol):
    """A frame of PyAV."""

    @property
    def planes(self) -> Any: ...

    @property
    def format(self) -> Any: ...


#: An image or a plane: (rows, columns) or (rows, columns, channels).
Array = Union[npt.NDArray[Any], SupportsDlpack, SupportsCudaArray]
#: An image, a list of images, or an array for each plane.
Images = Union[Array, Sequence[Union[Array, VideoFrame]], VideoFrame]
#: A cudaStream_t, a stream of another library, or a Pipeline.
Stream = Union[int, SupportsPtr, SupportsCudaStream, "Pipeline"]
#: A number for every channel, or 1 to 4, one for each channel.
Values = Union[float, Sequence[float]]
#: The other operand of a step.
Operand = Union[float, Sequence[float], "SecondImage"]
Order = Literal["bgr", "rgb"]
Kind = Literal["numpy", "cupy", "torch", "jax", "dlpack"]
Upsampling = Literal["nearest", "linear"]
#: (width, height).
Size = Sequence[int]
Resampling = Literal["nearest", "linear", "area", "cubic", "lanczos4", "linear_exact", "nearest_exact", "pillow:box",
                     "pillow:bilinear", "pillow:hamming", "pillow:bicubic", "pillow:lanczos"]
Alpha = Literal["straight", "premultiplied"]
#: (left, upper, right, lower).
Box = Sequence[float]
#: (left, upper, right, lower), or with the number of a frame behind, for each.
Boxes = Union[Sequence[Sequence[float]], npt.NDArray[Any]]
Layout = Literal["chw", "hwc"]
Anchor = Literal["center", "corner"]
Rounding = Literal["floor", "nearest"]
Memory = Literal["pageable", "page_locked", "device"]
Route = Literal["auto", "host", "direct", "striped", "shared"]
IssueOrder = Literal["dedicated", "depth_first", "breadth_first"]
Threshold = Literal["binary", "binary_inv", "trunc", "tozero", "tozero_inv"]
Comparison = Literal["==", ">", ">=", "<", "<=", "!="]
