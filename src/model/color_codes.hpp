// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The codes of cv::cvtColor between colour spaces, and those of Bayer patterns.

#pragma once

#include <vector>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! What the channels of a pixel are.
enum class ColorSpace
{
    Colors,         //!< blue, green, red, or red, green, blue; perhaps alpha
    Gray,           //!< luma
    Bits565,        //!< 16 bits: 5 of blue, 6 of green, 5 of red, from the lowest
    Bits555,        //!< 16 bits: 5 of blue, of green and of red, from the lowest, and one of alpha
    Premultiplied,  //!< three colours that were multiplied by alpha, and alpha
    Xyz,            //!< CIE 1931 XYZ of Rec. 709 primaries with white D65
    Hsv,            //!< hue, saturation, value; 8-bit hue is 0 to 179
    HsvFull,        //!< 8-bit hue fills the byte
    Hls,            //!< hue, lightness, saturation; 8-bit hue is 0 to 179
    HlsFull,        //!< 8-bit hue fills the byte
    Lab,            //!< CIE L*a*b*; lightness fills the byte, 128 is 0 of a and b
    LabOfLinear,    //!< the same of colours in linear light, without sRGB's curve
};

//! A code of cv::cvtColor: one row of the table.
struct CV_EXPORTS ColorCode
{
    int code;
    const char* name;
    ColorSpace from, to;
    bool redFirst;  //!< of the colours; between two images of colours: their orders differ
    int channels;   //!< of the result, unless the caller requests others for colours
    int depths;     //!< that the source may have, as a mask of 1 << depth; the result has the same

    //! True if a source may have so many channels.
    bool takes(int sourceChannels) const;
    //! True if a result may have so many channels.
    bool gives(int resultChannels) const
    {
        const bool any = to == ColorSpace::Colors && from != ColorSpace::Premultiplied;
        return resultChannels == channels || (any && (resultChannels == 3 || resultChannels == 4));
    }
};

CV_EXPORTS const std::vector<ColorCode>& colorCodes();

//! What is made of a Bayer pattern.
enum class BayerMethod
{
    Bilinear,   //!< colours
    EdgeAware,  //!< colours; green between neighbours that differ less
    Gray        //!< luma of bilinear colours
};

//! A code of cv::cvtColor for a Bayer pattern: one row of the table. The source has one channel of 8U or 16U.
struct CV_EXPORTS BayerCode
{
    int code;
    const char* name;
    BayerMethod method;
    bool blueInOddRows, blueInOddCols;
    int channels;  //!< of the result, unless the caller requests others for bilinear colours

    static constexpr int kDepths = 1 << CV_8U | 1 << CV_16U;

    //! True if a result may have so many channels.
    bool gives(int resultChannels) const
    {
        const bool any = method == BayerMethod::Bilinear && (resultChannels == 3 || resultChannels == 4);
        return resultChannels == channels || any;
    }
};

CV_EXPORTS const std::vector<BayerCode>& bayerCodes();

}}  // namespace cv::cudastripe
