// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_ORDERS_ORDERS_HPP
#define STRIPE_ORDERS_ORDERS_HPP

#include <array>
#include <opencv2/cudastripe.hpp>
#include <string>

//! What the command line says.
struct Options
{
    std::int64_t elements;       //!< floats of the overlap example
    int streams;                 //!< and stripes of the overlap example
    std::int64_t arrayElements;  //!< ints of each array of the two-slot example
    int repeat;                  //!< measured runs of each order
    int device;                  //!< CUDA device; -1: none is used
};

//! Milliseconds of the overlap example: one after the other, depth first, breadth first, on dedicated streams.
using OrderTimes = std::array<double, 4>;

OrderTimes predictedTimes(const std::string& profile, const Options& options);

struct MeasuredOrders
{
    OrderTimes timesMs;
    double maxError = 0;  //!< of all results
};

//! On the options' device, or on the CPU, where there is only one order.
MeasuredOrders measuredOrders(const Options& options);

//! c = f(a, b) through two slots of device memory, which are used in turn for arrays much larger than they are.
struct TwoSlotRun
{
    double timeMs = 0;
    double predictedMs = 0;  //!< for the H200
    std::size_t deviceBytes = 0;
    std::int64_t wrong = 0;
};

TwoSlotRun runThroughTwoSlots(cv::cudastripe::IssueOrder order, const Options& options);

//! The overlap example: sqrt(sin(i)^2 + cos(i)^2) of each element, so that the result is known to be 1.
void makeOnes(const float* in, std::int64_t count, float* out, const cv::cudastripe::StreamRef& stream,
              cv::cudastripe::Striper& striper);

//! A binary operator: the mean of each pair, rounded down.
void mean(const int* a, const int* b, std::int64_t count, int* out, cv::cudastripe::Striper& striper);

//! The handle of the calling thread's default stream.
void* perThreadStream();

#endif
