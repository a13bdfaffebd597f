// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Which samples of a source make each sample of a result, in one direction.

#pragma once

#include <cstring>
#include <vector>

#include "../../model/row_spans.hpp"
#include "opencv2/cudastripe/resize.hpp"

namespace cv { namespace cudastripe {

//! The taps of all samples of a result. Taps of one sample are consecutive source samples, each with a weight.
struct ResizeAxis
{
    std::vector<SourceSpan> spans;
    int width = 1;               //!< weights for each sample of the result; weights after its taps are 0
    std::vector<uchar> weights;  //!< of a type that the arithmetic knows; empty if it needs none

    //! Makes room for `results` samples of up to `taps` taps with weights of 0.
    template <class Weight>
    static ResizeAxis of(int results, int taps)
    {
        ResizeAxis axis;
        axis.spans.resize(static_cast<size_t>(results));
        axis.width = taps;
        axis.weights.resize(axis.spans.size() * static_cast<size_t>(taps) * sizeof(Weight));
        return axis;
    }
    //! The weights of sample i.
    template <class Weight>
    Weight* weightsAt(size_t i)
    {
        return reinterpret_cast<Weight*>(weights.data()) + i * static_cast<size_t>(width);
    }
};

//! One direction of a call.
struct ResizeSide
{
    int source;        //!< samples
    int result;        //!< samples
    double perSource;  //!< samples of the result for one of the source, rounded as in cv::resize

    double scale() const { return 1 / perSource; }
};

//! The nearest sample, for INTER_NEAREST.
ResizeAxis nearestAxis(const ResizeSide& side);
//! The nearest sample, for INTER_NEAREST_EXACT.
ResizeAxis nearestExactAxis(const ResizeSide& side);
/** @brief Two taps, or one where cv::resize uses one. Weights are float if `real`, else short with 11 bits; of these, a
tap of weight 0 is left out. `area`: coordinates of an enlarging INTER_AREA. `rows`: the axis is vertical. As in
cv::resize, taps of rows may lie beyond the source, whose first and last rows repeat. */
ResizeAxis linearAxis(const ResizeSide& side, bool real, bool area, bool rows);
//! Two taps of INTER_LINEAR_EXACT, or one, with weights of 8 bits in short.
ResizeAxis linearExactAxis(const ResizeSide& side);
//! Four taps of INTER_CUBIC or eight of INTER_LANCZOS4, with weights of 11 bits in short; `rows`: see linearAxis().
ResizeAxis windowAxis(const ResizeSide& side, int interpolation, bool rows);
//! INTER_AREA for integer scales: no weights.
ResizeAxis boxAxis(const ResizeSide& side);
//! INTER_AREA for other scales that shrink.
ResizeAxis areaAxis(const ResizeSide& side);
/** @brief A filter of Pillow on the source from coordinate `first` to `end`, which are floats in Pillow.
@param fixedPoint weights are int with 22 bits; else double */
ResizeAxis pillowAxis(const ResizeSide& side, Resampling::Filter filter, float first, float end, bool fixedPoint);

//! One tap of weight 1 for each sample from `first` on.
ResizeAxis croppedAxis(const ResizeSide& side, int first, bool fixedPoint);

}}  // namespace cv::cudastripe
