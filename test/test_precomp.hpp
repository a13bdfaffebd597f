// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

// The same tests are built with OpenCV's test framework and, outside OpenCV's build, with GoogleTest.

#ifdef CUDASTRIPE_ALONE
#include <gtest/gtest.h>

#include "opencv2/core.hpp"
#include "opencv2/imgproc.hpp"
//! Ends a test that cannot run here, and says why.
#define CUDASTRIPE_SKIP(reason) GTEST_SKIP() << (reason)
#define CUDASTRIPE_INSTANTIATE INSTANTIATE_TEST_SUITE_P
namespace opencv_test {
using namespace cv;
}
#else
#include "opencv2/ts.hpp"
#define CUDASTRIPE_SKIP(reason) throw SkipTestException(reason)
#define CUDASTRIPE_INSTANTIATE INSTANTIATE_TEST_CASE_P
#endif

#include "opencv2/cudastripe.hpp"
