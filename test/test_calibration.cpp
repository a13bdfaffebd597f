// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include <cstdlib>

#include "../src/lane/calibration.hpp"
#include "../src/lane/device_rates.hpp"
#include "opencv2/core/utils/filesystem.hpp"
#include "support/placed_image.hpp"

namespace opencv_test { namespace {

SimulatedDeviceParams simulatedH200()
{
    SimulatedDeviceParams params;
    params.profile = std::make_shared<const DeviceProfile>(deviceProfile("H200"));
    return params;
}

TEST(CUDASTRIPE_Calibration, findsTheRatesOfASimulatedDevice)
{
    SimulatedDevice device(simulatedH200());
    const DeviceProfile profile = deviceProfile("H200");
    const double before = device.now();
    const LinkRates rates = Calibration(device).measure();
    EXPECT_TRUE(rates.measured);
    EXPECT_NEAR(profile.uploadRateBesideDownload, rates.upload, 0.05 * rates.upload);
    EXPECT_NEAR(profile.downloadRateBesideUpload, rates.download, 0.05 * rates.download);
    EXPECT_NEAR(profile.uploadGapSeconds, rates.gapSeconds, 0.2 * rates.gapSeconds);
    EXPECT_NEAR(profile.kernelRate, rates.kernel, 0.5 * rates.kernel);
    EXPECT_LT(device.now() - before, 20e-3);
    EXPECT_TRUE(device.findings().empty());
}

TEST(CUDASTRIPE_Calibration, withoutMemoryItKeepsTheDefaults)
{
    SimulatedDeviceParams params = simulatedH200();
    params.deviceMemoryBytes = 1000;
    SimulatedDevice device(params);
    EXPECT_FALSE(Calibration(device).measure().measured);
}

TEST(CUDASTRIPE_Calibration, aRealDeviceHasPlausibleRatesThatStay)
{
    const Backend backend(BackendKind::Cuda);
    if (!backend.available())
        CUDASTRIPE_SKIP(backend.skipReason());
    const auto striper = backend.striper();
    EXPECT_FALSE(striper->linkRates(0).measured);
    // What something else disturbs does not count.
    for (int i = 0; i < 10 && !striper->linkRates(0).measured; ++i)
        striper->calibrate();
    const LinkRates rates = striper->linkRates(0);
    EXPECT_TRUE(rates.measured);
    EXPECT_GT(rates.upload, 1e9);
    EXPECT_LT(rates.gapSeconds, 1e-4);
    // Another Striper finds them in the cache file before its first large call.
    const auto other = backend.striper();
    other->reserve(Size(4000, 3000), CV_8UC4);
    EXPECT_EQ(rates.upload, other->linkRates(0).upload);
    StriperParams without;
    without.calibrate = false;
    const auto ignorant = backend.striper(without);
    ignorant->reserve(Size(4000, 3000), CV_8UC4);
    EXPECT_FALSE(ignorant->linkRates(0).measured);
}

TEST(CUDASTRIPE_Calibration, devicesOfOneModelHaveRatesOfTheirOwn)
{
    for (int number : {0, 1}) {
        SimulatedDeviceParams params = simulatedH200();
        params.number = number;
        SimulatedDevice device(params);
        DeviceRates(device, true).measure();
    }
    const FileStorage file(utils::fs::join(std::getenv("CUDASTRIPE_CACHE_DIR"), "link_rates.json"), FileStorage::READ);
    int known = 0;
    for (const FileNode& node : file["devices"])
        known += String(node["device"]).find("simulated") == 0;
    EXPECT_EQ(2, known);
}

}}  // namespace opencv_test
