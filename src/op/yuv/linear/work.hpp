// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rows of a YUV format whose chroma is interpolated.

#pragma once

#include "../../plane_view.hpp"
#include "pattern.hpp"
#include "span.hpp"

namespace cv { namespace cudastripe {

//! Planes and places of the samples of some rows, of luma and both kinds of chroma.
template <class Sample_, class Value_>
struct YuvLinearWork
{
    using Sample = Sample_;
    using Value = Value_;
    using Formula = YuvDecodeFormula<Sample, Value>;

    Formula formula;
    ChromaSpan across, down;
    SamplePattern patterns[kSampleKinds];
    PlaneView in[kSampleKinds];  //!< those of chroma begin with the neighbours above
    int chromaAbove;             //!< rows of chroma that are neighbours above
    int lastChroma;              //!< the last row of chroma that may be read
    PlaneView dst;
    unsigned cols;
    int channels;

    //! A row of luma of an image that lies `by` bytes behind.
    CV_CUDASTRIPE_HD const Sample* lumaRow(unsigned y, int64 by = 0) const
    {
        return reinterpret_cast<const Sample*>(in[LumaSample].rowOfImage(y) + by);
    }

    //! A row of chroma, for row `block` of blocks or a neighbour; beyond the image the nearest row.
    CV_CUDASTRIPE_HD const Sample* chromaRow(int which, int block, int64 by = 0) const
    {
        const int row = block + chromaAbove, inside = row < 0 ? 0 : row > lastChroma ? lastChroma : row;
        const PlaneView& plane = in[FirstChromaSample + which];
        return reinterpret_cast<const Sample*>(plane.rowOfImage(static_cast<unsigned>(inside)) + by);
    }
};

}}  // namespace cv::cudastripe
