// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../support/device/simulated_frame.hpp"
#include "../support/process/refusal.hpp"

// An image is page-locked only if one allocation holds all of it. The simulated device reports accesses that leave one.

namespace opencv_test { namespace {

using namespace cv::cudastripe;

class CUDASTRIPE_Allocations : public testing::Test
{
protected:
    CUDASTRIPE_Allocations()
    {
        theRNG().fill(src_, RNG::UNIFORM, 0, 256);
        cv::cvtColor(src_, expected_, COLOR_BGR2YUV);
    }

    ~CUDASTRIPE_Allocations() override
    {
        for (uchar* memory : pinned_)
            device_->free(MemoryKind::PageLocked, memory);
    }

    void pin(const Mat& rows)
    {
        device_->pin(rows.data, rows.total() * rows.elemSize());
        pinned_.push_back(rows.data);
    }

    // Converts by each route, with and without a stream; gives how many staging copies the host made.
    std::int64_t convertByAllRoutes()
    {
        const std::int64_t before = device_->hostCopies();
        for (const Route route : {Route::Striped, Route::Direct, Route::Shared, Route::Auto}) {
            StriperParams params;
            params.route = route;
            const auto striper = makeStriper({device_}, params);
            for (const bool onStream : {false, true}) {
                dst_.setTo(Scalar::all(9));
                cudastripe::cvtColor(src_, dst_, COLOR_BGR2YUV, onStream ? refTo(stream_) : StreamRef(), *striper);
                waitFor(*device_, stream_);
                EXPECT_EQ(std::string(), differences(expected_, dst_, 0)) << toString(route) << onStream;
            }
        }
        for (const String& finding : device_->findings())
            ADD_FAILURE() << finding;
        return device_->hostCopies() - before;
    }

    const std::shared_ptr<SimulatedDevice> device_ = std::make_shared<SimulatedDevice>();
    const OwnedStream stream_{*device_, "caller"};
    Mat src_ = Mat(240, 320, CV_8UC3), dst_ = Mat(240, 320, CV_8UC3), expected_;
    std::vector<uchar*> pinned_;
};

TEST_F(CUDASTRIPE_Allocations, oneThatHoldsAllIsPageLocked)
{
    pin(src_);
    pin(dst_);
    EXPECT_EQ(0, convertByAllRoutes());
}

TEST_F(CUDASTRIPE_Allocations, twoWithAGapBetweenThemArePageable)
{
    pin(src_.rowRange(0, 80));
    pin(src_.rowRange(160, 240));
    pin(dst_.rowRange(0, 80));
    pin(dst_.rowRange(160, 240));
    EXPECT_LT(0, convertByAllRoutes());
}

TEST_F(CUDASTRIPE_Allocations, neighboursArePageable)
{
    for (const Mat& image : {src_, dst_}) {
        pin(image.rowRange(0, 100));
        pin(image.rowRange(100, 240));
    }
    EXPECT_LT(0, convertByAllRoutes());
}

TEST_F(CUDASTRIPE_Allocations, oneThatHoldsAPartIsPageable)
{
    pin(src_.rowRange(0, 239));
    pin(dst_.rowRange(1, 240));
    EXPECT_LT(0, convertByAllRoutes());
}

TEST_F(CUDASTRIPE_Allocations, aBatchOfImagesInTwo)
{
    pin(src_.rowRange(0, 110));
    pin(src_.rowRange(110, 240));
    pin(dst_);
    const std::vector<Mat> src = {src_.rowRange(0, 60), src_.rowRange(60, 120), src_.rowRange(120, 180)};
    std::vector<Mat> dst = {dst_.rowRange(0, 60), dst_.rowRange(60, 120), dst_.rowRange(120, 180)};
    const auto striper = makeStriper({device_});
    for (const bool onStream : {false, true}) {
        dst_.setTo(Scalar::all(9));
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, onStream ? refTo(stream_) : StreamRef(), *striper);
        waitFor(*device_, stream_);
        EXPECT_EQ(std::string(), differences(expected_.rowRange(0, 180), dst_.rowRange(0, 180), 0));
    }
    EXPECT_TRUE(device_->findings().empty());
}

TEST_F(CUDASTRIPE_Allocations, aGraphRefusesAnImageInTwo)
{
    pin(src_.rowRange(0, 100));
    pin(src_.rowRange(100, 240));
    pin(dst_);
    const auto striper = makeStriper({device_});
    device_->beginCapture(stream_);
    expectRefusal([&] { cudastripe::cvtColor(src_, dst_, COLOR_BGR2YUV, refTo(stream_), *striper); },
                  {"src lies in pageable memory"});
    device_->endCapture(stream_);
}

TEST_F(CUDASTRIPE_Allocations, aDeviceImageInTwoIsRefused)
{
    const auto striper = makeStriper({device_});
    auto* first = static_cast<uchar*>(device_->allocate(MemoryKind::Device, 3000));
    auto* second = static_cast<uchar*>(device_->allocate(MemoryKind::Device, 3000));
    if (second < first)
        std::swap(first, second);
    const int width = static_cast<int>((second - first + 3000) / 3);
    const cuda::GpuMat both(1, width, CV_8UC3, first);
    expectRefusal([&] { cudastripe::cvtColor(both, dst_, COLOR_BGR2YUV, StreamRef(), *striper); },
                  {"src at", "on a device", "one allocation"});
}

// Page-locked memory is that of the driver, whichever Striper it is given to: a call with a stream returns at once.
TEST_F(CUDASTRIPE_Allocations, areTheSameToAllStripers)
{
    pin(src_);
    pin(dst_);
    const auto one = makeStriper({device_}), two = makeStriper({device_});
    for (Striper* striper : {one.get(), two.get()}) {
        dst_.setTo(Scalar::all(9));
        device_->block(stream_);
        cudastripe::cvtColor(src_, dst_, COLOR_BGR2YUV, refTo(stream_), *striper);
        EXPECT_EQ(Vec3b::all(9), dst_.at<Vec3b>(0, 0)) << "the call waited";
        device_->open();
        waitFor(*device_, stream_);
        EXPECT_EQ(std::string(), differences(expected_, dst_, 0));
    }
    EXPECT_TRUE(device_->findings().empty());
}

// What the other tests rely on.
TEST_F(CUDASTRIPE_Allocations, theSimulatedDeviceReportsWhatLeavesOne)
{
    pin(src_.rowRange(0, 10));
    const OwnedMemory memory(*device_, OwnedMemory::OnDevice, 20 * src_.step);
    const auto rowBytes = static_cast<int64>(src_.step);
    const PlaneView to{memory.get(), rowBytes, rowBytes}, from{src_.data, rowBytes, rowBytes};
    device_->copyUp(stream_, to, from, 10);
    EXPECT_TRUE(device_->findings().empty());
    device_->copyUp(stream_, to, from, 11);
    EXPECT_EQ(1u, device_->findings().size());
    waitFor(*device_, stream_);
}

}}  // namespace opencv_test
