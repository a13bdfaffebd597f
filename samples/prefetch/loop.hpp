// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef PREFETCH_LOOP_HPP
#define PREFETCH_LOOP_HPP

#include <cmath>
#include <cstdint>
#include <opencv2/cudastripe/detail/host_device.hpp>
#include <opencv2/cudastripe/prefetch_shape.hpp>
#include <string>
#include <vector>

//! Arithmetic of any length in which each step needs the one before: x = x / 2 + 1.
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

//! A kernel under measurement: the work on each element, and the launch shape without prefetching.
struct Loop
{
    std::string name;
    Iterate work;
    cv::cudastripe::PrefetchShape shape;
};

//! A line of the table: a policy, with or without padding.
struct Series
{
    cv::cudastripe::Prefetch policy;
    bool padded;

    std::string name() const;
    bool usesShared() const;
    //! The padding of the launch shape.
    int padding(int distance) const;
};

//! Every policy but Prefetch::Plain; those that use shared memory twice.
std::vector<Series> allSeries();

//! All launch shapes to measure; the first is Prefetch::Plain, and none comes twice.
std::vector<cv::cudastripe::PrefetchShape> allShapes(const Loop& loop);

//! What the loop makes of 0, 1, 2, ... on the CPU.
std::vector<double> resultOf(const Loop& loop, std::int64_t count);

#endif
