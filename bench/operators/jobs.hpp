// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <string>
#include <vector>

#include "opencv2/cudastripe/chain.hpp"

namespace bench {

/** @brief A chain on 8K images of one type, which is the type of the result, too.

Its numbers are such that this library, cv:: and cv::cuda must give the same bits: no product needs more than the 24
bits of a float. */
struct OperatorJob
{
    std::string name;
    int type;
    cv::cudastripe::Chain chain;

    static cv::Size size() { return cv::Size(7680, 4320); }
    std::string typeName() const { return cv::typeToString(type).substr(3); }  // without CV_
};

//! "chain5": five steps, of which none could be left out, on bytes or on single-precision numbers.
OperatorJob chainOfFive(int type);
//! What is measured from host memory: single operators and the chain, 8-bit.
std::vector<OperatorJob> hostJobs();
//! What is measured in device memory.
std::vector<OperatorJob> deviceJobs();

}  // namespace bench
