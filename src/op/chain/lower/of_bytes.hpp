// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Chains from 8-bit pixels that keep channels apart.

#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "../tensor/byte_values.hpp"
#include "assembly.hpp"

namespace cv { namespace cudastripe {

//! Steps that give each channel of a result of 32F from one channel of 8-bit pixels.
class ChainOfBytes
{
public:
    //! Null if the steps mix channels, or do not lead from 8U to 32F.
    static std::shared_ptr<const ChainOfBytes> of(const std::vector<LoweredStep>& steps);

    //! The source channel of each result channel.
    const int (&from() const)[4] { return from_; }
    //! The results of each byte. They are made when they are first used, since not all chains need them.
    const ByteValues& values() const;

private:
    std::vector<LoweredStep> steps_;
    int from_[4];
    mutable std::once_flag once_;
    mutable ByteValues values_;
};

}}  // namespace cv::cudastripe
