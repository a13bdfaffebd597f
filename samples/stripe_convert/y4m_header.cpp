// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "y4m_header.hpp"

#include "user_error.hpp"

using namespace cv::cudastripe;

namespace {

YuvLayout planarLayout(const YuvFormat& format)
{
    const cv::Size block = format.blockSize();
    return block.width == 1 ? YuvLayout::I444 : block.height == 1 ? YuvLayout::I422 : YuvLayout::I420;
}

[[noreturn]] void refuseLayout(const Conversion& conversion)
{
    const YuvFormat& format = *conversion.format;
    const YuvFormat planar = YuvFormat(planarLayout(format), format.matrix(), format.range())
                                 .withDepth(format.depth())
                                 .withSiting(format.siting());
    throw UserError(conversion.option + ": .y4m holds planes Y, U, V only; use --format=" + planar.name() +
                    ", or an output in .yuv");
}

// FFmpeg reads 420paldv as chroma at the upper left pixel, and has names for 8 bits of 4:2:0 only.
std::string sited420(ChromaSiting siting)
{
    switch (siting) {
    case ChromaSiting::TopLeft:
        return "420paldv";
    case ChromaSiting::Left:
        return "420mpeg2";
    case ChromaSiting::Center:
        break;
    }
    return "420jpeg";
}

void requireUsualSiting(const Conversion& conversion)
{
    const YuvFormat& format = *conversion.format;
    if (format.siting() == ChromaSiting::Left)
        return;
    throw UserError(conversion.option +
                    ": .y4m cannot say where its chroma lies, and readers take left; use --format=" +
                    format.withSiting(ChromaSiting::Left).name() + ", or an output in .yuv");
}

}  // namespace

std::string y4mColourSpace(const Conversion& conversion)
{
    // YUV codes have the analogue scaling, 0.492 (B - Y) and 0.877 (R - Y), which no video format uses.
    const bool ycrcb = conversion.cvtCode == cv::COLOR_BGR2YCrCb || conversion.cvtCode == cv::COLOR_RGB2YCrCb;
    if (!conversion.format && !ycrcb) {
        throw UserError(conversion.option +
                        ": .y4m cannot hold it; what fits are --code=BGR2YCrCb, RGB2YCrCb, tutorial and BGR2YUV_I420, "
                        "or --format=i420:bt709 and its like");
    }
    if (conversion.planesInFiles)
        return "444";
    const YuvFormat& format = *conversion.format;
    const std::string bits = format.depth() == 8 ? "" : std::to_string(format.depth());
    const std::string suffix = bits.empty() ? "" : "p" + bits;
    switch (format.layout()) {
    case YuvLayout::Y:
        return "mono" + bits;
    case YuvLayout::I444:
        return "444" + suffix;
    case YuvLayout::I422:
        requireUsualSiting(conversion);
        return "422" + suffix;
    case YuvLayout::I420:
        if (bits.empty())
            return sited420(format.siting());
        requireUsualSiting(conversion);
        return "420" + suffix;
    default:
        refuseLayout(conversion);
    }
}

std::string y4mHeader(const Conversion& conversion, cv::Size size, Ratio frameRate, Ratio pixelShape)
{
    const bool limited = conversion.format && conversion.format->range() == YuvRange::Limited;
    return cv::format("YUV4MPEG2 W%d H%d F%d:%d Ip A%d:%d C%s XCOLORRANGE=%s\n", size.width, size.height,
                      frameRate.numerator, frameRate.denominator, pixelShape.numerator, pixelShape.denominator,
                      y4mColourSpace(conversion).c_str(), limited ? "LIMITED" : "FULL");
}
