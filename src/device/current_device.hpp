// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CURRENT_DEVICE_HPP
#define OPENCV_CUDASTRIPE_CURRENT_DEVICE_HPP

#include "cuda_error.hpp"

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

//! Makes a device current on this thread, and the former one again at the end. A scope within another one for the same
//! device costs nothing.
class CurrentDevice
{
public:
    explicit CurrentDevice(int number) : outer_(held())
    {
        if (outer_ == number)
            return;
        CUDASTRIPE_CUDA(cudaGetDevice(&former_));
        if (former_ == number)
            former_ = -1;
        else
            CUDASTRIPE_CUDA(cudaSetDevice(number));
        held() = number;
    }
    ~CurrentDevice()
    {
        held() = outer_;
        // An error must not stay behind for whoever looks for errors next.
        if (former_ >= 0 && cudaSetDevice(former_) != cudaSuccess)
            cudaGetLastError();
    }
    CurrentDevice(const CurrentDevice&) = delete;
    CurrentDevice& operator=(const CurrentDevice&) = delete;

private:
    // The device of the innermost scope on this thread, or -1.
    static int& held()
    {
        static thread_local int number = -1;
        return number;
    }

    RelaxedCapture relaxed_;
    const int outer_;
    int former_ = -1;
};

}}  // namespace cv::cudastripe

#endif
