// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <atomic>
#include <vector>

#include "../device/pause.hpp"
#include "wait_for.hpp"

namespace cv { namespace cudastripe {

/** @brief Keeps host threads from an image until what the caller enqueued earlier is complete.

That mostly takes a look or two of the caller. What takes longer goes on while threads wake up: then any of them may
look, one at a time. */
class StartGate
{
public:
    void add(Device& device, EventId event)
    {
        before_.push_back({&device, event});
        open_ = false;
    }

    //! True once all is complete, unless threads gave up before.
    bool open()
    {
        // Many threads that go through the system to come back, or write to the same line, would keep each other for
        // longer than the look takes.
        for (int pauses = 0;; ++pauses) {
            if (open_.load(std::memory_order_acquire))
                return true;
            if (!looking_.load(std::memory_order_relaxed) && !looking_.exchange(true, std::memory_order_acquire))
                break;
            if (pauses == kPauses)
                return false;
            pauseBriefly();
        }
        const struct Looked
        {
            std::atomic<bool>& looking;
            ~Looked() { looking.store(false, std::memory_order_release); }
        } looked{looking_};
        if (gaveUp_)
            return false;
        while (!before_.empty() && before_.back().device->passed(before_.back().event))
            before_.pop_back();
        if (before_.empty())
            open_.store(true, std::memory_order_release);
        else if (++looks_ == kPatience)
            gaveUp_ = true;
        return before_.empty();
    }

    //! True when it takes so long that threads should not be kept for it. Then it opens for none of them.
    bool gaveUp() const { return gaveUp_; }

    //! Runs a loop of so many threads, each of which waits until it is open or they gave up; then once more.
    template <class Loop>
    void letIn(int threads, const Loop& loop)
    {
        if (threads == 1)
            wait();
        // The driver's code is in the caller's caches, not in those of threads that wait for work.
        for (int i = 0; i < kOwnLooks && !open(); ++i)
            continue;
        loop();
        if (!open_) {
            wait();
            loop();
        }
    }

private:
    // While no other thread looks.
    void wait()
    {
        for (; !before_.empty(); before_.pop_back())
            waitFor(*before_.back().device, before_.back().event);
        open_ = true;
    }

    struct Before
    {
        Device* device;
        EventId event;
    };

    static constexpr int kOwnLooks = 4;
    static constexpr int kPatience = 64;  // looks: some ten microseconds
    static constexpr int kPauses = 64;    // while another thread looks

    std::vector<Before> before_;
    int looks_ = 0;
    std::atomic<bool> open_{true}, looking_{false}, gaveUp_{false};
};

}}  // namespace cv::cudastripe
