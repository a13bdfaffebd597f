// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef ELEMENTWISE_CHAIN_COMPARISON_HPP
#define ELEMENTWISE_CHAIN_COMPARISON_HPP

#include <cstdint>
#include <functional>
#include <opencv2/core.hpp>
#include <string>
#include <vector>

//! A way to make a drawing.
struct Way
{
    std::string name;
    std::function<void(cv::Mat& drawing)> draw;
    bool whole = true;     //!< all five steps, so that the drawing can be compared
    bool verified = true;  //!< a difference is this library's fault
};

struct Measured
{
    std::string name;
    double timeMs;           //!< median
    std::int64_t differing;  //!< bytes that are not those of the expected drawing; -1: not compared
    bool failed;             //!< they are this library's
};

/** @brief Compares and times several ways to make one drawing.

The first run of each makes what is made on first use, and its result is compared; then all take turns, so that what
slows the machine down slows all of them down.
@param drawing where they write. */
std::vector<Measured> compareWays(const std::vector<Way>& ways, const cv::Mat& expected, int repetitions,
                                  cv::Mat& drawing);

#endif
