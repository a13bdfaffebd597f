// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Chains with GPU code that was compiled at run time.

#pragma once

#include "opencv2/cudastripe/elementwise.hpp"

namespace cv { namespace cudastripe {

//! Compiles a chain for an architecture, such as 90. No device here needs to have it.
CV_EXPORTS CompiledChain compileFor(int architecture, const Chain& chain, int srcType, int secondType);

//! The FNV-1a hash of a number and some bytes, for files of compiled chains.
template <class Bytes>
String hashOf(const Bytes& bytes, int number = 0)
{
    std::uint64_t hash = 0xcbf29ce484222325u ^ static_cast<unsigned>(number);
    for (const auto& byte : bytes)
        hash = (hash ^ static_cast<uchar>(byte)) * 0x100000001b3u;
    return format("%016llx", static_cast<unsigned long long>(hash));
}

}}  // namespace cv::cudastripe
