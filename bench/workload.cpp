// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "workload.hpp"

#include <cstring>

#include "page_locked_memory.hpp"

namespace bench {
namespace {

void convert(const Workload& frame, const void* in, void* out, const cv::cudastripe::StreamRef& stream,
             cv::cudastripe::Striper& striper)
{
    // A header over device memory: OpenCV without CUDA can have one, too.
    const cv::cuda::GpuMat src(frame.size, CV_8UC4, const_cast<void*>(in));
    cv::cuda::GpuMat dst(frame.size, CV_8UC3, out);
    cv::cudastripe::cvtColor(src, dst, cv::COLOR_BGR2YUV, stream, striper);
}

Workload frameOf(const char* name, cv::Size size, int sets)
{
    const size_t pixels = static_cast<size_t>(size.area());
    return {name, size, pixels * 4, pixels * 3, sets, convert};
}

}  // namespace

const std::vector<Workload>& workloads()
{
    constexpr int floats = 64 << 20;
    static const std::vector<Workload> list = {
        frameOf("1080p", {1920, 1080}, 64),
        frameOf("4K", {3840, 2160}, 16),
        frameOf("8K", {7680, 4320}, 4),
        {"array", {floats, 1}, floats * sizeof(float), floats * sizeof(float), 2, addOne},
    };
    return list;
}

Buffers::Buffers(const Workload& workload)
{
    for (int i = 0; i < workload.sets; ++i) {
        sets_.push_back({pageLockedMemory(workload.inBytes), pageLockedMemory(workload.outBytes)});
        std::memset(sets_.back().in.get(), i + 1, workload.inBytes);
        std::memset(sets_.back().out.get(), 0, workload.outBytes);
    }
}

const Buffers::Set& Buffers::next()
{
    const Set& set = sets_[next_];
    next_ = (next_ + 1) % sets_.size();
    return set;
}

}  // namespace bench
