// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <string>
#include <vector>

#include "opencv2/cudastripe/chain.hpp"

namespace cv { namespace cudastripe {

//! Whether a parameter is the second image.
enum class UseOfSecond
{
    Never,
    Either,
    Always
};

//! What a word of the parameters in @ref CV_CUDASTRIPE_OPERATORS means.
struct OperatorParameter
{
    const char* word;
    UseOfSecond second;
    std::string (*text)(const Operator& step);  //!< for logs; empty if nobody has to know it
    void (*require)(const Operator& step);      //!< throws if it is wrong for every image; null if any will do
};

//! The parameters of an operator, as its row has them.
const std::vector<OperatorParameter>& parametersOf(OperatorCode code);

//! Throws unless an array can be the table of a lut step.
void requireTable(InputArray table);

}}  // namespace cv::cudastripe
