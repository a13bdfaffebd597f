// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation that resizes an image.

#pragma once

#include "../stripe_op.hpp"
#include "opencv2/cudastripe/resize.hpp"

namespace cv { namespace cudastripe {

//! A call's sizes. `fx` and `fy`: samples of the result for one of the source, as cv::resize computes them.
struct ResizeSizes
{
    Size source, result;
    double fx, fy;
    Rect made;  //!< the part of the result that is requested

    bool operator==(const ResizeSizes& other) const
    {
        return source == other.source && result == other.result && fx == other.fx && fy == other.fy &&
               made == other.made;
    }
};

//! The sizes of a call that gives the size of the result, not factors.
inline ResizeSizes sizesOf(Size source, Size result)
{
    return {source, result, double(result.width) / source.width, double(result.height) / source.height,
            Rect(Point(), result)};
}

//! The part of a source that is resized, in floats as in Pillow.
struct PillowBox
{
    float left, top, right, bottom;

    static PillowBox of(const Resampling& resampling, Size source);
    bool inside(Size source) const;
    //! True if the result is only cut out of the source.
    bool crops(Size result) const;
};

//! The depths that a resampling takes, as a mask of 1 << depth.
int depthsOf(const Resampling& resampling);

//! The StripeOp for an image of 1 to 4 channels and one of these depths; the sizes must differ. It makes `sizes.made`.
CV_EXPORTS std::unique_ptr<StripeOp> makeResizeOp(const Resampling& resampling, const ResizeSizes& sizes, int type);

}}  // namespace cv::cudastripe
