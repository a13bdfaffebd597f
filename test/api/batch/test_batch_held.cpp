// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../../src/op/batch/op.hpp"
#include "../../support/device/page_locked_pool.hpp"
#include "../../support/device/simulated_frame.hpp"

// What a batch on a stream uses stays allocated until the stream has passed it, or as long as the graph exists.

namespace opencv_test { namespace {

class CUDASTRIPE_BatchHeld : public testing::TestWithParam<Route>
{
protected:
    static constexpr size_t kImages = 5;

    CUDASTRIPE_BatchHeld() { restart(); }
    ~CUDASTRIPE_BatchHeld() override
    {
        striper_.reset();
        EXPECT_TRUE(device_->findings().empty()) << device_->findings().front();
    }

    //! Frees what was held.
    void restart()
    {
        StriperParams params;
        params.route = GetParam();
        striper_ = makeStriper({device_}, params);
    }
    Mat pooled(const Mat& content)
    {
        Mat image;
        image.allocator = &pool_;
        content.copyTo(image);
        return image;
    }
    //! Images of one size, or of several.
    std::vector<Mat> images(int type, bool repeats, int value = -1)
    {
        std::vector<Mat> list;
        for (size_t i = 0; i < kImages; ++i) {
            const Size size(64, repeats ? 64 : 32 + 8 * int(i));
            list.push_back(pooled(value < 0 ? randomImage(size, type, rng_) : Mat(size, type, Scalar::all(value))));
        }
        return list;
    }
    static std::vector<Mat> copiesOf(const std::vector<Mat>& list)
    {
        std::vector<Mat> copies;
        for (const Mat& image : list)
            copies.push_back(image.clone());
        return copies;
    }
    //! Headers that own nothing.
    static std::vector<Mat> headersOf(const std::vector<Mat>& list)
    {
        std::vector<Mat> headers;
        for (const Mat& image : list)
            headers.emplace_back(image.size(), image.type(), image.data);
        return headers;
    }
    static void expectDifferences(const std::vector<Mat>& a, const std::vector<Mat>& b, const std::vector<Mat>& actual)
    {
        for (size_t i = 0; i < a.size(); ++i) {
            Mat expected;
            cv::absdiff(a[i], b[i], expected);
            EXPECT_EQ(std::string(), differences(expected, actual[i], 0)) << i;
        }
    }
    void finish()
    {
        device_->open();
        waitFor(*device_, stream_);
    }

    const std::shared_ptr<SimulatedDevice> device_ = std::make_shared<SimulatedDevice>();
    PageLockedPool pool_{*device_};
    RNG rng_{11};
    const OwnedStream stream_{*device_, "caller"};
    std::unique_ptr<Striper> striper_;
};

TEST_P(CUDASTRIPE_BatchHeld, secondImages)
{
    for (const bool repeats : {true, false}) {
        restart();
        const size_t before = pool_.freed();
        device_->block(stream_);  // until the caller has let go
        std::vector<Mat> firsts, seconds, kept;
        {
            const std::vector<Mat> a = images(CV_8UC3, repeats), b = images(CV_8UC3, repeats);
            std::vector<Mat> dst = images(CV_8UC3, repeats, 0);
            firsts = copiesOf(a);
            seconds = copiesOf(b);
            kept = headersOf(dst);
            cudastripe::transform(a, b, dst, Chain().absdiff(secondImage), noArray(), refTo(stream_), *striper_);
        }
        EXPECT_EQ(before, pool_.freed());
        finish();
        expectDifferences(firsts, seconds, kept);
    }
}

TEST_P(CUDASTRIPE_BatchHeld, resultsOfDifferentSizes)
{
    device_->block(stream_);
    std::vector<Mat> before, kept;
    {
        const std::vector<Mat> src = images(CV_8UC3, false);
        std::vector<Mat> dst = images(CV_8UC3, false, 0);
        before = copiesOf(src);
        kept = headersOf(dst);
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, refTo(stream_), *striper_);
    }
    EXPECT_EQ(0u, pool_.freed());
    finish();
    for (size_t i = 0; i < kImages; ++i) {
        Mat expected;
        cv::cvtColor(before[i], expected, COLOR_BGR2YUV);
        EXPECT_EQ(std::string(), differences(expected, kept[i], 0)) << i;
    }
}

TEST_P(CUDASTRIPE_BatchHeld, sourcesThatTheCallReplaces)
{
    device_->block(stream_);
    std::vector<Mat> list = images(CV_8UC4, true);
    for (Mat& image : list)
        image.allocator = &pool_;
    const std::vector<Mat> before = copiesOf(list);
    cudastripe::cvtColor(list, list, COLOR_BGR2YUV, refTo(stream_), *striper_);
    EXPECT_EQ(0u, pool_.freed());
    finish();
    for (size_t i = 0; i < kImages; ++i) {
        Mat expected;
        cv::cvtColor(before[i], expected, COLOR_BGR2YUV);
        EXPECT_EQ(std::string(), differences(expected, list[i], 0)) << i;
    }
}

TEST_P(CUDASTRIPE_BatchHeld, theBlobOfItsPictures)
{
    device_->block(stream_);
    std::vector<Mat> before;
    Mat kept;
    {
        const std::vector<Mat> src = images(CV_8UC3, true);
        before = copiesOf(src);
        const int sizes[] = {int(kImages), 3, 64, 64};
        Mat blob;
        blob.allocator = &pool_;
        blob.create(4, sizes, CV_32F);
        kept = Mat(4, sizes, CV_32F, blob.data);
        cudastripe::transform(src, blob, Chain().toTensor(), noArray(), refTo(stream_), *striper_);
    }
    EXPECT_EQ(0u, pool_.freed());
    finish();
    const auto host = makeStriper({});
    for (size_t i = 0; i < kImages; ++i) {
        Mat expected;
        cudastripe::transform(before[i], expected, Chain().toTensor(), noArray(), StreamRef(), *host);
        EXPECT_TRUE(sameBytes(tensorImage(expected, 0), tensorImage(kept, int(i)))) << i;
    }
}

TEST_P(CUDASTRIPE_BatchHeld, byAGraph)
{
    for (const bool repeats : {true, false}) {
        std::vector<Mat> firsts, seconds, kept;
        restart();
        const size_t before = pool_.freed();
        {
            const std::vector<Mat> a = images(CV_8UC3, repeats), b = images(CV_8UC3, repeats);
            std::vector<Mat> dst = images(CV_8UC3, repeats, 0);
            firsts = copiesOf(a);
            seconds = copiesOf(b);
            kept = headersOf(dst);
            device_->beginCapture(stream_);
            cudastripe::transform(a, b, dst, Chain().absdiff(secondImage), noArray(), refTo(stream_), *striper_);
        }
        auto graph = device_->endCapture(stream_);
        EXPECT_EQ(before, pool_.freed());
        device_->launch(*graph, stream_);
        waitFor(*device_, stream_);
        expectDifferences(firsts, seconds, kept);
        EXPECT_EQ(before, pool_.freed());
    }
    striper_.reset();
    EXPECT_EQ(2 * 3 * kImages, pool_.freed());
}

CUDASTRIPE_INSTANTIATE(Routes, CUDASTRIPE_BatchHeld, testing::Values(Route::Direct, Route::Striped));

//! An operation that needs something while its kernels are in flight, or nothing.
class NeedyOp final : public StripeOp
{
public:
    explicit NeedyOp(const std::shared_ptr<const void>& needed) : StripeOp(4, 4, 1)
    {
        inputs_.push_back(plane(1));
        outputs_.push_back(plane(1));
        inUse_ = needed;
    }
    void hostRun(const StripePlanes&, int64) const override {}
    KernelRef kernel(const StripePlanes&, int64) const override { CV_Error(Error::StsInternal, "it has none"); }
};

// A chain is compiled for one type, and images of other types have no such code.
TEST(CUDASTRIPE_BatchOp, needsWhatOneOfItsImagesNeeds)
{
    const auto code = std::make_shared<const int>(3);
    for (const size_t needy : {0, 1, 2}) {
        std::vector<BatchImage> images(3);
        for (size_t i = 0; i < images.size(); ++i)
            images[i].op = std::make_unique<NeedyOp>(i == needy ? code : nullptr);
        EXPECT_EQ(code, BatchOp(std::move(images)).inUse()) << needy;
    }
}

}}  // namespace opencv_test
