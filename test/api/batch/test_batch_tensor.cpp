// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../reference/tensor_reference.hpp"
#include "../../support/operations/batch_fixture.hpp"
#include "../../support/process/refusal.hpp"

// Batches that go through a chain, and fill a tensor.

namespace opencv_test { namespace {

using CUDASTRIPE_BatchTensor = BatchFixture;

TEST_F(CUDASTRIPE_BatchTensor, fillsTheTensorOfAChain)
{
    const std::vector<Mat> src = randomImages(4, Size(9, 5), CV_8UC3, 8);
    for (TensorLayout layout : {TensorLayout::CHW, TensorLayout::HWC}) {
        for (int depth : {CV_32F, CV_16F}) {
            const Chain chain = Chain().toTensor(layout, depth);
            Mat blob;
            cudastripe::transform(src, blob, chain, noArray(), StreamRef(), *striper_);
            ASSERT_EQ(4, blob.dims);
            ASSERT_EQ(4, blob.size[0]);
            for (int i = 0; i < 4; ++i)
                EXPECT_TRUE(sameBytes(tensorReference(src[static_cast<size_t>(i)], layout, depth),
                                      tensorImage(blob, i, layout)));
            const uchar* const data = blob.data;
            cudastripe::transform(src, blob, chain, noArray(), StreamRef(), *striper_);
            EXPECT_EQ(data, blob.data);
        }
    }
}

TEST_F(CUDASTRIPE_BatchTensor, fillsTheTensorInAnotherOrderOfChannels)
{
    const std::vector<Mat> src = randomImages(4, Size(9, 5), CV_8UC4, 8);
    for (TensorLayout layout : {TensorLayout::CHW, TensorLayout::HWC}) {
        const Chain chain = Chain().add(3).toTensor(layout, CV_16F, ChannelOrder::RGB);
        const Chain swapped = Chain().add(3).channels({2, 1, 0, 3}).toTensor(layout, CV_16F);
        Mat blob, expected;
        cudastripe::transform(src, blob, chain, noArray(), StreamRef(), *striper_);
        cudastripe::transform(src, expected, swapped, noArray(), StreamRef(), *striper_);
        EXPECT_EQ(0, std::memcmp(blob.data, expected.data, expected.total() * expected.elemSize()));
    }
}

TEST_F(CUDASTRIPE_BatchTensor, fillsATensorOnADevice)
{
    const std::vector<Mat> src = randomImages(3, Size(9, 5), CV_8UC3, 9);
    ImageShape shape;
    shape.placement = Placement::OnDevice;
    PlacedImage tensor(backend_, shape, Size(9, 45), CV_16FC1);
    const Chain chain = Chain().toTensor(TensorLayout::CHW, CV_16F);
    cudastripe::transform(src, tensor.output(), chain, noArray(), StreamRef(), *striper_);
    const Mat all = tensor.get();
    for (int i = 0; i < 3; ++i)
        EXPECT_TRUE(sameBytes(tensorReference(src[static_cast<size_t>(i)], TensorLayout::CHW, CV_16F),
                              all.rowRange(15 * i, 15 * i + 15)));
    PlacedImage other(backend_, shape, Size(9, 44), CV_16FC1);
    expectRefusal([&] { cudastripe::transform(src, other.output(), chain, noArray(), StreamRef(), *striper_); },
                  {"dst", "9 x 44", "9 x 45"});
}

TEST_F(CUDASTRIPE_BatchTensor, fillsATensorWithPicturesOfOneSizeOnly)
{
    std::vector<Mat> src = randomImages(4, Size(9, 5), CV_8UC3, 8);
    src[2] = src[2].rowRange(0, 4);
    Mat blob;
    expectRefusal([&] { cudastripe::transform(src, blob, Chain().toTensor(), noArray(), StreamRef(), *striper_); },
                  {"image 2", "9 x 4", "9 x 5"});
    EXPECT_TRUE(blob.empty());
    Mat_<uchar> bytes;
    expectRefusal([&] { cudastripe::transform(randomImages(2, Size(9, 5), CV_8UC3, 8), bytes, Chain().toTensor()); },
                  {"dst", "CV_8UC1", "CV_32FC1"});
    src[2] = Mat();
    expectRefusal([&] { cudastripe::transform(src, blob, Chain().toTensor()); }, {"image 2", "empty"});
}

TEST_F(CUDASTRIPE_BatchTensor, ofAChainMayHaveASecondImageEach)
{
    const std::vector<Mat> src = randomImages(3, Size(9, 5), CV_8UC3, 12),
                           second = randomImages(3, Size(9, 5), CV_8UC3, 13);
    std::vector<Mat> dst;
    const Chain chain = Chain().absdiff(secondImage);
    cudastripe::transform(src, second, dst, chain, noArray(), StreamRef(), *striper_);
    for (size_t i = 0; i < 3; ++i) {
        Mat expected;
        cv::absdiff(src[i], second[i], expected);
        EXPECT_TRUE(sameBytes(expected, dst[i]));
    }
    Mat blob;
    std::vector<Mat> floats(3);
    for (size_t i = 0; i < 3; ++i)
        second[i].convertTo(floats[i], CV_32F);
    const Chain subtract = Chain().convertTo(CV_32F).subtract(secondImage).toTensor();
    cudastripe::transform(src, floats, blob, subtract, noArray(), StreamRef(), *striper_);
    for (int i = 0; i < 3; ++i) {
        Mat expected;
        cudastripe::transform(src[size_t(i)], floats[size_t(i)], expected, subtract, noArray(), StreamRef(), *striper_);
        EXPECT_TRUE(sameBytes(tensorImage(expected, 0), tensorImage(blob, i)));
    }
    expectRefusal([&] { cudastripe::transform(src, second[0], dst, chain, noArray(), StreamRef(), *striper_); },
                  {"src2", "3 images"});
    expectRefusal([&] { cudastripe::transform(src, dst, Chain().add(1), src[0], StreamRef(), *striper_); }, {"mask"});
}

}}  // namespace opencv_test
