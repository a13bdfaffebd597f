// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>

#include "cuda_handles.hpp"

namespace bench {

/** @brief Measures launches back to back in a stream of its own, by events.

All are enqueued before the first one starts, so that the time of the calls on the host does not count; the gap that
the GPU leaves between two kernels in a stream, about a microsecond, does. */
class LaunchTimer
{
public:
    const CudaStream& stream() const { return stream_; }

    //! The mean time of so many launches behind one that is not timed. A launch must not wait for the stream, so what
    //! it makes on first use must be there.
    double meanSeconds(int launches, const std::function<void()>& launch);

private:
    CudaStream stream_;
    CudaEvent start_, end_;
};

}  // namespace bench
