// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The clocks of a simulated device and of the host threads that use it.

#pragma once

#include <map>

#include "../device.hpp"
#include "engine_model.hpp"

namespace cv { namespace cudastripe {

//! Engines and host threads in virtual time. hostLoop() simulates threads: the one with the earliest clock takes the
//! next step. For one real thread only.
class VirtualTime
{
public:
    explicit VirtualTime(const DeviceProfile& profile) : profile_(profile), model_(profile), threads_(1) {}

    //! Seconds on the clock of the current host thread.
    double now() const { return threads_[current_].clock; }
    //! Seconds that the current thread has run. Thread 0 calls the loops; the other threads start with a loop.
    double ran() const { return current_ == 0 ? now() : now() - loopBegan_; }

    void mark(const void* stream, int stripe) { at(stream).stripe = stripe; }
    void nameStream(const void* stream, const char* name) { at(stream).name = name; }
    void enqueue(const void* stream, Stage stage, double bytes);
    void record(const void* event, const void* stream);
    void wait(const void* stream, const void* event);
    bool passed(const void* event) { return signalled(events_[event].after); }
    //! The time at which an event passed, if it has.
    double passedAt(const void* event) const;
    bool idle(const void* stream) { return signalled(at(stream).after); }
    //! The current host thread works; its next turn comes when the work is done.
    void hostWork(Stage stage, int stripe, double bytes);
    void hostLoop(int threads, const std::function<Device::Step()>& step);
    //! A call begins: it costs the host some time.
    void beginCall() { threads_[current_].clock += profile_.callSeconds; }

    Timeline timeline() const;

private:
    using Tasks = std::vector<size_t>;

    struct Stream
    {
        String name;
        int stripe = -1;
        Tasks after;  // tasks that the stream's next operation waits for
        size_t number = 0;
    };

    struct Event
    {
        Tasks after;
        double recorded = 0;
    };

    struct HostThread
    {
        double clock = 0;
        Tasks work;  // the task that it is busy with; empty if it is not busy
        bool done = false;

        bool busy() const { return !work.empty(); }
    };

    Stream& at(const void* stream);
    bool signalled(const Tasks& tasks);
    void wake();

    const DeviceProfile profile_;
    EngineModel model_;
    std::map<const void*, Stream> streams_;
    std::map<const void*, Event> events_;
    std::vector<HostThread> threads_;
    size_t current_ = 0;
    bool looping_ = false;
    double loopBegan_ = 0;
};

}}  // namespace cv::cudastripe
