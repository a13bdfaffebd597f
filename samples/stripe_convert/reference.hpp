// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_REFERENCE_HPP
#define STRIPE_CONVERT_REFERENCE_HPP

#include "planes.hpp"

//! How samples differ from what they should be.
struct Difference
{
    bool exact = true;  //!< whether every bit was to be the same; else one code is allowed
    size_t samples = 0;
    size_t off = 0;       //!< by more than is allowed
    size_t offByOne = 0;  //!< by the one code that is allowed

    void add(const Difference& other);
    //! One phrase for a person.
    std::string text() const;
};

/** @brief Compares a result with one that was made without the library.

cv::cvtColor makes it where it has the formula, and a plain loop for the tutorial formula: those are exact. For other
formats it is the formula in double precision. */
Difference compareWithReference(const cv::Mat& source, const cv::Mat& result, const Conversion& conversion);

//! The planes of a format by its formula in double precision, without the library.
//! @param source of four channels in the order, CV_8U for 8 bits, CV_16U for more.
Planes plainPlanes(const cv::Mat& source, const Conversion& conversion);

#endif
