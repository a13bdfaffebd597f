// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "options.hpp"

#include <climits>
#include <opencv2/core.hpp>

#include "../common/option_list.hpp"
#include "../common/user_error.hpp"

namespace {

constexpr std::int64_t maxEntries = std::int64_t(1) << 40;
constexpr std::int64_t maxRounds = 1 << 20;

const OptionList optionList = {
    {"entries", "N", "67108864", "64-bit entries, 0 or more (default: 67108864, which is 512 MiB)"},
    {"rounds", "N", "1024", "rounds of the cipher, each with a key of its own (default: 1024)"},
    {"decipher-rounds", "N", "", "deciphers with so many rounds; with others than --rounds, the check fails"},
    {"stripes", "N", "32", "cuts the array into N stripes (default: 32)"},
    {"device", "DEVICE", "auto", "where to decipher: auto (default), cpu, or the number of a CUDA device"},
    {"repeat", "N", "", "runs all phases N times more and prints the median times of these"},
    {"help", nullptr, "", "prints this"},
};

}  // namespace

Options parseOptions(int argc, const char* const* argv)
{
    optionList.check(argc, argv, "--help lists the options");
    const cv::CommandLineParser parser(argc, argv, optionList.parserKeys());
    const auto text = [&](const char* name) { return std::string(parser.get<cv::String>(name, false)); };
    const auto number = [&](const char* name, std::int64_t least, std::int64_t most, std::int64_t otherwise) {
        return text(name).empty() ? otherwise : wholeNumber(name, text(name), least, most);
    };
    Options options;
    options.help = parser.has("help");
    options.entries = number("entries", 0, maxEntries, 0);
    options.rounds = static_cast<std::uint32_t>(number("rounds", 1, maxRounds, 0));
    options.decipherRounds = static_cast<std::uint32_t>(number("decipher-rounds", 1, maxRounds, options.rounds));
    options.stripes = static_cast<int>(number("stripes", 1, INT_MAX, 0));
    options.repeat = static_cast<int>(number("repeat", 1, INT_MAX - 1, 0));
    options.device = text("device");
    return options;
}

std::string usage()
{
    return std::string(
               "Enciphers 0, 1, 2, ... on all cores, deciphers them with cudastripe, and checks them on all cores.\n\n"
               "usage: decipher [options]\n\n") +
           optionList.help(23) +
           "\nexamples:\n"
           "  decipher\n"
           "  decipher --entries=1048577 --stripes=7 --device=cpu\n";
}
