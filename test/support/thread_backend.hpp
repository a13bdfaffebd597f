// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_TEST_THREAD_BACKEND_HPP
#define OPENCV_CUDASTRIPE_TEST_THREAD_BACKEND_HPP

namespace opencv_test {

/** @brief Makes cv::parallel_for_ run on plain std::thread. Under the thread sanitizer only: OpenCV's own pool is not
instrumented, and every hand-over through it would look like a race. */
void useInstrumentedThreads();

}  // namespace opencv_test

#endif
