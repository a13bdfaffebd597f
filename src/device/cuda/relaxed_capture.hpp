// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <cuda_runtime_api.h>

namespace cv { namespace cudastripe {

/** @brief Lets a scope query events and allocate while another thread of the process captures a stream.

Without it such calls would fail, and spoil the capture. A scope within another one costs nothing. */
class RelaxedCapture
{
public:
    RelaxedCapture() { enter(); }
    ~RelaxedCapture() { leave(); }
    RelaxedCapture(const RelaxedCapture&) = delete;
    RelaxedCapture& operator=(const RelaxedCapture&) = delete;

    //! What the scope does, where its two ends are apart.
    static void enter() noexcept
    {
        if (state().depth++ > 0)
            return;
        state().other = cudaStreamCaptureModeRelaxed;  // whatever became of an earlier exchange
        state().exchange();
    }
    static void leave() noexcept
    {
        if (--state().depth == 0)
            state().exchange();
    }

private:
    struct State
    {
        int depth = 0;
        cudaStreamCaptureMode other = cudaStreamCaptureModeRelaxed;  // than the thread's

        void exchange() noexcept
        {
            if (cudaThreadExchangeStreamCaptureMode(&other) != cudaSuccess)
                cudaGetLastError();
        }
    };
    static State& state()
    {
        static thread_local State state;
        return state;
    }
};

}}  // namespace cv::cudastripe
