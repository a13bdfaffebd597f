// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <fstream>

#include "jobs.hpp"
#include "y4m.hpp"

using namespace cv::cudastripe;

namespace {

// The header says the layout and perhaps the range; --format says the matrix, and the range if it names one.
YuvFormat formatOf(const Y4mHeader& header, const Arguments& arguments, const std::string& name)
{
    const std::string& text = arguments.text("format");
    const YuvFormat wanted = text.empty() ? header.samples : formatNamed(text, formatHint);
    const bool namesRange = wanted.range() == YuvRange::Full || lowered(text).find("limited") != std::string::npos;
    const YuvRange range = header.range && !namesRange ? *header.range : wanted.range();
    YuvFormat format;
    try {
        format = YuvFormat(header.samples.layout(), wanted.matrix(), range)
                     .withDepth(header.samples.depth())
                     .withSiting(header.samples.siting());
    } catch (const cv::Exception& error) {
        throw InputError(name + ": its header does not go with --format=" + text + ": " + error.err);
    }
    if (wanted.layout() != format.layout() || wanted.depth() != format.depth()) {
        throw InputError(name + ": its header says C" + header.colourSpace + ", which is not --format=" + text +
                         "; use --format=" + format.name());
    }
    return format;
}

void checkSize(const Input& input, const YuvFormat& format)
{
    const cv::Size block = format.blockSize(), size = input.yuvSize;
    if (size.width % block.width != 0 || size.height % block.height != 0) {
        throw InputError(input.path.string() + ": " + format.name() + " needs a size in multiples of " +
                         sizeText(block) + ", and this is " + sizeText(size));
    }
}

}  // namespace

Conversion decodingOf(Input& input, const Arguments& arguments)
{
    const std::string name = input.path.string();
    YuvFormat format;
    if (isY4m(input.path)) {
        if (arguments.has("size"))
            throw UserError(name + ": --size is for raw YUV; the header of a .y4m says the size");
        std::error_code error;
        if (!std::filesystem::is_regular_file(input.path, error))
            throw UserError(name + ": a .y4m is read twice, so it cannot be a pipe; raw YUV can");
        std::ifstream file(input.path, std::ios::binary);
        const Y4mHeader header = readY4mHeader(file, name);
        input.yuvSize = header.size;
        format = formatOf(header, arguments, name);
    } else {
        if (!arguments.has("format") || !arguments.has("size")) {
            throw UserError(name +
                            ": raw YUV needs --format=NAME and --size=WxH; only .y4m has a header. "
                            "--list-formats lists all formats");
        }
        input.yuvSize = arguments.frameSize("size").size;
        format = formatNamed(arguments.text("format"), formatHint);
    }
    input.video = true;
    checkSize(input, format);
    const std::int64_t depth = arguments.number("depth", 8, 16);
    if (depth != 0 && depth != 8 && (depth != 16 || format.depth() == 8)) {
        throw UserError("--depth=" + arguments.text("depth") + ": " + format.name() + " gives colours of " +
                        (format.depth() == 8 ? "8 bits" : "8 or 16 bits"));
    }
    Conversion conversion = conversionTo("--to=bgr", ChannelOrder::BGR, format);
    conversion.toColours = true;
    conversion.eightBits = depth == 8;
    return conversion;
}
