// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// The only file that needs nvcc. Without it nothing is measured.

#include <opencv2/cudastripe/prefetch.hpp>

#include "../common/gpu.hpp"
#include "loop.hpp"

using namespace cv::cudastripe;

#ifdef __CUDACC__

#include <thrust/device_vector.h>
#include <thrust/sequence.h>

void measure(Loop& loop, int device, std::int64_t elements, int repeat)
{
    const auto check = [](cudaError_t error) {
        if (error != cudaSuccess)
            CV_Error(cv::Error::GpuApiCallError, cudaGetErrorString(error));
    };
    const auto makeEvent = [&] {
        cudaEvent_t event = nullptr;
        check(cudaEventCreate(&event));
        return std::shared_ptr<CUevent_st>(event, cudaEventDestroy);
    };
    check(cudaSetDevice(device));
    const thrust::device_vector<double> expected = loop.result(elements);
    thrust::device_vector<double> in(expected.size()), out(expected.size());
    thrust::sequence(in.begin(), in.end());
    const auto start = makeEvent(), stop = makeEvent();
    // Adds the time of a kernel. Before it the caches are filled with other things; meanwhile the host launches it.
    const auto run = [&](std::size_t shape) {
        check(cudaMemsetAsync(out.data().get(), 0xff, out.size() * sizeof(double)));
        check(cudaEventRecord(start.get()));
        transformPrefetched(in.data().get(), elements, out.data().get(), loop.work, loop.shapes[shape], nullptr);
        check(cudaEventRecord(stop.get()));
        check(cudaEventSynchronize(stop.get()));
        float ms = 0;
        check(cudaEventElapsedTime(&ms, start.get(), stop.get()));
        loop.timesMs[shape].push_back(ms);
    };
    loop.timesMs.resize(loop.shapes.size());
    for (std::size_t i = 0; i < loop.shapes.size(); ++i) {
        run(i);
        if (out != expected)
            throw UserError(loop.name + ": " + toString(loop.shapes[i]) + ": wrong result");
        loop.timesMs[i].clear();
    }
    for (int round = 0; round < repeat; ++round) {
        for (std::size_t i = 1; i < loop.shapes.size(); ++i) {
            if (i % 10 == 1)
                run(0);
            run(i);
        }
    }
}

#else

void measure(Loop&, int, std::int64_t, int)
{
    CV_Error(cv::Error::GpuNotSupported, "this build is without CUDA");
}

#endif
