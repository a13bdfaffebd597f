// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The streams and events of a simulated device.

#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "access_history.hpp"

namespace cv { namespace cudastripe {

//! Something that was enqueued.
struct SimulatedOperation
{
    std::function<void()> run;
    bool touchesMemory;
    std::function<bool()> ready;  // null: always
};

//! What CUDA's flags and contexts make of a stream.
enum class SimulatedStreamKind
{
    Default,      // the legacy one: it waits for blocking streams, and they for it
    NonBlocking,  // what the library makes
    Blocking,
    OtherContext,
};

struct SimulatedStream
{
    size_t actor;  // a number that no other stream has
    String name;
    SimulatedStreamKind kind;
    bool destroyed = false;
    VectorClock clock;  // what happened before the next operation
    std::deque<SimulatedOperation> queue;
    std::int64_t enqueued = 0, executed = 0;
};

struct SimulatedEvent
{
    String name;
    std::int64_t recorded = 0;  // how often it was recorded, as the host enqueued it
    std::int64_t executed = 0;  // how many of those records have run
    VectorClock clock;
    double when = 0;  // the last of those records has run, without virtual time
};

/** @brief Queues of operations, of which the first of any may be the next to run, unless it waits.

As in CUDA a destroyed stream's handle is the next one's, what was enqueued still runs, and one handle stands for a
stream of each thread. */
class SimulatedStreams
{
public:
    explicit SimulatedStreams(std::uint64_t seed) : rng_((seed + 1) * 0x9e3779b97f4a7c15u) {}

    static void* perThreadHandle() { return reinterpret_cast<void*>(2); }

    void* create(const String& name, SimulatedStreamKind kind);
    void destroy(void* handle);
    //! Null if there is no such handle.
    SimulatedStream* find(void* handle);
    SimulatedStream& at(void* handle);
    //! The clock then knows what comes before the stream's next operation without an event.
    void joinImplicit(SimulatedStream& stream) const;
    void enqueue(SimulatedStream& stream, SimulatedOperation operation);
    //! True if nothing is left that the stream's answer depends on.
    bool idle(const SimulatedStream& stream) const;
    //! True if nothing that touches memory is enqueued.
    bool quiet() const;
    //! Runs one operation; false if none can run.
    bool runOne();
    //! Runs a few operations, at least one; throws if the host asks again and again and none can ever run.
    void runSome();
    //! Drops everything, as a context that dies does.
    void clear();

private:
    struct Handle
    {
        SimulatedStream* stream;
        bool live;
    };

    SimulatedStream* add(const String& name, SimulatedStreamKind kind);
    std::vector<SimulatedStream*> implicitlyBefore(const SimulatedStream& stream) const;

    RNG rng_;
    int stalled_ = 0;  // how often in a row nothing could run
    std::vector<std::unique_ptr<SimulatedStream>> streams_;
    std::deque<Handle> handles_;  // whose elements do not move
    std::map<std::thread::id, SimulatedStream*> perThread_;
};

}}  // namespace cv::cudastripe
