// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// The only file that needs nvcc for its functor: nvcc makes a kernel of it, another compiler a function for the CPU.

#include "decipher_job.hpp"

#include <charconv>
#include <opencv2/cudastripe/functor.hpp>

#include "../common/user_error.hpp"
#include "cpu_phases.hpp"

using namespace cv::cudastripe;

namespace {

#ifdef __CUDACC__

constexpr bool hasKernel = true;

std::string deviceName(int device)
{
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, device) == cudaSuccess)
        return properties.name;
    cudaGetLastError();  // or the next call that looks for errors finds this one
    return "unknown";
}

#else

constexpr bool hasKernel = false;

std::string deviceName(int)
{
    return "unknown";
}

#endif

int deviceNumber(const std::string& text)
{
    int number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 0) {
        throw UserError("--device=" + text + ": not auto, cpu or the number of a CUDA device");
    }
    return number;
}

std::unique_ptr<Striper> makeStriper(const std::string& device, int stripes)
{
    StriperParams params;
    const bool named = device != "auto" && device != "cpu";
    if (named) {
        params.devices = {deviceNumber(device)};
    } else if (device == "auto" && hasKernel) {
        params.devices = StriperParams::forCurrentDevice().devices;
    }
    params.stripes = stripes;
    auto striper = std::make_unique<Striper>(params);
    if (named && (!hasKernel || striper->devices().empty())) {
        throw UserError("--device=" + device + ": this build or this machine has no such CUDA device");
    }
    return striper;
}

}  // namespace

DecipherJob::DecipherJob(const std::string& device, int stripes) : striper_(makeStriper(device, stripes)) {}

void DecipherJob::run(std::uint64_t* entries, std::int64_t count, const Decipher& decipher)
{
    transform(entries, count, entries, decipher, SameBits::Yes, StreamRef(), *striper_);
}

int DecipherJob::device() const
{
    const std::vector<int> devices = striper_->devices();
    return devices.empty() ? -1 : devices.front();
}

std::string DecipherJob::place() const
{
    const int number = device();
    return number < 0 ? cpuPlace() : "GPU " + std::to_string(number) + " (" + deviceName(number) + ")";
}
