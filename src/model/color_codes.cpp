// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The table of cv::cvtColor's codes between colour spaces.

#include "color_codes.hpp"

#include "opencv2/imgproc.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int k8U = 1 << CV_8U, k8U32F = k8U | 1 << CV_32F, kUnsignedAnd32F = k8U32F | 1 << CV_16U;

}  // namespace

bool ColorCode::takes(int sourceChannels) const
{
    switch (from) {
    case ColorSpace::Gray:
        return sourceChannels == 1;
    case ColorSpace::Bits565:
    case ColorSpace::Bits555:
        return sourceChannels == 2;
    case ColorSpace::Premultiplied:
        return sourceChannels == 4;
    case ColorSpace::Colors:
        return sourceChannels == 4 || (sourceChannels == 3 && to != ColorSpace::Premultiplied);
    default:
        return sourceChannels == 3;
    }
}

#define CUDASTRIPE_CODE(CODE, FROM, TO, RED_FIRST, CHANNELS, DEPTHS)               \
    {                                                                              \
        CODE, #CODE, ColorSpace::FROM, ColorSpace::TO, RED_FIRST, CHANNELS, DEPTHS \
    }
//! Blue first, then red first, with three channels and with four.
#define CUDASTRIPE_CODES_TO_BITS(BITS)                                            \
    CUDASTRIPE_CODE(COLOR_BGR2BGR##BITS, Colors, Bits##BITS, false, 2, k8U),      \
        CUDASTRIPE_CODE(COLOR_RGB2BGR##BITS, Colors, Bits##BITS, true, 2, k8U),   \
        CUDASTRIPE_CODE(COLOR_BGRA2BGR##BITS, Colors, Bits##BITS, false, 2, k8U), \
        CUDASTRIPE_CODE(COLOR_RGBA2BGR##BITS, Colors, Bits##BITS, true, 2, k8U),  \
        CUDASTRIPE_CODE(COLOR_GRAY2BGR##BITS, Gray, Bits##BITS, false, 2, k8U)
#define CUDASTRIPE_CODES_OF_BITS(BITS)                                              \
    CUDASTRIPE_CODE(COLOR_BGR##BITS##2BGR, Bits##BITS, Colors, false, 3, k8U),      \
        CUDASTRIPE_CODE(COLOR_BGR##BITS##2RGB, Bits##BITS, Colors, true, 3, k8U),   \
        CUDASTRIPE_CODE(COLOR_BGR##BITS##2BGRA, Bits##BITS, Colors, false, 4, k8U), \
        CUDASTRIPE_CODE(COLOR_BGR##BITS##2RGBA, Bits##BITS, Colors, true, 4, k8U),  \
        CUDASTRIPE_CODE(COLOR_BGR##BITS##2GRAY, Bits##BITS, Gray, false, 1, k8U)
#define CUDASTRIPE_CODES_TO(SPACE, NAME, DEPTHS)                        \
    CUDASTRIPE_CODE(COLOR_BGR2##NAME, Colors, SPACE, false, 3, DEPTHS), \
        CUDASTRIPE_CODE(COLOR_RGB2##NAME, Colors, SPACE, true, 3, DEPTHS)
#define CUDASTRIPE_CODES_BACK(SPACE, BGR, RGB, DEPTHS) \
    CUDASTRIPE_CODE(BGR, SPACE, Colors, false, 3, DEPTHS), CUDASTRIPE_CODE(RGB, SPACE, Colors, true, 3, DEPTHS)

const std::vector<ColorCode>& colorCodes()
{
    static const std::vector<ColorCode> table = {
        CUDASTRIPE_CODE(COLOR_BGR2BGRA, Colors, Colors, false, 4, kUnsignedAnd32F),
        CUDASTRIPE_CODE(COLOR_BGRA2BGR, Colors, Colors, false, 3, kUnsignedAnd32F),
        CUDASTRIPE_CODE(COLOR_BGR2RGBA, Colors, Colors, true, 4, kUnsignedAnd32F),
        CUDASTRIPE_CODE(COLOR_RGBA2BGR, Colors, Colors, true, 3, kUnsignedAnd32F),
        CUDASTRIPE_CODE(COLOR_BGR2RGB, Colors, Colors, true, 3, kUnsignedAnd32F),
        CUDASTRIPE_CODE(COLOR_BGRA2RGBA, Colors, Colors, true, 4, kUnsignedAnd32F),
        CUDASTRIPE_CODE(COLOR_BGR2GRAY, Colors, Gray, false, 1, kUnsignedAnd32F),
        CUDASTRIPE_CODE(COLOR_RGB2GRAY, Colors, Gray, true, 1, kUnsignedAnd32F),
        CUDASTRIPE_CODE(COLOR_BGRA2GRAY, Colors, Gray, false, 1, kUnsignedAnd32F),
        CUDASTRIPE_CODE(COLOR_RGBA2GRAY, Colors, Gray, true, 1, kUnsignedAnd32F),
        CUDASTRIPE_CODE(COLOR_GRAY2BGR, Gray, Colors, false, 3, kUnsignedAnd32F),
        CUDASTRIPE_CODE(COLOR_GRAY2BGRA, Gray, Colors, false, 4, kUnsignedAnd32F),
        CUDASTRIPE_CODES_TO_BITS(565),
        CUDASTRIPE_CODES_OF_BITS(565),
        CUDASTRIPE_CODES_TO_BITS(555),
        CUDASTRIPE_CODES_OF_BITS(555),
        CUDASTRIPE_CODE(COLOR_RGBA2mRGBA, Colors, Premultiplied, false, 4, k8U),
        CUDASTRIPE_CODE(COLOR_mRGBA2RGBA, Premultiplied, Colors, false, 4, k8U),
        CUDASTRIPE_CODES_TO(Xyz, XYZ, kUnsignedAnd32F),
        CUDASTRIPE_CODES_BACK(Xyz, COLOR_XYZ2BGR, COLOR_XYZ2RGB, kUnsignedAnd32F),
        CUDASTRIPE_CODES_TO(Hsv, HSV, k8U32F),
        CUDASTRIPE_CODES_BACK(Hsv, COLOR_HSV2BGR, COLOR_HSV2RGB, k8U32F),
        CUDASTRIPE_CODES_TO(HsvFull, HSV_FULL, k8U32F),
        CUDASTRIPE_CODES_BACK(HsvFull, COLOR_HSV2BGR_FULL, COLOR_HSV2RGB_FULL, k8U32F),
        CUDASTRIPE_CODES_TO(Hls, HLS, k8U32F),
        CUDASTRIPE_CODES_BACK(Hls, COLOR_HLS2BGR, COLOR_HLS2RGB, k8U32F),
        CUDASTRIPE_CODES_TO(HlsFull, HLS_FULL, k8U32F),
        CUDASTRIPE_CODES_BACK(HlsFull, COLOR_HLS2BGR_FULL, COLOR_HLS2RGB_FULL, k8U32F),
        CUDASTRIPE_CODES_TO(Lab, Lab, k8U),
        CUDASTRIPE_CODES_BACK(Lab, COLOR_Lab2BGR, COLOR_Lab2RGB, k8U),
        CUDASTRIPE_CODE(COLOR_LBGR2Lab, Colors, LabOfLinear, false, 3, k8U),
        CUDASTRIPE_CODE(COLOR_LRGB2Lab, Colors, LabOfLinear, true, 3, k8U),
        CUDASTRIPE_CODES_BACK(LabOfLinear, COLOR_Lab2LBGR, COLOR_Lab2LRGB, k8U),
    };
    return table;
}

//! The names tell the colours of the second row: its second pixel and the one before.
#define CUDASTRIPE_BAYER_CODES(SUFFIX, METHOD, CHANNELS)                                                 \
    {COLOR_BayerBG2##SUFFIX, "COLOR_BayerBG2" #SUFFIX, BayerMethod::METHOD, true, true, CHANNELS},       \
        {COLOR_BayerGB2##SUFFIX, "COLOR_BayerGB2" #SUFFIX, BayerMethod::METHOD, true, false, CHANNELS},  \
        {COLOR_BayerRG2##SUFFIX, "COLOR_BayerRG2" #SUFFIX, BayerMethod::METHOD, false, false, CHANNELS}, \
    {                                                                                                    \
        COLOR_BayerGR2##SUFFIX, "COLOR_BayerGR2" #SUFFIX, BayerMethod::METHOD, false, true, CHANNELS     \
    }

const std::vector<BayerCode>& bayerCodes()
{
    static const std::vector<BayerCode> table = {
        CUDASTRIPE_BAYER_CODES(BGR, Bilinear, 3),
        CUDASTRIPE_BAYER_CODES(BGRA, Bilinear, 4),
        CUDASTRIPE_BAYER_CODES(BGR_EA, EdgeAware, 3),
        CUDASTRIPE_BAYER_CODES(GRAY, Gray, 1),
    };
    return table;
}

}}  // namespace cv::cudastripe
