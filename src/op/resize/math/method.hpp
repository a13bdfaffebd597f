// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// How the pixels of a resized image are made, as data: one kernel does it in several ways.

#pragma once

#include "math.hpp"
#include "opencv2/core/cvdef.h"

namespace cv { namespace cudastripe {

//! The nearest pixel, as it is.
template <class Sample_>
struct NearestMath
{
    using Sample = Sample_;
    static constexpr ResizeKind kKind = ResizeKind::Nearest;
};

struct ResizeMethod
{
    ResizeKind kind = ResizeKind::Nearest;
    bool bytes = true;  //!< the image has 8 bits, not 16
    CubicBytes cubic = {};

    ResizeMethod() = default;
    template <class Math>
    ResizeMethod(const Math& math, int depth) : kind(Math::kKind), bytes(depth == CV_8U)
    {
        if constexpr (Math::kKind == ResizeKind::Cubic)
            cubic = math;
    }

    //! True if a number of pixels is read for each result that does not grow where images shrink.
    bool readsFew() const { return kind != ResizeKind::Covered && !(kind == ResizeKind::Real && bytes); }

    //! Calls use(math) with the arithmetic, if it reads few.
    template <class Use>
    CV_CUDASTRIPE_HD void with(const Use& use) const
    {
        switch (kind) {
        case ResizeKind::Linear:
            return use(LinearBytes());
        case ResizeKind::LinearExact:
            return use(LinearExactBytes());
        case ResizeKind::Lanczos:
            return use(LanczosBytes());
        case ResizeKind::Cubic:
            return use(cubic);
        case ResizeKind::Real:
            return use(RealMath<ushort>());
        default:
            return bytes ? use(NearestMath<uchar>()) : use(NearestMath<ushort>());
        }
    }
};

}}  // namespace cv::cudastripe
