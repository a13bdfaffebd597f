// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_ORDERS_TWO_SLOTS_HPP
#define STRIPE_ORDERS_TWO_SLOTS_HPP

#include <opencv2/cudastripe.hpp>

#include "options.hpp"

//! c = f(a, b) through two slots of device memory that are used again along arrays much larger than they are.
struct TwoSlotRun
{
    double timeMs = 0;
    double predictedMs = 0;  //!< for the H200
    std::size_t deviceBytes = 0;
    std::int64_t wrong = 0;
};

TwoSlotRun runThroughTwoSlots(cv::cudastripe::IssueOrder order, const Options& options);

#endif
