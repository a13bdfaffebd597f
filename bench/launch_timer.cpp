// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "launch_timer.hpp"

#include "stream_gate.hpp"

namespace bench {

double LaunchTimer::meanSeconds(int launches, const std::function<void()>& launch)
{
    {
        StreamGate gate(stream_);
        launch();  // clocks rise, caches turn cold
        start_.record(stream_);
        for (int i = 0; i < launches; ++i)
            launch();
        end_.record(stream_);
        gate.open();
        end_.wait();
    }
    float timeMs = 0;
    BENCH_CUDA(cudaEventElapsedTime(&timeMs, start_.get(), end_.get()));
    return timeMs / 1e3 / launches;
}

}  // namespace bench
