// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../support/device/simulated_frame.hpp"

// Which calls of the default Striper open its device, and what happens to devices that are reset or die.

namespace opencv_test { namespace {

class CUDASTRIPE_LateDevices : public testing::Test
{
protected:
    CUDASTRIPE_LateDevices()
    {
        const DeviceSource source = {[this] {
                                         ++opened_;
                                         return std::vector<std::shared_ptr<Device>>{device_};
                                     },
                                     [this](const void* address) { return device_->classify(address); }};
        striper_ = makeStriperFrom(source, StriperParams(), true);
    }

    std::shared_ptr<SimulatedDevice> device_ = std::make_shared<SimulatedDevice>();
    int opened_ = 0;
    std::unique_ptr<Striper> striper_;
};

TEST_F(CUDASTRIPE_LateDevices, areNotOpenedForPageableMemory)
{
    const Mat image(480, 640, CV_8UC4, Scalar(1, 2, 3));
    Mat dst, expected;
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    for (int i = 0; i < 2; ++i) {
        cudastripe::cvtColor(image, dst, COLOR_BGR2YUV, StreamRef(), *striper_);
        transform(
            image, dst, [](Pixel<uchar, 4> p) { return p[0]; }, SameBits::No, StreamRef(), *striper_);
        transform(image, dst, Chain().add(Scalar(1, 2, 3, 4)), noArray(), StreamRef(), *striper_);
        EXPECT_EQ(0, opened_);
        EXPECT_EQ(0, device_->calls());
    }
    striper_->devices();
    EXPECT_EQ(1, opened_);
    const std::int64_t calls = device_->calls();
    cudastripe::cvtColor(image, dst, COLOR_BGR2YUV, StreamRef(), *striper_);
    EXPECT_EQ(std::string(), differences(expected, dst, 0));
    EXPECT_EQ(calls, device_->calls()) << "the same arguments, the same way, also when it is open";
}

TEST_F(CUDASTRIPE_LateDevices, areOpenedForPageLockedMemoryAtEitherEnd)
{
    const SimulatedFrame frame(*device_);
    frame.convert(StreamRef(), *striper_);
    EXPECT_EQ(1, opened_);
    Mat dst;
    cudastripe::cvtColor(frame.src, dst, COLOR_BGR2YUV, StreamRef(), *striper_);
    cudastripe::cvtColor(frame.src.clone(), Mat(frame.dst), COLOR_BGR2YUV, StreamRef(), *striper_);
    EXPECT_EQ(1, opened_);
}

TEST_F(CUDASTRIPE_LateDevices, areOpenedForAStream)
{
    const OwnedStream stream(*device_, "caller");
    Mat dst;
    cudastripe::cvtColor(Mat(48, 64, CV_8UC4, Scalar(1, 2, 3)), dst, COLOR_BGR2YUV, refTo(stream), *striper_);
    EXPECT_EQ(1, opened_);
}

TEST_F(CUDASTRIPE_LateDevices, areOpenedAgainAfterAReset)
{
    {
        const SimulatedFrame frame(*device_);
        frame.convert(StreamRef(), *striper_);
    }
    const auto former = device_;
    former->reset();
    device_ = std::make_shared<SimulatedDevice>();
    const SimulatedFrame frame(*device_);
    frame.produce(device_->defaultStream());
    frame.convert(StreamRef(), *striper_);
    EXPECT_EQ(2, opened_);
    EXPECT_TRUE(frame.right());
    EXPECT_TRUE(former->findings().empty()) << former->findings().front();
}

TEST_F(CUDASTRIPE_LateDevices, thatDiedAreNoticedByTheFirstCall)
{
    const SimulatedFrame frame(*device_);
    frame.convert(StreamRef(), *striper_);
    const OwnedStream stream(*device_, "caller");
    device_->die();
    const Mat image(frame.src.size(), CV_8UC4, Scalar(1, 2, 3));
    image.copyTo(frame.src);
    Mat expected;
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    frame.convert(StreamRef(), *striper_);
    EXPECT_EQ(std::string(), differences(expected, frame.dst, 0));
    try {
        frame.convert(refTo(stream), *striper_);
        FAIL() << "nothing was thrown";
    } catch (const cv::Exception& e) {
        EXPECT_NE(std::string::npos, e.err.find("is dead")) << e.err;
    }
}

TEST(CUDASTRIPE_OtherDevice, nothingIsMadeOnTheOneThatAStriperDoesNotUse)
{
    SimulatedDeviceParams params;
    const auto first = std::make_shared<SimulatedDevice>(params);
    params.number = 1;
    const auto second = std::make_shared<SimulatedDevice>(params);
    const auto striper = makeStriper({second});
    striper->reserve(Size(60, 70), CV_8UC4, 2, true);
    const OwnedStream stream(*second, "caller");
    const SimulatedFrame frame(*second);
    for (const StreamRef& ref : {StreamRef(), refTo(stream)}) {
        frame.produce(ref.given() ? StreamId(stream) : second->defaultStream());
        frame.convert(ref, *striper);
        waitFor(*second, stream);
        EXPECT_TRUE(frame.right());
    }
    Mat dst;
    cudastripe::cvtColor(frame.src.clone(), dst, COLOR_BGR2YUV, StreamRef(), *striper);
    EXPECT_EQ(0u, first->created());
    EXPECT_EQ(0, first->calls());
}

//! Pageable memory at both ends, which a Striper with a device may stage.
class CUDASTRIPE_PageableMemory : public testing::TestWithParam<Route>
{
};

TEST_P(CUDASTRIPE_PageableMemory, waitsForNoWorkOfTheDevice)
{
    const auto device = std::make_shared<SimulatedDevice>();
    StriperParams params;
    params.route = GetParam();
    const auto striper = makeStriper({device}, params);
    device->block(device->defaultStream());
    const Mat image(480, 640, CV_8UC4, Scalar(1, 2, 3));
    Mat dst, expected;
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    cudastripe::cvtColor(image, dst, COLOR_BGR2YUV, StreamRef(), *striper);
    EXPECT_EQ(std::string(), differences(expected, dst, 0));
    device->open();
    device->finish();
}

CUDASTRIPE_INSTANTIATE(Routes, CUDASTRIPE_PageableMemory,
                       testing::Values(Route::Auto, Route::Host, Route::Striped, Route::Shared));

}}  // namespace opencv_test
