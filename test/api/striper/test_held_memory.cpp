// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/device/page_locked_pool.hpp"
#include "../../support/device/simulated_frame.hpp"

// Memory that callers let go while a device still works on it.

namespace opencv_test { namespace {

class CUDASTRIPE_HeldMemory : public testing::TestWithParam<Route>
{
protected:
    CUDASTRIPE_HeldMemory()
    {
        StriperParams params;
        params.route = GetParam();
        striper_ = makeStriper({device_}, params);
        device_->block(stream_);  // until the caller has let go
    }
    ~CUDASTRIPE_HeldMemory() override
    {
        striper_.reset();
        EXPECT_TRUE(device_->findings().empty()) << device_->findings().front();
    }

    Mat pooled(const Mat& content)
    {
        Mat image;
        image.allocator = &pool_;
        content.copyTo(image);
        return image;
    }
    Mat random(int type) { return randomImage(Size(64, 64), type, rng_); }
    void finish()
    {
        device_->open();
        waitFor(*device_, stream_);
    }

    const std::shared_ptr<SimulatedDevice> device_ = std::make_shared<SimulatedDevice>();
    PageLockedPool pool_{*device_};
    RNG rng_{5};
    const OwnedStream stream_{*device_, "caller"};
    std::unique_ptr<Striper> striper_;
};

TEST_P(CUDASTRIPE_HeldMemory, theSourceThatTheCallReplaces)
{
    const Mat image = random(CV_8UC4);
    Mat expected, m = pooled(image);
    cv::cvtColor(image, expected, COLOR_BGRA2YUV_I420);
    cudastripe::cvtColor(m, m, COLOR_BGRA2YUV_I420, refTo(stream_), *striper_);
    EXPECT_EQ(0u, pool_.freed());
    finish();
    EXPECT_EQ(std::string(), differences(expected, m, 0));
}

TEST_P(CUDASTRIPE_HeldMemory, allThatACallUses)
{
    const Mat image = random(CV_8UC3), other = random(CV_8UC3), where = random(CV_8UC1) > 127;
    Mat kept;
    {
        Mat a = pooled(image), b = pooled(other), mask = pooled(where), dst = pooled(Mat::zeros(64, 64, CV_8UC3));
        kept = Mat(dst.size(), dst.type(), dst.data);  // a header that owns nothing
        transform(a, b, dst, Chain().absdiff(secondImage), mask, refTo(stream_), *striper_);
    }
    EXPECT_EQ(0u, pool_.freed());
    finish();
    Mat difference, expected = Mat::zeros(64, 64, CV_8UC3);
    cv::absdiff(image, other, difference);
    difference.copyTo(expected, where);
    EXPECT_EQ(std::string(), differences(expected, kept, 0));
}

TEST_P(CUDASTRIPE_HeldMemory, theImagesOfABatch)
{
    std::vector<Mat> expected, kept;
    {
        std::vector<Mat> src, dst;
        for (int i = 0; i < 5; ++i) {
            const Mat image = random(CV_8UC3);
            expected.emplace_back();
            cv::cvtColor(image, expected.back(), COLOR_BGR2YUV);
            src.push_back(pooled(image));
            dst.push_back(pooled(Mat::zeros(64, 64, CV_8UC3)));
            kept.emplace_back(dst.back().size(), dst.back().type(), dst.back().data);
        }
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, refTo(stream_), *striper_);
    }
    EXPECT_EQ(0u, pool_.freed());
    finish();
    for (size_t i = 0; i < kept.size(); ++i)
        EXPECT_EQ(std::string(), differences(expected[i], kept[i], 0)) << i;
}

TEST_P(CUDASTRIPE_HeldMemory, goesWhenLaterCallsSeeItPass)
{
    {
        Mat m = pooled(random(CV_8UC4));
        cudastripe::cvtColor(m, m, COLOR_BGRA2YUV_I420, refTo(stream_), *striper_);
    }
    finish();
    const std::uint64_t created = striper_->usage().created;
    for (int i = 0; i < 10; ++i) {
        Mat m = pooled(random(CV_8UC4));
        cudastripe::cvtColor(m, m, COLOR_BGRA2YUV_I420, refTo(stream_), *striper_);
        waitFor(*device_, stream_);
    }
    EXPECT_GE(pool_.freed(), 16u) << "of 22";
    EXPECT_LE(striper_->usage().created, created + 20 + 2) << "20 are the pool's";
    striper_.reset();
    EXPECT_EQ(22u, pool_.freed());
}

CUDASTRIPE_INSTANTIATE(Routes, CUDASTRIPE_HeldMemory, testing::Values(Route::Direct, Route::Striped));

}}  // namespace opencv_test
