// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_CONVERSION_HPP
#define STRIPE_CONVERT_CONVERSION_HPP

#include <array>
#include <opencv2/cudastripe.hpp>
#include <string>

//! One value of --code.
struct Conversion
{
    const char* name;
    int cvtCode;  //!< for cv::cudastripe::cvtColor; noCvtCode: the tutorial formula
    cv::cudastripe::ChannelOrder order;
    std::array<int, 3> planes;  //!< which channels of the result are Y, U (Cb) and V (Cr)
    std::array<const char*, 3> planeNames;
    const char* y4mRange;  //!< null: the chroma is scaled as .y4m has no name for
};

constexpr int noCvtCode = -1;

//! @throws UserError that lists the names.
const Conversion& findConversion(const std::string& name);

#endif
