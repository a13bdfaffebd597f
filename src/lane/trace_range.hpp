// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#ifdef CUDASTRIPE_WITH_NVTX
#include <nvtx3/nvToolsExt.h>
#endif

#include "opencv2/cudastripe/timeline.hpp"

namespace cv { namespace cudastripe {

//! Shows a scope in NVIDIA's profilers; nothing unless the module is built with CUDASTRIPE_WITH_NVTX.
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
    ~TraceRange() {}  // a destructor of its own, so that no compiler calls the variable unused
#endif
    TraceRange(const TraceRange&) = delete;
    TraceRange& operator=(const TraceRange&) = delete;
};

}}  // namespace cv::cudastripe
