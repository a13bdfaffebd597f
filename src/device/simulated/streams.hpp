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

class SimulatedGraph;

//! An enqueued operation.
struct SimulatedOperation
{
    std::function<void()> run;
    bool touchesMemory;
    std::function<bool()> ready;  // null: always
};

//! The kind of a stream by its flags and its context.
enum class SimulatedStreamKind
{
    Default,      // the legacy stream: it waits for blocking streams, and they wait for it
    NonBlocking,  // as the library creates them
    Blocking,
    OtherContext,
};

//! What a stream can wait for: the operations of another one, or the records of an event.
struct SimulatedProgress
{
    String name;
    std::int64_t enqueued = 0, executed = 0;
    VectorClock clock = {};  // what happened before a stream's next operation, or before the last record
};

struct SimulatedStream : SimulatedProgress
{
    size_t actor;  // a number that no other stream has
    SimulatedStreamKind kind;
    bool destroyed = false;
    std::deque<SimulatedOperation> queue = {};
    std::shared_ptr<SimulatedGraph> captured = nullptr;  // the graph into which it is being captured, else null
    std::vector<void*> dependencies = {};                // of the graph's next node
};

struct SimulatedEvent : SimulatedProgress
{
    double when = 0;  // host seconds at its last record
};

/** @brief Queues of operations. The first operation of any queue may run next, unless it waits.

As in CUDA, a new stream gets the handle of a destroyed one, and the work of a destroyed stream still runs. The handle
of the per-thread default stream means another stream in each thread. */
class SimulatedStreams
{
public:
    explicit SimulatedStreams(std::uint64_t seed) : rng_((seed + 1) * 0x9e3779b97f4a7c15u) {}

    static void* perThreadHandle() { return reinterpret_cast<void*>(2); }

    void* create(const String& name, SimulatedStreamKind kind);
    void destroy(void* handle);
    //! A stream of a graph's node, which has no handle.
    SimulatedStream& takeForNode();
    //! Takes the stream back from a node, for later nodes, unless work is left on it. The host must have waited for it.
    void giveBack(SimulatedStream& stream);
    //! Null if there is no such handle.
    SimulatedStream* find(void* handle);
    SimulatedStream& at(void* handle);
    //! Adds to the stream's clock the operations for which CUDA makes its next operation wait, without an event.
    void joinImplicit(SimulatedStream& stream) const;
    void enqueue(SimulatedStream& stream, SimulatedOperation operation);
    //! True if the stream has nothing left to run or to wait for.
    bool idle(const SimulatedStream& stream) const;
    //! True if nothing that touches memory is enqueued.
    bool quiet() const;
    //! Runs one operation; false if none can run.
    bool runOne();
    //! Runs a few operations if any can run; throws if the host queries again and again and none can run.
    void runSome();
    //! Drops all operations, as the end of a context does.
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
    int stalled_ = 0;  // queries in a row for which nothing could run
    std::vector<std::unique_ptr<SimulatedStream>> streams_;
    std::deque<Handle> handles_;          // a deque, since its elements do not move
    std::vector<SimulatedStream*> free_;  // taken back from nodes
    std::map<std::thread::id, SimulatedStream*> perThread_;
};

}}  // namespace cv::cudastripe
