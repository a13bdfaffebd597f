// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef PREFETCH_MEASUREMENT_HPP
#define PREFETCH_MEASUREMENT_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "device_loop.hpp"
#include "loop.hpp"

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
    double speedUp(const Measurement& measurement) const;
    const Measurement& best() const;
};

//! Runs all shapes in turn, `repeat` times, with Prefetch::Plain among each few; first once to check their results.
//! @throws UserError that names a shape whose result is wrong.
Measurements measure(DeviceLoop& device, const Loop& loop, int repeat);

#endif
