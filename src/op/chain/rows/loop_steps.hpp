// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A program as loops over arrays.

#pragma once

#include <vector>

#include "loop.hpp"

namespace cv { namespace cudastripe {

//! An instruction of a program with its loop.
struct ChainLoopStep
{
    const ChainLoop* loop;
    ChainInstruction in;
    alignas(64) uchar x[ChainArrays::kTogether * 4];  //!< its immediates, repeated as the loop reads them
    alignas(64) uchar y[ChainArrays::kTogether * 4];
};

//! A program as loops; empty if some instruction has no loop.
std::vector<ChainLoopStep> loopSteps(const ChainProgram& program);

}}  // namespace cv::cudastripe
