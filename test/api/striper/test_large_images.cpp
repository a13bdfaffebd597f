// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <climits>

#include "../../support/device/sparse_memory.hpp"
#include "../../support/images/image_operation.hpp"

// Sides up to INT_MAX, and steps of more than 2^32 bytes, in memory of which few pages exist.

namespace opencv_test { namespace {

const char kNoMemory[] = "there is not so much address space";

class CUDASTRIPE_LargeSteps : public testing::TestWithParam<BackendKind>
{
protected:
    // Rows that lie so far apart that their distances do not fit into 32 bits, nor does twice the step.
    static Mat apart(const SparseMemory& memory, Size size, int type)
    {
        return Mat(size, type, memory.data() + 64, kStep);
    }

    static constexpr size_t kStep = (size_t(5) << 30) + 4096 + 16;
    const Size size_ = Size(98, 6);
    const SparseMemory srcMemory_{kStep * 9}, dstMemory_{kStep * 9};
    const Backend backend_{GetParam()};
};

TEST_P(CUDASTRIPE_LargeSteps, coloursAndFormats)
{
    if (!srcMemory_.data() || !dstMemory_.data())
        CUDASTRIPE_SKIP(kNoMemory);
    RNG rng(3);
    const Mat image = randomImage(size_, CV_8UC4, rng);
    Mat src = apart(srcMemory_, size_, CV_8UC4), expected;
    image.copyTo(src);
    StriperParams params;
    params.stripes = 3;
    const auto striper = backend_.striper(params);
    Mat yuv, nv12;
    cudastripe::cvtToYuv(image, nv12, YuvFormat::hd(), StreamRef(), *backend_.striper());
    cv::cvtColor(image, yuv, COLOR_BGR2YUV);
    for (int turn = 0; turn < 2; ++turn) {
        Mat dst = apart(dstMemory_, size_, CV_8UC3), planes = apart(dstMemory_, nv12.size(), CV_8UC1);
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), *striper);
        EXPECT_EQ(std::string(), differences(yuv, dst, 0));
        cudastripe::cvtToYuv(src, planes, YuvFormat::hd(), StreamRef(), *striper);
        EXPECT_EQ(std::string(), differences(nv12, planes, 0));
        Mat colours = apart(srcMemory_, size_, CV_8UC3), back;
        cudastripe::cvtFromYuv(planes, colours, YuvFormat::hd(), StreamRef(), *striper);
        cudastripe::cvtFromYuv(nv12, back, YuvFormat::hd(), StreamRef(), *backend_.striper());
        EXPECT_EQ(std::string(), differences(back, colours, 0));
        image.copyTo(src);
    }
}

TEST_P(CUDASTRIPE_LargeSteps, chains)
{
    if (!srcMemory_.data() || !dstMemory_.data())
        CUDASTRIPE_SKIP(kNoMemory);
    RNG rng(5);
    const Mat image = randomImage(size_, CV_16UC3, rng), other = randomImage(size_, CV_16UC3, rng);
    Mat src = apart(srcMemory_, size_, CV_16UC3), dst = apart(dstMemory_, size_, CV_16UC3), expected;
    image.copyTo(src);
    cv::absdiff(image, other, expected);
    cudastripe::transform(src, other, dst, Chain().absdiff(secondImage), noArray(), StreamRef(), *backend_.striper());
    EXPECT_EQ(std::string(), differences(expected, dst, 0));
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_LargeSteps, testing::Values(BackendKind::Host, BackendKind::Simulated));

// 2 GiB are written.
TEST(CUDASTRIPE_LargeSides, oneRowAndOneColumn)
{
    const SparseMemory memory(size_t(INT_MAX));
    const SparseMemory result(size_t(INT_MAX) + 8);
    if (!memory.data() || !result.data())
        CUDASTRIPE_SKIP(kNoMemory);
    const auto striper = Backend(BackendKind::Host).striper();
    uchar added = 7;
    for (const Size size : {Size(INT_MAX, 1), Size(1, INT_MAX)}) {
        const Mat src(size, CV_8UC1, memory.data());
        Mat dst(size, CV_8UC1, result.data());
        cudastripe::transform(src, dst, Chain().add(Scalar::all(added)), noArray(), StreamRef(), *striper);
        ASSERT_EQ(result.data(), dst.data);
        // All bytes are the same if each is the same as the next.
        EXPECT_EQ(added, dst.data[0]);
        EXPECT_EQ(0, std::memcmp(dst.data, dst.data + 1, size_t(INT_MAX) - 1)) << size;
        EXPECT_EQ(0, result.data()[INT_MAX]);
        ++added;
    }
}

}}  // namespace opencv_test
