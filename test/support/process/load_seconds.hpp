// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <cstdlib>

namespace opencv_test {

//! Seconds that a mixed load runs; the environment can ask for more.
inline double loadSeconds()
{
    const char* given = std::getenv("CUDASTRIPE_TEST_LOAD_SECONDS");
    return given ? std::atof(given) : 2.;
}

}  // namespace opencv_test
