// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "gpu.hpp"

#include <algorithm>
#include <opencv2/cudastripe/pinned.hpp>

using namespace cv::cudastripe;

int deviceOf(const Arguments& arguments, const std::string& none)
{
    const std::string& text = arguments.text("device");
    const std::vector<int> current = text == "auto" ? StriperParams::forCurrentDevice().devices : std::vector<int>();
    if (text == none || text == "auto")
        return current.empty() ? -1 : current.front();
    const int device = parseNumber(text, 1 << 20);
    if (device < 0)
        throw UserError("--device=" + text + ": not auto, " + none + " or the number of a CUDA device");
    if (Striper(paramsFor(device)).devices().empty())
        throw UserError("--device=" + text + ": this build or this machine has no such CUDA device");
    return device;
}

YuvFormat formatNamed(const std::string& name, const std::string& option)
{
    try {
        return YuvFormat::fromName(name);
    } catch (const cv::Exception& error) {
        const std::string function = "fromName: ";  // which says nothing here
        const std::size_t found = error.err.find(function);
        throw UserError(option + name + ": " +
                        error.err.substr(found == std::string::npos ? 0 : found + function.size()));
    }
}

int gpuCount()
{
    int count = 0;
#ifdef __CUDACC__
    if (cudaGetDeviceCount(&count) != cudaSuccess) {
        cudaGetLastError();  // clears the error
        count = 0;
    }
#endif
    return count;
}

StriperParams paramsFor(int device, int stripes)
{
    StriperParams params;
    params.stripes = stripes;
    if (device >= 0)
        params.devices = {device};
    return params;
}

std::string cpuName()
{
    const int threads = cv::getNumThreads();
    return "CPU with " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

HostMemory::HostMemory(std::size_t bytes, int device)
{
    bytes = std::max<std::size_t>(bytes, 1);  // so that the pointer is never null
    problem = "this is pageable memory";
#ifdef __CUDACC__
    if (device >= 0) {
        void* memory = nullptr;
        // The memory belongs to the context of the current device, so set it: no context is made on another GPU.
        cudaError_t error = cudaSetDevice(device);
        if (error == cudaSuccess)
            error = cudaHostAlloc(&memory, bytes, cudaHostAllocPortable);
        problem = error == cudaSuccess ? "" : cudaGetErrorString(error);
        cudaGetLastError();  // clears the error
        if (error == cudaSuccess)
            data = std::shared_ptr<void>(memory, [](void* p) { cudaFreeHost(p); });
    }
#else
    static_cast<void>(device);
#endif
    if (!data)
        data = std::shared_ptr<void>(cv::fastMalloc(bytes), cv::fastFree);
}

GpuProperties gpuProperties([[maybe_unused]] int device)
{
    GpuProperties result;
#ifdef __CUDACC__
    cudaDeviceProp found;
    if (cudaGetDeviceProperties(&found, device) != cudaSuccess)
        CV_Error(cv::Error::GpuApiCallError, "the properties of the device cannot be read");
    result = {found.name, found.multiProcessorCount, found.asyncEngineCount, found.concurrentKernels != 0,
              found.canMapHostMemory != 0};
#endif
    return result;
}

cv::Mat hostImage(cv::Size size, int type, int device)
{
    return device < 0 ? cv::Mat(size, type) : pinned(size, type);
}
