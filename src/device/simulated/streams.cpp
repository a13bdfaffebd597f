// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See streams.hpp.

#include "streams.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {
namespace {

constexpr int kMaxAtOnce = 8;
constexpr int kMaxStalledQueries = 10000;  // in a row, before the host counts as hanging

}  // namespace

SimulatedStream* SimulatedStreams::add(const String& name, SimulatedStreamKind kind)
{
    streams_.emplace_back(new SimulatedStream{{name}, streams_.size() + 1, kind});
    return streams_.back().get();
}

void* SimulatedStreams::create(const String& name, SimulatedStreamKind kind)
{
    SimulatedStream* const stream = add(name, kind);
    for (Handle& handle : handles_) {
        if (!handle.live) {
            handle = {stream, true};
            return &handle;
        }
    }
    handles_.push_back({stream, true});
    return &handles_.back();
}

void SimulatedStreams::destroy(void* handle)
{
    at(handle).destroyed = true;
    static_cast<Handle*>(handle)->live = false;
}

SimulatedStream& SimulatedStreams::takeForNode()
{
    if (free_.empty())
        return *add("node", SimulatedStreamKind::NonBlocking);
    SimulatedStream& stream = *free_.back();
    free_.pop_back();
    return stream;
}

void SimulatedStreams::giveBack(SimulatedStream& stream)
{
    if (!stream.queue.empty())
        return;
    stream.clock.forgetOthers(stream.actor);
    free_.push_back(&stream);
}

SimulatedStream* SimulatedStreams::find(void* handle)
{
    if (handle == perThreadHandle()) {
        SimulatedStream*& own = perThread_[std::this_thread::get_id()];
        return own ? own : own = add("per thread", SimulatedStreamKind::Blocking);
    }
    const auto found = std::find_if(handles_.begin(), handles_.end(), [&](const Handle& h) { return &h == handle; });
    return found == handles_.end() || !found->live ? nullptr : found->stream;
}

SimulatedStream& SimulatedStreams::at(void* handle)
{
    return handle == perThreadHandle() ? *find(handle) : *static_cast<Handle*>(handle)->stream;
}

// The streams for which CUDA makes this stream's next operation wait, without an event.
std::vector<SimulatedStream*> SimulatedStreams::implicitlyBefore(const SimulatedStream& stream) const
{
    using Kind = SimulatedStreamKind;
    std::vector<SimulatedStream*> before;
    for (const auto& other : streams_) {
        if ((stream.kind == Kind::Default && other->kind == Kind::Blocking) ||
            (stream.kind == Kind::Blocking && other->kind == Kind::Default))
            before.push_back(other.get());
    }
    return before;
}

void SimulatedStreams::joinImplicit(SimulatedStream& stream) const
{
    for (const SimulatedStream* other : implicitlyBefore(stream))
        stream.clock.join(other->clock);
}

void SimulatedStreams::enqueue(SimulatedStream& stream, SimulatedOperation operation)
{
    std::vector<std::pair<const SimulatedStream*, std::int64_t>> before;
    for (const SimulatedStream* other : implicitlyBefore(stream)) {
        if (other->executed < other->enqueued)
            before.push_back({other, other->enqueued});
    }
    if (!before.empty()) {
        operation.ready = [before, ready = std::move(operation.ready)] {
            return std::all_of(before.begin(), before.end(),
                               [](const auto& b) { return b.first->executed >= b.second; }) &&
                   (!ready || ready());
        };
    }
    ++stream.enqueued;
    stream.queue.push_back(std::move(operation));
}

bool SimulatedStreams::idle(const SimulatedStream& stream) const
{
    if (!stream.queue.empty())
        return false;
    const std::vector<SimulatedStream*> before = implicitlyBefore(stream);
    return stream.kind != SimulatedStreamKind::Default ||
           std::all_of(before.begin(), before.end(), [](const SimulatedStream* other) { return other->queue.empty(); });
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
    ++next.executed;
    operation.run();
    return true;
}

void SimulatedStreams::runSome()
{
    if (!runOne()) {
        if (++stalled_ > kMaxStalledQueries)
            CV_Error(Error::StsError, "the host waits for work that can never run");
        return;
    }
    stalled_ = 0;
    for (int i = rng_.uniform(0, kMaxAtOnce); i > 0 && runOne(); --i) {
    }
}

void SimulatedStreams::clear()
{
    for (const auto& stream : streams_) {
        stream->queue.clear();
        stream->executed = stream->enqueued;
    }
}

}}  // namespace cv::cudastripe
