// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Converts pictures, folders and videos to YUV, and YUV to pictures: what a program does with cudastripe, from reading
// to writing.

#include <climits>
#include <cstdlib>

#include "report.hpp"
#include "tensor.hpp"

#ifdef __linux__
#include <unistd.h>
#endif

using cv::cudastripe::YuvFormat;

namespace {

void prepareOpenCV([[maybe_unused]] char** argv)
{
#ifdef __linux__
    setenv("OPENCV_FFMPEG_LOGLEVEL", "-8", 0);
    // OpenCV reads this limit while it is loaded, so the program starts itself again.
    if (std::getenv("OPENCV_IO_MAX_IMAGE_PIXELS"))
        return;
    setenv("OPENCV_IO_MAX_IMAGE_PIXELS", "1099511627776", 1);
    execv("/proc/self/exe", argv);  // returns only if it fails; then small pictures still work
#endif
}

void listFormats()
{
    int width = 0;
    for (const YuvFormat& format : YuvFormat::all())
        width = std::max(width, int(format.name().size()) + 2);
    for (const YuvFormat& format : YuvFormat::all()) {
        const std::string ffmpeg = format.ffmpegName();
        std::printf("%-*s%s\n", ffmpeg.empty() ? 0 : width, format.name().c_str(), ffmpeg.c_str());
    }
}

// What one direction has and the other has not.
void checkDirection(const Arguments& arguments)
{
    if (arguments.isSecond("to", "yuv", "bgr"))
        arguments.refuse({"code", "pad", "repeat"}, "does not go with --to=bgr");
    else
        arguments.refuse({"size", "depth", "compare"}, "goes with --to=bgr only");
}

// All options that change a byte of an output.
std::string optionsText(const Arguments& arguments)
{
    std::string text;
    for (const char* option : {"to", "code", "format", "size", "depth"})
        text += arguments.text(option).empty() ? "" : std::string(" --") + option + "=" + arguments.text(option);
    for (const char* option : {"pad", "verify"})
        text += arguments.has(option) ? std::string(" --") + option : "";
    return text.substr(1);
}

// The other options say how the inputs are converted.
bool mergesReports(const Arguments& arguments)
{
    const std::vector<std::string> reports(arguments.operands().begin() + 1, arguments.operands().end());
    for (const Option& option : thisSample.options)
        arguments.refuse({option.name}, "does not go with merge-reports");
    if (reports.empty())
        throw UserError("merge-reports needs the names of reports");
    return mergeReports(reports);
}

int stripesOf(const Arguments& arguments)
{
    return int(arguments.number("stripes", 1, INT_MAX));
}

void printPlace(int device)
{
    std::printf("Running on %s\n", device < 0 ? cpuName().c_str() : ("GPU " + std::to_string(device)).c_str());
    std::fflush(stdout);
}

bool makesTensor(const Arguments& arguments)
{
    const int stripes = stripesOf(arguments);
    const TensorPlan plan = planTensor(arguments);
    const int device = deviceOf(arguments, "cpu");
    Converter converter(device, stripes);
    printPlace(device);
    writeTensor(plan, converter.striper);
    return true;
}

bool convertsInputs(const Arguments& arguments)
{
    if (arguments.has("code") && arguments.has("format"))
        throw UserError("--code and --format exclude each other");
    arguments.refuse({"tensor-type", "tensor-layout", "mean", "scale", "rgb"}, "goes with --tensor only");
    checkDirection(arguments);
    const int stripes = stripesOf(arguments);
    const RunOptions options = {
        arguments.has("verify"),   arguments.has("pad"),    int(arguments.number("repeat", 1, INT_MAX)),
        arguments.text("compare"), arguments.has("resume"), optionsText(arguments)};
    const int device = deviceOf(arguments, "cpu");
    Report report(arguments.has("report") ? arguments.fileName("report", ".json") : "");
    const Plan plan = planJobs(arguments);
    Converter converter(device, stripes);
    printPlace(device);
    return convertAll(plan, converter, options, report);
}

int run(const Arguments& arguments)
{
    if (arguments.has("list-formats")) {
        listFormats();
        return EXIT_SUCCESS;
    }
    if (arguments.operands().empty())
        throw UserError("no input; --help says how to call this");
    if (arguments.operands().front() == "merge-reports")
        return mergesReports(arguments) ? EXIT_SUCCESS : EXIT_FAILURE;
    try {
        const bool done = arguments.has("tensor") ? makesTensor(arguments) : convertsInputs(arguments);
        return done ? EXIT_SUCCESS : EXIT_FAILURE;
    } catch (const Interruption& interruption) {
        return 128 + interruption.signal;
    }
}

}  // namespace

const Sample thisSample = {
    "stripe_convert",
    "Converts pictures, a folder of pictures, or a video to YUV with cudastripe; or YUV to pictures.",
    "INPUT...\n"
    "       stripe_convert merge-reports REPORT...",
    "  stripe_convert --verify --planes=planes.png --output=yuv.png photo.jpg\n"
    "  stripe_convert --code=tutorial --output=clip.y4m clip.mp4\n"
    "  stripe_convert --format=nv12:bt709:limited --output=photo.yuv photo.jpg\n"
    "  stripe_convert --to=bgr --format=nv12:bt709:limited --size=1920x1080 --output=photo.png photo.yuv\n"
    "  stripe_convert --to=bgr --output=frames/ clip.y4m\n"
    "  stripe_convert --shard=2/8 --resume --report=2.json --format=nv12 --as=yuv --output=results pictures\n"
    "  stripe_convert merge-reports ?.json\n"
    "  stripe_convert --tensor=pictures.npy --rgb --mean=123.675,116.28,103.53 --scale=1/57 pictures\n",
    {
        {"output", "PATH", "",
         "where to: .png and whatever imwrite knows (packed, 3 channels), .yuv (the samples of a\n"
         "format as they lie in memory; planes Y, U (Cb), V (Cr) of a 4:4:4 code) or .y4m (planes).\n"
         "A folder if there are several inputs. A video needs .yuv or .y4m. Without it, inputs are\n"
         "only converted. With --to=bgr a picture for each frame (NAME_0001.png and on; NAME.png if\n"
         "there is one frame), or .bgr (all frames, samples as they lie in memory)"},
        {"as", "KIND", "",
         "what is written into a folder: png (default), yuv or y4m; with --to=bgr png, ppm, tiff or bgr"},
        {"to", "KIND", "yuv",
         "yuv (default), or bgr: converts .y4m, and raw YUV of --format and --size, to colours, of 16\n"
         "bits for formats of more than 8"},
        {"code", "CODE", "BGR2YUV",
         "BGR2YUV (default), RGB2YUV, BGR2YCrCb, RGB2YCrCb, tutorial, BGR2YUV_I420, _YV12, _UYVY,\n"
         "_YUY2, _YVYU (also from RGB, BGRA, RGBA); .y4m fits the YCrCb codes, tutorial and I420"},
        {"format", "NAME", "",
         "instead of --code: layout, matrix, range, siting and bits, such as nv12:bt709:limited or\n"
         "i420:10bit:bt2020:full; .y4m fits the layouts i444, i422, i420 and y. Formats of more than\n"
         "8 bits use all bits of pictures that have 16. For an input in .y4m the matrix, and the range\n"
         "if it is named; else the header's range, else limited"},
        {"size", "SIZE", "", "of the frames of raw YUV: WIDTHxHEIGHT, 1080p, 4K or 8K"},
        {"depth", "BITS", "", "8: colours of 8 bits from any format"},
        {"compare", "PATH", "", "prints the PSNR of colours against a picture, or frames in .bgr"},
        {"list-formats", nullptr, "", "prints every format, and what FFmpeg calls it with -pix_fmt"},
        {"pad", nullptr, "", "repeats the last column and row where a format needs an even width or height"},
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
        {"tensor", "FILE.npy", "",
         "one array for NumPy of all pictures and frames, instead of YUV: N x 3 x H x W, B, G, R, all of\n"
         "the size of the first. Samples of 16 bits keep their values. With --to=bgr it is made of YUV;\n"
         "goes with --device, --stripes, --videos, --format and --size, and with these:"},
        {"tensor-type", "TYPE", "float32", "float32 (default) or float16"},
        {"tensor-layout", "LAYOUT", "chw", "chw (default), or hwc: N x H x W x 3"},
        {"mean", "VALUE", "", "is subtracted first: a number, or three with commas, in the order of the tensor"},
        {"scale", "VALUE", "", "multiplies the difference, likewise; also a fraction such as 1/255"},
        {"rgb", nullptr, "", "R, G, B instead of B, G, R"},
        {"videos", nullptr, "", "also takes the videos of a folder (.y4m, .mp4, .mkv, .mov, .avi, .webm, .mpg)"},
        {"shard", "I/N", "",
         "converts part I, from 0, of N parts (default: SLURM_ARRAY_TASK_ID, _MIN, _STEP, _COUNT, or\n"
         "JOB_COMPLETION_INDEX and JOB_COMPLETIONS, unless the input is one file; else everything)"},
        {"balance", "BY", "hash",
         "how inputs are divided: hash (default) of the names, or bytes, which makes parts of about\n"
         "the same size and needs all inputs to be there, unchanged, until the last part has begun"},
        {"resume", nullptr, "",
         "skips what an earlier run with --resume has finished, with the same options, from an input\n"
         "that has not changed; notes, of what is on the disk, are in .stripe_convert in the folder\n"
         "of outputs. Removes temporary files of processes that were killed"},
        {"report", "FILE.json", "",
         "each input with its bytes, seconds, the hash of its output (as xxh64sum prints) and its\n"
         "error; no report if the run was interrupted. merge-reports reads the reports of all parts\n"
         "and prints what is missing, failed or doubled, and one hash of all outputs"},
    },
    run,
};

int main(int argc, char** argv)
{
    prepareOpenCV(argv);
    return sampleMain(thisSample, argc, argv);
}
