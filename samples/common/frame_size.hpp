// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef SAMPLES_FRAME_SIZE_HPP
#define SAMPLES_FRAME_SIZE_HPP

#include <opencv2/core.hpp>
#include <string>

struct FrameSize
{
    std::string name;  //!< such as "8K" or "1000x700"
    cv::Size size;
};

//! @throws UserError that says what is accepted.
FrameSize parseFrameSize(const std::string& text);

#endif
