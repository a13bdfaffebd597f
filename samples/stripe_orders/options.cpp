// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "options.hpp"

#include <opencv2/core.hpp>

#include "../common/device_option.hpp"
#include "../common/option_list.hpp"

namespace {

const OptionList optionList = {
    {"elements", "N", "4194304", "floats of the overlap example, 0 or more (default: 4194304, 16 MiB)"},
    {"streams", "N", "4", "streams, and stripes, of the overlap example (default: 4)"},
    {"seed-table", nullptr, "", "prints the published figures beside the predictions"},
    {"array-elements", "N", "16777216", "ints in each array of the two-slot example (default: 16777216, 64 MiB)"},
    {"repeat", "N", "31", "measured runs of each order; medians are printed (default: 31)"},
    {"device", "DEVICE", "auto", "auto (default), none, or the number of a CUDA device"},
    {"help", nullptr, "", "prints this"},
};

}  // namespace

Options parseOptions(int argc, const char* const* argv)
{
    optionList.check(argc, argv, "--help lists the options");
    const cv::CommandLineParser parser(argc, argv, optionList.parserKeys());
    const auto number = [&](const char* name, std::int64_t least, std::int64_t most) {
        return wholeNumber(name, parser.get<cv::String>(name), least, most);
    };
    Options options;
    options.help = parser.has("help");
    options.seedTable = parser.has("seed-table");
    options.elements = number("elements", 0, std::int64_t(1) << 36);
    options.streams = static_cast<int>(number("streams", 1, 1024));
    options.arrayElements = number("array-elements", 0, std::int64_t(1) << 36);
    options.repeat = static_cast<int>(number("repeat", 1, 100000));
    options.device = options.help ? -1 : deviceNumber(parser.get<cv::String>("device"));
    return options;
}

std::string usage()
{
    return std::string(
               "Compares the orders in which the stages of stripes are issued: predicted for old and new cards, and "
               "measured\n"
               "on a GPU if there is one.\n\n"
               "usage: stripe_orders [options]\n\n") +
           optionList.help(22);
}
