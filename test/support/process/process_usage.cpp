// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "process_usage.hpp"

#include <filesystem>
#include <fstream>

#ifdef HAVE_CUDASTRIPE_CUDA
#include <cuda_runtime_api.h>
#endif

namespace opencv_test {
namespace {

size_t entries(const char* folder)
{
    std::error_code error;
    size_t count = 0;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        ++count;
    return count;
}

size_t deviceBytes()
{
#ifdef HAVE_CUDASTRIPE_CUDA
    int devices = 0;
    size_t free = 0, total = 0;
    if (cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0 && cudaMemGetInfo(&free, &total) == cudaSuccess)
        return total - free;
#endif
    return 0;
}

}  // namespace

ProcessUsage processUsage()
{
    ProcessUsage usage;
    usage.deviceBytes = deviceBytes();  // first: where there is a GPU it opens a context, which takes memory and files
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        if (word == "VmRSS:" && status >> usage.residentBytes)
            usage.residentBytes *= 1024;
    }
    usage.files = entries("/proc/self/fd");
    usage.threads = entries("/proc/self/task");
    return usage;
}

}  // namespace opencv_test
