// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A chain that is lowered for images of given types.

#pragma once

#include <algorithm>
#include <mutex>
#include <vector>

#include "../body/program.hpp"
#include "../rows/loop.hpp"
#include "chain_kernels.hpp"
#include "opencv2/cudastripe/chain.hpp"

namespace cv { namespace cudastripe {

class ChainOfBytes;

//! A chain for images of given types.
struct LoweredChain
{
    int srcType, secondType;
    ChainProgram program;
    std::vector<uchar> tables;
    std::shared_ptr<const ChainOfBytes> ofBytes;  //!< null if the chain does not have this form
    bool sameBits;                                //!< host and device give the same bits
    std::shared_ptr<const KernelCode> kernels;    //!< compiled for the chain at run time; null if there are none
    double cost = 0;  //!< of an element of the first image, as bytes that a CPU thread copies in the same time

    //! The program as loops. They are looked up when they are first used.
    const std::vector<ChainLoopStep>& loops() const
    {
        std::call_once(loopsOnce, [&] { loopsFound = loopSteps(program, tables.data()); });
        return loopsFound;
    }
    int resultType() const { return CV_MAKETYPE(program.dstDepth, program.dstChannels); }
    //! StripeOp::hostCost() of an operation that reads and writes so many bytes for so many pixels.
    double hostCost(double pixels, double bytes) const
    {
        return std::max(1., cost * program.srcChannels * pixels / bytes);
    }

    mutable std::once_flag loopsOnce;
    mutable std::vector<ChainLoopStep> loopsFound;
};

//! True if a chain's result has the memory layout of an image of so many channels.
bool endsInImage(const Chain& chain, int channels);

/** @brief Turns operators into instructions; the same types as in the last call give the same object. `secondType` is
-1 without a second image.
@throws cv::Exception that names the step which does not fit. */
CV_EXPORTS std::shared_ptr<const LoweredChain> lowerChain(const Chain& chain, int srcType, int secondType,
                                                          const char* function);

}}  // namespace cv::cudastripe
