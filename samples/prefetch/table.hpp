// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef PREFETCH_TABLE_HPP
#define PREFETCH_TABLE_HPP

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
    //! The launch shape at a distance; threads and blocks are those of another.
    cv::cudastripe::PrefetchShape shape(int distance, const cv::cudastripe::PrefetchShape& like) const;
};

//! Every policy but Prefetch::Plain; those that use shared memory twice.
std::vector<Series> allSeries();

//! All launch shapes to measure; the first is Prefetch::Plain, and none comes twice.
std::vector<cv::cudastripe::PrefetchShape> allShapes(const Loop& loop);

//! What the loop makes of 0, 1, 2, ... on the CPU.
std::vector<double> resultOf(const Loop& loop, std::int64_t count);

//! Times of one shape.
struct Measurement
{
    cv::cudastripe::PrefetchShape shape;
    double medianMs = 0, p10Ms = 0, p90Ms = 0;
};

//! All shapes of a loop.
struct Measurements
{
    std::string loop;
    std::vector<Measurement> all;

    const Measurement& plain() const;
    //! Null if it was not measured. Without padding if the distance needs none.
    const Measurement* find(const Series& series, int distance) const;
    //! How many times as fast as Prefetch::Plain.
    double speedUp(const Measurement& measurement) const { return plain().medianMs / measurement.medianMs; }
};

//! First runs each shape once and checks its result. Then measures all in turn, and Prefetch::Plain before every tenth.
//! @throws UserError that names a shape whose result is wrong.
Measurements measure(const Loop& loop, int device, std::int64_t elements, int repeat);

//! Everything that was measured, and on what.
struct Table
{
    std::string title;
    std::vector<Measurements> loops;
};

//! Speed-ups by policy and distance, for a person.
std::string text(const Table& table);

//! A line for each measurement, below one that begins with # and holds the title.
std::string csv(const Table& table);

//! Reads what csv() has made. @throws UserError that names the line.
Table readCsv(const std::string& fileName);

//! Draws speed-up over distance: a line for each policy, a panel for each kernel.
//! Broken lines are of shared memory without padding.
cv::Mat drawPlot(const Table& table);

#endif
