// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/images/image_operation.hpp"
#include "../../support/process/refusal.hpp"
#include "opencv2/core/utils/logger.hpp"

namespace opencv_test { namespace {

TEST(CUDASTRIPE_StriperParams, negativeCountsAreRefused)
{
    StriperParams params;
    params.stripes = -1;
    EXPECT_THROW(Striper striper(params), cv::Exception);
}

TEST(CUDASTRIPE_StriperParams, oneSlotIsRefused)
{
    StriperParams params;
    for (int slots : {-1, 1}) {
        params.slots = slots;
        expectRefusal([&] { makeStriper({}, params); },
                      {format("slots %d", slots).c_str(), "slots 0 or 2 or more", "0 chooses"});
    }
    for (int slots : {0, 2, 3}) {
        params.slots = slots;
        EXPECT_NO_THROW(makeStriper({}, params));
    }
}

TEST(CUDASTRIPE_StriperParams, ordersThatAreNoneAreRefused)
{
    StriperParams params;
    for (int order : {-1, 3, 9}) {
        params.order = static_cast<IssueOrder>(order);
        expectRefusal([&] { makeStriper({}, params); },
                      {format("order is %d", order).c_str(), "Dedicated (0)", "BreadthFirst (2)"});
    }
}

TEST(CUDASTRIPE_StriperParams, unknownDevicesAreLeftOut)
{
    StriperParams params;
    params.devices = {4096};
    const Striper striper(params);
    EXPECT_TRUE(striper.devices().empty());
}

// With CUDA and without.
TEST(CUDASTRIPE_StriperParams, aDeviceThatIsLeftOutIsWarnedOfOnce)
{
    const auto before = utils::logging::setLogLevel(utils::logging::LOG_LEVEL_WARNING);
    StriperParams params;
    params.devices = {4097, 4098, 4097};
    testing::internal::CaptureStderr();
    for (int i = 0; i < 2; ++i)
        EXPECT_TRUE(Striper(params).devices().empty());
    const std::string text = testing::internal::GetCapturedStderr();
    utils::logging::setLogLevel(before);
    for (const char* device : {"does not use CUDA device 4097: ", "does not use CUDA device 4098: "}) {
        const size_t first = text.find(device);
        EXPECT_NE(std::string::npos, first) << text;
        EXPECT_EQ(first, text.rfind(device)) << text;
    }
}

TEST(CUDASTRIPE_StriperDevices, theSimulatedDeviceRunsOutOfMemoryGracefully)
{
    for (size_t bytes : {size_t(0), size_t(1000), size_t(20000), size_t(1000000)}) {
        SimulatedDeviceParams params;
        params.deviceMemoryBytes = bytes;
        params.pageLockedBytes = bytes;
        const auto device = std::make_shared<SimulatedDevice>(params);
        const auto striper = makeStriper({device});
        RNG rng(5);
        const Mat src = randomImage(Size(333, 222), CV_8UC4, rng);
        Mat expected, dst;
        cv::cvtColor(src, expected, COLOR_BGR2YUV);
        for (int i = 0; i < 3; ++i) {
            dst.release();
            cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), *striper);
            ASSERT_EQ(std::string(), differences(expected, dst, 0)) << bytes;
        }
        EXPECT_TRUE(device->findings().empty());
    }
}

TEST(CUDASTRIPE_StriperDevices, usesNoMoreThreadsThanOpenCvIsSetTo)
{
    const int before = getNumThreads();
    for (int threads : {1, 2}) {
        setNumThreads(threads);
        const int allowed = getNumThreads();
        const auto device = std::make_shared<SimulatedDevice>();
        const auto striper = makeStriper({device});
        const Mat src(2000, 500, CV_8UC4, Scalar::all(3));
        Mat dst;
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), *striper);
        EXPECT_LE(device->threads(), allowed);
    }
    setNumThreads(before);
}

}}  // namespace opencv_test
