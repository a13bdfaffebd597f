// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef PREFETCH_TABLE_HPP
#define PREFETCH_TABLE_HPP

#include <string>
#include <vector>

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
    double speedUp(const Measurement& measurement) const { return plain().medianMs / measurement.medianMs; }
};

//! Runs all shapes on a device in turn, with Prefetch::Plain among each few; first once to check their results.
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

//! Draws the speed-up of each policy over the distance: a panel for each kernel. Padding is a line that is not broken.
cv::Mat drawPlot(const Table& table);

#endif
