// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "perf_precomp.hpp"

// OpenCV's own CV_PERF_TEST_CUDA_MAIN fails at once without a GPU; the CPU's cases need none.
int main(int argc, char** argv)
{
    if (cv::cuda::getCudaEnabledDeviceCount() > 0) {
        const char* impls[] = {"cuda", "plain"};
        CV_PERF_TEST_MAIN_INTERNALS(cudastripe, impls, perf::printCudaInfo())
    }
    const char* impls[] = {"plain"};
    CV_PERF_TEST_MAIN_INTERNALS(cudastripe, impls)
}
