# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Image conversion between colours and YUV formats, and chains of operators, on CPU cores and GPUs.

Arrays are NumPy's, or of any library with DLPack or the CUDA array interface; shapes are (rows, columns, channels).
"""

from ._cudastripe import (
    Chain,
    Pipeline,
    RouteChoice,
    RouteEstimate,
    SecondImage,
    Striper,
    Tuning,
    YuvFormat,
    build_info,
    codes,
    cvt_color,
    cvt_yuv,
    explain,
    from_yuv,
    has_device,
    pinned_empty,
    second_image,
    to_yuv,
    transform,
    tune,
)

__version__ = build_info()["version"]

__all__ = [
    "Chain",
    "Pipeline",
    "RouteChoice",
    "RouteEstimate",
    "SecondImage",
    "Striper",
    "Tuning",
    "YuvFormat",
    "build_info",
    "codes",
    "cvt_color",
    "cvt_yuv",
    "explain",
    "from_yuv",
    "has_device",
    "pinned_empty",
    "second_image",
    "to_yuv",
    "transform",
    "tune",
]
