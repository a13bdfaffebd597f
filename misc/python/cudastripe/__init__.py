# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Image conversion between colours and YUV formats, and chains of operators, on CPU cores and GPUs.

Arrays are NumPy's, or of any library with DLPack or the CUDA array interface; shapes are (rows, columns, channels).
Lists of images are one call. Function objects and prefetching need a compiler, so only C++ has them.

Builds with CUDA 13 need a driver from 580 on, those with CUDA 12 one from 525 on: see build_info(). Without a driver
all calls run on the CPU.
"""

from typing import Any

from ._cudastripe import (
    Chain,
    CompiledChain,
    NetworkInput,
    NetworkMap,
    Pin,
    Pipeline,
    RouteChoice,
    RouteEstimate,
    SecondImage,
    Striper,
    Timeline,
    TimelineEntry,
    Tuning,
    VideoTags,
    YuvFormat,
    build_info,
    codes,
    cvt_color,
    cvt_yuv,
    device_profiles,
    explain,
    from_yuv,
    has_device,
    measure_timeline,
    pinned_empty,
    predict_timeline,
    resize,
    second_image,
    to_network,
    to_yuv,
    transform,
    tune,
    write_trace_events,
)

__version__ = build_info()["version"]


def _network_input(calls: list[tuple[Any, ...]]) -> NetworkInput:  # of pickle: the first call makes it, the others change it
    (make, *arguments), *others = calls
    network: NetworkInput = getattr(NetworkInput, make)(*arguments) if make else NetworkInput(*arguments)
    for method, *arguments in others:
        getattr(network, method)(*arguments)
    return network

__all__ = [
    "Chain",
    "CompiledChain",
    "NetworkInput",
    "NetworkMap",
    "Pin",
    "Pipeline",
    "RouteChoice",
    "RouteEstimate",
    "SecondImage",
    "Striper",
    "Timeline",
    "TimelineEntry",
    "Tuning",
    "VideoTags",
    "YuvFormat",
    "build_info",
    "codes",
    "cvt_color",
    "cvt_yuv",
    "device_profiles",
    "explain",
    "from_yuv",
    "has_device",
    "measure_timeline",
    "pinned_empty",
    "predict_timeline",
    "resize",
    "second_image",
    "to_network",
    "to_yuv",
    "transform",
    "tune",
    "write_trace_events",
]
