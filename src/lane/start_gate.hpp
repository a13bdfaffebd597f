// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_START_GATE_HPP
#define OPENCV_CUDASTRIPE_START_GATE_HPP

#include <atomic>
#include <vector>

#include "wait_for.hpp"

namespace cv { namespace cudastripe {

/** @brief Keeps host threads from an image until what the caller enqueued earlier is complete.

That mostly takes about as long as waking threads, so both go on at once. Any thread may look, one at a time. */
class StartGate
{
public:
    void add(Device& device, EventId event)
    {
        before_.push_back({&device, event});
        open_ = false;
    }

    //! True once all is complete.
    bool open()
    {
        if (open_.load(std::memory_order_acquire))
            return true;
        if (looking_.exchange(true, std::memory_order_acquire))
            return false;
        const struct Looked
        {
            std::atomic<bool>& looking;
            ~Looked() { looking.store(false, std::memory_order_release); }
        } looked{looking_};
        ++looks_;
        while (!before_.empty() && before_.back().device->passed(before_.back().event))
            before_.pop_back();
        if (before_.empty())
            open_.store(true, std::memory_order_release);
        return before_.empty();
    }

    //! True when it takes so long that threads should not be kept for it.
    bool takesLong() const { return looks_ > kPatience; }

    //! Runs a loop of so many threads that wait while it is not open; again if they did not want to wait so long.
    template <class Loop>
    void letIn(int threads, const Loop& loop)
    {
        if (threads == 1)
            wait();
        loop();
        if (!open()) {
            wait();
            loop();
        }
    }

private:
    // On the calling thread, while no other looks.
    void wait()
    {
        for (; !open(); before_.pop_back())
            waitFor(*before_.back().device, before_.back().event);
    }

    struct Before
    {
        Device* device;
        EventId event;
    };

    static constexpr int kPatience = 64;  // looks: about 50 microseconds

    std::vector<Before> before_;
    std::atomic<bool> open_{true}, looking_{false};
    std::atomic<int> looks_{0};
};

}}  // namespace cv::cudastripe

#endif
