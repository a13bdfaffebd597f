// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "options.hpp"

#include <charconv>
#include <opencv2/core.hpp>
#include <set>

#include "../common/option_list.hpp"
#include "user_error.hpp"

namespace {

const OptionList optionList = {
    {"output", "PATH", "",
     "where to: .png and whatever imwrite knows (packed, 3 channels), .yuv (the samples of a\n"
     "format as they lie in memory; planes Y, U (Cb), V (Cr) of a 4:4:4 code) or .y4m (planes).\n"
     "A folder if there are several inputs. A video needs .yuv or .y4m. Without it, inputs are\n"
     "only converted"},
    {"as", "KIND", "", "what is written into a folder: png (default), yuv or y4m"},
    {"code", "CODE", "",
     "BGR2YUV (default), RGB2YUV, BGR2YCrCb, RGB2YCrCb, tutorial, BGR2YUV_I420, _YV12, _UYVY,\n"
     "_YUY2, _YVYU (also from RGB, BGRA, RGBA); .y4m fits the YCrCb codes, tutorial and I420"},
    {"format", "NAME", "",
     "instead of --code: layout, matrix, range, siting and bits, such as nv12:bt709:limited or\n"
     "i420:10bit:bt2020:full; .y4m fits the layouts i444, i422, i420 and y"},
    {"list-formats", nullptr, "", "prints every format, and what FFmpeg calls it with -pix_fmt"},
    {"planes", "PATH", "",
     "draws each picture, or a video's first frame, and its planes into a .png; a folder\n"
     "if there are several inputs (NAME_planes.png)"},
    {"verify", nullptr, "",
     "compares with cv::cvtColor on the CPU, or with a plain loop; exits with 1 if a byte\n"
     "differs. Formats that OpenCV does not have may be one code off the formula in double\n"
     "precision"},
    {"device", "DEVICE", "auto", "auto (default), cpu, or the number of a CUDA device"},
    {"stripes", "N", "", "cuts each picture into N stripes (default: chosen by the library)"},
    {"repeat", "N", "", "converts each picture N times more and prints the median time and the throughput"},
    {"help", nullptr, "", "prints this"},
};

// The parser ignores unknown options, an option without its value, and all but the first file names.
std::vector<std::string> checkArguments(int argc, const char* const* argv)
{
    std::vector<std::string> files;
    std::set<std::string> seen;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument.empty())
            throw UserError("an argument is empty");
        if (argument[0] != '-') {
            files.push_back(argument);
            continue;
        }
        if (argument.substr(0, 2) != "--")
            throw UserError("unknown option '" + argument + "'; --help lists them");
        const size_t equals = argument.find('=');
        const std::string name = argument.substr(2, equals == std::string::npos ? equals : equals - 2);
        const OptionText* option = optionList.find(name);
        if (!option)
            throw UserError("unknown option '--" + name + "'; --help lists them");
        checkValue(*option, argument, seen);
    }
    return files;
}

int positiveNumber(const cv::CommandLineParser& parser, const std::string& name)
{
    const std::string text = parser.get<cv::String>(name, false);
    if (text.empty())
        return 0;
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 1) {
        throw UserError("--" + name + "=" + text + ": not a whole number of 1 or more");
    }
    return number;
}

}  // namespace

Options parseOptions(int argc, const char* const* argv)
{
    Options options;
    options.inputs = checkArguments(argc, argv);
    const cv::CommandLineParser parser(argc, argv, optionList.parserKeys());
    const auto text = [&](const char* name) { return std::string(parser.get<cv::String>(name, false)); };
    options.help = parser.has("help");
    options.verify = parser.has("verify");
    options.output = text("output");
    options.outputKind = text("as");
    options.listFormats = parser.has("list-formats");
    options.code = text("code");
    options.format = text("format");
    options.planes = text("planes");
    options.device = text("device");
    options.stripes = positiveNumber(parser, "stripes");
    options.repeat = positiveNumber(parser, "repeat");
    if (!options.code.empty() && !options.format.empty())
        throw UserError("--code and --format exclude each other");
    if (options.inputs.empty() && !options.help && !options.listFormats)
        throw UserError("no input; --help says how to call this");
    return options;
}

std::string usage()
{
    return std::string(
               "Converts pictures, a folder of pictures, or a video to YUV with cudastripe.\n\n"
               "usage: stripe_convert [options] INPUT...\n\n") +
           optionList.help(19) +
           "\nexamples:\n"
           "  stripe_convert --verify --planes=planes.png --output=yuv.png photo.jpg\n"
           "  stripe_convert --code=tutorial --output=clip.y4m clip.mp4\n"
           "  stripe_convert --format=nv12:bt709:limited --output=photo.yuv photo.jpg\n";
}
