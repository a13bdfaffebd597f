// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../device/backend.hpp"

namespace opencv_test {

/** @brief An operator with parameters that matter to a type, each as a chain of one step: with scalars, and with the
second image where there is such a form. The first one has ordinary parameters. */
std::vector<Chain> operatorCases(OperatorCode code, int type);

//! The types that the table says an operator takes, with 1 to 4 channels or as many as it needs.
std::vector<int> operatorTypes(const OperatorInfo& info);

//! For tests of a backend and a row of the table: "Cuda_add".
std::string backendAndOperator(const testing::TestParamInfo<std::tuple<BackendKind, int>>& info);

//! True if a column of the table, such as "8U 16S real", names a depth.
bool namesDepth(const char* column, int depth);

//! The type that the second image has for a step on an image of a type.
int secondTypeOf(const Operator& step, int type);

//! Values of a depth that matter: the ends of its range and of others', halves, zeros, what is no number.
std::vector<double> extremeValues(int depth);

//! Pixels drawn from extreme values and from ranges of several sizes; real ones without NaN and infinity if `finite`.
Mat valueImage(Size size, int type, RNG& rng);
Mat finiteImage(Size size, int type, RNG& rng);

}  // namespace opencv_test
