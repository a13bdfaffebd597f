// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef PREFETCH_LOOP_HPP
#define PREFETCH_LOOP_HPP

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <opencv2/cudastripe/detail/host_device.hpp>
#include <opencv2/cudastripe/detail/prefetch_shape.hpp>
#include <string>
#include <vector>

#include "../common/measure.hpp"

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

//! A kernel: the work on each element, its launch shapes, and what was measured.
struct Loop
{
    std::string name;
    Iterate work;
    std::vector<cv::cudastripe::PrefetchShape> shapes;  //!< the first does not prefetch; then lines of kMaxDistance
    std::vector<std::vector<double>> timesMs = {};      //!< all of each shape

    //! What it makes of 0, 1, 2, ... on the CPU.
    std::vector<double> result(std::int64_t count) const
    {
        std::vector<double> numbers(static_cast<std::size_t>(count));
        std::iota(numbers.begin(), numbers.end(), 0.);
        std::transform(numbers.begin(), numbers.end(), numbers.begin(), work);
        return numbers;
    }
    //! How many times as fast a shape is as the first, by the medians.
    double speedUp(std::size_t shape) const { return quantile(timesMs[0]) / quantile(timesMs[shape]); }
};

//! The name of a line, by its first shape.
inline std::string lineName(const cv::cudastripe::PrefetchShape& first)
{
    return std::string(toString(first.policy)) + (first.padding > 0 ? ", padded" : "");
}

//! Runs each shape once and checks its result. Then measures all in turn, and the first before every tenth.
//! @throws UserError that names a shape whose result is wrong.
void measure(Loop& loop, int device, std::int64_t elements, int repeat);

//! Draws speed-up over distance, a panel for each kernel. Broken lines are of shared memory without padding.
cv::Mat drawPlot(const std::string& title, const std::vector<Loop>& loops);

#endif
