// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// The only file that needs nvcc. Without it nothing is measured.

#include <algorithm>
#include <numeric>
#include <opencv2/cudastripe/prefetch.hpp>

#include "../common/gpu.hpp"
#include "../common/measure.hpp"
#include "table.hpp"

using namespace cv::cudastripe;

#ifdef __CUDACC__

namespace {

void check(cudaError_t error)
{
    if (error != cudaSuccess)
        CV_Error(cv::Error::GpuApiCallError, cudaGetErrorString(error));
}

std::shared_ptr<double> deviceArray(std::size_t bytes)
{
    void* memory = nullptr;
    check(cudaMalloc(&memory, bytes));
    return {static_cast<double*>(memory), cudaFree};
}

std::shared_ptr<CUevent_st> makeEvent()
{
    cudaEvent_t event = nullptr;
    check(cudaEventCreate(&event));
    return {event, cudaEventDestroy};
}

}  // namespace

Measurements measure(const Loop& loop, int device, std::int64_t elements, int repeat)
{
    check(cudaSetDevice(device));
    const std::size_t plainEvery = 10, bytes = static_cast<std::size_t>(elements) * sizeof(double);
    const std::vector<PrefetchShape> shapes = allShapes(loop);
    const std::vector<double> expected = resultOf(loop, elements);
    const HostMemory host(bytes, device);
    const auto in = deviceArray(bytes), out = deviceArray(bytes);
    const auto start = makeEvent(), stop = makeEvent();
    std::iota(host.as<double>(), host.as<double>() + elements, 0.);
    check(cudaMemcpy(in.get(), host.data.get(), bytes, cudaMemcpyHostToDevice));

    // Milliseconds of one kernel, with the caches full of other things.
    const auto runMs = [&](const PrefetchShape& shape) {
        // Also lets the host get ahead: the launch itself is not in the time.
        check(cudaMemsetAsync(out.get(), 0xff, bytes));
        check(cudaEventRecord(start.get()));
        transformPrefetched(in.get(), elements, out.get(), loop.work, shape, nullptr);
        check(cudaEventRecord(stop.get()));
        check(cudaEventSynchronize(stop.get()));
        float ms = 0;
        check(cudaEventElapsedTime(&ms, start.get(), stop.get()));
        return ms;
    };
    for (const PrefetchShape& shape : shapes) {
        runMs(shape);
        check(cudaMemcpy(host.data.get(), out.get(), bytes, cudaMemcpyDeviceToHost));
        if (!std::equal(expected.begin(), expected.end(), host.as<double>()))
            throw UserError(loop.name + ": " + toString(shape) + ": wrong result");
    }
    std::vector<std::vector<double>> timesMs(shapes.size());
    for (int run = 0; run < repeat; ++run) {
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            if (i % plainEvery == 0)
                timesMs[0].push_back(runMs(shapes[0]));
            if (i > 0)
                timesMs[i].push_back(runMs(shapes[i]));
        }
    }
    Measurements result{loop.name, {}};
    for (std::size_t i = 0; i < shapes.size(); ++i)
        result.all.push_back({shapes[i], quantile(timesMs[i]), quantile(timesMs[i], 0.1), quantile(timesMs[i], 0.9)});
    return result;
}

#else

Measurements measure(const Loop&, int, std::int64_t, int)
{
    CV_Error(cv::Error::GpuNotSupported, "this build is without CUDA");
}

#endif
