// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "options.hpp"

#include <opencv2/core.hpp>

#include "../common/option_list.hpp"

namespace {

const OptionList optionList = {
    {"elements", "N", "16777216", "doubles in each array (default: 16777216, 128 MiB: more than an L2 cache holds)"},
    {"rounds", "N", "16", "steps of arithmetic on each element of the latency-limited kernel (default: 16)"},
    {"block-threads", "N", "128", "threads in a block of the latency-limited kernel, up to 1024 (default: 128)"},
    {"blocks", "N", "1", "its blocks on a multiprocessor, up to 32; 0: as many as fit (default: 1)"},
    {"repeat", "N", "31", "measured runs of each launch shape; medians are printed (default: 31)"},
    {"out", "FILE.png", "prefetch.png", "the picture (default: prefetch.png)"},
    {"csv", "FILE.csv", "", "writes all times to a file, too"},
    {"from", "FILE.csv", "", "measures nothing, but prints and draws what --csv has written"},
    {"device", "DEVICE", "auto", "auto (default), none, or the number of a CUDA device"},
    {"help", nullptr, "", "prints this"},
};

}  // namespace

Options parseOptions(int argc, const char* const* argv)
{
    optionList.check(argc, argv, "--help lists the options");
    const cv::CommandLineParser parser(argc, argv, optionList.parserKeys());
    const auto text = [&](const char* name) { return std::string(parser.get<cv::String>(name, false)); };
    const auto number = [&](const char* name, std::int64_t least, std::int64_t most) {
        return wholeNumber(name, text(name), least, most);
    };
    Options options;
    options.help = parser.has("help");
    options.elements = number("elements", 1, std::int64_t(1) << 32);
    options.rounds = static_cast<int>(number("rounds", 0, 1 << 20));
    options.blockThreads = static_cast<int>(number("block-threads", 1, 1024));
    options.blocks = static_cast<int>(number("blocks", 0, 32));
    options.repeat = static_cast<int>(number("repeat", 1, 100000));
    options.useDevice = text("device") != "none";
    if (options.useDevice && text("device") != "auto")
        options.device = static_cast<int>(number("device", 0, 1023));
    options.out = text("out");
    options.csv = text("csv");
    options.from = text("from");
    return options;
}

std::string usage()
{
    return std::string(
               "Measures what prefetching gains in two kernels, by policy, distance and padding: one that "
               "waits for\nmemory with few threads, and one that streams with many. Without a GPU it checks "
               "the loops on the CPU.\n\n"
               "usage: prefetch [options]\n\n") +
           optionList.help(21) +
           "\nexamples:\n"
           "  prefetch --csv=prefetch.csv\n"
           "  prefetch --from=prefetch.csv --out=again.png\n";
}
