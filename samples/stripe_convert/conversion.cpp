// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "conversion.hpp"

#include "user_error.hpp"

using cv::cudastripe::ChannelOrder;

namespace {

// YUV codes have the analogue scaling, 0.492 (B - Y) and 0.877 (R - Y), which no video format uses.
const Conversion conversions[] = {
    {"BGR2YUV", cv::COLOR_BGR2YUV, ChannelOrder::BGR, {0, 1, 2}, {"Y", "U", "V"}, nullptr},
    {"RGB2YUV", cv::COLOR_RGB2YUV, ChannelOrder::RGB, {0, 1, 2}, {"Y", "U", "V"}, nullptr},
    {"BGR2YCrCb", cv::COLOR_BGR2YCrCb, ChannelOrder::BGR, {0, 2, 1}, {"Y", "Cb", "Cr"}, "FULL"},
    {"RGB2YCrCb", cv::COLOR_RGB2YCrCb, ChannelOrder::RGB, {0, 2, 1}, {"Y", "Cb", "Cr"}, "FULL"},
    {"tutorial", noCvtCode, ChannelOrder::BGR, {0, 1, 2}, {"Y", "U", "V"}, "LIMITED"},
};

}  // namespace

const Conversion& findConversion(const std::string& name)
{
    std::string names;
    for (const Conversion& conversion : conversions) {
        if (name == conversion.name)
            return conversion;
        names += (names.empty() ? "" : ", ") + std::string(conversion.name);
    }
    throw UserError("--code=" + name + ": not one of " + names);
}
