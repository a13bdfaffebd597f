// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../support/device/backend.hpp"

// Devices whose links differ divide an image by their rates, so that they end together.

namespace opencv_test { namespace {

using Devices = std::vector<std::shared_ptr<Device>>;

std::shared_ptr<SimulatedDevice> deviceWithLink(int number, double speed)
{
    DeviceProfile profile = deviceProfile("H200");
    for (double* rate : {&profile.uploadRate, &profile.downloadRate, &profile.uploadRateBesideDownload,
                         &profile.downloadRateBesideUpload})
        *rate *= speed;
    SimulatedDeviceParams params;
    params.number = number;
    params.profile = std::make_shared<const DeviceProfile>(profile);
    params.dry = true;
    params.otherMemory = MemoryKind::PageLocked;
    return std::make_shared<SimulatedDevice>(params);
}

// Of one call, until the last device ends.
double millisecondsWith(const std::vector<double>& speeds, const std::function<void(Striper&)>& call)
{
    Devices devices;
    for (double speed : speeds)
        devices.push_back(deviceWithLink(static_cast<int>(devices.size()), speed));
    StriperParams params;
    params.route = Route::Striped;
    const auto striper = makeStriper(devices, params);
    call(*striper);
    double last = 0;
    for (const auto& device : devices)
        last = std::max(last, static_cast<SimulatedDevice&>(*device).timeline().durationMs);
    return last;
}

class CUDASTRIPE_UnequalDevices : public testing::TestWithParam<std::vector<double>>
{
};

TEST_P(CUDASTRIPE_UnequalDevices, takeHardlyLongerThanTheirLinksTogether)
{
    const Mat src(4320, 7680, CV_8UC4), dst(4320, 7680, CV_8UC3), decoded(4320, 7680, CV_8UC4);
    const Mat nv12(6480, 7680, CV_8UC1);
    const std::vector<std::function<void(Striper&)>> calls = {
        [&](Striper& striper) { cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), striper); },
        [&](Striper& striper) { cudastripe::cvtColor(nv12, decoded, COLOR_YUV2BGRA_NV12, StreamRef(), striper); }};
    for (const auto& call : calls) {
        double rates = 0, slowest = 0;
        for (double speed : GetParam()) {
            const double alone = millisecondsWith({speed}, call);
            rates += 1 / alone;
            slowest = std::max(slowest, alone);
        }
        const double together = millisecondsWith(GetParam(), call);
        EXPECT_LE(together * rates, 1.05) << together << " ms, the slowest alone " << slowest;
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_UnequalDevices,
                       testing::Values(std::vector<double>{1, 1}, std::vector<double>{1, 0.5},
                                       std::vector<double>{0.5, 1}, std::vector<double>{1, 0.5, 0.25, 1}));

}}  // namespace opencv_test
