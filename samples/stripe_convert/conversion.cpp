// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "conversion.hpp"

#include <sstream>

using namespace cv::cudastripe;

namespace {

struct LayoutRow
{
    YuvLayout layout;
    const char *name, *packing;
    int columns, rows;
    const char *depths, *ffmpeg;
};

#define LAYOUT_ROW(NAME, ...) {YuvLayout::NAME, __VA_ARGS__},
const LayoutRow layoutRows[] = {CV_CUDASTRIPE_YUV_LAYOUTS(LAYOUT_ROW)};
#undef LAYOUT_ROW

std::vector<std::string> words(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> all;
    for (std::string word; stream >> word;)
        all.push_back(word);
    return all;
}

// The 6 of "10<<6".
int unusedBits(const std::string& depths, int depth)
{
    for (const std::string& word : words(depths)) {
        const size_t shift = word.find("<<");
        if (std::stoi(word) == depth)
            return shift == std::string::npos ? 0 : std::stoi(word.substr(shift + 2));
    }
    return 0;
}

}  // namespace

Conversion conversionTo(const std::string& option, ChannelOrder order, const YuvFormat& format)
{
    Conversion conversion = {option, order, format, -1, {}, 1, false};
    for (const LayoutRow& row : layoutRows) {
        if (row.layout == format.layout()) {
            conversion.packing = words(row.packing);
            conversion.unit = 1 << unusedBits(row.depths, format.depth());
        }
    }
    return conversion;
}

Conversion conversionOfCode(const std::string& name)
{
    const std::string option = "--code=" + name;
    if (name == "tutorial") {
        Conversion conversion = conversionTo(option, ChannelOrder::BGR, YuvFormat::tutorial());
        conversion.planesInFiles = true;
        return conversion;
    }
    const std::string from = name.substr(0, name.find('2'));
    const bool rgb = from == "RGB" || from == "RGBA", bgr = from == "BGR" || from == "BGRA";
    const ChannelOrder order = rgb ? ChannelOrder::RGB : ChannelOrder::BGR;
    if (name == "BGR2YUV" || name == "RGB2YUV")
        return {option, order, {}, rgb ? cv::COLOR_RGB2YUV : cv::COLOR_BGR2YUV, {"YUV"}, 1, true};
    if (name == "BGR2YCrCb" || name == "RGB2YCrCb")
        return {option, order, {}, rgb ? cv::COLOR_RGB2YCrCb : cv::COLOR_BGR2YCrCb, {"YVU"}, 1, true};
    const std::pair<const char*, YuvFormat> formats[] = {{"2YUV_I420", YuvFormat::opencv420(YuvLayout::I420)},
                                                         {"2YUV_YV12", YuvFormat::opencv420(YuvLayout::YV12)},
                                                         {"2YUV_UYVY", YuvFormat::opencv422(YuvLayout::UYVY)},
                                                         {"2YUV_YUY2", YuvFormat::opencv422(YuvLayout::YUY2)},
                                                         {"2YUV_YVYU", YuvFormat::opencv422(YuvLayout::YVYU)}};
    std::string names;
    for (const auto& [end, format] : formats) {
        if ((rgb || bgr) && name == from + end)
            return conversionTo(option, order, format);
        names += std::string("BGR") + end + ", ";
    }
    throw UserError(option + ": not one of BGR2YUV, RGB2YUV, BGR2YCrCb, RGB2YCrCb, " + names +
                    "tutorial; RGB, BGRA and RGBA may stand for BGR before 2YUV_");
}
