// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../../src/op/color/yuv444/op.hpp"
#include "../../src/op/non_temporal_blocks.hpp"
#include "../reference/code_reference.hpp"
#include "../support/device/backend.hpp"
#include "../support/images/image_operation.hpp"

namespace opencv_test { namespace {

constexpr int kParts = NonTemporalBlocks::kParts;
const CoreCache kCaches[] = {{int64(1) << 18, int64(1) << 20},
                             {int64(1) << 19, int64(2) << 20},
                             {int64(1) << 20, int64(1) << 20},
                             {int64(2) << 20, int64(18) << 20},
                             {int64(1) << 20, 0}};

int shareOf(int64 bytes, int threads, const CoreCache& cache)
{
    return NonTemporalBlocks::share(bytes, NonTemporalBlocks::keptBytes(threads, cache));
}

TEST(CUDASTRIPE_NonTemporalBlocks, neverGrowMuchFromOneSizeToTheNext)
{
    for (const CoreCache& cache : kCaches) {
        for (int threads : {1, 2, 3, 16, 128}) {
            int previous = 0;
            for (int side = 1; side < 9000; ++side) {
                const int64 bytes = int64(side) * side * 24, kept = NonTemporalBlocks::keptBytes(threads, cache);
                const int share = shareOf(bytes, threads, cache);
                ASSERT_GE(share, previous) << side;
                // A row and a column more; the share is a whole number.
                ASSERT_LE(share - previous, double(kParts) * 24 * 2 * side / (double(kept) * 0.75) + 1) << side;
                previous = share;
            }
            EXPECT_EQ(kParts, previous);
        }
    }
}

TEST(CUDASTRIPE_NonTemporalBlocks, areFewerWithMoreCacheOrThreads)
{
    for (int64 bytes = 0; bytes < int64(40) << 20; bytes += 99991) {
        for (int threads : {1, 2, 8}) {
            const CoreCache small = {int64(1) << 18, int64(1) << 19}, large = {int64(1) << 19, int64(1) << 20};
            ASSERT_LE(shareOf(bytes, threads, large), shareOf(bytes, threads, small)) << bytes;
            ASSERT_LE(shareOf(bytes, threads + 1, small), shareOf(bytes, threads, small)) << bytes;
        }
    }
}

TEST(CUDASTRIPE_NonTemporalBlocks, areNoneOfWhatCachesHoldAndAllOfMuchMore)
{
    for (const CoreCache& cache : kCaches) {
        for (int threads : {1, 2, 16}) {
            const int64 kept = NonTemporalBlocks::keptBytes(threads, cache);
            EXPECT_LE(kept, threads * cache.bytes());
            EXPECT_EQ(0, shareOf(0, threads, cache));
            EXPECT_EQ(0, shareOf(kept, threads, cache));
            EXPECT_EQ(kParts / 3, shareOf(kept * 5 / 4, threads, cache));
            EXPECT_EQ(kParts, shareOf(kept * 7 / 4, threads, cache));
            EXPECT_EQ(kParts, shareOf(int64(1) << 50, threads, cache));
        }
    }
}

// Whatever the caches: frames of a film are one of many.
TEST(CUDASTRIPE_NonTemporalBlocks, areAllOfLargeFramesAndFewOfSmallOnes)
{
    const CoreCache huge = {int64(2) << 20, int64(300) << 20}, usual = {int64(2) << 20, int64(18) << 20};
    EXPECT_GE(shareOf(int64(1920) * 1080 * 7, 16, huge), kParts - 4);
    EXPECT_GE(shareOf(int64(1920) * 1080 * 6, 16, huge), kParts / 2);
    EXPECT_EQ(kParts, shareOf(int64(1920) * 1080 * 24, 16, huge));
    EXPECT_EQ(kParts, shareOf(int64(7680) * 4320 * 6, 128, huge));
    EXPECT_EQ(kParts, shareOf(int64(1920) * 1080 * 9 / 2, 16, usual));
    EXPECT_EQ(0, shareOf(int64(1280) * 720 * 11 / 2, 1, usual));
    EXPECT_EQ(0, shareOf(int64(430) * 430 * 28, 2, usual));
}

class CUDASTRIPE_NonTemporalImages : public ::testing::TestWithParam<int>
{
protected:
    void TearDown() override { cv::setNumThreads(before_); }

    const int before_ = cv::getNumThreads();
};

TEST_P(CUDASTRIPE_NonTemporalImages, areFewerIfACopyStoresThemForFewThreads)
{
    cv::setNumThreads(GetParam());
    const bool few = GetParam() <= NonTemporalBlocks::kFewThreads;
    const auto op = makePackedYuvOp(packedYuvConversions().front(), Size(2048, 2048), CV_8U, 4, CutBy::Rows);
    EXPECT_TRUE(NonTemporalBlocks(*op).any());
    EXPECT_EQ(!few, NonTemporalBlocks(*op, true).any());
    const auto large = makePackedYuvOp(packedYuvConversions().front(), Size(8192, 4096), CV_8U, 4, CutBy::Rows);
    EXPECT_TRUE(NonTemporalBlocks(*large, true).any());
}

TEST(CUDASTRIPE_NonTemporalBlocks, areEvenlySpread)
{
    const auto addressOf = [](int64 bytes) { return reinterpret_cast<const void*>(std::uintptr_t(bytes)); };
    for (int share : {1, 9, 32, 50, 63}) {
        const NonTemporalBlocks blocks(share);
        for (int64 step : {NonTemporalBlocks::kBlock, 3 * NonTemporalBlocks::kBlock, 64 * NonTemporalBlocks::kBlock}) {
            int nonTemporal = 0;
            for (int i = 0; i < 640; ++i)
                nonTemporal += blocks.at(addressOf(int64(1) << 40 | i * step));
            EXPECT_NEAR(share / double(kParts), nonTemporal / 640., 0.03) << share << " " << step;
        }
    }
}

TEST(CUDASTRIPE_NonTemporalBlocks, countProcessorsOfAList)
{
    const std::pair<const char*, int> lists[] = {{"0", 1},  {"0-1", 2},  {"0,8", 2},        {"0-3,8-11,16", 9},
                                                 {"", 1},   {"none", 1}, {"5-3", 1},        {"0-1,x", 2},
                                                 {"0-", 1}, {"-", 1},    {"0-99999999", 1}, {"12-15,", 4}};
    for (const auto& list : lists)
        EXPECT_EQ(list.second, countProcessors(list.first)) << list.first;
    EXPECT_GT(coreCache().second, 0);
}

// Chains by few threads keep more in the caches.
TEST_P(CUDASTRIPE_NonTemporalImages, haveEachUnitDoneOnce)
{
    cv::setNumThreads(GetParam());
    const Backend host(BackendKind::Host);
    const auto striper = host.striper();
    RNG rng(31);
    // Around what caches of several sizes keep, without gaps between rows and with them.
    for (const Size size : {Size(400, 405), Size(640, 481), Size(1000, 903), Size(1300, 1207)}) {
        for (int type : {CV_8UC4, CV_32FC3}) {
            const Mat whole = randomImage(Size(size.width + 8, size.height), type, rng);
            const Mat parts[] = {whole,
                                 whole(Rect(3, 0, size.width - size.width % 2, size.height - 1 - size.height % 2))};
            for (const Mat& src : parts) {
                Mat expected, actual, doubled;
                cv::cvtColor(src, expected, COLOR_BGR2YUV);
                cudastripe::cvtColor(src, actual, COLOR_BGR2YUV, StreamRef(), *striper);
                EXPECT_LE(cv::norm(expected, actual, NORM_INF), type == CV_8UC4 ? 0 : 1e-5) << size;
                cudastripe::transform(src, doubled, Chain().add(Scalar::all(1)).multiply(Scalar::all(2)), noArray(),
                                      StreamRef(), *striper);
                cv::add(src, Scalar::all(1), expected);
                cv::multiply(expected, Scalar::all(2), expected);
                EXPECT_EQ(0, cv::norm(expected, doubled, NORM_INF)) << size;
                if (type != CV_8UC4 || src.rows % 2 || src.cols % 2)
                    continue;
                cv::cvtColor(src, expected, COLOR_BGRA2YUV_I420);
                cudastripe::cvtColor(src, actual, COLOR_BGRA2YUV_I420, StreamRef(), *striper);
                EXPECT_EQ(0, cv::norm(expected, actual, NORM_INF)) << size;
            }
        }
    }
}

INSTANTIATE_TEST_CASE_P(Threads, CUDASTRIPE_NonTemporalImages, ::testing::Values(2, 4));

}}  // namespace opencv_test
