// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../../../src/device/simulated/simulated_device.hpp"

namespace opencv_test {

using namespace cv::cudastripe;

//! What else goes on in a machine.
enum class Load
{
    None,
    Gpu,    //!< copies both ways and kernels without end: what is enqueued comes some milliseconds later
    Cores,  //!< of the GPU: kernels come later, copies at once
    Cpu,    //!< as many threads as processors: each of a call's has half of one
};

//! An H200 in a machine that has other work, too. In virtual time, and for one real thread.
class BusyDevice : public SimulatedDevice
{
public:
    explicit BusyDevice(Load initial = Load::None, bool dry = false) : SimulatedDevice(profiled(dry)), load(initial) {}
    double now() const override { return SimulatedDevice::now() + delay_; }
    double ranSeconds() const override { return SimulatedDevice::ranSeconds() + delay_; }
    double elapsed(EventId, EventId) override { return waits() ? 5e-3 : 50e-6; }
    void copy(StreamId stream, Stage stage, const PlaneView& dst, const PlaneView& src, int64 rows) override
    {
        if (stage == Stage::Upload && load == Load::Gpu)
            ready_ = now() + kLateSeconds;
        SimulatedDevice::copy(stream, stage, dst, src, rows);
    }
    void launch(StreamId stream, const KernelRef& kernel) override
    {
        if (waits())
            ready_ = now() + kLateSeconds;
        SimulatedDevice::launch(stream, kernel);
    }
    bool passed(EventId event) override
    {
        if (!SimulatedDevice::passed(event))
            return false;
        if (now() >= ready_)
            return true;
        pass(20e-6);  // to ask
        return false;
    }
    void hostWork(Stage stage, int stripe, double bytes, const std::function<void()>& work) override
    {
        const bool halved = stage == Stage::RunHost && load == Load::Cpu;
        SimulatedDevice::hostWork(stage, stripe, halved ? 2 * bytes : bytes, work);
    }

    void pass(double seconds) { delay_ = delay_ + seconds; }

    std::atomic<Load> load;

private:
    static constexpr double kLateSeconds = 2e-3;

    bool waits() const { return load == Load::Gpu || load == Load::Cores; }

    static SimulatedDeviceParams profiled(bool dry)
    {
        SimulatedDeviceParams params;
        params.profile = std::make_shared<const DeviceProfile>(deviceProfile("H200"));
        params.dry = dry;
        return params;
    }
    std::atomic<double> delay_{0}, ready_{0};
};

}  // namespace opencv_test
