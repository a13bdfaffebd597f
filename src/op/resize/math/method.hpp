// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// How the pixels of a resized image are made, as data: one kernel does it in all ways.

#pragma once

#include "../../depth_types.hpp"
#include "box_math.hpp"
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
    int depth = CV_8U;  //!< of the image
    bool downFirst = false;
    CubicBytes cubic = {};
    BoxBytes boxOfBytes = {};
    BoxMath<ushort> box = {};

    ResizeMethod() = default;
    template <class Math>
    ResizeMethod(const Math& math, int depthOfImage) : kind(Math::kKind), depth(depthOfImage)
    {
        if constexpr (Math::kKind == ResizeKind::Box)
            box = {math.cols, math.rows, math.wholeSamples, math.pairSamples};
        else if constexpr (Math::kKind != ResizeKind::Nearest)
            downFirst = Math::kDownFirst;
        if constexpr (Math::kKind == ResizeKind::Cubic)
            cubic = math;
        if constexpr (Math::kKind == ResizeKind::BoxOfBytes)
            boxOfBytes = math;
    }

    //! Calls use(math) with the arithmetic.
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
        case ResizeKind::BoxOfBytes:
            return use(boxOfBytes);
        case ResizeKind::Real:
            return withReal(use);
        case ResizeKind::Box:
            return withBox(use);
        case ResizeKind::Pillow:
            return depth == CV_8U ? withOrder<PillowBytes>(use) : withOrder<PillowFloats>(use);
        case ResizeKind::PillowAlpha:
            return withOrder<PillowAlphaBytes>(use);
        default:
            return withNearest(use);
        }
    }

private:
    template <class Math, class Use>
    CV_CUDASTRIPE_HD void withOrder(const Use& use) const
    {
        return downFirst ? use(DownFirst<Math>()) : use(Math());
    }

    template <class Use>
    CV_CUDASTRIPE_HD void withReal(const Use& use) const
    {
        return depth == CV_8U    ? use(RealMath<uchar>())
               : depth == CV_16U ? use(RealMath<ushort>())
                                 : use(RealMath<float>());
    }

    template <class Use>
    CV_CUDASTRIPE_HD void withBox(const Use& use) const
    {
        if (depth == CV_16U)
            return use(box);
        BoxMath<float> real;
        real.cols = box.cols;
        real.rows = box.rows;
        real.wholeSamples = box.wholeSamples;
        real.pairSamples = box.pairSamples;
        return use(real);
    }

    template <class Use>
    CV_CUDASTRIPE_HD void withNearest(const Use& use) const
    {
#define CUDASTRIPE_NEAREST(T) use(NearestMath<T>())
        CUDASTRIPE_FOR_DEPTH(depth, CUDASTRIPE_NEAREST)
#undef CUDASTRIPE_NEAREST
    }
};

}}  // namespace cv::cudastripe
