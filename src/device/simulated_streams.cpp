// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "simulated_streams.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {
namespace {

constexpr int kMostAtOnce = 8;
constexpr int kPatience = 10000;  // looks at queues of which none can go on, before the host is said to hang

}  // namespace

SimulatedStream* SimulatedStreams::create(const String& name)
{
    streams_.emplace_back(new SimulatedStream{streams_.size() + 1, name, false, {}, {}});
    return streams_.back().get();
}

bool SimulatedStreams::contains(const void* stream) const
{
    return std::any_of(streams_.begin(), streams_.end(), [&](const std::unique_ptr<SimulatedStream>& candidate) {
        return candidate.get() == stream && !candidate->destroyed;
    });
}

bool SimulatedStreams::quiet() const
{
    return std::all_of(streams_.begin(), streams_.end(), [](const std::unique_ptr<SimulatedStream>& stream) {
        return std::none_of(stream->queue.begin(), stream->queue.end(),
                            [](const SimulatedOperation& operation) { return operation.touchesMemory; });
    });
}

bool SimulatedStreams::runOne()
{
    std::vector<SimulatedStream*> ready;
    for (const auto& stream : streams_) {
        if (!stream->queue.empty() && (!stream->queue.front().ready || stream->queue.front().ready()))
            ready.push_back(stream.get());
    }
    if (ready.empty())
        return false;
    SimulatedStream& next = *ready[static_cast<size_t>(rng_.uniform(0, static_cast<int>(ready.size())))];
    const SimulatedOperation operation = std::move(next.queue.front());
    next.queue.pop_front();
    operation.run();
    return true;
}

void SimulatedStreams::runSome()
{
    if (!runOne()) {
        if (++stalled_ > kPatience)
            CV_Error(Error::StsError, "the host waits for work that can never run");
        return;
    }
    stalled_ = 0;
    for (int i = rng_.uniform(0, kMostAtOnce); i > 0 && runOne(); --i) {
    }
}

void SimulatedStreams::clear()
{
    for (const auto& stream : streams_)
        stream->queue.clear();
}

}}  // namespace cv::cudastripe
