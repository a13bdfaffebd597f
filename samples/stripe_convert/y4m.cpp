// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "conversion.hpp"

using namespace cv::cudastripe;

namespace {

[[noreturn]] void refuse(const Conversion& conversion, const std::string& reason, const YuvFormat& instead)
{
    throw UserError(conversion.option + ": .y4m " + reason + "; use --format=" + instead.name() +
                    ", or an output in .yuv");
}

// FFmpeg reads 420paldv as chroma at the upper left pixel, and has names for 8 bits of 4:2:0 only.
std::string sited420(ChromaSiting siting)
{
    return siting == ChromaSiting::TopLeft ? "420paldv" : siting == ChromaSiting::Left ? "420mpeg2" : "420jpeg";
}

}  // namespace

std::string y4mColourSpace(const Conversion& conversion)
{
    // YUV codes have the analogue scaling, 0.492 (B - Y) and 0.877 (R - Y), which no video format uses.
    if (!conversion.format && conversion.packing[0] == "YUV") {
        throw UserError(conversion.option +
                        ": .y4m cannot hold it; what fits are --code=BGR2YCrCb, RGB2YCrCb, tutorial and BGR2YUV_I420, "
                        "or --format=i420:bt709 and its like");
    }
    if (conversion.planesInFiles)
        return "444";
    const YuvFormat& format = *conversion.format;
    const cv::Size block = format.blockSize();
    const std::string bits = format.depth() == 8 ? "" : std::to_string(format.depth());
    const std::string suffix = bits.empty() ? "" : "p" + bits;
    const bool sitingKnown = format.layout() == YuvLayout::I420 && bits.empty();
    switch (format.layout()) {
    case YuvLayout::Y:
        return "mono" + bits;
    case YuvLayout::I444:
        return "444" + suffix;
    case YuvLayout::I422:
    case YuvLayout::I420:
        if (!sitingKnown && format.siting() != ChromaSiting::Left) {
            refuse(conversion, "cannot say where its chroma lies, and readers take left",
                   format.withSiting(ChromaSiting::Left));
        }
        return sitingKnown ? sited420(format.siting()) : (block.height == 1 ? "422" : "420") + suffix;
    default:
        break;
    }
    const YuvLayout planar = block.width == 1 ? YuvLayout::I444 : block.height == 1 ? YuvLayout::I422 : YuvLayout::I420;
    refuse(conversion, "holds planes Y, U, V only",
           YuvFormat(planar, format.matrix(), format.range()).withDepth(format.depth()).withSiting(format.siting()));
}
