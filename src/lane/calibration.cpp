// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "calibration.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "../device/pause.hpp"
#include "../op/packed_yuv_op.hpp"
#include "../plan/plausible_rates.hpp"
#include "wait_for.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int64 kBytes = 4 << 20;        // long enough for the rate of a fast link
constexpr int64 kLeastBytes = 1 << 18;   // long enough for that of a slow one
constexpr double kCopySeconds = 120e-6;  // what a long copy should take, so that all of them take no time
constexpr int64 kShortBytes = 1 << 16;   // short enough for a gap
constexpr int kShortCopies = 16;
constexpr int kKernels = 16;
constexpr double kKernelsSeconds = 600e-6;  // what so many kernels behind four copies should take
constexpr double kPixelBytes = 7;           // BGRA to YUV, read and written
constexpr int kRepetitions = 3;             // of which the shortest counts: what disturbs makes longer

PlaneView block(uchar* memory, int64 bytes)
{
    return {memory, bytes, bytes};
}

}  // namespace

Calibration::Calibration(Device& device)
    : device_(device),
      up_(device, "calibration"),
      down_(device, "calibration"),
      upDone_(device, "calibrated"),
      downDone_(device, "calibrated")
{
}

Calibration::~Calibration()
{
    waitUntilIdle(device_, up_);
    waitUntilIdle(device_, down_);
}

LinkRates Calibration::measure()
{
    if (!device_.idle(up_) || !device_.idle(down_) || !provideMemory())
        return LinkRates();
    deadline_ = device_.now() + kMostSeconds;
    late_ = false;
    chooseBytes(fill());
    // Clocks and links of a device that was idle are low at first.
    for (LinkRates former = measureOnce(); !late_;) {
        const LinkRates rates = measureOnce();
        if (!late_ && confirmed(former, rates))
            return rates;
        former = rates;
    }
    return LinkRates();
}

bool Calibration::provideMemory()
{
    const auto provide = [this](OwnedMemory& memory, OwnedMemory::Place place) {
        if (!memory.get())
            memory = OwnedMemory(device_, place, kBytes);
        return memory.get() != nullptr;
    };
    return provide(hostIn_, OwnedMemory::PageLocked) && provide(hostOut_, OwnedMemory::PageLocked) &&
           provide(deviceIn_, OwnedMemory::OnDevice) && provide(deviceOut_, OwnedMemory::OnDevice);
}

// Nothing is copied or converted that nobody has written. Gives what one of the copies takes.
double Calibration::fill()
{
    device_.hostAccess(block(hostIn_.get(), kBytes), 1, true);
    device_.hostRun(kBytes, [this] { std::memset(hostIn_.get(), 0x55, kBytes); });
    const double start = device_.now();
    for (const OwnedMemory* to : {&deviceIn_, &deviceOut_})
        device_.copyUp(up_, block(to->get(), kBytes), block(hostIn_.get(), kBytes), 1);
    device_.record(upDone_, up_);
    passes(upDone_);
    return (device_.now() - start) / 2;
}

// What is slow gets less to do, so that it is done in time.
void Calibration::chooseBytes(double copySeconds)
{
    const auto fitting = [](double seconds, double most) {
        int64 bytes = kBytes;
        while (bytes > kLeastBytes && seconds * double(bytes) > most * kBytes)
            bytes /= 2;
        return bytes;
    };
    bytes_ = fitting(copySeconds, kCopySeconds);
    kernelBytes_ = fitting(shortest(upDone_, [&] { convert(kBytes); }), kKernelsSeconds);
}

LinkRates Calibration::measureOnce()
{
    // Differences, so that what comes before and behind the copies does not count.
    const double oneShort = shortest(upDone_, [&] { upload(kShortBytes, 1); });
    const double shorts = shortest(upDone_, [&] { upload(kShortBytes, 1 + kShortCopies); });
    const double oneLong = shortest(upDone_, [&] { upload(bytes_, 1); });
    // Each direction beside a longer load on the other.
    const double upOne = shortest(upDone_, [&] { both(1, 3); }), upTwo = shortest(upDone_, [&] { both(2, 4); });
    const double downOne = shortest(downDone_, [&] { both(3, 1); });
    const double downTwo = shortest(downDone_, [&] { both(4, 2); });
    const double half = shortest(upDone_, [&] { convert(kernelBytes_ / 2); });
    const double whole = shortest(upDone_, [&] { convert(kernelBytes_); });

    LinkRates rates;
    const double alone = double(bytes_ - kShortBytes) / (oneLong - oneShort);
    rates.gapSeconds = (shorts - oneShort) / kShortCopies - double(kShortBytes) / alone;
    rates.upload = double(bytes_) / (upTwo - upOne - rates.gapSeconds);
    rates.download = double(bytes_) / (downTwo - downOne - rates.gapSeconds);
    rates.kernel = kKernels * double(kernelBytes_) / 4 * kPixelBytes / 2 / (whole - half);
    rates.measured = true;
    return rates;
}

// Seconds until the event passes that is recorded behind the work; no number if that is too late.
double Calibration::shortest(EventId end, const std::function<void()>& work)
{
    double best = HUGE_VAL;
    for (int i = 0; i < kRepetitions && !late_; ++i) {
        const double start = device_.now();
        work();
        device_.record(upDone_, up_);
        device_.record(downDone_, down_);
        if (passes(end))
            best = std::min(best, device_.now() - start);
        passes(upDone_);
        passes(downDone_);
    }
    return late_ ? HUGE_VAL : best;
}

// False if it is too late, now or before; an event that was waited for in vain is asked about by idle() only.
bool Calibration::passes(EventId event)
{
    for (Pause pause(device_.waitsAsleep()); !late_ && !device_.passed(event); pause.pass())
        late_ = device_.now() >= deadline_;
    return !late_;
}

// As a stripe's: an event lies before each copy, and one behind it.
void Calibration::upload(int64 bytes, int copies)
{
    for (int i = 0; i < copies; ++i) {
        device_.wait(up_, downDone_);
        device_.copyUp(up_, block(deviceIn_.get(), bytes), block(hostIn_.get(), bytes), 1);
        device_.record(upDone_, up_);
    }
}

void Calibration::both(int uploads, int downloads)
{
    upload(bytes_, uploads);
    for (int i = 0; i < downloads; ++i)
        device_.copyDown(down_, block(hostOut_.get(), bytes_), block(deviceOut_.get(), bytes_), 1);
}

// Behind copies, during which they can all be enqueued: a launch may take longer than such a kernel.
void Calibration::convert(int64 bytes)
{
    upload(bytes_, 4);
    const auto op = makePackedYuvOp(packedYuvConversions().front(), Size(static_cast<int>(bytes / 4), 1), CV_8U, 4);
    StripePlanes planes;
    planes.in[0] = block(deviceIn_.get(), bytes);
    planes.out[0] = block(deviceOut_.get(), bytes / 4 * 3);
    for (int i = 0; i < kKernels; ++i)
        device_.launch(up_, op->kernel(planes, 1));
}

}}  // namespace cv::cudastripe
