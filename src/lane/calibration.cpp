// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "calibration.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <thread>

#include "../device/handles.hpp"
#include "../op/packed_yuv_op.hpp"
#include "wait_for.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int64 kBytes = 4 << 20;       // long enough for a rate, short enough to take no time
constexpr int64 kShortBytes = 1 << 16;  // short enough for a gap
constexpr int kShortCopies = 16;
constexpr int kKernels = 16;
constexpr double kKernelBytes = kBytes / 4 * 7.;  // BGRA to YUV, read and written
constexpr int kRepetitions = 3;                   // of which the shortest counts: what disturbs makes longer

PlaneView block(uchar* memory, int64 bytes)
{
    return {memory, bytes, bytes};
}

class Measurement
{
public:
    explicit Measurement(Device& device)
        : device_(device),
          up_(device, "calibration"),
          down_(device, "calibration"),
          upDone_(device, "calibrated"),
          downDone_(device, "calibrated"),
          hostIn_(device, OwnedMemory::PageLocked, kBytes),
          hostOut_(device, OwnedMemory::PageLocked, kBytes),
          deviceIn_(device, OwnedMemory::OnDevice, kBytes),
          deviceOut_(device, OwnedMemory::OnDevice, kBytes)
    {
    }

    // Nothing may use the memory any more when it goes, also after a failure.
    ~Measurement()
    {
        for (StreamId stream : {StreamId(up_), StreamId(down_)}) {
            try {
                while (device_.alive() && !device_.idle(stream))
                    std::this_thread::yield();
            } catch (const cv::Exception&) {
                continue;  // a stream that cannot be asked has nothing that could be waited for
            }
        }
    }

    bool enoughMemory() const { return hostIn_.get() && hostOut_.get() && deviceIn_.get() && deviceOut_.get(); }

    LinkRates run()
    {
        // Differences, so that what comes before and behind the copies does not count.
        const double oneShort = shortest(upDone_, [&] { upload(kShortBytes, 1); });
        const double shorts = shortest(upDone_, [&] { upload(kShortBytes, 1 + kShortCopies); });
        const double oneLong = shortest(upDone_, [&] { upload(kBytes, 1); });
        // Each direction beside a longer load on the other.
        const double upOne = shortest(upDone_, [&] { both(1, 3); }), upTwo = shortest(upDone_, [&] { both(2, 4); });
        const double downOne = shortest(downDone_, [&] { both(3, 1); });
        const double downTwo = shortest(downDone_, [&] { both(4, 2); });
        const double half = shortest(upDone_, [&] { convert(kBytes / 2); });
        const double whole = shortest(upDone_, [&] { convert(kBytes); });

        LinkRates rates;
        const double alone = double(kBytes - kShortBytes) / (oneLong - oneShort);
        rates.gapSeconds = (shorts - oneShort) / kShortCopies - double(kShortBytes) / alone;
        rates.upload = kBytes / (upTwo - upOne - rates.gapSeconds);
        rates.download = kBytes / (downTwo - downOne - rates.gapSeconds);
        rates.kernel = kKernels * kKernelBytes / 2 / (whole - half);
        rates.measured = true;
        return rates;
    }

private:
    //! Seconds until the event passes that is recorded behind the work.
    double shortest(EventId end, const std::function<void()>& work)
    {
        double best = HUGE_VAL;
        for (int i = 0; i <= kRepetitions; ++i) {
            const double start = device_.now();
            work();
            device_.record(upDone_, up_);
            device_.record(downDone_, down_);
            waitFor(device_, end);
            best = i == 0 ? best : std::min(best, device_.now() - start);  // the first wakes up
            waitFor(device_, upDone_);
            waitFor(device_, downDone_);
        }
        return best;
    }

    // As a stripe's: an event lies before each copy, and one behind it.
    void upload(int64 bytes, int copies)
    {
        for (int i = 0; i < copies; ++i) {
            device_.wait(up_, downDone_);
            device_.copyUp(up_, block(deviceIn_.get(), bytes), block(hostIn_.get(), bytes), 1);
            device_.record(upDone_, up_);
        }
    }

    void both(int uploads, int downloads)
    {
        upload(kBytes, uploads);
        for (int i = 0; i < downloads; ++i)
            device_.copyDown(down_, block(hostOut_.get(), kBytes), block(deviceOut_.get(), kBytes), 1);
    }

    // Behind copies, during which they can all be enqueued: a launch may take longer than such a kernel.
    void convert(int64 bytes)
    {
        upload(kBytes, 4);
        const auto op = makePackedYuvOp(packedYuvConversions().front(), Size(static_cast<int>(bytes / 4), 1), CV_8U, 4);
        StripePlanes planes;
        planes.in[0] = block(deviceIn_.get(), bytes);
        planes.out[0] = block(deviceOut_.get(), bytes / 4 * 3);
        for (int i = 0; i < kKernels; ++i)
            device_.launch(up_, op->kernel(planes, 1));
    }

    Device& device_;
    OwnedStream up_, down_;
    OwnedEvent upDone_, downDone_;
    OwnedMemory hostIn_, hostOut_, deviceIn_, deviceOut_;
};

// What something else disturbs does not come out twice.
bool alike(const LinkRates& a, const LinkRates& b)
{
    constexpr double tolerance = 0.05;
    return std::abs(a.upload / b.upload - 1) < tolerance && std::abs(a.download / b.download - 1) < tolerance;
}

}  // namespace

bool plausible(const LinkRates& rates)
{
    const auto within = [](double value, double least, double most) { return value >= least && value <= most; };
    return within(rates.upload, 1e8, 1e13) && within(rates.download, 1e8, 1e13) && within(rates.kernel, 1e9, 1e15) &&
           within(rates.gapSeconds, 1e-7, 3e-5);
}

LinkRates measureRates(Device& device)
{
    Measurement measurement(device);
    if (!measurement.enoughMemory())
        return LinkRates();
    const LinkRates first = measurement.run(), second = measurement.run();
    return plausible(first) && plausible(second) && alike(first, second) ? second : LinkRates();
}

}}  // namespace cv::cudastripe
