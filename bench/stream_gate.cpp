// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "stream_gate.hpp"

#include <chrono>

namespace bench {

StreamGate::StreamGate(const CudaStream& stream) : stream_(stream)
{
    BENCH_CUDA(cudaLaunchHostFunc(stream.get(), hold, this));
}

StreamGate::~StreamGate()
{
    open();
    cudaStreamSynchronize(stream_.get());  // hold() uses this object
}

void StreamGate::open()
{
    std::lock_guard<std::mutex> lock(mutex_);
    open_ = true;
    opened_.notify_all();
}

void CUDART_CB StreamGate::hold(void* gate)
{
    StreamGate& self = *static_cast<StreamGate*>(gate);
    std::unique_lock<std::mutex> lock(self.mutex_);
    self.opened_.wait_for(lock, std::chrono::seconds(5), [&] { return self.open_; });
}

}  // namespace bench
