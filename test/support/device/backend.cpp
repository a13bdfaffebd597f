// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "backend.hpp"

#include <thread>

#include "../../../src/device/cuda/cuda_device.hpp"

namespace opencv_test {

void PrintTo(BackendKind kind, std::ostream* out)
{
    static const char* const names[] = {"Host", "Simulated", "TwoSimulated", "Cuda"};
    *out << names[static_cast<int>(kind)];
}

std::string backendName(const testing::TestParamInfo<BackendKind>& info)
{
    return testing::PrintToString(info.param);
}

Backend::Backend(BackendKind kind, std::uint64_t seed) : kind_(kind)
{
    const int simulated = kind == BackendKind::Simulated ? 1 : kind == BackendKind::TwoSimulated ? 2 : 0;
    for (int i = 0; i < simulated; ++i) {
        SimulatedDeviceParams params;
        params.number = i;
        params.seed = seed + static_cast<std::uint64_t>(i);
        devices_.push_back(std::make_shared<SimulatedDevice>(params));
    }
    if (kind == BackendKind::Cuda && cudaDeviceCount() > 0) {
        if (auto device = openCudaDevice(0))
            devices_.push_back(device);
    }
    if (!devices_.empty())
        copies_.reset(new OwnedStream(*devices_.front(), "copies"));
}

Backend::Backend(std::shared_ptr<Device> device)
    : kind_(BackendKind::Simulated), checked_(false), devices_{std::move(device)}
{
    copies_.reset(new OwnedStream(*devices_.front(), "copies"));
}

Backend::~Backend()
{
    if (!checked_)
        return;
    for (const auto& device : devices_) {
        if (const auto* simulated = dynamic_cast<SimulatedDevice*>(device.get())) {
            const std::vector<String> findings = simulated->findings();
            EXPECT_EQ(0u, findings.size()) << findings.front();
        }
    }
}

bool Backend::available() const
{
    return kind_ == BackendKind::Host || !devices_.empty();
}

std::unique_ptr<Striper> Backend::striper(const StriperParams& params) const
{
    // Small images would not go through the device, which is what is to be tested.
    StriperParams striped = params;
    if (params.route == Route::Auto && !devices_.empty())
        striped.route = Route::Striped;
    return makeStriper(devices_, striped);
}

void waitFor(Device& device, StreamId stream)
{
    while (!device.idle(stream))
        std::this_thread::yield();
}

}  // namespace opencv_test
