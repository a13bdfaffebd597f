// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_PLANES_HPP
#define STRIPE_CONVERT_PLANES_HPP

#include "conversion.hpp"

//! Y, U (Cb) and V (Cr), one channel each and chroma as small as the format has it; or Y alone.
using Planes = std::vector<cv::Mat>;

//! @param yuv the one image of a format, without gaps between rows; @param picture the size of what it shows.
Planes separatePlanes(const cv::Mat& yuv, cv::Size picture, const Conversion& conversion);

//! Draws the colours, four channels for a source and three for a result, and the planes of the YUV image side by side,
//! scaled down to a screen, with labels.
cv::Mat drawPlanes(const cv::Mat& colours, const cv::Mat& yuv, const Conversion& conversion);

//! How samples differ from what they should be.
struct Difference
{
    bool exact = true;  //!< whether every bit was to be the same; else one code is allowed
    size_t samples = 0;
    size_t off = 0;       //!< by more than is allowed
    size_t offByOne = 0;  //!< by the one code that is allowed

    void add(const Difference& other);
    //! Such as "0 differing bytes".
    std::string text() const;
};

/** @brief Compares a result with one that was made without the library.

YUV is compared with cv::cvtColor if that has the formula: every bit must be the same. Everything else is compared with
the reference of the library's tests: exact for the formulas of OpenCV and tutorials, else in real arithmetic. */
Difference compareWithReference(const cv::Mat& source, const cv::Mat& result, const Conversion& conversion);

#endif
