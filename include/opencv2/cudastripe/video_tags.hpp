// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_VIDEO_TAGS_HPP
#define OPENCV_CUDASTRIPE_VIDEO_TAGS_HPP

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_color
//! @{

/** @brief What a file, a header or a decoded frame says about its samples, in words of FFmpeg and numbers of ITU-T
H.273. @ref YuvFormat::fromTags makes a format of it.

With a frame of libavcodec: av_get_pix_fmt_name(format), colorspace, color_range - 1, chroma_location - 1. */
struct CV_EXPORTS VideoTags
{
    String pixelFormat;       //!< FFmpeg's name, such as "yuv420p10le"
    int matrix = 2;           //!< MatrixCoefficients of H.273; 2 is unspecified
    int range = -1;           //!< VideoFullRangeFlag of H.273: 0 limited, 1 full; -1 unspecified
    int chromaLocation = -1;  //!< ChromaSampleLocType of H.273: 0 left, 1 center, 2 top left ...; -1 unspecified
    bool interlaced = false;  //!< its rows belong to two fields
    int height = 0;           //!< of the frame; decides the matrix where it is unspecified

    //! True if the samples are red, green and blue, as in bgra, rgb24, gbrp or pal8: then there is no YuvFormat.
    bool rgb() const;
};

//! @}

}}  // namespace cv::cudastripe

#endif
