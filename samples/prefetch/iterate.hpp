// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef PREFETCH_ITERATE_HPP
#define PREFETCH_ITERATE_HPP

#include <cmath>
#include <opencv2/cudastripe/detail/host_device.hpp>

//! Arithmetic of any length, each step of which needs the one before: x = x / 2 + 1, so that all elements tend to 2.
struct Iterate
{
    int rounds;

    CV_CUDASTRIPE_HD double operator()(double x) const
    {
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
        for (int round = 0; round < rounds; ++round)
            x = fma(x, 0.5, 1.0);
        return x;
    }
};

#endif
