// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// When the operations of a CUDA device ran.

#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "../device.hpp"
#include "context.hpp"

namespace cv { namespace cudastripe {

/** @brief Records when operations of a CUDA device ran, by events around each. */
class CudaTrace
{
public:
    //! @param rates the rates of the device, measured without a trace, since a trace changes them.
    CudaTrace(int device, const LinkRates& rates);

    const LinkRates& rates() const { return rates_; }
    //! Waits for what was recorded, forgets it, and counts time from now on.
    void restart();

    void name(StreamId stream, const char* name);
    void mark(StreamId stream, int stripe);
    //! Enqueues the operation between two events.
    void around(StreamId stream, Stage stage, const std::function<void()>& operation);
    //! Runs host work and records when.
    void host(Stage stage, int stripe, const std::function<void()>& work);

    //! What ran since the start; waits for it.
    Timeline timeline();

private:
    struct DestroyEvent
    {
        void operator()(cudaEvent_t event) const noexcept
        {
            if (cudaEventDestroy(event) != cudaSuccess)
                cudaGetLastError();  // clears the error
        }
    };
    using Event = std::unique_ptr<CUevent_st, DestroyEvent>;

    struct Stream
    {
        String name;
        int stripe = -1;
    };

    struct Span
    {
        Stage stage;
        int stripe;
        String stream;
        Event before, after;
    };

    Event recorded(StreamId stream);
    double sinceOrigin(const Event& event) const;
    double hostMs() const;

    const PrimaryContext context_;
    const LinkRates rates_;
    std::mutex mutex_;
    Event origin_;
    double hostOrigin_ = 0;  // seconds on the host's clock, just after the origin passed
    std::map<void*, Stream> streams_;
    std::deque<Span> spans_;
    std::vector<Event> spare_;  // made before, since making one takes longer than recording it
    std::vector<TimelineEntry> hostEntries_;
    std::map<std::thread::id, int> hostThreads_;
};

}}  // namespace cv::cudastripe
