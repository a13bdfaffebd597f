// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>
#include <string>

#include "../../test_precomp.hpp"

namespace opencv_test {

// The parts of docs/formats.md that the library's tables and its arithmetic decide, as Markdown.

std::string layoutTable();
//! Where each sample of a small image lies, for every layout.
std::string layoutDiagrams();
//! The integers of all matrices and ranges, for 8 bits.
std::string weightTable();
//! Fills a colour with random bits, the last channel first. The tables depend on this order.
inline void drawInReverse(Vec3w& colour, RNG& rng, unsigned mask)
{
    for (int channel = 2; channel >= 0; --channel)
        colour[channel] = ushort(rng.next() & mask);
}

//! How far results are from real numbers, and how many are not the nearest ones.
struct Deviation
{
    double most = 0, sum = 0;
    long long others = 0, all = 0;

    void add(double difference)
    {
        most = std::max(most, difference);
        sum += difference;
        others += difference > 0.5 + 1e-9;  // of two that are equally near, either will do
        ++all;
    }

    void add(const Deviation& other)
    {
        most = std::max(most, other.most);
        sum += other.sum;
        others += other.others;
        all += other.all;
    }

    double share() const { return 100. * double(others) / double(all); }
};

//! What a table says of a format whose matrix has these weights of red and blue.
using MatrixCell = std::function<std::string(const cudastripe::YuvFormat& format, double kr, double kb)>;
//! A row for each matrix and range, a cell for each depth.
std::string matrixTable(const MatrixCell& cell);
//! How far results are from real arithmetic, and how often another code than the nearest comes out.
std::string errorTable();
//! The same of the way back, and how far colours are from themselves that went to a format and back.
std::string decodeErrorTable();

}  // namespace opencv_test
