// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../../src/device/simulated/simulated_device.hpp"
#include "../../support/images/image_operation.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

//! Counts the marks in its default stream, which can be given work.
class Recorder : public SimulatedDevice
{
public:
    Recorder()
        : up_{static_cast<uchar*>(allocate(MemoryKind::PageLocked, kBytes)), kBytes, kBytes},
          down_{static_cast<uchar*>(allocate(MemoryKind::Device, kBytes)), kBytes, kBytes}
    {
    }
    ~Recorder() override
    {
        finish();
        free(MemoryKind::Device, down_.base);
        free(MemoryKind::PageLocked, up_.base);
    }
    void record(EventId event, StreamId stream) override
    {
        marks += stream.get() == defaultStream().get();
        open();
        SimulatedDevice::record(event, stream);
    }
    //! Copies a small image, after much else.
    void copyLate(const Mat& from, const Mat& to)
    {
        const int64 bytes = int64(from.total() * from.elemSize());
        std::copy_n(from.data, bytes, up_.base);
        for (int i = 0; i < 50; ++i)
            copyUp(defaultStream(), down_, up_, 1);
        copyDown(defaultStream(), {to.data, bytes, bytes}, {down_.base, bytes, bytes}, 1);
    }
    int marks = 0;

private:
    static constexpr int64 kBytes = 1 << 14;
    const PlaneView up_, down_;
};

//! Calls without a stream, from and to pageable memory or the page-locked memory of a device, beside another device.
class CUDASTRIPE_CallStart : public testing::TestWithParam<Route>
{
protected:
    CUDASTRIPE_CallStart()
        : locked_(size_, CV_8UC4, device_->allocate(MemoryKind::PageLocked, size_.area() * 4)),
          lockedDst_(size_, CV_8UC3, device_->allocate(MemoryKind::PageLocked, size_.area() * 3))
    {
        RNG rng(66);
        image_ = randomImage(size_, CV_8UC4, rng);
        image_.copyTo(locked_);
        cv::cvtColor(image_, expected_, COLOR_BGR2YUV);
    }
    ~CUDASTRIPE_CallStart() override
    {
        device_->free(MemoryKind::PageLocked, locked_.data);
        device_->free(MemoryKind::PageLocked, lockedDst_.data);
    }

    void convert(const Mat& src, Mat dst, Striper& striper) const
    {
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), striper);
        EXPECT_EQ(std::string(), differences(expected_, dst, 0));
    }
    StriperParams params() const
    {
        StriperParams params;
        params.route = GetParam();
        return params;
    }

    const Size size_{64, 48};
    const std::shared_ptr<Recorder> device_ = std::make_shared<Recorder>(), other_ = std::make_shared<Recorder>();
    Mat image_, locked_, lockedDst_, expected_;
};

// Every blocking stream of a process waits for a mark.
TEST_P(CUDASTRIPE_CallStart, marksADefaultStreamOnlyIfItStaysBusy)
{
    const auto striper = makeStriper({device_}, params());
    const auto marks = [&] {
        device_->marks = 0;
        convert(locked_, lockedDst_, *striper);
        return device_->marks;
    };
    device_->block(device_->defaultStream());  // until a mark opens it
    device_->copyLate(image_, locked_);
    EXPECT_EQ(1, marks());
    locked_.setTo(0);
    device_->copyLate(image_, locked_);
    EXPECT_EQ(0, marks()) << "it is soon idle";
    EXPECT_EQ(0, marks()) << "it is idle";
}

TEST_P(CUDASTRIPE_CallStart, followsTheDefaultStreamsOfAllDevices)
{
    const auto striper = makeStriper({device_, other_}, params());
    striper->reserve(size_, CV_8UC4);
    const std::uint64_t created = striper->usage().created;
    for (const auto& busy : {device_, other_}) {
        SCOPED_TRACE(busy == other_ ? "the other one" : "the first one");
        locked_.setTo(0);
        busy->block(busy->defaultStream());  // until a mark opens it
        busy->copyLate(image_, locked_);
        convert(locked_, lockedDst_, *striper);
    }
    EXPECT_EQ(created, striper->usage().created);
}

CUDASTRIPE_INSTANTIATE(Routes, CUDASTRIPE_CallStart,
                       testing::Values(Route::Host, Route::Direct, Route::Striped, Route::Shared));

}}  // namespace opencv_test
