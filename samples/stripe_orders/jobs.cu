// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// The only file that needs nvcc for its functors: nvcc makes kernels of them, another compiler functions for the CPU.

#include "jobs.hpp"

#include <cmath>

using namespace cv::cudastripe;

namespace {

struct SineAndCosine
{
    CV_CUDASTRIPE_HD float operator()(float i) const
    {
        const float s = sinf(i), c = cosf(i);
        return sqrtf(s * s + c * c);
    }
};

struct Mean
{
    CV_CUDASTRIPE_HD int operator()(int a, int b) const
    {
        return static_cast<int>((static_cast<std::int64_t>(a) + b) >> 1);
    }
};

}  // namespace

void makeOnes(const float* in, std::int64_t count, float* out, const StreamRef& stream, Striper& striper)
{
    transform(in, count, out, SineAndCosine(), SameBits::No, stream, striper);
}

void mean(const int* a, const int* b, std::int64_t count, int* out, Striper& striper)
{
    transform(a, b, count, out, Mean(), SameBits::Yes, StreamRef(), striper);
}

void* perThreadStream()
{
#ifdef __CUDACC__
    return cudaStreamPerThread;
#else
    return nullptr;
#endif
}
