// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../images/image_operation.hpp"
#include "operator_cases.hpp"

namespace opencv_test {

//! Calls cudastripe::transform with as many images as the chain takes.
void runChain(const Chain& chain, const Sources& sources, OutputArray dst, const StreamRef& stream, Striper& striper);

/** @brief A chain as an operation on finite values, which must equal the calls one after the other.
@param secondType as ImageOperation has it. */
ImageOperation chainOperation(const Chain& chain, const std::vector<int>& types,
                              const std::function<int(int)>& secondType = nullptr);

/** @brief One step as an operation on values of all kinds; each result is compared by what the table and the methods of
Chain promise. */
ImageOperation operatorOperation(const Chain& step, const std::vector<int>& types);

//! What is wrong with a step's result, or nothing.
std::string wrongResult(const Operator& step, const Mat& src, const Mat& second, const Mat& actual);

//! How many units of the last place of the result a function may be off.
double boundOf(const Operator& step, int depth);

}  // namespace opencv_test
