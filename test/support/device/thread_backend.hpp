// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

namespace opencv_test {

/** @brief Makes cv::parallel_for_ run on plain std::thread. Under the thread sanitizer only: OpenCV's own pool is not
instrumented, and every hand-over through it would look like a race. */
void useInstrumentedThreads();

}  // namespace opencv_test
