// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../../src/device/simulated/simulated_device.hpp"
#include "../support/device/simulated_frame.hpp"
#include "../support/images/image_operation.hpp"
#include "../support/images/placed_image.hpp"

// Small images: what a call costs beside its work.

namespace opencv_test { namespace {

using namespace cv::cudastripe;

//! A device that counts kernels, questions about memory, and the pieces that the CPU does.
class PieceCountingDevice : public SimulatedDevice
{
public:
    MemoryInfo classify(const void* address) override
    {
        ++questions;
        MemoryInfo info = SimulatedDevice::classify(address);
        info.mayBeCombined = combined && info.kind == MemoryKind::PageLocked;
        return info;
    }
    bool hostMayRead(const void*) override { return !combined; }
    void launch(StreamId stream, const KernelRef& kernel) override
    {
        ++kernels;
        SimulatedDevice::launch(stream, kernel);
    }
    void hostWork(Stage stage, int stripe, double bytes, const std::function<void()>& work) override
    {
        pieces += stage == Stage::RunHost;
        SimulatedDevice::hostWork(stage, stripe, bytes, work);
    }

    std::atomic<int> kernels{0}, pieces{0}, questions{0};
    bool combined = false;  // page-locked memory
};

class CUDASTRIPE_SmallCalls : public testing::Test
{
protected:
    //! With all that a first call would make.
    std::unique_ptr<Striper> striper(const StriperParams& params = StriperParams())
    {
        auto striper = makeStriper({device_}, params);
        striper->reserve(image_.size(), image_.type());
        device_->kernels = device_->pieces = 0;
        return striper;
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
    const std::shared_ptr<PieceCountingDevice> device_ = std::make_shared<PieceCountingDevice>();
};

TEST_F(CUDASTRIPE_SmallCalls, areOnePieceOfTheCpu)
{
    const auto striper = this->striper();
    convert(*striper);
    EXPECT_EQ(1, device_->pieces);
    EXPECT_EQ(0, device_->kernels);
}

TEST_F(CUDASTRIPE_SmallCalls, onPageLockedMemoryAreOnePieceOfTheCpuAfterTheDefaultStream)
{
    const auto striper = this->striper();
    const SimulatedFrame frame(*device_);
    const std::uint64_t created = device_->created();
    frame.produce(device_->defaultStream());
    frame.convert(StreamRef(), *striper);
    EXPECT_TRUE(frame.right());
    EXPECT_EQ(1, device_->pieces);
    EXPECT_EQ(0, device_->kernels);
    EXPECT_LE(device_->created(), created + 1) << "an event for the default stream at most";
    EXPECT_EQ(std::vector<String>(), device_->findings());
}

TEST_F(CUDASTRIPE_SmallCalls, onWriteCombinedMemoryAreTheDevices)
{
    device_->combined = true;
    const auto striper = this->striper();
    const SimulatedFrame frame(*device_);
    frame.produce(device_->defaultStream());
    frame.convert(StreamRef(), *striper);
    EXPECT_TRUE(frame.right());
    EXPECT_EQ(0, device_->pieces);
    EXPECT_LT(0, device_->kernels);
}

TEST_F(CUDASTRIPE_SmallCalls, fromDeviceToDeviceOnAStreamAreOneLaunchAndNothingElse)
{
    const auto striper = this->striper();
    const Backend backend(device_);
    PlacedImage src(backend, {Placement::OnDevice}, image_.size(), image_.type());
    PlacedImage dst(backend, {Placement::OnDevice}, image_.size(), CV_8UC3);
    src.set(image_);
    const OwnedStream stream(*device_, "caller");
    const std::uint64_t created = device_->created();
    const size_t orderings = device_->orderings().size();
    device_->questions = 0;
    cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, refTo(stream), *striper);
    EXPECT_EQ(1, device_->kernels);
    EXPECT_EQ(created, device_->created()) << "no lease, no event, no memory";
    EXPECT_EQ(orderings, device_->orderings().size());
    EXPECT_GE(2, device_->questions) << "one for each image";
    Mat expected;
    cv::cvtColor(image_, expected, COLOR_BGR2YUV);
    EXPECT_EQ(std::string(), differences(expected, dst.get(), 0));
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
    for (Route route : {Route::Striped, Route::Host}) {
        StriperParams params;
        params.route = route;
        device_->kernels = device_->pieces = 0;
        convert(*striper(params));
        EXPECT_EQ(route == Route::Striped, device_->kernels > 0) << toString(route);
    }
    StriperParams params;
    params.hostShare = 0;
    device_->kernels = device_->pieces = 0;
    convert(*striper(params));
    EXPECT_EQ(0, device_->pieces);
    EXPECT_LT(0, device_->kernels);
}

}}  // namespace opencv_test
