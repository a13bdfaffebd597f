// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "host_calibration.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "../op/stream_store.hpp"
#include "../plan/plausible_rates.hpp"
#include "../plan/route.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kOneThreadBytes = 4 << 20, kThreadBytes = 2 << 20;  // that are copied at once: some hundred microseconds
constexpr int kShortBytes = 1 << 16;  // of a thread, which takes about as long as to wake the others
constexpr int kRepetitions = 3;       // of which the shortest counts

double now()
{
    return double(getTickCount()) / getTickFrequency();
}

template <class Work>
double shortest(const Work& work)
{
    double best = HUGE_VAL;
    for (int i = 0; i < kRepetitions; ++i) {
        const double start = now();
        work();
        best = std::min(best, now() - start);
    }
    return best;
}

//! Streamed writes leave nothing in caches, so what is copied comes from memory, and goes there.
class Memory
{
public:
    explicit Memory(int threads) : threads_(threads), to_(1, bytes(), CV_8U), from_(1, bytes(), CV_8U)
    {
        forThreads([this](int i) {
            std::vector<uchar> filled(kThreadBytes, uchar(i));
            storeBytes(from_.data + int64(i) * kThreadBytes, filled.data(), kThreadBytes, true);
            storeBytes(to_.data + int64(i) * kThreadBytes, filled.data(), kThreadBytes, true);
            endStreaming();
        });
    }

    int bytes() const { return std::max(kOneThreadBytes, threads_ * kThreadBytes); }

    template <class Work>
    void forThreads(const Work& work) const
    {
        parallel_for_(
            Range(0, bytes() / kThreadBytes),
            [&](const Range& range) {
                for (int i = range.start; i < range.end; ++i)
                    work(i);
            },
            threads_);
    }

    // The two take turns, since what was read lies in a cache.
    void copy(int64 first, int64 count)
    {
        storeBytes(to_.data + first, from_.data + first, static_cast<size_t>(count), true);
        endStreaming();
    }
    void swap() { cv::swap(to_, from_); }

private:
    const int threads_;
    Mat to_, from_;
};

HostRates measureOnce(Memory& memory, int threads)
{
    HostRates rates;
    const double one = shortest([&] {
        memory.copy(0, kOneThreadBytes);
        memory.swap();
    });
    const double all = shortest([&] {
        memory.forThreads([&](int i) { memory.copy(int64(i) * kThreadBytes, kThreadBytes); });
        memory.swap();
    });
    rates.copy = 2. * kOneThreadBytes / one;
    const double few = shortest([&] {
        memory.forThreads([&](int i) { memory.copy(int64(i) * kThreadBytes, kShortBytes); });
        memory.swap();
    });
    // What hostRate() falls off to, of which so many threads show a part.
    const double seen = 2. * memory.bytes() / all;
    const double ideal = rates.copy * threads, share = std::min(seen / ideal, 0.97);
    const double limit = share * ideal / std::sqrt(1 - share * share);
    // Where threads mostly do not wait for each other, nobody has seen what memory could do.
    rates.memory = share > 0.5 ? std::max(limit, HostRates().memory) : limit;
    const double copied = 2. * kShortBytes * (memory.bytes() / kThreadBytes);
    const double waking = few - copied / hostRate(rates.copy, threads, rates);
    rates.wakeSeconds = threads > 1 ? std::max(0., waking) / threads : 0;
    rates.measured = true;
    return rates;
}

}  // namespace

HostRates measureHostRates()
{
    constexpr int kMostTries = 4;
    const int threads = std::max(1, getNumThreads());
    Memory memory(threads);
    HostRates former = measureOnce(memory, threads);
    for (int i = 1; i < kMostTries; ++i) {
        const HostRates rates = measureOnce(memory, threads);
        if (confirmed(former, rates))
            return rates;
        former = rates;
    }
    return HostRates();
}

}}  // namespace cv::cudastripe
