// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "tensor.hpp"

#include <cmath>
#include <locale>
#include <sstream>

using namespace cv::cudastripe;

namespace {

std::string given(const Arguments& arguments, const char* option)
{
    return std::string("--") + option + (arguments.text(option).empty() ? "" : "=" + arguments.text(option));
}

// Whether an option has the second of its two values.
bool isSecond(const Arguments& arguments, const char* option, const std::string& first, const std::string& second)
{
    const std::string& text = arguments.text(option);
    if (text != first && text != second)
        throw UserError(given(arguments, option) + ": not " + first + " or " + second);
    return text == second;
}

// NaN if the text is no number.
double numberOf(const std::string& text)
{
    std::istringstream stream(text);
    stream.imbue(std::locale::classic());
    double number = NAN;
    return stream >> std::noskipws >> number && stream.peek() == EOF ? number : NAN;
}

// A number, or a quotient of two.
double valueOf(const std::string& text)
{
    const size_t slash = text.find('/');
    if (slash == std::string::npos)
        return numberOf(text);
    return numberOf(text.substr(0, slash)) / numberOf(text.substr(slash + 1));
}

std::optional<cv::Scalar> channelValues(const Arguments& arguments, const char* option)
{
    if (!arguments.has(option))
        return std::nullopt;
    const std::vector<std::string> parts = arguments.list(option);
    cv::Scalar values;
    for (size_t i = 0; i < 3; ++i) {
        values[int(i)] = valueOf(parts[parts.size() == 1 ? 0 : std::min(i, parts.size() - 1)]);
        if ((parts.size() != 1 && parts.size() != 3) || !std::isfinite(values[int(i)])) {
            throw UserError(given(arguments, option) +
                            ": not a number, such as 0.5 or 1/255, or three with commas between them");
        }
    }
    return values;
}

}  // namespace

TensorOptions tensorOptions(const Arguments& arguments)
{
    for (const char* option : {"output", "as", "code", "depth", "compare", "pad", "planes", "verify", "repeat", "shard",
                               "balance", "resume", "report"}) {
        if (arguments.has(option))
            throw UserError(std::string("--") + option + " does not go with --tensor");
    }
    if (arguments.has("to") && arguments.text("to") != "bgr")
        throw UserError("--to=" + arguments.text("to") + " does not go with --tensor, which is of colours");
    const bool yuv = arguments.text("to") == "bgr";
    for (const char* option : {"format", "size"}) {
        if (arguments.has(option) && !yuv)
            throw UserError(std::string("--") + option + " goes with --tensor only if --to=bgr reads YUV");
    }
    if (arguments.has("videos") && yuv)
        throw UserError("--videos does not go with --to=bgr");
    const bool hwc = isSecond(arguments, "tensor-layout", "chw", "hwc");
    const bool halves = isSecond(arguments, "tensor-type", "float32", "float16");
    return {arguments.fileName("tensor", ".npy"),
            hwc ? TensorLayout::HWC : TensorLayout::CHW,
            halves ? CV_16F : CV_32F,
            arguments.has("rgb"),
            channelValues(arguments, "mean"),
            channelValues(arguments, "scale")};
}

void requireNoTensorOptions(const Arguments& arguments)
{
    for (const char* option : {"tensor-type", "tensor-layout", "mean", "scale", "rgb"}) {
        if (arguments.has(option))
            throw UserError(std::string("--") + option + " goes with --tensor only");
    }
}

Chain tensorChain(const TensorOptions& options, const std::optional<YuvFormat>& format)
{
    Chain chain = format ? Chain::fromYuv(*format, options.rgb ? ChannelOrder::RGB : ChannelOrder::BGR) : Chain();
    if (options.rgb && !format)
        chain.channels({2, 1, 0});
    chain.convertTo(CV_32F);
    if (options.mean)
        chain.subtract(*options.mean);
    if (options.scale)
        chain.multiply(*options.scale);
    return chain.toTensor(options.layout, options.depth);
}
