// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "../../src/device/simulated/simulated_device.hpp"
#include "../../src/lane/rates/device_rates.hpp"
#include "../../src/model/rate_fields.hpp"
#include "../support/images/placed_image.hpp"
#include "../support/process/file_size_limit.hpp"
#include "../support/process/refusal.hpp"
#include "opencv2/core/utils/filesystem.hpp"

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
    Probe probe(device, kCalibrationBytes, true);
    const LinkRates rates = measureLinkRates(probe);
    EXPECT_TRUE(rates.measured);
    EXPECT_NEAR(profile.uploadRateBesideDownload, rates.upload, 0.05 * rates.upload);
    EXPECT_NEAR(profile.downloadRateBesideUpload, rates.download, 0.05 * rates.download);
    EXPECT_NEAR(profile.uploadGapSeconds, rates.gapSeconds, 0.2 * rates.gapSeconds);
    EXPECT_NEAR(profile.kernelRate, rates.kernel, 0.5 * rates.kernel);
    EXPECT_LT(device.now() - before, 20e-3);
    EXPECT_TRUE(device.findings().empty());
}

//! A device that does not say its rates.
class NoRates : public SimulatedDevice
{
public:
    explicit NoRates(const SimulatedDeviceParams& params) : SimulatedDevice(params) {}
    bool knowsRates(LinkRates&, HostRates&) const override { return false; }
};

TEST(CUDASTRIPE_Calibration, withoutMemoryItKeepsTheDefaults)
{
    SimulatedDeviceParams params = simulatedH200();
    params.deviceMemoryBytes = 1000;
    SimulatedDevice device(params);
    expectRefusal([&] { Probe(device, kCalibrationBytes, true); }, {"no memory"});
    NoRates unknown(params);
    EXPECT_FALSE(DeviceRates(unknown, true).find(true).link.measured);
}

//! Other tests neither find what this one measures, nor does it find theirs.
class CUDASTRIPE_Rates : public testing::Test
{
protected:
    CUDASTRIPE_Rates() { forget(); }
    ~CUDASTRIPE_Rates() override { forget(); }

    static String fileName() { return utils::fs::join(std::getenv("CUDASTRIPE_CACHE_DIR"), "rates.yml"); }
    static void forget()
    {
        std::remove(fileName().c_str());
        reloadProcessRates();
    }
};

TEST_F(CUDASTRIPE_Rates, ofARealDeviceAreMeasuredOnceForAllStripers)
{
    const Backend backend(BackendKind::Cuda);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const auto striper = backend.striper();
    EXPECT_FALSE(striper->rates().links[0].measured);
    // What something else disturbs does not count.
    Rates rates = striper->rates();
    for (int i = 0; i < 10 && !(rates.links[0].measured && rates.host.measured); ++i) {
        striper->calibrate();
        rates = striper->rates();
    }
    EXPECT_TRUE(rates.links[0].measured);
    EXPECT_TRUE(rates.host.measured);
    const auto other = backend.striper();
    other->reserve(Size(64, 64), CV_8UC4);
    EXPECT_EQ(rates.links[0].upload, other->rates().links[0].upload);
    EXPECT_EQ(rates.host.copy, other->rates().host.copy);
    StriperParams without;
    without.calibrate = false;
    const auto ignorant = backend.striper(without);
    ignorant->reserve(Size(64, 64), CV_8UC4);
    EXPECT_FALSE(ignorant->rates().links[0].measured);
}

TEST_F(CUDASTRIPE_Rates, areKeptForTheNextProcessWhereTheUserWantsThat)
{
    KnownRates known;
    known.link.upload = 1.5e10;
    known.link.measured = known.host.measured = true;
    known.host.wakeSeconds = 3e-6;
    keepProcessRates("a \"device\" {[: #1", known);
    keepProcessRates("another", KnownRates());
    reloadProcessRates();
    const auto found = findProcessRates("a \"device\" {[: #1");
    ASSERT_TRUE(found);
    EXPECT_EQ(known.link.upload, found->link.upload);
    EXPECT_EQ(known.host.wakeSeconds, found->host.wakeSeconds);
    EXPECT_TRUE(found->link.measured && found->host.measured);
    EXPECT_FALSE(findProcessRates("a third"));
}

TEST_F(CUDASTRIPE_Rates, areKeptWholeOrAsTheyWereAndThroughNoLink)
{
    const auto content = [](const String& name) {
        std::ifstream file(name, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    keepProcessRates("a device", KnownRates());
    const std::string before = content(fileName()), victim = fileName() + ".victim";
    {
        const FileSizeLimit limit(before.size());
        keepProcessRates("another", KnownRates());
    }
    EXPECT_EQ(before, content(fileName()));
    forget();
    std::ofstream(victim) << "precious";
    ASSERT_EQ(0, symlink(victim.c_str(), fileName().c_str()));
    keepProcessRates("a device", KnownRates());
    EXPECT_EQ("precious", content(victim));
    EXPECT_EQ(before, content(fileName()));
    std::remove(victim.c_str());
    std::vector<String> files;
    utils::fs::glob(std::getenv("CUDASTRIPE_CACHE_DIR"), "", files, true, true);
    EXPECT_EQ(std::vector<String>(1, fileName()), files);
}

TEST_F(CUDASTRIPE_Rates, writeNothingWhereNoFolderIsNamed)
{
    const String folder = std::getenv("CUDASTRIPE_CACHE_DIR"), file = fileName(), home = std::getenv("HOME");
    unsetenv("CUDASTRIPE_CACHE_DIR");
    setenv("HOME", folder.c_str(), 1);
    std::vector<String> before, after;
    utils::fs::glob(folder, "", before, true, true);
    keepProcessRates("a device", KnownRates());
    utils::fs::glob(folder, "", after, true, true);
    setenv("HOME", home.c_str(), 1);
    setenv("CUDASTRIPE_CACHE_DIR", folder.c_str(), 1);
    EXPECT_EQ(before, after);
}

TEST_F(CUDASTRIPE_Rates, aFileThatIsNoneOfOursIsDoneWithout)
{
    const std::string nested(10000, '['), huge(1 << 20, 'x');
    for (const std::string& text :
         {std::string(), std::string("%YAML:1.0\n---\n"), std::string("%YAML:1.0\n---\nrates: 7"),
          "{\"rates\": " + nested, huge, std::string("\x01\x02\0", 3), std::string("%YAML:1.0\n---\ndevices: [ a ]\n"),
          std::string("%YAML:1.0\n---\ndevices: [ { device: a, rates: { host: { copy: 1 } } } ]\n")}) {
        forget();
        std::ofstream(fileName(), std::ios::binary) << text;
        reloadProcessRates();
        EXPECT_FALSE(findProcessRates("a")) << text.substr(0, 40);
    }
}

TEST_F(CUDASTRIPE_Rates, aPipeInPlaceOfTheFileIsNotWaitedFor)
{
    ASSERT_EQ(0, mkfifo(fileName().c_str(), 0600));
    reloadProcessRates();
    EXPECT_FALSE(findProcessRates("a"));
}

TEST_F(CUDASTRIPE_Rates, areSetByWhoKnowsThem)
{
    const auto striper = makeStriper({std::make_shared<SimulatedDevice>(simulatedH200())});
    Rates rates = striper->rates();
    ASSERT_EQ(1u, rates.links.size());
    rates.links[0].upload = 1e9;
    rates.host.memory = 2e9;
    FileStorage file("", FileStorage::WRITE | FileStorage::MEMORY | FileStorage::FORMAT_JSON);
    file << "rates" << rates;
    Rates read;
    FileStorage(file.releaseAndGetString(), FileStorage::READ | FileStorage::MEMORY)["rates"] >> read;
    striper->setRates(read);
    EXPECT_EQ(1e9, striper->rates().links[0].upload);
    EXPECT_EQ(2e9, striper->rates().host.memory);
    read.links[0].gapSeconds = -1;
    expectRefusal([&] { striper->setRates(read); }, {"gapSeconds is -1", "1e-07"});
    read.links.clear();
    expectRefusal([&] { striper->setRates(read); }, {"0 links", "device 0"});
    read = rates;
    read.host.copy = std::nan("");
    expectRefusal([&] { striper->setRates(read); }, {"copy is nan"});
}

TEST_F(CUDASTRIPE_Rates, ofTheCpuArePlausible)
{
    HostRates rates;
    for (int i = 0; i < 20 && !rates.measured; ++i)
        rates = measureHostRates();
    if (!rates.measured)
        CUDASTRIPE_SKIP("the machine is too busy to be measured");
    EXPECT_EQ(String(), implausible(rates));
}

}}  // namespace opencv_test
