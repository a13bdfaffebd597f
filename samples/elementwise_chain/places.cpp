// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "places.hpp"

#include <functional>
#include <opencv2/cudastripe/elementwise.hpp>

#include "../common/gpu.hpp"
#include "../common/measure.hpp"
#include "ink.hpp"

using namespace cv::cudastripe;

namespace {

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
    bool verified = true;  // a difference is this library's fault
};

std::int64_t differingBytes(const cv::Mat& a, const cv::Mat& b)
{
    cv::Mat differ;
    cv::compare(a.reshape(1), b.reshape(1), differ, cv::CMP_NE);
    return cv::countNonZero(differ);
}

// What this library does, and one way beside it. The drawing of the chain stays in the images.
Place drawIn(const std::string& name, const Images& images, Striper& striper, const Way& other, const cv::Mat& expected,
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
    Place place = {name, {}};
    for (const Way& way : ways) {
        cv::Mat(images.drawing).setTo(cv::Scalar::all(0));
        way.draw();
        const std::int64_t differing = way.whole ? differingBytes(images.drawing, expected) : -1;
        place.measured.push_back({way.name, 0, differing, way.verified && differing > 0});
    }
    const auto times = timesInTurn(ways.size(), repetitions, [&](size_t i) { ways[i].draw(); });
    for (size_t i = 0; i < times.size(); ++i)
        place.measured[i].timeMs = quantile(times[i]);
    ways[1].draw();
    return place;
}

}  // namespace

Drawing drawEverywhere(const cv::Mat& picture, int device, int repetitions)
{
    Images images = {ink::blurred(picture), picture, cv::Mat(picture.size(), picture.type())};
    cv::Mat expected;
    ink::byOpenCv(images.blurred, images.picture, expected);
    Striper onCpu((StriperParams()));
    const Way fiveCalls = {"OpenCV's five calls",
                           [&] { ink::byOpenCv(images.blurred, images.picture, images.drawing); }};
    Drawing drawing = {{drawIn("on the CPU, " + std::to_string(cv::getNumThreads()) + " threads", images, onCpu,
                               fiveCalls, expected, repetitions)},
                       images.drawing};
    if (device < 0)
        return drawing;

    const auto pageLocked = [&] { return HostImage(picture.size(), picture.type(), device); };
    const HostImage blurred = pageLocked(), source = pageLocked(), result = pageLocked();
    images.blurred.copyTo(blurred.image());
    picture.copyTo(source.image());
    images = {blurred.image(), source.image(), result.image()};
    Striper onDevice(paramsFor(device));
    Way byCuda = {"cv::cuda: uploads, five calls, download", {}, true, false};
    if (const auto draw = ink::byOpenCvCuda(device))
        byCuda.draw = [draw, &images] { draw(images.blurred, images.picture, images.drawing); };
    drawing.places.push_back(drawIn("on device " + std::to_string(device) + ", page-locked memory", images, onDevice,
                                    byCuda, expected, repetitions));
    images.drawing.copyTo(drawing.result);
    return drawing;
}
