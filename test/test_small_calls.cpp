// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include "../src/device/simulated_device.hpp"
#include "support/image_operation.hpp"

// Small images in ordinary memory, beside a device.

namespace opencv_test { namespace {

using namespace cv::cudastripe;

//! A device that counts kernels, and the pieces that the CPU does.
class CountingDevice : public SimulatedDevice
{
public:
    void launch(StreamId stream, const KernelRef& kernel) override
    {
        ++kernels;
        SimulatedDevice::launch(stream, kernel);
    }
    void hostRun(double bytes, const std::function<void()>& work) override
    {
        ++pieces;
        SimulatedDevice::hostRun(bytes, work);
    }

    std::atomic<int> kernels{0}, pieces{0};
};

class CUDASTRIPE_SmallCalls : public testing::Test
{
protected:
    std::unique_ptr<Striper> striper(const StriperParams& params = StriperParams())
    {
        return makeStriper({device_}, params);
    }
    void convert(Striper& striper)
    {
        Mat expected;
        cv::cvtColor(image_, expected, COLOR_BGR2YUV);
        cudastripe::cvtColor(image_, dst_, COLOR_BGR2YUV, StreamRef(), striper);
        EXPECT_EQ(std::string(), differences(expected, dst_, 0));
    }

    RNG rng_{71};
    const Mat image_ = randomImage(Size(61, 47), CV_8UC4, rng_);
    Mat dst_;
    const std::shared_ptr<CountingDevice> device_ = std::make_shared<CountingDevice>();
};

TEST_F(CUDASTRIPE_SmallCalls, areOnePieceOfTheCpu)
{
    const auto striper = this->striper();
    convert(*striper);
    EXPECT_EQ(1, device_->pieces);
    EXPECT_EQ(0, device_->kernels);
}

TEST_F(CUDASTRIPE_SmallCalls, ofWhatTheCpuRoundsDifferentlyAreTheDevices)
{
    const auto striper = this->striper();
    const Mat doubles(8, 8, CV_64FC1, Scalar(0.3));
    ASSERT_FALSE(Chain().exp().sameBits(doubles.type()));
    transform(doubles, dst_, Chain().exp(), noArray(), StreamRef(), *striper);
    EXPECT_LT(0, device_->kernels);
    EXPECT_EQ(0, device_->pieces);
}

TEST_F(CUDASTRIPE_SmallCalls, goWhereParametersWantThem)
{
    for (Route route : {Route::Striped, Route::Shared, Route::Host}) {
        StriperParams params;
        params.route = route;
        device_->kernels = device_->pieces = 0;
        convert(*striper(params));
        EXPECT_EQ(route != Route::Host, device_->kernels > 0) << toString(route);
    }
    StriperParams params;
    params.hostShare = 0;
    device_->kernels = device_->pieces = 0;
    convert(*striper(params));
    EXPECT_EQ(0, device_->pieces);
    EXPECT_LT(0, device_->kernels);
}

}}  // namespace opencv_test
