// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/ts.hpp"
#include "opencv2/ts/cuda_perf.hpp"

#include "opencv2/core/cuda.hpp"
#include "opencv2/cudastripe.hpp"

namespace opencv_test {
using namespace perf;
}
