// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/operations/batch_fixture.hpp"
#include "../../support/process/refusal.hpp"

// A Mat of more than two dimensions in a batch does what it does in a call of its own.

namespace opencv_test { namespace {

class CUDASTRIPE_BatchBlobs : public BatchFixture
{
protected:
    static std::vector<int> sizesOf(const Mat& mat) { return std::vector<int>(mat.size.p, mat.size.p + mat.dims); }
    static Mat blob(const std::vector<int>& sizes, int type = CV_32F) { return Mat(sizes, type, Scalar(-1)); }
    void run(InputArray src, OutputArray dst) const
    {
        cudastripe::transform(src, dst, chain_, noArray(), StreamRef(), *striper_);
    }
    void expectTensors(const std::vector<Mat>& src, const std::vector<Mat>& dst) const
    {
        ASSERT_EQ(src.size(), dst.size());
        for (size_t i = 0; i < src.size(); ++i) {
            Mat expected;
            run(src[i], expected);
            ASSERT_EQ(sizesOf(expected), sizesOf(dst[i])) << i;
            EXPECT_EQ(0, std::memcmp(expected.data, dst[i].data, expected.total() * expected.elemSize())) << i;
        }
    }

    const std::vector<Mat> src_ = randomImages(6, Size(30, 20), CV_8UC3, 21);
    const std::vector<int> right_ = {1, 3, 20, 30}, turned_ = {1, 3, 30, 20};
    Chain chain_ = Chain().convertTo(CV_32F, 1 / 255.).toTensor();
};

TEST_F(CUDASTRIPE_BatchBlobs, ofAnotherShapeAreReplaced)
{
    std::vector<Mat> dst;
    for (const std::vector<int>& sizes : {right_, turned_, right_, turned_, right_, right_})
        dst.push_back(blob(sizes));
    const std::vector<Mat> given = dst;
    run(src_, dst);
    expectTensors(src_, dst);
    for (const size_t same : {0, 2, 4, 5})
        EXPECT_EQ(given[same].data, dst[same].data) << same;
    EXPECT_EQ(-1, given[1].ptr<float>()[0]);
}

TEST_F(CUDASTRIPE_BatchBlobs, ofAnotherShapeInAConstantVectorAreRefused)
{
    const std::vector<Mat> src(src_.begin(), src_.begin() + 2), dst = {blob(right_), blob(turned_)};
    expectRefusal([&] { run(src[1], static_cast<const Mat&>(dst[1])); }, {"dst", "1 x 3 x 30 x 20", "1 x 3 x 20 x 30"});
    expectRefusal([&] { run(src, dst); }, {"image 1", "dst", "1 x 3 x 30 x 20", "1 x 3 x 20 x 30"});
    for (const Mat& each : dst)
        EXPECT_EQ(0, countNonZero(Mat(each.reshape(1, 1) != -1)));
}

TEST_F(CUDASTRIPE_BatchBlobs, withGapsAreRefused)
{
    const Mat parent = blob({1, 3, 10, 60});
    const Range ranges[] = {Range::all(), Range::all(), Range::all(), Range(30, 60)};
    const std::vector<Mat> whole = {blob({1, 3, 10, 60})};
    for (const bool constant : {true, false}) {
        std::vector<Mat> src(randomImages(1, Size(30, 10), CV_8UC3, 1)), dst = {blob({1, 3, 10, 30}), parent(ranges)};
        src.push_back(src[0]);
        const std::vector<Mat>& fixed = dst;
        expectRefusal([&] { run(src[1], dst[1]); }, {"gaps"});
        expectRefusal([&] { constant ? run(src, fixed) : run(src, dst); }, {"image 1", "gaps"});
        EXPECT_EQ(0, countNonZero(Mat(parent.reshape(1, 1) != -1)));
    }
}

TEST_F(CUDASTRIPE_BatchBlobs, areMadeForPicturesOfOneSize)
{
    for (const TensorLayout layout : {TensorLayout::CHW, TensorLayout::HWC}) {
        for (const int channels : {1, 3}) {
            SCOPED_TRACE(format("layout %d, %d channels", int(layout), channels));
            chain_ = Chain().convertTo(CV_32F, 1 / 255.).toTensor(layout);
            const std::vector<Mat> src = randomImages(4, Size(30, 20), CV_8UC(channels), 7);
            std::vector<Mat> all, some(4);
            run(src, all);
            expectTensors(src, all);
            run(src[0], some[0]);
            some[2] = Mat(2, 2, CV_8UC1);
            run(src, some);
            expectTensors(src, some);
        }
    }
}

TEST_F(CUDASTRIPE_BatchBlobs, areMadeAfterATensorThatIsOneImage)
{
    const std::vector<Mat> src(src_.begin(), src_.begin() + 3);
    const Mat image(60, 30, CV_32F);
    std::vector<Mat> dst = {image, Mat(), image.clone()};
    run(src, dst);
    EXPECT_EQ(image.data, dst[0].data);
    EXPECT_EQ(2, dst[0].dims);
    EXPECT_EQ(2, dst[2].dims);
    expectTensors({src[1]}, {dst[1]});
}

TEST_F(CUDASTRIPE_BatchBlobs, areNoSources)
{
    std::vector<Mat> src = {src_[0], blob({2, 3, 4}, CV_8U), blob({2, 3, 4}, CV_8U)}, dst;
    Mat all;
    expectRefusal([&] { run(src, dst); }, {"image 1", "src", "3 dimensions"});
    expectRefusal([&] { run(src, all); }, {"image 1", "src", "3 dimensions"});
    src = {src[1], src[2]};
    expectRefusal([&] { run(src, dst); }, {"image 0", "src", "3 dimensions"});
    expectRefusal([&] { run(src, all); }, {"image 0", "src", "3 dimensions"});
    expectRefusal(
        [&] { cudastripe::transform(src_, std::vector<Mat>(src_.size(), src[0]), dst, Chain().add(secondImage)); },
        {"image 0", "src2", "3 dimensions"});
    EXPECT_TRUE(dst.empty() && all.empty());
}

// The first two sizes are those of the picture.
TEST_F(CUDASTRIPE_BatchBlobs, areNoImagesOfTwoDimensions)
{
    const Mat cube = blob({20, 30, 2}, CV_8UC3);
    const std::vector<Mat> fixed(src_.size(), cube);
    expectRefusal([&] { convert(src_[0], cube); }, {"dst is fixed at 3 dimensions", "30 x 20 of CV_8UC3"});
    expectRefusal([&] { convert(src_, fixed); }, {"image 0", "dst is fixed at 3 dimensions", "30 x 20 of CV_8UC3"});
    EXPECT_EQ(3, cube.dims);
    std::vector<Mat> dst = fixed;
    convert(src_, dst);
    expectConverted(src_, dst);
}

}}  // namespace opencv_test
