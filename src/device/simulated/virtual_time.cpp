// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See virtual_time.hpp.

#include "virtual_time.hpp"

#include <algorithm>
#include <cmath>

namespace cv { namespace cudastripe {
namespace {

constexpr double kPollSeconds = 2e-6;        // until a host thread with nothing to do queries again
constexpr size_t kFirstHostQueue = 1 << 20;  // queues of host threads are numbered from here, so that no stream has one
constexpr double kMilliseconds = 1e3;

}  // namespace

VirtualTime::Stream& VirtualTime::at(const void* stream)
{
    Stream& found = streams_[stream];
    if (found.number == 0)
        found.number = streams_.size();
    return found;
}

void VirtualTime::enqueue(const void* stream, Stage stage, double bytes)
{
    Stream& s = at(stream);
    threads_[current_].clock += stage == Stage::RunDevice ? profile_.kernelIssueSeconds : profile_.copyIssueSeconds;
    const Tasks& work = threads_[current_].work;
    s.after.insert(s.after.end(), work.begin(), work.end());  // comes after the thread's own work
    s.after = {model_.add({stage, s.stripe, s.number, bytes, now(), s.after})};
}

void VirtualTime::record(const void* event, const void* stream)
{
    threads_[current_].clock += profile_.eventIssueSeconds;
    events_[event] = {at(stream).after, now()};
}

void VirtualTime::wait(const void* stream, const void* event)
{
    threads_[current_].clock += profile_.eventIssueSeconds;
    Tasks& after = at(stream).after;
    for (size_t task : events_[event].after) {
        if (!model_.signalled(task) && std::find(after.begin(), after.end(), task) == after.end())
            after.push_back(task);
    }
}

bool VirtualTime::signalled(const Tasks& tasks)
{
    threads_[current_].clock += profile_.eventIssueSeconds;
    const auto all = [&] {
        return std::all_of(tasks.begin(), tasks.end(), [&](size_t task) { return model_.signalled(task); });
    };
    while (!looping_ && model_.advance(now())) {
    }
    if (all())
        return true;
    if (!looping_) {
        // The only thread can do nothing but wait.
        model_.advance(HUGE_VAL);
        threads_[current_].clock = std::max(now(), model_.now());
    }
    return all();
}

double VirtualTime::passedAt(const void* event) const
{
    const Event& found = events_.at(event);
    double seconds = found.recorded;
    for (size_t task : found.after)
        seconds = std::max(seconds, model_.ended(task));
    return seconds;
}

void VirtualTime::hostWork(Stage stage, int stripe, double bytes)
{
    HostThread& thread = threads_[current_];
    thread.work = {model_.add({stage, stripe, kFirstHostQueue + current_, bytes, now(), thread.work})};
    while (!looping_ && thread.busy()) {
        model_.advance(HUGE_VAL);
        wake();
    }
}

void VirtualTime::wake()
{
    for (HostThread& thread : threads_) {
        if (thread.busy() && model_.signalled(thread.work[0])) {
            thread.clock = std::max(thread.clock, model_.ended(thread.work[0]));
            thread.work.clear();
        }
    }
}

void VirtualTime::hostLoop(int threads, const std::function<Device::Step()>& step)
{
    HostThread fresh;
    fresh.clock = loopBegan_ = now();
    threads_.assign(static_cast<size_t>(threads), fresh);
    looping_ = true;
    for (;;) {
        size_t next = threads_.size();
        bool busy = false;
        for (size_t i = 0; i < threads_.size(); ++i) {
            const HostThread& thread = threads_[i];
            busy = busy || thread.busy();
            if (!thread.done && !thread.busy() && (next == threads_.size() || thread.clock < threads_[next].clock))
                next = i;
        }
        if (next == threads_.size() && !busy)
            break;
        // If a busy thread ends its work before the next thread's turn, its own turn may be earlier.
        const double until = next == threads_.size() ? HUGE_VAL : threads_[next].clock;
        if ((busy || model_.now() < until) && model_.advance(until)) {
            wake();
            continue;
        }
        CV_Assert(next < threads_.size());
        current_ = next;
        const Device::Step result = step();
        threads_[current_].done = result == Device::Step::Done;
        if (result == Device::Step::Waits)
            threads_[current_].clock += kPollSeconds;
    }
    const auto last = std::max_element(threads_.begin(), threads_.end(),
                                       [](const HostThread& a, const HostThread& b) { return a.clock < b.clock; });
    fresh.clock = last->clock;
    threads_.assign(1, fresh);
    current_ = 0;
    looping_ = false;
}

Timeline VirtualTime::timeline() const
{
    std::map<size_t, String> streamNames;  // by queue; host work has none
    for (const auto& stream : streams_)
        streamNames[stream.second.number] = stream.second.name;
    Timeline result;
    result.title = profile_.name;
    for (size_t id = 0; id < model_.size(); ++id) {
        const EngineTask& task = model_.task(id);
        const String engine = task.queue >= kFirstHostQueue
                                  ? format("host thread %d", int(task.queue - kFirstHostQueue) + 1)
                                  : model_.engineOf(id);
        result.entries.push_back({task.stage, task.stripe, engine, streamNames[task.queue],
                                  model_.started(id) * kMilliseconds, model_.ended(id) * kMilliseconds});
        result.durationMs = std::max(result.durationMs, result.entries.back().endMs);
    }
    result.durationMs = std::max(result.durationMs, now() * kMilliseconds);
    return result;
}

}}  // namespace cv::cudastripe
