// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>

namespace bench {

/** @brief Gives a function that keeps the GPU busy if it is called again and again by one thread.

A call sees that milliseconds of work are enqueued: kernels that fill all multiprocessors, and with `copies` also copies
of 256 MB up and 256 MB down, each in a stream of its own. Whoever destroys the function waits for that. */
std::function<void()> busyGpu(bool copies);

}  // namespace bench
