// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "converter.hpp"

#include <charconv>

#include "user_error.hpp"

using cv::cudastripe::Striper;
using cv::cudastripe::StriperParams;

namespace {

int deviceNumber(const std::string& text)
{
    int number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 0) {
        throw UserError("--device=" + text + ": not auto, cpu or the number of a CUDA device");
    }
    return number;
}

// Null where the default Striper does.
std::unique_ptr<Striper> makeStriper(const std::string& device, int stripes)
{
    StriperParams params;
    params.stripes = stripes;
    if (device == "auto") {
        if (stripes == 0)
            return nullptr;
        params.devices = StriperParams::forCurrentDevice().devices;
    } else if (device != "cpu") {
        params.devices = {deviceNumber(device)};
    }
    auto striper = std::make_unique<Striper>(params);
    if (!params.devices.empty() && striper->devices().empty()) {
        throw UserError("--device=" + device + ": this build or this machine has no such CUDA device");
    }
    return striper;
}

}  // namespace

Converter::Converter(const Conversion& conversion, const std::string& device, int stripes)
    : conversion_(conversion),
      ownStriper_(makeStriper(device, stripes)),
      striper_(ownStriper_ ? *ownStriper_ : Striper::getDefault())
{
}

int Converter::device() const
{
    const std::vector<int> devices = striper_.devices();
    return devices.empty() ? -1 : devices.front();
}

std::unique_ptr<cv::cudastripe::Pipeline> Converter::pipeline() const
{
    return std::make_unique<cv::cudastripe::Pipeline>(cv::cudastripe::StreamHandle(nullptr), striper_);
}

void Converter::convert(const cv::Mat& source, cv::Mat& result, const cv::cudastripe::StreamRef& stream) const
{
    using namespace cv::cudastripe;
    if (conversion_.cvtCode == noCvtCode) {
        cvtToYuv(source, result, *conversion_.format, conversion_.order, stream, striper_);
    } else {
        cv::cudastripe::cvtColor(source, result, conversion_.cvtCode, stream, striper_);
    }
}

std::string Converter::place() const
{
    const std::vector<int> devices = striper_.devices();
    if (devices.empty()) {
        const int threads = cv::getNumThreads();
        return "CPU with " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
    }
    std::string text = "GPU";
    for (int device : devices)
        text += " " + std::to_string(device);
    return text;
}
