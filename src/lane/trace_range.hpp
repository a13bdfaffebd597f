// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Scopes in NVIDIA's profilers.

#pragma once

#ifdef CUDASTRIPE_WITH_NVTX
#include <nvtx3/nvToolsExt.h>
#endif

#include "opencv2/cudastripe/timeline.hpp"

namespace cv { namespace cudastripe {

//! Shows a scope in a profiler, if the module is built with CUDASTRIPE_WITH_NVTX.
class TraceRange
{
public:
#ifdef CUDASTRIPE_WITH_NVTX
    explicit TraceRange(const char* name)
    {
        nvtxRangePushA(name);
    }
    explicit TraceRange(Stage stage) : TraceRange(toString(stage).c_str()) {}
    ~TraceRange()
    {
        nvtxRangePop();
    }
#else
    explicit TraceRange(const char*) {}
    explicit TraceRange(Stage) {}
    ~TraceRange() {}  // so that no compiler warns of an unused variable
#endif
    TraceRange(const TraceRange&) = delete;
    TraceRange& operator=(const TraceRange&) = delete;
};

}}  // namespace cv::cudastripe
