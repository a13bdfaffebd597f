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

// Arrays on a GPU, and the loops that run over them. Element i of the source is i.
class DeviceLoop
{
public:
    DeviceLoop(int device, std::int64_t elements)
        : count_(elements), bytes_(static_cast<std::size_t>(elements) * sizeof(double)), host_(bytes_, device)
    {
        check(cudaSetDevice(device));
        check(cudaEventCreate(&start_));
        check(cudaEventCreate(&stop_));
        check(cudaMalloc(&in_, bytes_));
        check(cudaMalloc(&out_, bytes_));
        std::iota(host_.as<double>(), host_.as<double>() + count_, 0.);
        check(cudaMemcpy(in_, host_.data.get(), bytes_, cudaMemcpyHostToDevice));
    }
    ~DeviceLoop()
    {
        cudaFree(in_);
        cudaFree(out_);
        cudaEventDestroy(start_);
        cudaEventDestroy(stop_);
    }
    DeviceLoop(const DeviceLoop&) = delete;
    DeviceLoop& operator=(const DeviceLoop&) = delete;

    // Milliseconds of one kernel, with the caches full of other things.
    double runMs(const Iterate& work, const PrefetchShape& shape)
    {
        // Also lets the host get ahead: the launch itself is not in the time.
        check(cudaMemsetAsync(out_, 0xff, bytes_));
        check(cudaEventRecord(start_));
        transformPrefetched(in_, count_, out_, work, shape, nullptr);
        check(cudaEventRecord(stop_));
        check(cudaEventSynchronize(stop_));
        float ms = 0;
        check(cudaEventElapsedTime(&ms, start_, stop_));
        return ms;
    }

    // What the last run has made.
    const double* result()
    {
        check(cudaMemcpy(host_.data.get(), out_, bytes_, cudaMemcpyDeviceToHost));
        return host_.as<double>();
    }

private:
    std::int64_t count_;
    std::size_t bytes_;
    HostMemory host_;
    double *in_ = nullptr, *out_ = nullptr;
    cudaEvent_t start_ = nullptr, stop_ = nullptr;
};

}  // namespace

Measurements measure(const Loop& loop, int device, std::int64_t elements, int repeat)
{
    const std::size_t plainEvery = 10;
    const std::vector<PrefetchShape> shapes = allShapes(loop);
    const std::vector<double> expected = resultOf(loop, elements);
    DeviceLoop on(device, elements);
    for (const PrefetchShape& shape : shapes) {
        on.runMs(loop.work, shape);
        if (!std::equal(expected.begin(), expected.end(), on.result()))
            throw UserError(loop.name + ": " + toString(shape) + ": wrong result");
    }
    std::vector<std::vector<double>> timesMs(shapes.size());
    for (int run = 0; run < repeat; ++run) {
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            if (i % plainEvery == 0)
                timesMs[0].push_back(on.runMs(loop.work, shapes[0]));
            if (i > 0)
                timesMs[i].push_back(on.runMs(loop.work, shapes[i]));
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
