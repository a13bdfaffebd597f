// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/images/image_operation.hpp"
#include "../../support/process/refusal.hpp"

// What transform refuses of chains that begin in a YUV format, before anything is written.

namespace opencv_test { namespace {

class CUDASTRIPE_ChainFromYuvBadInput : public testing::Test
{
protected:
    void call(InputArray from, OutputArray to, const Chain& chain, InputArray mask = noArray()) const
    {
        cudastripe::transform(from, to, chain, mask, StreamRef(), *striper_);
    }
    void callBoth(InputArray a, InputArray b, OutputArray to, const Chain& chain) const
    {
        cudastripe::transform(a, b, to, chain, noArray(), StreamRef(), *striper_);
    }
    void TearDown() override { EXPECT_EQ(0, cv::norm(dst_, Mat(dst_.size(), CV_8UC3, Scalar::all(9)), NORM_INF)); }

    Backend backend_{BackendKind::Simulated};
    std::unique_ptr<Striper> striper_ = backend_.striper();
    const Chain nv12_ = Chain::fromYuv(YuvFormat::hd());
    const Mat src_{6, 6, CV_8UC1, Scalar(1)}, luma_{4, 6, CV_8UC1, Scalar(1)}, chroma_{2, 3, CV_8UC2, Scalar::all(1)};
    Mat dst_{4, 6, CV_8UC3, Scalar::all(9)};
};

TEST_F(CUDASTRIPE_ChainFromYuvBadInput, parametersThatFitNoFormat)
{
    expectRefusal([] { Chain::fromYuv(YuvFormat::hd(), ChannelOrder::BGR, 1); },
                  {"fromYuv", "channels is 1", "3 or 4"});
    expectRefusal([] { Chain::fromYuv(YuvFormat::hd(), ChannelOrder(2)); }, {"fromYuv", "order is 2"});
    expectRefusal([] { Chain::fromYuv(YuvFormat::hd(), ChannelOrder::BGR, 3, ChromaUpsampling(2)); },
                  {"fromYuv", "upsampling is 2", "Linear (1)"});
}

TEST_F(CUDASTRIPE_ChainFromYuvBadInput, sourcesThatDoNotFitTheFormat)
{
    const std::vector<Mat> one = {luma_}, wrong = {luma_, luma_};
    const Chain both = Chain(nv12_).add(secondImage);
    expectRefusal([&] { call(Mat(), dst_, nv12_); }, {"cudastripe::transform", "src is empty"});
    expectRefusal([&] { call(Mat(4, 6, CV_8UC3), dst_, nv12_); }, {"src", "CV_8UC3", "nv12:bt709:limited", "CV_8UC1"});
    expectRefusal([&] { call(luma_, dst_, nv12_); }, {"src is 6 x 4", "nv12:bt709:limited"});
    expectRefusal([&] { call(Mat(6, 5, CV_8UC1), dst_, nv12_); }, {"src is 5 x 6"});
    expectRefusal([&] { call(one, dst_, nv12_); }, {"src has 1 image", "2 planes"});
    expectRefusal([&] { call(wrong, dst_, nv12_); }, {"src[1] has type CV_8UC1", "CV_8UC2"});
    expectRefusal([&] { callBoth(wrong, dst_.clone(), dst_, both); }, {"src1[1] has type CV_8UC1"});
    expectRefusal([&] { callBoth(luma_, dst_.clone(), dst_, both); }, {"src1 is 6 x 4"});
    expectRefusal([&] { call(std::vector<Mat>{luma_, chroma_}, dst_, Chain()); }, {"src"});
}

TEST_F(CUDASTRIPE_ChainFromYuvBadInput, imagesThatDoNotHaveThePicturesSize)
{
    expectRefusal([&] { callBoth(src_, Mat(6, 6, CV_8UC3), dst_, Chain(nv12_).add(secondImage)); },
                  {"src2 is 6 x 6", "6 x 4"});
    expectRefusal([&] { callBoth(src_, luma_, dst_, Chain(nv12_).add(secondImage)); }, {"step 1, add", "CV_8UC1"});
    expectRefusal([&] { call(src_, dst_, nv12_, src_); }, {"mask is 6 x 6", "6 x 4"});
    expectRefusal([&] { call(src_, dst_, Chain(nv12_).toYuv(YuvFormat::hd()), luma_); }, {"mask", "YUV"});
}

TEST_F(CUDASTRIPE_ChainFromYuvBadInput, stepsAndFormatsThatDoNotFit)
{
    const Mat three(4, 3, CV_8UC3, Scalar::all(1));
    expectRefusal([&] { call(src_, dst_, Chain(nv12_).sqrt()); }, {"step 1, sqrt", "CV_8U"});
    expectRefusal([&] { call(src_, dst_, Chain(nv12_).toYuv(YuvFormat::uhd())); }, {"toYuv", "CV_8UC3", "CV_16U"});
    const Chain odd = Chain::fromYuv(YuvFormat(YuvLayout::Packed444)).toYuv(YuvFormat::hd());
    expectRefusal([&] { call(three, dst_, odd); }, {"src is 3 x 4", "nv12", "array of 2 images"});
    Chain chain = nv12_;
    for (int i = 0; i < Chain::kMaxSteps; ++i)
        chain.add(Scalar(1));
    expectRefusal([&] { chain.sqr(); }, {"sqr", "step 17", "16"});
}

TEST_F(CUDASTRIPE_ChainFromYuvBadInput, resultsThatOverlapAPlane)
{
    Mat image(20, 6, CV_8UC1, Scalar(1));
    const std::vector<Mat> planes = {image.rowRange(0, 4), Mat(2, 3, CV_8UC2, image.ptr(4))};
    const Mat before = image.clone();
    expectRefusal([&] { call(planes, Mat(4, 6, CV_8UC3, image.ptr(4)), nv12_); }, {"dst overlaps src[1]"});
    expectRefusal([&] { call(image.rowRange(0, 6), Mat(4, 6, CV_8UC3, image.ptr(2)), nv12_); }, {"dst overlaps src"});
    // As one image, planes have no place of their own.
    Mat planar(12, 6, CV_8UC1, Scalar(1));
    const Chain chain = Chain::fromYuv(YuvFormat(YuvLayout::I444)).toYuv(YuvFormat(YuvLayout::I444));
    expectRefusal([&] { call(planar, planar, chain); }, {"dst overlaps src", "they may share nothing"});
    EXPECT_TRUE(sameBytes(before, image));
    // Interpolated chroma is read after a thread's own pixels are written.
    const YuvFormat packed(YuvLayout::YUY2);
    const auto linear = [&] { return Chain::fromYuv(packed, ChannelOrder::BGR, 3, ChromaUpsampling::Linear); };
    Mat two(4, 6, CV_8UC2, Scalar::all(1));
    call(two, two.clone(), linear().add(1).toYuv(packed));
    expectRefusal([&] { call(two, two, linear().add(1).toYuv(packed)); }, {"dst overlaps src"});
    expectRefusal([&] { call(two, two, linear().channels({0, 1})); }, {"dst overlaps src"});
}

}}  // namespace opencv_test
