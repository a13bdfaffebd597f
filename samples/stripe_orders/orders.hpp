// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_ORDERS_ORDERS_HPP
#define STRIPE_ORDERS_ORDERS_HPP

#include <array>
#include <string>

#include "options.hpp"

//! Milliseconds of the overlap example: one after the other, depth first, breadth first, on dedicated streams.
using OrderTimes = std::array<double, 4>;

//! What was published for the first three; 0 where nothing was.
OrderTimes publishedTimes(const std::string& profile);

OrderTimes predictedTimes(const std::string& profile, const Options& options);

struct MeasuredOrders
{
    OrderTimes timesMs;
    double maxError = 0;  //!< of all results
};

//! On the options' device, or on the CPU, where there is only one order.
MeasuredOrders measuredOrders(const Options& options);

#endif
