// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// From lowered operators to a program.

#pragma once

#include <vector>

#include "lowering.hpp"

namespace cv { namespace cudastripe {

//! A lowered operator with the types before and after it.
struct LoweredStep
{
    int fromType;
    int toType;
    std::vector<LoweredInstruction> instructions;
};

//! Simplifies steps on integers without changing results. Leaves out steps that do nothing, and merges two steps if one
//! instruction can do both.
std::vector<LoweredStep> simplifySteps(const std::vector<LoweredStep>& steps);

//! Replaces steps that turn one 8-bit value into one value by one table, if that is faster.
std::vector<LoweredStep> tabulateSteps(const std::vector<LoweredStep>& steps);

//! True if each value of the result depends on one value of the source only.
bool ofOneValue(const LoweredStep& step);

//! The results of steps for all 256 values of 8 bits; for each channel, or in one channel if all are treated equally.
Mat tableOf(const std::vector<LoweredStep>& steps);

inline bool isLookup(const ChainInstruction& in)
{
    return in.code == ChainCode::Lookup;
}

//! True if an instruction keeps its values, of up to 32 bits, in this depth.
bool keepsDepth(const ChainInstruction& in, int depth);

//! Instructions as a program over images of these types, and its tables. With `wideTables`, a program with tables uses
//! values of 64 bits.
ChainProgram assemble(const std::vector<LoweredStep>& steps, int srcType, int secondType, bool wideTables,
                      std::vector<uchar>& tables);

}}  // namespace cv::cudastripe
