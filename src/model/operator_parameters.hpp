// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What the parameters in the rows of operators mean.

#pragma once

#include <string>
#include <vector>

#include "opencv2/cudastripe/chain.hpp"

namespace cv { namespace cudastripe {

//! What a word of the parameters in @ref CV_CUDASTRIPE_OPERATORS means.
struct OperatorParameter
{
    const char* word;                           //!< "second" is the second image; "X|second" is X or the second image
    std::string (*text)(const Operator& step);  //!< for logs; empty for a value without effect
    void (*require)(const Operator& step);      //!< throws if the value is wrong for every image; null if all are valid
};

//! The parameters of an operator, in the order of its row.
const std::vector<OperatorParameter>& parametersOf(OperatorCode code);

//! The name of an operator.
const char* nameOf(OperatorCode code);

//! Throws, naming operator and parameter, if a step has parameters that are wrong for every image.
void requireValid(const Operator& step);

//! Throws unless an array can be the table of a lut step.
void requireTable(InputArray table);

}}  // namespace cv::cudastripe
