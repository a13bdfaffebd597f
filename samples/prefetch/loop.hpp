// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef PREFETCH_LOOP_HPP
#define PREFETCH_LOOP_HPP

#include <opencv2/cudastripe/prefetch_shape.hpp>
#include <string>
#include <vector>

#include "iterate.hpp"

//! A kernel under measurement: the work on each element, and the launch shape but for what prefetches.
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
    //! Between the elements of threads in shared memory.
    int padding(int distance) const;
};

//! Every policy but Prefetch::Plain; those that use shared memory twice.
std::vector<Series> allSeries();

//! All of them; the first is Prefetch::Plain, and none comes twice.
std::vector<cv::cudastripe::PrefetchShape> allShapes(const Loop& loop);

#endif
