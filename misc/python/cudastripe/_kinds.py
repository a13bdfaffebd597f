# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""New arrays of the libraries that use DLPack. Called by the extension module for results that are not NumPy's."""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Iterator
from typing import Any

import numpy

_KINDS = ("numpy", "cupy", "torch", "jax", "dlpack")
_CPU_DEVICES = (1, 3)  # DLPack's kDLCPU and kDLCUDAHost
_LEGACY_STREAM = 1  # of DLPack, where nothing else is known


def empty(kind: Any, shape: tuple[int, ...], dtype: str, stream: Any) -> Any:
    """An array to write to. kind: an array of the same kind, or the name of a kind and an array on the same device."""
    name, like = _named(kind)
    device = _cuda_device(like)
    known = "uint16" if dtype == "bfloat16" else dtype  # to NumPy and CuPy
    if name == "cupy" and device is None:
        device = 0
    if device is None and name != "torch":
        return numpy.empty(shape, known)
    if name == "torch" or (name != "cupy" and "cupy" not in sys.modules and "torch" in sys.modules):
        torch = _module("torch")
        with _using("torch", device, stream):
            return torch.empty(shape, dtype=getattr(torch, dtype), device="cpu" if device is None else f"cuda:{device}")
    with _using("cupy", device, stream):
        return _module("cupy").empty(shape, known)


def finish(kind: Any, array: Any, stream: Any) -> Any:
    """The result in the kind that was wanted, over the same memory. Who takes it waits for the call on the stream."""
    name, _ = _named(kind)
    if name not in ("jax", "dlpack"):
        return array
    device = _cuda_device(array)
    with _using(_library(array), device, stream):  # what takes the array waits for the current stream
        if name == "jax":
            return _module("jax.dlpack").from_dlpack(array)
        return array.__dlpack__() if device is None else array.__dlpack__(stream=_LEGACY_STREAM)


def is_immutable(array: Any) -> bool:
    """True for arrays that share their memory, but not for writing."""
    return _library(array) == "jax"


def _named(kind: Any) -> tuple[str, Any]:
    if not isinstance(kind, tuple):
        return _library(kind), kind
    name, like = kind
    if name not in _KINDS:
        accepted = ", ".join(f'"{known}"' for known in _KINDS)
        raise ValueError(f'out is {name!r}; it must be one of {accepted}')
    return name, like


def _library(array: Any) -> str:
    module = type(array).__module__.partition(".")[0]
    return "jax" if module == "jaxlib" else module


def _cuda_device(array: Any) -> int | None:
    if isinstance(array, (list, tuple)) and array:
        array = array[0]
    if hasattr(array, "__dlpack_device__"):
        kind, number = array.__dlpack_device__()
        return None if int(kind) in _CPU_DEVICES else int(number)
    return 0 if hasattr(array, "__cuda_array_interface__") else None


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        library = name.partition(".")[0]
        advice = "; on a GPU, import torch before, or install CuPy" if library == "cupy" else f"; install {library}"
        raise ModuleNotFoundError(f'cudastripe: a new result would be of {library}, which is not installed{advice}, or '
                                  'give dst= or out="numpy"') from error


@contextlib.contextmanager
def _using(library: str, device: int | None, stream: Any) -> Iterator[None]:
    """Makes the device, and the stream if there is one, the current ones of a library."""
    with contextlib.ExitStack() as stack:
        if device is not None and library == "torch" and stream is not None:
            cuda = _module("torch").cuda
            own = isinstance(stream, cuda.Stream)
            stack.enter_context(cuda.stream(stream if own else cuda.ExternalStream(_handle(stream))))
        elif device is not None and library == "cupy":
            cuda = _module("cupy").cuda
            stack.enter_context(cuda.Device(device))
            if stream is not None:
                stack.enter_context(cuda.ExternalStream(_handle(stream)))
        yield


def _handle(stream: Any) -> int:
    if isinstance(stream, int):
        return stream
    for name in ("cuda_stream", "ptr"):
        if hasattr(stream, name):
            return int(getattr(stream, name))
    return int(stream.__cuda_stream__()[1])
