// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <algorithm>
#include <vector>

#include "../program.hpp"
#include "../rows/loop_steps.hpp"
#include "opencv2/cudastripe/chain.hpp"

namespace cv { namespace cudastripe {

//! A chain for images of given types.
struct CompiledChain
{
    int srcType, secondType;
    ChainProgram program;
    std::vector<uchar> tables;
    bool sameBits;  //!< host and device give the same bits
    double cost;    //!< of an element of the first image, in bytes that a CPU thread could copy meanwhile
    LoopStepsOnce loops{program};

    int resultType() const { return CV_MAKETYPE(program.dstDepth, program.dstChannels); }
    //! @ref StripeOp::hostCost of an operation that reads and writes so many bytes for so many pixels.
    double hostCost(double pixels, double bytes) const
    {
        return std::max(1., cost * program.srcChannels * pixels / bytes);
    }
};

/** @brief Turns operators into instructions, or finds those of the last time. `secondType` is -1 without a second
image.
@throws cv::Exception that names the step which does not fit. */
CV_EXPORTS std::shared_ptr<const CompiledChain> compileChain(const Chain& chain, int srcType, int secondType,
                                                             const char* function);

}}  // namespace cv::cudastripe
