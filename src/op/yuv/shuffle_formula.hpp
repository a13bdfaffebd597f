// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The integers that turn codes of one YUV format into codes of another one, the same on host and device.

#pragma once

#include "../../model/yuv/packing.hpp"
#include "opencv2/core/cvdef.h"
#include "opencv2/cudastripe/detail/host_device.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

//! How codes of luma or of chroma change their scale.
enum class ScaleKind
{
    Same,    //!< not at all
    Narrow,  //!< by a power of two, in 32 bits
    Wide     //!< by any ratio, in 64 bits
};

/** @brief The code of the mean of 2^bits codes: floor((sum * factor + bias * 2^bits) / 2^(shift + bits)), saturated.

The bias has the half that rounds and, for chroma, the neutral codes. */
struct CodeScale
{
    int64 factor;
    int64 bias;
    int shift;
    int most;  //!< the greatest code
    ScaleKind kind;

    template <ScaleKind Kind>
    CV_CUDASTRIPE_HD int of(int sum, int bits) const
    {
        int code = (sum + ((1 << bits) >> 1)) >> bits;
        if (Kind == ScaleKind::Narrow)
            code = (sum * static_cast<int>(factor) + (static_cast<int>(bias) << bits)) >> (shift + bits);
        if (Kind == ScaleKind::Wide)
            code = static_cast<int>((sum * factor + bias * (int64(1) << bits)) >> (shift + bits));
        if (Kind == ScaleKind::Same)
            return code;
        return code < 0 ? 0 : code > most ? most : code;
    }

    CV_CUDASTRIPE_HD int of(int sum, int bits) const
    {
        return kind == ScaleKind::Same     ? of<ScaleKind::Same>(sum, bits)
               : kind == ScaleKind::Narrow ? of<ScaleKind::Narrow>(sum, bits)
                                           : of<ScaleKind::Wide>(sum, bits);
    }
};

//! What happens to the samples of a picture, wherever they lie.
struct YuvShuffle
{
    CodeScale luma, chroma;
    SampleBits from, to;
    int fromMost;     //!< the greatest code of a source's sample; a greater one counts as this
    int fromNeutral;  //!< the chroma of grey
    bool sumCols;     //!< a chroma sample is the mean of all columns of its block
    bool sumRows;     //!< and of all rows
    bool swapped;     //!< the first chroma of the source is the second one of the result
};

//! The same for samples of these types.
template <class Sample_, class Value_>
struct YuvShuffleFormula : YuvShuffle
{
    using Sample = Sample_;
    using Value = Value_;

    CV_CUDASTRIPE_HD int code(Sample sample) const
    {
        const int code = sample >> from.shift;
        return sizeof(Sample) > 1 && code > fromMost ? fromMost : code;
    }
    CV_CUDASTRIPE_HD int sampleOf(int code) const { return code << to.shift; }
    CV_CUDASTRIPE_HD static Value saturated(int sample) { return static_cast<Value>(sample); }
};

//! The layout of the planes that a shuffle reads. A grey result is made of luma alone, if luma has a plane of its own.
int layoutToShuffle(const YuvFormat& from, const YuvFormat& to);

//! For formats of the same colours.
YuvShuffle yuvShuffleOf(const YuvFormat& from, const YuvFormat& to);

}}  // namespace cv::cudastripe
