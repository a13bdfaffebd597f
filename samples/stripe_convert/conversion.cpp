// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "conversion.hpp"

#include <vector>

#include "user_error.hpp"

using cv::cudastripe::ChannelOrder;
using cv::cudastripe::YuvFormat;
using cv::cudastripe::YuvLayout;

namespace {

struct PackedCode
{
    const char* name;
    int cvtCode;
    ChannelOrder order;
    std::array<int, 3> channels;
    std::array<const char*, 3> planeNames;
};

const PackedCode packedCodes[] = {
    {"BGR2YUV", cv::COLOR_BGR2YUV, ChannelOrder::BGR, {0, 1, 2}, {"Y", "U", "V"}},
    {"RGB2YUV", cv::COLOR_RGB2YUV, ChannelOrder::RGB, {0, 1, 2}, {"Y", "U", "V"}},
    {"BGR2YCrCb", cv::COLOR_BGR2YCrCb, ChannelOrder::BGR, {0, 2, 1}, {"Y", "Cb", "Cr"}},
    {"RGB2YCrCb", cv::COLOR_RGB2YCrCb, ChannelOrder::RGB, {0, 2, 1}, {"Y", "Cb", "Cr"}},
};

// Numbers, since OpenCV before 4.9 has no names for those of 4:2:2.
struct FormatCodes
{
    const char* layout;
    YuvFormat format;
    int rgb, bgr, rgba, bgra;
};

const std::vector<FormatCodes>& formatCodes()
{
    static const std::vector<FormatCodes> codes = {
        {"I420", YuvFormat::opencv420(YuvLayout::I420), 127, 128, 129, 130},
        {"YV12", YuvFormat::opencv420(YuvLayout::YV12), 131, 132, 133, 134},
        {"UYVY", YuvFormat::opencv422(YuvLayout::UYVY), 143, 144, 145, 146},
        {"YUY2", YuvFormat::opencv422(YuvLayout::YUY2), 147, 148, 151, 152},
        {"YVYU", YuvFormat::opencv422(YuvLayout::YVYU), 149, 150, 153, 154},
    };
    return codes;
}

Conversion ofFormat(const std::string& option, int cvtCode, ChannelOrder order, const YuvFormat& format)
{
    return {option, cvtCode, order, format, {0, 1, 2}, {"Y", "U", "V"}, false};
}

}  // namespace

Conversion conversionOfCode(const std::string& name)
{
    const std::string option = "--code=" + name;
    std::string names;
    for (const PackedCode& code : packedCodes) {
        if (name == code.name)
            return {option, code.cvtCode, code.order, {}, code.channels, code.planeNames, true};
        names += std::string(code.name) + ", ";
    }
    if (name == "tutorial") {
        Conversion conversion = ofFormat(option, noCvtCode, ChannelOrder::BGR, YuvFormat::tutorial());
        conversion.planesInFiles = true;
        return conversion;
    }
    for (const FormatCodes& codes : formatCodes()) {
        const std::string end = std::string("2YUV_") + codes.layout;
        if (name == "RGB" + end || name == "RGBA" + end)
            return ofFormat(option, name == "RGB" + end ? codes.rgb : codes.rgba, ChannelOrder::RGB, codes.format);
        if (name == "BGR" + end || name == "BGRA" + end)
            return ofFormat(option, name == "BGR" + end ? codes.bgr : codes.bgra, ChannelOrder::BGR, codes.format);
        names += "BGR" + end + ", ";
    }
    throw UserError(option + ": not one of " + names + "tutorial; RGB, BGRA and RGBA may stand for BGR before 2YUV_");
}

Conversion conversionOfFormat(const std::string& name)
{
    const std::string option = "--format=" + name;
    try {
        return ofFormat(option, noCvtCode, ChannelOrder::BGR, YuvFormat::fromName(name));
    } catch (const cv::Exception& error) {
        // Without the name of the function, which says nothing here.
        const std::string reason = oneLine(error.err), function = "fromName: ";
        const size_t found = reason.find(function);
        throw UserError(option + ": " + reason.substr(found == std::string::npos ? 0 : found + function.size()) +
                        "; --list-formats lists all");
    }
}
