// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef ELEMENTWISE_CHAIN_PLACES_HPP
#define ELEMENTWISE_CHAIN_PLACES_HPP

#include <cstdint>
#include <opencv2/core.hpp>
#include <string>
#include <vector>

struct Measured
{
    std::string name;
    double timeMs;           //!< median
    std::int64_t differing;  //!< bytes that are not those of OpenCV's calls; -1: not compared
    bool failed;             //!< they are this library's
};

//! What was measured where.
struct Place
{
    std::string name;
    std::vector<Measured> measured;
};

//! The drawing of a picture on the CPU, in pageable memory, and on a device if one is given, from page-locked memory.
struct Drawing
{
    std::vector<Place> places;
    cv::Mat result;  //!< by the chain, on the device if there is one
};

//! @param device CUDA device; -1: the CPU only.
Drawing drawEverywhere(const cv::Mat& picture, int device, int repetitions);

#endif
