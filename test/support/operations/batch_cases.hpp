// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../images/image_operation.hpp"

namespace opencv_test {

//! A call that takes an image, or an array of them.
struct BatchCase
{
    std::string name;
    std::function<void(InputArray, OutputArray, const StreamRef&, Striper&)> run;
    int type;
    Size block = Size(1, 1);         //!< sizes are multiples
    int sourceRows = 1, ofRows = 1;  //!< rows of a source for so many of the picture
};

inline void PrintTo(const BatchCase& each, std::ostream* out)
{
    *out << each.name;
}

std::vector<BatchCase> batchCases();

}  // namespace opencv_test
