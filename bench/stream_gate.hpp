// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <condition_variable>
#include <mutex>

#include "cuda_handles.hpp"

namespace bench {

/** @brief Holds a stream until all is enqueued that shall run without gaps behind it.

What is enqueued meanwhile must not wait for the stream; the gate opens by itself after some seconds. */
class StreamGate
{
public:
    explicit StreamGate(const CudaStream& stream);
    ~StreamGate();
    StreamGate(const StreamGate&) = delete;
    StreamGate& operator=(const StreamGate&) = delete;

    void open();

private:
    static void CUDART_CB hold(void* gate);

    const CudaStream& stream_;
    std::mutex mutex_;
    std::condition_variable opened_;
    bool open_ = false;
};

}  // namespace bench
