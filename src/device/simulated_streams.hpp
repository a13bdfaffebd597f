// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_SIMULATED_STREAMS_HPP
#define OPENCV_CUDASTRIPE_SIMULATED_STREAMS_HPP

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
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

struct SimulatedStream
{
    size_t actor;
    String name;
    bool destroyed = false;
    VectorClock clock;  // what happened before the next operation
    std::deque<SimulatedOperation> queue;
};

struct SimulatedEvent
{
    String name;
    std::int64_t recorded = 0;  // how often it was recorded, as the host enqueued it
    std::int64_t executed = 0;  // how many of those records have run
    VectorClock clock;
};

/** @brief Queues of operations, of which the first of any may be the next to run, unless it waits. */
class SimulatedStreams
{
public:
    explicit SimulatedStreams(std::uint64_t seed) : rng_((seed + 1) * 0x9e3779b97f4a7c15u) {}

    SimulatedStream* create(const String& name);
    bool contains(const void* stream) const;
    //! True if nothing that touches memory is enqueued.
    bool quiet() const;
    //! Runs one operation; false if none can run.
    bool runOne();
    //! Runs a few operations, at least one; throws if the host asks again and again and none can ever run.
    void runSome();
    //! Drops everything, as a context that dies does.
    void clear();

private:
    RNG rng_;
    int stalled_ = 0;  // how often in a row nothing could run
    std::vector<std::unique_ptr<SimulatedStream>> streams_;
};

}}  // namespace cv::cudastripe

#endif
