# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""New arrays of the libraries that use DLPack. Called by the extension module for results that are not NumPy's."""

from __future__ import annotations

import contextlib
import importlib
import sys
from typing import Any

import numpy

_KINDS = ("numpy", "cupy", "torch", "jax", "dlpack")
_CPU_DEVICES = (1, 3)  # DLPack's kDLCPU and kDLCUDAHost


def empty(kind: Any, shape: tuple[int, ...], dtype: str, stream: Any) -> Any:
    """An array to write to. kind: an array of the same kind, or the name of a kind and an array on the same device."""
    name, like = _named(kind)
    device = _cuda_device(like)
    if name == "cupy" and device is None:
        device = 0
    if device is None:
        return _torch().empty(shape, dtype=getattr(_torch(), dtype)) if name == "torch" else numpy.empty(shape, dtype)
    if name == "torch" or (name != "cupy" and "cupy" not in sys.modules and "torch" in sys.modules):
        with _torch_stream(stream):
            return _torch().empty(shape, dtype=getattr(_torch(), dtype), device=f"cuda:{device}")
    cupy = importlib.import_module("cupy")
    with cupy.cuda.Device(device):
        if stream is None:
            return cupy.empty(shape, dtype)
        with cupy.cuda.ExternalStream(_handle(stream)):
            return cupy.empty(shape, dtype)


def finish(kind: Any, array: Any) -> Any:
    """The result in the kind that was wanted, over the same memory."""
    name, _ = _named(kind)
    if name == "jax":
        return importlib.import_module("jax.dlpack").from_dlpack(array)
    return array.__dlpack__() if name == "dlpack" else array


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


def _torch() -> Any:
    return importlib.import_module("torch")


def _torch_stream(stream: Any) -> contextlib.AbstractContextManager[Any]:
    if stream is None:
        return contextlib.nullcontext()
    cuda = _torch().cuda
    context: contextlib.AbstractContextManager[Any] = cuda.stream(
        stream if isinstance(stream, cuda.Stream) else cuda.ExternalStream(_handle(stream))
    )
    return context


def _handle(stream: Any) -> int:
    if isinstance(stream, int):
        return stream
    for name in ("cuda_stream", "ptr"):
        if hasattr(stream, name):
            return int(getattr(stream, name))
    return int(stream.__cuda_stream__()[1])
