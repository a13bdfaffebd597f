// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <mutex>
#include <vector>

#include "loop.hpp"

namespace cv { namespace cudastripe {

//! An instruction of a program with its loop.
struct ChainLoopStep
{
    const ChainLoop* loop;
    ChainInstruction in;
    alignas(64) uchar x[ChainArrays::kTogether * 4];  //!< its immediates, as the loop has them
    alignas(64) uchar y[ChainArrays::kTogether * 4];
};

//! A program as loops, one for each instruction; none where one has no loop.
std::vector<ChainLoopStep> loopSteps(const ChainProgram& program);

/** @brief A program's loops for all threads of a call, looked up when the first of them asks. */
class LoopStepsOnce
{
public:
    //! The program stays the caller's.
    explicit LoopStepsOnce(const ChainProgram& program) : program_(program) {}

    const std::vector<ChainLoopStep>& get() const
    {
        std::call_once(once_, [&] { steps_ = loopSteps(program_); });
        return steps_;
    }

private:
    const ChainProgram& program_;
    mutable std::once_flag once_;
    mutable std::vector<ChainLoopStep> steps_;
};

}}  // namespace cv::cudastripe
