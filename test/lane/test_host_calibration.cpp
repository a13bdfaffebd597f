// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <future>

#include "../../src/lane/rates/device_rates.hpp"
#include "../support/device/backend.hpp"

// Measurements of the CPU when other loops run, or with many threads.

namespace opencv_test { namespace {

//! A device whose rates no other test measures, with a clock that the test moves on.
class OfThisTest : public SimulatedDevice
{
public:
    OfThisTest() : SimulatedDevice(fast()) { facts_.name = "used in a loop"; }

    bool knowsRates(LinkRates&, HostRates&) const override { return false; }
    double now() const override { return SimulatedDevice::now() + later; }

    double later = 0;  //!< seconds

private:
    static SimulatedDeviceParams fast()
    {
        SimulatedDeviceParams params;
        params.profile = std::make_shared<const DeviceProfile>(deviceProfile("H200"));
        params.dry = true;
        return params;
    }
};

class CUDASTRIPE_HostCalibration : public testing::Test
{
protected:
    ~CUDASTRIPE_HostCalibration() override { setNumThreads(before_); }

    static HostRates measuredInsideALoop()
    {
        HostRates rates;
        parallel_for_(Range(0, 2), [&](const Range& range) {
            if (range.start == 0)
                rates = measureHostRates();
        });
        return rates;
    }

private:
    const int before_ = getNumThreads();
};

TEST_F(CUDASTRIPE_HostCalibration, isNotConfirmedInsideALoop)
{
    setNumThreads(4);
    for (int i = 0; i < 5; ++i)
        EXPECT_FALSE(measuredInsideALoop().measured) << "OpenCV runs the inner loop by one thread";
}

TEST_F(CUDASTRIPE_HostCalibration, isNotConfirmedBesideALoopOfAnotherThread)
{
    setNumThreads(4);
    std::promise<void> begun, ended;
    const auto other = std::async(std::launch::async, [&] {
        parallel_for_(Range(0, 2), [&, until = ended.get_future().share()](const Range& range) {
            if (range.start > 0)
                return;
            begun.set_value();
            until.wait();
        });
    });
    begun.get_future().wait();
    const HostRates rates = measureHostRates();
    ended.set_value();
    EXPECT_FALSE(rates.measured);
}

TEST_F(CUDASTRIPE_HostCalibration, insideALoopIsNeitherKeptNorWritten)
{
    OfThisTest device;
    char host[256] = {};
    gethostname(host, sizeof(host) - 1);
    setNumThreads(4);
    DeviceRates rates(device, true);
    parallel_for_(Range(0, 2), [&](const Range& range) {
        if (range.start > 0)
            return;
        const KnownRates found = rates.find(true);
        EXPECT_TRUE(found.link.measured);
        EXPECT_FALSE(found.host.measured);
    });
    EXPECT_FALSE(findProcessRates("used in a loop at bus 0 in " + String(host)));
    reloadProcessRates();
    EXPECT_FALSE(findProcessRates("used in a loop at bus 0 in " + String(host)));
    for (int i = 0; i < 20 && !rates.find(true).host.measured; ++i)
        device.later += 1000;  // other work of this machine may disturb what is measured
    if (!rates.find(false).host.measured)
        CUDASTRIPE_SKIP("the machine is too busy to be measured");
}

TEST_F(CUDASTRIPE_HostCalibration, ofManyThreadsTouchesLittleMemory)
{
    setNumThreads(128);
    measureHostRates();  // starts threads
    rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    measureHostRates();
    getrusage(RUSAGE_SELF, &after);
    EXPECT_LT((after.ru_minflt - before.ru_minflt) * sysconf(_SC_PAGESIZE), 128 << 20);
}

}}  // namespace opencv_test
