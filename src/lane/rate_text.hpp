// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_RATE_TEXT_HPP
#define OPENCV_CUDASTRIPE_RATE_TEXT_HPP

#include <map>
#include <string>

#include "opencv2/cudastripe/link_rates.hpp"

namespace cv { namespace cudastripe {

//! What a cache file holds, by the names of devices.
using RatesByName = std::map<std::string, LinkRates>;

//! As JSON.
std::string textOf(const RatesByName& rates);

/** @brief Reads what textOf() wrote; nothing of a text that is anything else.

The text may come from anybody, so it is read without recursion, and not by OpenCV's parser, which nested brackets make
run out of stack. */
RatesByName ratesOf(const std::string& text);

}}  // namespace cv::cudastripe

#endif
