// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The arithmetic of resizing as data, so that one kernel has several kinds.

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

    //! True if the number of source pixels of a result does not grow as images shrink. Also true for INTER_AREA of 16U,
    //! which reads more pixels then.
    bool readsFew() const { return kind != ResizeKind::Covered && !(kind == ResizeKind::Real && bytes); }

    //! Calls use(math) with the arithmetic. readsFew() must be true.
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
