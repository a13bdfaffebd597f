// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "y4m.hpp"

#include <sstream>

using namespace cv::cudastripe;

namespace {

struct ColourSpace
{
    const char* name;
    YuvLayout layout;
    int depth;
    ChromaSiting siting;
};

// FFmpeg reads 420paldv as chroma at the upper left pixel. It has names for sitings of 8-bit 4:2:0 only, and assumes
// left for everything else.
const ColourSpace colourSpaces[] = {
    {"420jpeg", YuvLayout::I420, 8, ChromaSiting::Center},   {"420mpeg2", YuvLayout::I420, 8, ChromaSiting::Left},
    {"420paldv", YuvLayout::I420, 8, ChromaSiting::TopLeft}, {"420p10", YuvLayout::I420, 10, ChromaSiting::Left},
    {"420p16", YuvLayout::I420, 16, ChromaSiting::Left},     {"422", YuvLayout::I422, 8, ChromaSiting::Left},
    {"422p10", YuvLayout::I422, 10, ChromaSiting::Left},     {"422p16", YuvLayout::I422, 16, ChromaSiting::Left},
    {"444", YuvLayout::I444, 8, ChromaSiting::Left},         {"444p10", YuvLayout::I444, 10, ChromaSiting::Left},
    {"444p16", YuvLayout::I444, 16, ChromaSiting::Left},     {"mono", YuvLayout::Y, 8, ChromaSiting::Left},
    {"mono10", YuvLayout::Y, 10, ChromaSiting::Left},        {"mono16", YuvLayout::Y, 16, ChromaSiting::Left}};

[[noreturn]] void refuse(const Conversion& conversion, const std::string& reason, const YuvFormat& instead)
{
    throw UserError(conversion.option + ": .y4m " + reason + "; use --format=" + instead.name() +
                    ", or an output in .yuv");
}

YuvFormat samplesOf(const ColourSpace& space)
{
    return YuvFormat(space.layout).withDepth(space.depth).withSiting(space.siting);
}

YuvFormat samplesNamed(const std::string& wanted, const std::string& file)
{
    std::string names;
    for (const ColourSpace& space : colourSpaces) {
        if (wanted == space.name)
            return samplesOf(space);
        names += (names.empty() ? "" : ", ") + std::string(space.name);
    }
    throw InputError(file + ": its header says C" + wanted + ", which is not one of " + names);
}

// A line of at most 1000 bytes; empty if there is none.
std::string readLine(std::istream& file)
{
    char line[1001] = "";
    file.getline(line, sizeof line);
    return line;
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
    bool hasLayout = false;
    for (const ColourSpace& space : colourSpaces) {
        const bool same = space.layout == format.layout();
        if (same && space.depth == format.depth() && samplesOf(space).siting() == format.siting())
            return space.name;
        hasLayout = hasLayout || same;
    }
    if (hasLayout) {
        refuse(conversion, "cannot say where its chroma lies, and readers take left",
               format.withSiting(ChromaSiting::Left));
    }
    const cv::Size block = format.blockSize();
    const YuvLayout planar = block.width == 1 ? YuvLayout::I444 : block.height == 1 ? YuvLayout::I422 : YuvLayout::I420;
    refuse(conversion, "holds planes Y, U, V only",
           YuvFormat(planar, format.matrix(), format.range()).withDepth(format.depth()).withSiting(format.siting()));
}

Y4mHeader readY4mHeader(std::istream& file, const std::string& name)
{
    const std::string line = readLine(file);
    std::istringstream words(line);
    std::string word, interlacing = "p";
    Y4mHeader header = {{}, "420jpeg", YuvFormat(), {}};
    if (!(words >> word) || word != "YUV4MPEG2")
        throw InputError(name + ": not a .y4m, whose first line begins with YUV4MPEG2");
    while (words >> word) {
        const std::string value = word.substr(1);
        if (word[0] == 'W')
            header.size.width = parseNumber(value, 32768);
        else if (word[0] == 'H')
            header.size.height = parseNumber(value, 32768);
        else if (word[0] == 'C')
            header.colourSpace = value == "420" ? "420jpeg" : value;
        else if (word[0] == 'I')
            interlacing = value;
        else if (word == "XCOLORRANGE=FULL")
            header.range = YuvRange::Full;
        else if (word == "XCOLORRANGE=LIMITED")
            header.range = YuvRange::Limited;
        else if (word.rfind("XCOLORRANGE=", 0) == 0)
            throw InputError(name + ": its header says " + word + ", which is not FULL or LIMITED");
    }
    if (header.size.width < 1 || header.size.height < 1)
        throw InputError(name + ": its header has no W and H from 1 to 32768: " + line);
    header.samples = samplesNamed(header.colourSpace, name);
    if (interlacing != "p" && interlacing != "?" && header.samples.blockSize().height > 1)
        throw InputError(name + ": its header says I" + interlacing + ": 4:2:0 of interlaced fields is not supported");
    return header;
}

bool readY4mFrameLine(std::istream& file, const std::string& name)
{
    const std::string line = readLine(file);
    if (file.gcount() == 0)
        return false;
    if (line.rfind("FRAME", 0) != 0)
        throw InputError(name + ": a frame does not begin with FRAME");
    return true;
}
