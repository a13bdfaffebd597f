// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/device/simulated_frame.hpp"
#include "../../support/operations/batch_fixture.hpp"
#include "../../support/process/refusal.hpp"

// A call that is explained, or refused late, leaves the destination as it is: it may be the source.

namespace opencv_test { namespace {

class CUDASTRIPE_DestinationCopy : public BatchFixture
{
protected:
    template <class Call>
    void explain(const Call& call)
    {
        EXPECT_NE(Route::Auto, striper_->explain([&](Striper& striper) { call(StreamRef(), striper); }).route);
    }
    //! Pageable images cannot be captured, which is known when the destination has been opened.
    template <class Call>
    void refuse(const Call& call)
    {
        const OwnedStream stream(*backend_.device(), "caller");
        backend_.simulated()->beginCapture(stream);
        expectRefusal([&] { call(refTo(stream), *striper_); }, {"captured", "pageable"});
        static_cast<void>(backend_.simulated()->endCapture(stream));
    }
    //! Explains a call, and has it refused.
    template <class Call, class Check>
    void expectKept(const Call& call, const Check& check)
    {
        explain(call);
        check();
        refuse(call);
        check();
    }

    const Mat image_ = randomImages(1, Size(16, 12), CV_8UC4, 3)[0];
};

TEST_F(CUDASTRIPE_DestinationCopy, keepsTheImageOfACallInPlace)
{
    Mat mat = image_.clone();
    UMat umat;
    image_.copyTo(umat);
    const auto check = [&] {
        EXPECT_TRUE(sameBytes(image_, mat));
        EXPECT_TRUE(sameBytes(image_, umat.getMat(ACCESS_READ)));
    };
    const auto convert = [](InputOutputArray image) {
        return [&image](const StreamRef& stream, Striper& striper) {
            cudastripe::cvtColor(image, image, COLOR_BGR2YUV, stream, striper);
        };
    };
    const _InputOutputArray asMat(mat), asUMat(umat);
    expectKept(convert(asMat), check);
    expectKept(convert(asUMat), check);
    cudastripe::cvtColor(mat, mat, COLOR_BGR2YUV, StreamRef(), *striper_);
    EXPECT_TRUE(sameBytes(converted(image_), mat));
    UMat other(3, 3, CV_8U);
    cudastripe::cvtColor(umat, other, COLOR_BGR2YUV, StreamRef(), *striper_);
    EXPECT_TRUE(sameBytes(converted(image_), other.getMat(ACCESS_READ)));
}

TEST_F(CUDASTRIPE_DestinationCopy, keepsBlobsAndPlanes)
{
    const Chain chain = Chain().toTensor();
    Mat blob, given(3, 3, CV_8U, Scalar(5));
    std::vector<Mat> planes, some = {Mat(12, 16, CV_8U, Scalar(5)), Mat(), Mat()};
    const auto check = [&] {
        EXPECT_TRUE(blob.empty() && planes.empty() && some[1].empty());
        EXPECT_EQ(Size(3, 3), given.size());
    };
    const auto split = [&](OutputArray dst, const StreamRef& stream, Striper& striper) {
        cudastripe::cvtToYuv(image_, dst, YuvFormat::hd(YuvLayout::I420), ChannelOrder::BGR, stream, striper);
    };
    for (Mat* dst : {&blob, &given}) {
        const auto call = [&](const StreamRef& stream, Striper& striper) {
            cudastripe::transform(image_, *dst, chain, noArray(), stream, striper);
        };
        expectKept(call, check);
    }
    for (std::vector<Mat>* dst : {&planes, &some})
        expectKept([&](const StreamRef& stream, Striper& striper) { split(*dst, stream, striper); }, check);
    split(planes, StreamRef(), *striper_);
    split(some, StreamRef(), *striper_);
    for (size_t p = 0; p < 3; ++p)
        EXPECT_TRUE(sameBytes(planes[p], some[p])) << p;
}

TEST_F(CUDASTRIPE_DestinationCopy, keepsTheImagesOfABatch)
{
    const std::vector<Mat> before = randomImages(3, Size(16, 12), CV_8UC4, 4);
    std::vector<Mat> images = copiesOf(before), dst;
    Mat blob;
    const auto check = [&] {
        for (size_t i = 0; i < before.size(); ++i)
            EXPECT_TRUE(sameBytes(before[i], images[i])) << i;
        EXPECT_TRUE(dst.empty() && blob.empty());
    };
    for (std::vector<Mat>* to : {&images, &dst}) {
        const auto call = [&](const StreamRef& stream, Striper& striper) {
            cudastripe::cvtColor(images, *to, COLOR_BGR2YUV, stream, striper);
        };
        expectKept(call, check);
    }
    const auto tensor = [&](const StreamRef& stream, Striper& striper) {
        cudastripe::transform(images, blob, Chain().toTensor(), noArray(), stream, striper);
    };
    expectKept(tensor, check);
    convert(images, images);
    expectConverted(before, images);
}

TEST_F(CUDASTRIPE_DestinationCopy, isNoneOfConstantPlanes)
{
    const YuvFormat format = YuvFormat::hd(YuvLayout::I420);
    const std::vector<Mat> planes(3), some = {Mat(12, 16, CV_8U, Scalar(5)), Mat(), Mat()};
    const std::array<Mat, 3> array = {};
    const auto run = [&](OutputArray dst) {
        cudastripe::cvtToYuv(image_, dst, format, ChannelOrder::BGR, StreamRef(), *striper_);
    };
    expectRefusal([&] { run(planes); }, {"dst[0]", "fixed"});
    expectRefusal([&] { run(some); }, {"dst[1]", "fixed", "8 x 6 of CV_8UC1"});
    expectRefusal([&] { run(array); }, {"dst[0]", "fixed"});
    EXPECT_TRUE(planes[0].empty() && some[1].empty() && array[0].empty());
    EXPECT_EQ(0, countNonZero(Mat(some[0] != 5)));
}

}}  // namespace opencv_test
