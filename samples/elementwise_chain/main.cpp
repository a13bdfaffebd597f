// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Draws a picture by a chain of operators, instead of one call of OpenCV for each operator.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <opencv2/cudastripe/chain.hpp>
#include <opencv2/cudastripe/elementwise.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/opencv_modules.hpp>
#ifdef HAVE_OPENCV_CUDAARITHM
#include <opencv2/cudaarithm.hpp>
#endif

#include "../common/gpu.hpp"
#include "../common/measure.hpp"
#include "../common/output_file.hpp"
#include "../common/picture_file.hpp"
#include "../common/sample_main.hpp"

using namespace cv::cudastripe;

namespace {

// An ink drawing in bright colours: five operators on a blurred copy of a picture, and on the picture.
// What is darker than its surroundings turns into ink. No product needs more than the 24 bits of a float, so that the
// calls of OpenCV and of cv::cuda give the same bits as the chain.
namespace ink {

// The numbers in the steps of all three versions.
constexpr double inkStrength = 3;
constexpr double leastInk = 20;
constexpr double brightness = 6 / 1024.;

// The copy that the picture is compared with.
cv::Mat blurred(const cv::Mat& picture)
{
    cv::Mat result;
    cv::GaussianBlur(picture, result, cv::Size(), std::max(1., picture.cols / 100.));
    return result;
}

// Its source is the blurred copy; its second image is the picture.
Chain chain()
{
    return Chain()
        .subtract(secondImage)
        .multiply(cv::Scalar::all(inkStrength))
        .threshold(leastInk, 255, cv::THRESH_TOZERO)
        .bitwiseNot()
        .multiply(secondImage, brightness);
}

// The first step of the chain alone.
Chain firstStep()
{
    return Chain().subtract(secondImage);
}

// The same by OpenCV's functions on the CPU.
void byOpenCv(const cv::Mat& blurred, const cv::Mat& picture, cv::Mat& drawing)
{
    cv::subtract(blurred, picture, drawing);
    cv::multiply(drawing, cv::Scalar::all(inkStrength), drawing);
    cv::threshold(drawing, drawing, leastInk, 255, cv::THRESH_TOZERO);
    cv::bitwise_not(drawing, drawing);
    cv::multiply(drawing, picture, drawing, brightness);
}

#ifdef HAVE_OPENCV_CUDAARITHM
struct DeviceSide
{
    cv::cuda::GpuMat blurred, picture, drawing;
    cv::cuda::Stream stream;
};

void draw(DeviceSide& on)
{
    cv::cuda::subtract(on.blurred, on.picture, on.drawing, cv::noArray(), -1, on.stream);
    cv::cuda::multiply(on.drawing, cv::Scalar::all(inkStrength), on.drawing, 1, -1, on.stream);
    cv::cuda::threshold(on.drawing, on.drawing, leastInk, 255, cv::THRESH_TOZERO, on.stream);
    cv::cuda::bitwise_not(on.drawing, on.drawing, cv::noArray(), on.stream);
    cv::cuda::multiply(on.drawing, on.picture, on.drawing, brightness, -1, on.stream);
}

// The same by cv::cuda: uploads, five calls and a download in one stream, and the wait for it. Device memory is kept
// from call to call. Empty if this program was built with an OpenCV without the module cudaarithm.
std::function<void(const cv::Mat&, const cv::Mat&, cv::Mat&)> byOpenCvCuda(int device)
{
    cv::cuda::setDevice(device);
    const auto on = std::make_shared<DeviceSide>();
    return [on](const cv::Mat& blurred, const cv::Mat& picture, cv::Mat& drawing) {
        on->blurred.upload(blurred, on->stream);
        on->picture.upload(picture, on->stream);
        draw(*on);
        on->drawing.download(drawing, on->stream);
        on->stream.waitForCompletion();
    };
}
#else
std::function<void(const cv::Mat&, const cv::Mat&, cv::Mat&)> byOpenCvCuda(int)
{
    return {};
}
#endif

}  // namespace ink

struct Images
{
    cv::Mat blurred, picture, drawing;
};

// A way to make a drawing.
struct Way
{
    std::string name;
    std::function<void()> draw;
    bool whole = true;     // all five steps, so that the drawing can be compared
    bool verified = true;  // a difference is an error
};

std::int64_t differingBytes(const cv::Mat& a, const cv::Mat& b)
{
    cv::Mat differ;
    cv::compare(a.reshape(1), b.reshape(1), differ, cv::CMP_NE);
    return cv::countNonZero(differ);
}

// Draws by this library and in one other way, and prints what was measured. The drawing of the chain stays in the
// images. Gives false if it differs from what was expected.
bool drawIn(const std::string& place, const Images& images, Striper& striper, const Way& other, const cv::Mat& expected,
            int repetitions)
{
    const auto transformBy = [&](const Chain& chain) {
        return [&, chain] {
            transform(images.blurred, images.picture, images.drawing, chain, cv::noArray(), StreamRef(), striper);
        };
    };
    std::vector<Way> ways = {{"one operator, " + ink::firstStep().toString(), transformBy(ink::firstStep()), false},
                             {"the chain of five", transformBy(ink::chain())}};
    if (other.draw)
        ways.push_back(other);
    bool right = true;
    std::vector<std::string> differing;
    for (const Way& way : ways) {
        cv::Mat(images.drawing).setTo(cv::Scalar::all(0));
        way.draw();
        const std::int64_t bytes = way.whole ? differingBytes(images.drawing, expected) : 0;
        differing.push_back(way.whole ? ", " + std::to_string(bytes) + " differing bytes" : "");
        right = right && !(way.verified && bytes > 0);
    }
    const auto times = timesInTurn(ways.size(), repetitions, [&](size_t i) { ways[i].draw(); });
    std::printf("\n%s\n", place.c_str());
    for (size_t i = 0; i < times.size(); ++i)
        std::printf("  %-48s %9.3f ms%s\n", ways[i].name.c_str(), quantile(times[i]), differing[i].c_str());
    ways[1].draw();
    return right;
}

// Draws a picture on the CPU, in pageable memory, and on a device if one is given, from page-locked memory. Gives the
// drawing by the chain, on the device if there is one, or nothing if a byte differs.
cv::Mat drawEverywhere(const cv::Mat& picture, int device, int repetitions)
{
    Images images = {ink::blurred(picture), picture, cv::Mat(picture.size(), picture.type())};
    cv::Mat expected;
    ink::byOpenCv(images.blurred, images.picture, expected);
    Striper onCpu((StriperParams()));
    const Way fiveCalls = {"OpenCV's five calls",
                           [&] { ink::byOpenCv(images.blurred, images.picture, images.drawing); }};
    const bool right = drawIn("on the CPU, " + std::to_string(cv::getNumThreads()) + " threads", images, onCpu,
                              fiveCalls, expected, repetitions);
    if (device < 0 || !right)
        return right ? images.drawing : cv::Mat();

    const auto pageLocked = [&] { return hostImage(picture.size(), picture.type(), device); };
    const Images pageable = images;
    images = {pageLocked(), pageLocked(), pageLocked()};
    pageable.blurred.copyTo(images.blurred);
    picture.copyTo(images.picture);
    Striper onDevice(paramsFor(device));
    Way byCuda = {"cv::cuda: uploads, five calls, download", {}, true, false};
    if (const auto draw = ink::byOpenCvCuda(device))
        byCuda.draw = [draw, &images] { draw(images.blurred, images.picture, images.drawing); };
    if (!drawIn("on device " + std::to_string(device) + ", page-locked memory", images, onDevice, byCuda, expected,
                repetitions))
        return cv::Mat();
    return images.drawing.clone();
}

// Two pictures of one size, scaled down to a screen.
cv::Mat sideBySide(const cv::Mat& left, const cv::Mat& right)
{
    cv::Mat both;
    cv::hconcat(left, right, both);
    const double scale = std::min({1., 3200. / both.cols, 1200. / both.rows});
    const cv::Size size(std::max(2, cvRound(both.cols * scale)), std::max(1, cvRound(both.rows * scale)));
    cv::resize(both, both, size, 0, 0, cv::INTER_AREA);
    return both;
}

int run(const Arguments& arguments)
{
    if (arguments.operands().empty())
        throw UserError("no picture; --help says how to call this");
    const std::string& name = arguments.operands()[0];
    if (arguments.operands().size() > 1) {
        throw UserError("two pictures, '" + name + "' and '" + arguments.operands()[1] +
                        "'; one can be drawn at a time");
    }
    const int repetitions = static_cast<int>(arguments.number("repetitions", 1, 100000));
    const int device = deviceOf(arguments, "none");
    const cv::Size size = arguments.text("size").empty() ? cv::Size() : arguments.frameSize("size").size;
    OutputFile png(arguments.fileName("out", ".png"));
    std::error_code ignored;
    if (std::filesystem::equivalent(name, png.name(), ignored))
        throw UserError(png.name() + ": the output would replace the picture");

    std::string warning;
    cv::Mat picture = readPicture(name, cv::IMREAD_COLOR, warning);
    if (picture.empty())
        throw UserError(name + ": not a picture that OpenCV can read" + (warning.empty() ? "" : " (" + warning + ")"));
    if (!warning.empty())
        printError("elementwise_chain", "warning: " + name + ": " + warning);
    if (!size.empty())
        cv::resize(picture, picture, size, 0, 0, cv::INTER_CUBIC);
    std::printf("%s, %d x %d: %s\n", oneLine(name).c_str(), picture.cols, picture.rows,
                ink::chain().toString().c_str());
    const cv::Mat drawing = drawEverywhere(picture, device, repetitions);
    if (drawing.empty())
        throw UserError("the chain does not give what OpenCV's calls give");
    png.writePicture(sideBySide(picture, drawing));
    png.commit();
    std::printf("\npicture: %s\n", oneLine(png.name()).c_str());
    return EXIT_SUCCESS;
}

}  // namespace

const Sample thisSample = {
    "elementwise_chain",
    "Draws a picture in ink by five operators in one call, compares every byte with OpenCV's five calls, and\n"
    "times both beside one operator alone.",
    "PICTURE",
    "  elementwise_chain photo.jpg\n"
    "  elementwise_chain --size=8K --device=0 --out=8k.png photo.jpg\n",
    {
        {"size", "SIZE", "", "scales the picture to 1080p, 4K, 8K or WIDTHxHEIGHT (default: as it is)"},
        {"device", "DEVICE", "auto", "auto (default), none, or the number of a CUDA device"},
        {"repetitions", "N", "15", "measured runs of each way; medians are printed (default: 15)"},
        {"out", "FILE.png", "elementwise_chain.png",
         "the picture and the drawing side by side (default: elementwise_chain.png)"},
    },
    run,
};
