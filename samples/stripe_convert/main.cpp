// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Converts pictures, folders and videos to YUV, and YUV to pictures: what a program does with cudastripe, from reading
// to writing.

#include <climits>
#include <cstdlib>

#include "convert.hpp"

using cv::cudastripe::YuvFormat;

namespace {

void listFormats()
{
    for (const YuvFormat& format : YuvFormat::all()) {
        const std::string ffmpeg = format.ffmpegName();
        std::printf("%-*s%s\n", ffmpeg.empty() ? 0 : 34, format.name().c_str(), ffmpeg.c_str());
    }
}

// All options that change a byte of an output.
std::string optionsText(const Arguments& arguments)
{
    std::string text;
    for (const char* option : {"to", "format", "from", "size", "stride"})
        text += arguments.text(option).empty() ? "" : std::string(" --") + option + "=" + arguments.text(option);
    for (const char* option : {"progressive", "verify"})
        text += arguments.has(option) ? std::string(" --") + option : "";
    return text.substr(1);
}

cv::cudastripe::Striper striperOf(const Arguments& arguments)
{
    const int device = deviceOf(arguments, "cpu");
    std::printf("Running on %s\n", device < 0 ? cpuName().c_str() : ("GPU " + std::to_string(device)).c_str());
    return cv::cudastripe::Striper(paramsFor(device, int(arguments.number("stripes", 1, INT_MAX))));
}

bool convertsInputs(const Arguments& arguments)
{
    if (arguments.has("tensor"))
        arguments.refuse({"output", "as", "format", "resume", "report"}, "does not go with --tensor");
    else
        arguments.refuse({"tensor-type", "tensor-layout", "mean", "scale", "rgb"}, "goes with --tensor only");
    const std::string text = optionsText(arguments), report = arguments.text("report");
    const Plan plan = planJobs(arguments);
    if (!report.empty())
        prepareReport(arguments.fileName("report", ".json"));
    Converter converter{plan.target, striperOf(arguments)};
    const auto tensor = arguments.has("tensor") ? openTensor(arguments, converter.striper) : nullptr;
    const auto outcomes =
        convertAll(plan, converter, arguments.has("verify"), arguments.has("resume") ? text : "", tensor.get());
    const bool done =
        std::all_of(outcomes.begin(), outcomes.end(), [](const Outcome& one) { return one.error.empty(); });
    if (!report.empty())
        writeReport(report, plan, outcomes, text);
    if (tensor && done)
        std::printf("%s\n", oneLine(tensor->finish()).c_str());
    return done;
}

int run(const Arguments& arguments)
{
    const std::vector<std::string>& operands = arguments.operands();
    bool done = true;
    if (arguments.has("list-formats")) {
        listFormats();
    } else if (operands.empty()) {
        throw UserError("no input; --help says how to call this");
    } else if (operands.front() == "merge-reports") {
        for (const Option& option : thisSample.options)
            arguments.refuse({option.name}, "does not go with merge-reports");
        if (operands.size() == 1)
            throw UserError("merge-reports needs the names of reports");
        done = mergeReports({operands.begin() + 1, operands.end()});
    } else {
        done = convertsInputs(arguments);
    }
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

const Sample thisSample = {
    "stripe_convert",
    "Converts pictures, a folder of pictures, or videos to YUV with cudastripe; or YUV to pictures.",
    "INPUT...\n"
    "       stripe_convert merge-reports REPORT...\n\n"
    "INPUT is a picture, a folder, a video in any of FFmpeg's containers, or raw YUV; - is the standard input.",
    "  stripe_convert --format=nv12:bt709:limited --output=photo.yuv photo.jpg\n"
    "  stripe_convert --format=i420:bt709 --output=clip.y4m clip.mp4\n"
    "  stripe_convert --to=bgr --output=frames/ clip.mp4\n"
    "  stripe_convert --to=bgr --from=nv12:bt709:limited --size=1920x1080 --output=photo.png photo.yuv\n"
    "  stripe_convert --shard=2/8 --resume --report=2.json --format=nv12 --as=yuv --output=results pictures\n"
    "  stripe_convert merge-reports ?.json\n"
    "  stripe_convert --tensor=pictures.npy --rgb --mean=123.675,116.28,103.53 --scale=1/57 pictures\n",
    {
        {"output", "PATH", "",
         "where to: .yuv (the samples as they lie in memory, plane after plane), .y4m (planes Y, U, V), or\n"
         "a picture (three samples a pixel in one plane). A folder if there are several inputs. A video\n"
         "needs .yuv or .y4m. With --to=bgr a picture for each frame (NAME_0001.png and on; NAME.png if\n"
         "there is one), or .bgr (all frames as they lie in memory). Without it, inputs are only converted"},
        {"as", "KIND", "", "the extension of files in a folder (default: yuv, or png with --to=bgr)"},
        {"to", "KIND", "yuv", "yuv (default), or bgr: colours, of 16 bits for formats of more than 8"},
        {"format", "NAME", "nv12",
         "of the result: layout, matrix, range, siting and bits, such as i420:10bit:bt2020:full\n"
         "(default: nv12). With --to=bgr the same as --from"},
        {"from", "NAME", "", "the format of raw YUV. Of a video: parts that it names win over what the file says"},
        {"size", "SIZE", "", "of the frames of raw YUV: WIDTHxHEIGHT, 1080p, 4K or 8K"},
        {"stride", "BYTES", "", "of a row of luma in raw YUV, if rows have gaps"},
        {"progressive", nullptr, "", "takes frames that a file calls interlaced as progressive"},
        {"list-formats", nullptr, "", "prints every format, and what FFmpeg calls it with -pix_fmt"},
        {"verify", nullptr, "",
         "compares with cv::cvtColor on the CPU, or with a plain loop; exits with 1 if a byte differs.\n"
         "Formats that OpenCV does not have may be one code off the formula in double precision"},
        {"device", "DEVICE", "auto", "auto (default), cpu, or the number of a CUDA device"},
        {"stripes", "N", "", "cuts each picture into N stripes (default: chosen by the library)"},
        {"tensor", "FILE.npy", "",
         "one array for NumPy of the colours of all pictures and frames: N x 3 x H x W, B, G, R, all of\n"
         "the size of the first. Samples of 16 bits keep their values"},
        {"tensor-type", "TYPE", "float32", "float32 (default) or float16"},
        {"tensor-layout", "LAYOUT", "chw", "chw (default), or hwc: N x H x W x 3"},
        {"mean", "VALUE", "", "is subtracted first: a number, or three with commas, in the order of the tensor"},
        {"scale", "VALUE", "", "multiplies the difference, likewise; also a fraction such as 1/255"},
        {"rgb", nullptr, "", "the tensor has R, G, B instead of B, G, R"},
        {"videos", nullptr, "", "also takes the videos of a folder (.y4m, .mp4, .mkv, .mov, .avi, .webm, .mpg, .gif)"},
        {"shard", "I/N", "0/1", "converts part I, from 0, of N parts of the inputs, which a hash of the names makes"},
        {"resume", nullptr, "",
         "skips what an earlier run with --resume has finished, with the same options, from an input that\n"
         "has not changed: notes are in .stripe_convert beside outputs. Removes what killed processes left"},
        {"report", "FILE.json", "",
         "each input with its bytes, seconds, the hash of its output (as xxh64sum prints) and its error.\n"
         "merge-reports says what is missing, failed or doubled in reports, and one hash of all outputs"},
    },
    run,
};
