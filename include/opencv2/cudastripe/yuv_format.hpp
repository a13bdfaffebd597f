// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_YUV_FORMAT_HPP
#define OPENCV_CUDASTRIPE_YUV_FORMAT_HPP

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_color
//! @{

//! In which order the first three channels of a source lie in memory.
enum class ChannelOrder
{
    BGR,
    RGB
};

/** @brief Names a YUV format for which OpenCV has no conversion code: a small value that can be compared. */
class CV_EXPORTS YuvFormat
{
public:
    /** @brief The 8-bit integer formula of many tutorials: BT.601, limited range, packed Y, U, V, three bytes a pixel.

    \f[Y = \lfloor (66 R + 129 G + 25 B) / 256 \rfloor + 16\f]
    \f[U = \lfloor (-38 R - 74 G + 112 B) / 256 \rfloor + 128\f]
    \f[V = \lfloor (112 R - 94 G - 18 B) / 256 \rfloor + 128\f]

    It rounds down, so it lies up to one code below the rounded formula; no result needs clamping.
    Y is 16 to 235, U and V are 16 to 239 (grey gives 128). Accepts CV_8UC3 and CV_8UC4, gives CV_8UC3. */
    static YuvFormat tutorial();

    //! A name that programs can show.
    String name() const;

    bool operator==(const YuvFormat& other) const { return id_ == other.id_; }
    bool operator!=(const YuvFormat& other) const { return !(*this == other); }

private:
    explicit YuvFormat(int id) : id_(id) {}
    int id_;
};

//! @}

}}  // namespace cv::cudastripe

#endif
