// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "driver.hpp"
#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

/** @brief Makes a context current on this thread for a scope, and then again what was current before, even if that was
none. A scope within another one of the same context costs nothing. */
class CurrentContext
{
public:
    explicit CurrentContext(CUcontext context) { enter(context); }
    ~CurrentContext() { leave(); }
    CurrentContext(const CurrentContext&) = delete;
    CurrentContext& operator=(const CurrentContext&) = delete;

    //! What the scope does, where its two ends are apart.
    static void enter(CUcontext context)
    {
        State& now = state();
        if (now.depth > 0 && now.runs[now.depth - 1].context == context) {
            ++now.runs[now.depth - 1].scopes;
            return;
        }
        CV_Assert(now.depth < kMostRuns);
        if (CudaDriver::get().ctxPushCurrent(context) != CUDA_SUCCESS)
            CV_Error(Error::GpuApiCallError, "cudastripe: the context of the device cannot be made current");
        now.runs[now.depth++] = {context, 1};
    }
    static void leave() noexcept
    {
        State& now = state();
        if (--now.runs[now.depth - 1].scopes > 0)
            return;
        --now.depth;
        CUcontext context;
        CudaDriver::find()->ctxPopCurrent(&context);
    }

private:
    static constexpr int kMostRuns = 256;  // each device of a call is one

    //! Scopes of one context within one another.
    struct Run
    {
        CUcontext context;
        int scopes;
    };
    // Needs no destructor: a Striper that is destroyed when the program ends comes after thread-local objects.
    struct State
    {
        Run runs[kMostRuns];
        int depth;
    };
    static State& state()
    {
        static thread_local State state;
        return state;
    }
};

}}  // namespace cv::cudastripe
