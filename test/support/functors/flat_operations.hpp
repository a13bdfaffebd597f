// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "opencv2/cudastripe/functor.hpp"

namespace opencv_test {

using namespace cv::cudastripe;

/** @brief A transform() of arrays under test, its elements seen as bytes. */
struct FlatOperation
{
    std::string name;
    std::vector<size_t> inputBytes;  //!< of an element, one for each input
    size_t outputBytes;
    bool inPlace;  //!< the output may be the first input
    std::function<void(const void* const* in, int64 count, void* out, const StreamRef&, Striper&)> run;
    //! One element, computed by a plain function of its own.
    std::function<void(const void* const* in, void* out)> reference;
};

//! Unary and binary functors on elements of 1, 3, 4, 8 and 12 bytes; compiled by nvcc where there is one.
std::vector<FlatOperation> flatOperations();

//! sqrt(sin(i)^2 + cos(i)^2) of each element i: about 1.
void makeOnes(const float* src, int64 count, float* dst, const StreamRef& stream, Striper& striper);

}  // namespace opencv_test
