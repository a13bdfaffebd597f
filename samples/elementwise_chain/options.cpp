// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "options.hpp"

#include <filesystem>
#include <vector>

#include "../common/device_option.hpp"
#include "../common/frame_size.hpp"
#include "../common/name_list.hpp"
#include "../common/option_list.hpp"
#include "../common/user_error.hpp"

namespace {

const OptionList optionList = {
    {"size", "SIZE", "", "scales the picture to 1080p, 4K, 8K or WIDTHxHEIGHT (default: as it is)"},
    {"device", "DEVICE", "auto", "auto (default), none, or the number of a CUDA device"},
    {"repetitions", "N", "15", "measured runs of each way; medians are printed (default: 15)"},
    {"out", "FILE.png", "elementwise_chain.png",
     "the picture and the drawing side by side (default: elementwise_chain.png)"},
    {"help", nullptr, "", "prints this"},
};

// Takes the one picture out of the arguments, and checks what is left.
std::string checkArguments(int argc, const char* const* argv)
{
    std::string picture;
    std::vector<const char*> others = {argv[0]};
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument.empty() || argument[0] == '-') {
            others.push_back(argv[i]);
        } else if (picture.empty()) {
            picture = argument;
        } else {
            throw UserError("two pictures, '" + picture + "' and '" + argument + "'; one can be drawn at a time");
        }
    }
    optionList.check(static_cast<int>(others.size()), others.data(), "--help lists the options");
    return picture;
}

std::string pngName(const std::string& name)
{
    if (lowered(std::filesystem::path(name).extension().string()) != ".png")
        throw UserError("--out=" + name + ": not the name of a .png file");
    return name;
}

}  // namespace

Options parseOptions(int argc, const char* const* argv)
{
    Options options;
    options.picture = checkArguments(argc, argv);
    const cv::CommandLineParser parser(argc, argv, optionList.parserKeys());
    const auto text = [&](const char* name) { return std::string(parser.get<cv::String>(name, false)); };
    options.help = parser.has("help");
    if (options.help)
        return options;
    if (options.picture.empty())
        throw UserError("no picture; --help says how to call this");
    if (!text("size").empty())
        options.size = parseFrameSize(text("size")).size;
    options.repetitions = static_cast<int>(wholeNumber("repetitions", text("repetitions"), 1, 100000));
    options.out = pngName(text("out"));
    options.device = deviceNumber(text("device"));
    return options;
}

std::string usage()
{
    return std::string(
               "Draws a picture in ink by five operators in one call, compares every byte with OpenCV's five calls, "
               "and\n"
               "times both beside one operator alone.\n\n"
               "usage: elementwise_chain [options] PICTURE\n\n") +
           optionList.help(20) +
           "\nexamples:\n"
           "  elementwise_chain photo.jpg\n"
           "  elementwise_chain --size=8K --device=0 --out=8k.png photo.jpg\n";
}
