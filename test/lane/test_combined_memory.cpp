// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../../src/device/simulated/simulated_device.hpp"
#include "../support/images/image_operation.hpp"
#include "../support/images/placed_image.hpp"

namespace opencv_test { namespace {

//! A device whose page-locked memory is write-combined.
class Combining : public SimulatedDevice
{
public:
    MemoryInfo classify(const void* address) override
    {
        MemoryInfo info = SimulatedDevice::classify(address);
        info.mayBeCombined = info.kind == MemoryKind::PageLocked;
        return info;
    }
    bool hostMayRead(const void*) override
    {
        ++asked;
        return false;
    }
    int asked = 0;
};

//! Calls from and to such memory.
class CUDASTRIPE_CombinedMemory : public testing::TestWithParam<Route>
{
protected:
    CUDASTRIPE_CombinedMemory()
    {
        RNG rng(41);
        image_ = randomImage(Size(200, 150), CV_8UC4, rng);
        src_.set(image_);
        StriperParams params;
        params.route = GetParam();
        striper_ = makeStriper({device_}, params);
    }
    void convert(Striper& striper)
    {
        cudastripe::cvtColor(src_.input(), dst_.output(), COLOR_BGR2YUV, StreamRef(), striper);
    }

    const std::shared_ptr<Combining> device_ = std::make_shared<Combining>();
    const Backend backend_{device_};
    PlacedImage src_{backend_, {Placement::PageLocked}, Size(200, 150), CV_8UC4};
    PlacedImage dst_{backend_, {Placement::PageLocked}, Size(200, 150), CV_8UC3};
    Mat image_;
    std::unique_ptr<Striper> striper_;
};

TEST_P(CUDASTRIPE_CombinedMemory, isAskedAboutWhereTheHostMightReadIt)
{
    convert(*striper_);
    const bool staysOffHost = GetParam() == Route::Direct || GetParam() == Route::Striped;
    EXPECT_EQ(staysOffHost ? 0 : 1, device_->asked);
    Mat expected;
    cv::cvtColor(image_, expected, COLOR_BGR2YUV);
    EXPECT_EQ(std::string(), differences(expected, dst_.get(), 0));
}

TEST_P(CUDASTRIPE_CombinedMemory, isNotReadByTheHost)
{
    const RouteChoice choice = striper_->explain([&](Striper& striper) { convert(striper); });
    EXPECT_TRUE(choice.route == Route::Direct || choice.route == Route::Striped) << choice.toString();
    ASSERT_EQ(4u, choice.estimates.size());
    for (const RouteEstimate& estimate : choice.estimates) {
        const bool onDevice = estimate.route == Route::Direct || estimate.route == Route::Striped;
        EXPECT_EQ(onDevice, estimate.possible) << choice.toString();
    }
}

CUDASTRIPE_INSTANTIATE(Routes, CUDASTRIPE_CombinedMemory,
                       testing::Values(Route::Auto, Route::Host, Route::Direct, Route::Striped, Route::Shared));

}}  // namespace opencv_test
