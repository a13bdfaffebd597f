// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <cstdlib>

namespace opencv_test {

//! Before the first use of CUDA: streams that share one of a GPU's queues wait for each other, and tests hold streams
//! to see who waits. Unless told otherwise CUDA has 8, of which memcheck takes some.
inline void useAllHardwareQueues()
{
#ifndef _WIN32
    setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0);
#endif
}

}  // namespace opencv_test
