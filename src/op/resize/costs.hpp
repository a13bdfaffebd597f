// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// How long resizing takes, relative to other work on as many bytes.

#pragma once

#include "body.hpp"

namespace cv { namespace cudastripe {

//! On a CPU thread, relative to a copy: rough means of 8UC3 from 1920 x 1080 to 640 x 360, 224 x 224 and 3840 x 2160 on
//! one thread of a Xeon with AVX-512 and VNNI, if a copy does 10 GB/s.
template <class Body>
inline constexpr double kResizeHostCost = 1;  // NEAREST: 0.5 to 1.5
template <>
inline constexpr double kResizeHostCost<ResizeBody<LinearBytes>> = 1.3;
template <>
inline constexpr double kResizeHostCost<ResizeBody<LinearExactBytes>> = 1.6;
template <>
inline constexpr double kResizeHostCost<ResizeBody<CubicBytes>> = 1.6;
template <>
inline constexpr double kResizeHostCost<ResizeBody<LanczosBytes>> = 2;
template <>
inline constexpr double kResizeHostCost<ResizeBody<BoxBytes>> = 2;
template <class Sample>
inline constexpr double kResizeHostCost<ResizeBody<RealMath<Sample>>> = 5;
template <class Sample>
inline constexpr double kResizeHostCost<BoxBody<Sample>> = 8;
template <>
inline constexpr double kResizeHostCost<ResizeBody<PillowBytes>> = 2.6;  // Bicubic; Box 1.4, Lanczos 3.4
template <>
inline constexpr double kResizeHostCost<ResizeBody<PillowAlphaBytes>> = 11;
template <>
inline constexpr double kResizeHostCost<ResizeBody<PillowFloats>> = 9;
template <class Math>
inline constexpr double kResizeHostCost<ResizeBody<DownFirst<Math>>> = kResizeHostCost<ResizeBody<Math>>;

}}  // namespace cv::cudastripe
