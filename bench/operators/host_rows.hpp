// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Operators on the CPU beside OpenCV's own calls.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "opencv2/cudastripe/chain.hpp"

namespace bench {

//! What is measured: a chain, and the calls of OpenCV that it stands for.
struct HostRow
{
    using Calls = std::function<void(const cv::Mat& src, const cv::Mat& second, cv::Mat& dst)>;

    std::string name;
    cv::cudastripe::Chain chain;
    Calls openCv;
    bool exact;  //!< the results are the same bits
};

//! Those that an image of this type may have.
std::vector<HostRow> hostRowsFor(int type);

}  // namespace bench
