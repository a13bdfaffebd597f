// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Measurement of the rates of a device and of the CPU.

#include "device_rates.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

#include "../../device/pause.hpp"
#include "../../model/rate_fields.hpp"
#include "../../op/simd/non_temporal_store.hpp"
#include "../../plan/route.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int64 kMinBytes = 1 << 18;  // enough to measure the rate of a slow link
constexpr double kWarmSeconds = 4e-3;
constexpr double kCopySeconds = 120e-6;  // limit of one copy, so that all copies end before the deadline
constexpr int64 kShortBytes = 1 << 16;   // little enough to measure gaps between copies, and waking threads
constexpr int kMany = 16;                // short copies, or kernels
constexpr double kPixelsBytes = 7. / 4;  // bytes that a kernel reads and writes for each byte that it reads
constexpr int kThreadBytes = 2 << 20;    // a thread copies so many bytes at once: some hundred microseconds
constexpr int kWholeThreads = 16;        // with more, a thread copies smaller pieces back and forth: 64 MB at most
constexpr int kMinRuns = 4, kMaxRuns = 16;

// The time of the shortest run, if a second run took about as long; else infinite. Other work seldom delays two runs
// equally.
template <class Run>
double steadySeconds(double tolerance, const Run& run)
{
    double least = HUGE_VAL, second = HUGE_VAL;
    for (int i = 1; i <= kMaxRuns; ++i) {
        const double seconds = run();
        second = std::min(second, std::max(least, seconds));
        least = std::min(least, seconds);
        if (i >= kMinRuns && second < (1 + tolerance) * least)
            return least;
    }
    return HUGE_VAL;
}

template <class R>
R confirmed(R rates)
{
    rates.measured = true;
    return implausible(rates).empty() ? rates : R();
}

}  // namespace

LinkRates measureLinkRates(Probe& probe)
{
    Device& device = probe.device();
    const double deadline = device.now() + kCalibrationSeconds;
    if (probe.inFlight())
        probe.seconds();
    // Infinite if the deadline has passed.
    const auto run = [&](const Probe::Work& work) {
        if (probe.inFlight() || device.now() >= deadline)
            return HUGE_VAL;
        probe.begin(work);
        for (Pause pause(device.facts().waitsAsleep); device.now() < deadline; pause.pass()) {
            if (const std::optional<double> seconds = probe.seconds())
                return *seconds;
        }
        return HUGE_VAL;
    };
    const auto steady = [&](const Probe::Work& work) { return steadySeconds(0.05, [&] { return run(work); }); };

    // An idle device has low clocks and a slow link at first.
    double megabyte = HUGE_VAL;
    while (device.now() < deadline - kCalibrationSeconds + kWarmSeconds && !probe.inFlight())
        megabyte = run({1 << 20, 1});
    // A slow link copies less, so that it ends in time.
    int64 n = kCalibrationBytes;
    while (n > kMinBytes && megabyte * double(n) > kCopySeconds * (1 << 20))
        n /= 2;
    const double up = steady({n, 2, 0, 0, 0, 3}) / 2, down = steady({n, 0, 0, 2, 3}) / 2;
    const double shorts = steady({kShortBytes, kMany}), one = steady({kShortBytes * kMany, 1});
    const double whole = steady({n, 0, kMany}), half = steady({n / 2, 0, kMany});
    LinkRates rates;
    rates.gapSeconds = (shorts - one) / (kMany - 1);
    rates.upload = double(n) / (up - rates.gapSeconds);
    rates.download = double(n) / (down - rates.gapSeconds);
    rates.kernel = kMany * kPixelsBytes * double(n) / 2 / (whole - half);
    return confirmed(rates);
}

HostRates measureHostRates()
{
    const int threads = std::max(1, getNumThreads());
    // An odd number, so that the next run reads what this one has written.
    const int pieces = (threads + kWholeThreads - 1) / kWholeThreads | 1, piece = kThreadBytes / pieces + 1;
    Mat from(std::max(2, threads), piece, CV_8U), to(from.size(), CV_8U);
    // Reads leave bytes in caches, non-temporal stores do not. So the images are swapped, and each run reads what the
    // last one wrote. Infinite if the calling thread did all: OpenCV does not divide a loop within or beside another
    // one. With kShortBytes it is enough that the loop was divided: that thread may finish before another one wakes.
    const auto seconds = [&](int usedThreads, int rows, int bytes) {
        const std::thread::id caller = std::this_thread::get_id();
        std::atomic<bool> alone{usedThreads > 1};
        const double least = steadySeconds(0.1, [&] {
            const int64 start = getTickCount();
            const auto copy = [&](const Range& range) {
                for (int i = range.start; i < range.end; ++i) {
                    uchar *in = from.ptr(i), *out = to.ptr(i);
                    for (int done = 0; done < bytes; done += piece, std::swap(in, out))
                        storeBytes(out, in, size_t(std::min(piece, bytes - done)), true);
                }
                fenceNonTemporal();
                if (std::this_thread::get_id() != caller || (bytes == kShortBytes && range.size() < rows))
                    alone = false;
            };
            parallel_for_(Range(0, rows), copy, usedThreads);
            const double took = double(getTickCount() - start) / getTickFrequency();
            cv::swap(from, to);
            return took;
        });
        return alone ? HUGE_VAL : least;
    };
    const double all = 2. * kThreadBytes * threads / seconds(threads, threads, kThreadBytes);
    HostRates rates;
    rates.copy = 4. * kThreadBytes / seconds(1, 2, kThreadBytes);
    // Solves hostRate() for rates.memory, given the fraction of the ideal rate that all threads reach.
    const double ideal = rates.copy * threads, share = std::min(all / ideal, 0.97);
    const double limit = share * ideal / std::sqrt(1 - share * share);
    // If threads hardly delay each other, the limit of memory was not seen.
    rates.memory = share > 0.5 ? std::max(limit, HostRates().memory) : limit;
    const double few = seconds(threads, threads, kShortBytes);
    const double waking = few - 2. * kShortBytes * threads / hostRate(rates.copy, threads, rates);
    // Threads hardly fall asleep between these runs; after a millisecond of sleep, each takes some 4 us to wake. With
    // half the default as the lower limit, the choice is right most often for calls that follow each other at once.
    rates.wakeSeconds = threads > 1 ? std::max(HostRates().wakeSeconds / 2, waking / threads) : 0;
    return confirmed(rates);
}

}}  // namespace cv::cudastripe
