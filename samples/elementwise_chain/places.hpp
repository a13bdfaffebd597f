// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef ELEMENTWISE_CHAIN_PLACES_HPP
#define ELEMENTWISE_CHAIN_PLACES_HPP

#include "comparison.hpp"

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

    //! Whether every byte that the chain gave was that of OpenCV's calls.
    bool right() const;
};

//! @param device CUDA device; -1: the CPU only.
Drawing drawEverywhere(const cv::Mat& picture, int device, int repetitions);

#endif
