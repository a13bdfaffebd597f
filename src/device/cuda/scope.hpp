// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The scope in which a thread makes calls of the CUDA runtime, and what a failed one throws.

#pragma once

#include <cuda_runtime_api.h>

#include "driver.hpp"
#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

/** @brief Makes a context current on this thread for a scope; afterwards the previous one, or none, is current again.

Calls in it neither fail nor spoil a capture while another thread of the process captures a stream. A scope within
another one of the same context costs nothing. */
class CudaScope
{
public:
    explicit CudaScope(CUcontext context) { enter(context); }
    ~CudaScope() { leave(); }
    CudaScope(const CudaScope&) = delete;
    CudaScope& operator=(const CudaScope&) = delete;

    //! Begins a scope that leave() ends.
    static void enter(CUcontext context)
    {
        State& now = state();
        if (now.depth > 0 && now.runs[now.depth - 1].context == context) {
            ++now.runs[now.depth - 1].scopes;
            return;
        }
        CV_Assert(now.depth < kMaxRuns);
        const CudaDriver& driver = CudaDriver::get();
        CUcontext current = nullptr;
        const bool pushes = driver.ctxGetCurrent(&current) != CUDA_SUCCESS || current != context;
        if (pushes && driver.ctxPushCurrent(context) != CUDA_SUCCESS)
            CV_Error(Error::GpuApiCallError, "cudastripe: the context of the device cannot be made current");
        now.runs[now.depth++] = {context, 1, pushes};
        if (now.depth == 1) {
            now.captureMode = cudaStreamCaptureModeRelaxed;
            now.exchangeCaptureMode();
        }
    }
    static void leave() noexcept
    {
        State& now = state();
        Run& run = now.runs[now.depth - 1];
        if (--run.scopes > 0)
            return;
        if (--now.depth == 0)
            now.exchangeCaptureMode();
        if (run.pushed)
            CudaDriver::find()->ctxPopCurrent(&run.context);
    }

private:
    static constexpr int kMaxRuns = 256;  // a call needs one for each of its devices

    //! Nested scopes of one context.
    struct Run
    {
        CUcontext context;
        int scopes;
        bool pushed;  // enter() had to make the context current
    };
    // Needs no destructor: when the program ends, a Striper may be destroyed after thread-local objects.
    struct State
    {
        Run runs[kMaxRuns];
        int depth;
        cudaStreamCaptureMode captureMode;  // to exchange with the thread's own

        void exchangeCaptureMode() noexcept
        {
            if (cudaThreadExchangeStreamCaptureMode(&captureMode) != cudaSuccess)
                cudaGetLastError();
        }
    };
    static State& state()
    {
        static thread_local State state;
        return state;
    }
};

//! Throws cv::Exception if a CUDA call has failed, and clears the thread's last error.
inline void checkCuda(cudaError_t error, const char* call)
{
    if (error == cudaSuccess)
        return;
    cudaGetLastError();
    CV_Error_(Error::GpuApiCallError, ("%s failed: %s (%s)", call, cudaGetErrorString(error), cudaGetErrorName(error)));
}

}}  // namespace cv::cudastripe

//! Makes a CUDA call and throws if it fails.
#define CUDASTRIPE_CUDA(call) ::cv::cudastripe::checkCuda((call), #call)
