// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "../src/lane/calibration.hpp"
#include "../src/lane/device_rates.hpp"
#include "../src/lane/rate_cache.hpp"
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
    const LinkRates rates = measureRates(device);
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
    EXPECT_FALSE(measureRates(device).measured);
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

class CUDASTRIPE_RateCache : public testing::Test
{
protected:
    void SetUp() override
    {
        rates.upload = 12.5e9;
        rates.download = 1.0 / 3 * 1e11;
        rates.kernel = 7e11;
        rates.gapSeconds = 4.25e-6;
    }
    void TearDown() override { std::remove(fileName.c_str()); }

    bool knows(const String& device) const
    {
        LinkRates loaded;
        return cache.load(device, loaded);
    }

    void write(const std::string& text) const { std::ofstream(fileName) << text; }

    const String fileName = tempfile(".json");
    const RateCache cache{fileName};
    LinkRates rates;
};

TEST_F(CUDASTRIPE_RateCache, keepsTheRatesOfSeveralDevices)
{
    cache.save("NVIDIA H200", rates);
    LinkRates other = rates;
    other.upload = 3e9;
    cache.save("GeForce \"9800\" GT", other);
    LinkRates loaded;
    ASSERT_TRUE(cache.load("NVIDIA H200", loaded));
    EXPECT_EQ(rates.upload, loaded.upload);
    EXPECT_EQ(rates.download, loaded.download);
    EXPECT_EQ(rates.kernel, loaded.kernel);
    EXPECT_EQ(rates.gapSeconds, loaded.gapSeconds);
    EXPECT_TRUE(loaded.measured);
    ASSERT_TRUE(cache.load("GeForce \"9800\" GT", loaded));
    EXPECT_EQ(3e9, loaded.upload);
    EXPECT_FALSE(knows("Tesla"));
}

TEST_F(CUDASTRIPE_RateCache, aFileThatIsMissingEmptyOrCorruptDoesNoHarm)
{
    std::remove(fileName.c_str());
    EXPECT_FALSE(knows("a"));
    cache.save("a", rates);
    EXPECT_TRUE(knows("a"));
    std::string whole;
    std::getline(std::ifstream(fileName), whole, '\0');
    for (size_t length = 0; length < whole.size(); length += 7) {
        write(whole.substr(0, length));
        EXPECT_NO_THROW(knows("a")) << length;
    }
    for (const char* text : {"", "{", "[]", "\x01\x02\xff", "version: 1", "{\"version\": 1, \"devices\": 5}",
                             "{\"version\": 1, \"devices\": [{\"device\": \"a\"}]}",
                             "{\"version\": 1, \"devices\": [{\"device\": 7, \"upload\": \"x\"}]}"}) {
        write(text);
        EXPECT_FALSE(knows("a")) << text;
        cache.save("a", rates);
        EXPECT_TRUE(knows("a")) << text;
    }
}

TEST_F(CUDASTRIPE_RateCache, ratesThatNoLinkHasAreNotBelieved)
{
    for (double upload : {0., -1., 1e3, 1e20, std::nan("")}) {
        LinkRates odd = rates;
        odd.upload = upload;
        cache.save("a", odd);
        EXPECT_FALSE(knows("a")) << upload;
    }
}

TEST_F(CUDASTRIPE_RateCache, aPlaceThatCannotBeWrittenIsDoneWithout)
{
    const RateCache nowhere("/nonexistent/folder/rates.json");
    LinkRates loaded;
    EXPECT_NO_THROW(nowhere.save("a", rates));
    EXPECT_FALSE(nowhere.load("a", loaded));
}

}}  // namespace opencv_test
