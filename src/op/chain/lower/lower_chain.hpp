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
    std::shared_ptr<const ChainOfBytes> ofBytes;  //!< null if it has not this form
    bool sameBits;                                //!< host and device give the same bits
    std::shared_ptr<const KernelCode> kernels;    //!< compiled for it at run time; null if it was not
    double cost = 0;  //!< of an element of the first image, in bytes that a CPU thread could copy meanwhile

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

//! True if a chain's result lies in memory as an image of so many channels does.
bool endsInImage(const Chain& chain, int channels);

/** @brief Turns operators into instructions; the same types as in the last call give the same object. `secondType` is
-1 without a second image.
@throws cv::Exception that names the step which does not fit. */
CV_EXPORTS std::shared_ptr<const LoweredChain> lowerChain(const Chain& chain, int srcType, int secondType,
                                                          const char* function);

}}  // namespace cv::cudastripe
