// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "places.hpp"

#include <algorithm>
#include <memory>
#include <opencv2/cudastripe/elementwise.hpp>

#include "../common/frame_buffer.hpp"
#include "ink.hpp"
#include "ink_cuda.hpp"

using namespace cv::cudastripe;

namespace {

struct Images
{
    cv::Mat blurred, picture;
};

constexpr size_t chainOfFive = 1;  // of the ways below

// What this library does in a place.
std::vector<Way> chainAndStep(const Images& from, const std::shared_ptr<Striper>& striper)
{
    const auto transformBy = [=](const Chain& chain) {
        return [=](cv::Mat& drawing) {
            transform(from.blurred, from.picture, drawing, chain, cv::noArray(), StreamRef(), *striper);
        };
    };
    return {{"one operator, " + ink::firstStep().toString(), transformBy(ink::firstStep()), false},
            {"the chain of five", transformBy(ink::chain())}};
}

Place onCpu(const Images& from, const cv::Mat& expected, int repetitions, cv::Mat& drawing)
{
    std::vector<Way> ways = chainAndStep(from, std::make_shared<Striper>(StriperParams()));
    ways.push_back({"OpenCV's five calls", [&](cv::Mat& to) { ink::byOpenCv(from.blurred, from.picture, to); }});
    const Place place = {"on the CPU, " + std::to_string(cv::getNumThreads()) + " threads",
                         compareWays(ways, expected, repetitions, drawing)};
    ways[chainOfFive].draw(drawing);
    return place;
}

Place onDevice(const Images& from, int device, const cv::Mat& expected, int repetitions, cv::Mat& drawing)
{
    const auto pageLocked = [&] { return FrameBuffer::pageLocked(expected.size(), expected.type(), device); };
    const FrameBuffer blurred = pageLocked(), picture = pageLocked(), result = pageLocked();
    const Images images = {blurred.image(), picture.image()};
    from.blurred.copyTo(images.blurred);
    from.picture.copyTo(images.picture);
    StriperParams params;
    params.devices = {device};
    std::vector<Way> ways = chainAndStep(images, std::make_shared<Striper>(params));
    if (const auto byOpenCvCuda = inkByOpenCvCuda(device)) {
        ways.push_back({"cv::cuda: uploads, five calls, download",
                        [=](cv::Mat& to) { byOpenCvCuda(images.blurred, images.picture, to); }, true, false});
    }
    cv::Mat to = result.image();
    const Place place = {"on device " + std::to_string(device) + ", page-locked memory",
                         compareWays(ways, expected, repetitions, to)};
    ways[chainOfFive].draw(to);
    to.copyTo(drawing);
    return place;
}

}  // namespace

bool Drawing::right() const
{
    return std::none_of(places.begin(), places.end(), [](const Place& place) {
        return std::any_of(place.measured.begin(), place.measured.end(), [](const Measured& m) { return m.failed; });
    });
}

Drawing drawEverywhere(const cv::Mat& picture, int device, int repetitions)
{
    const Images images = {ink::blurred(picture), picture};
    cv::Mat expected;
    ink::byOpenCv(images.blurred, images.picture, expected);
    Drawing drawing;
    drawing.result.create(picture.size(), picture.type());
    drawing.places.push_back(onCpu(images, expected, repetitions, drawing.result));
    if (device >= 0)
        drawing.places.push_back(onDevice(images, device, expected, repetitions, drawing.result));
    return drawing;
}
