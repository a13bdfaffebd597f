// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernels of a chain that were compiled at run time.

#pragma once

#include <memory>
#include <vector>

#include "../../kernel_code.hpp"
#include "../body/program.hpp"

namespace cv { namespace cudastripe {

struct ChainKernels
{
    int srcType = -1, secondType = -1;
    std::vector<uchar> program;  //!< for which it was compiled
    int architecture = 0;        //!< of the device, such as 90
    std::vector<uchar> code;     //!< as NVRTC made it
    std::shared_ptr<const KernelCode> kernels;

    static std::vector<uchar> bytesOf(const ChainProgram& program)
    {
        const auto* const bytes = reinterpret_cast<const uchar*>(&program);
        return std::vector<uchar>(bytes, bytes + program.usedBytes());
    }
    //! The program also says which types of images it is for.
    bool isFor(const ChainProgram& other) const { return bytesOf(other) == program; }
};

}}  // namespace cv::cudastripe
