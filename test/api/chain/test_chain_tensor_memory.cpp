// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#ifdef CUDASTRIPE_TEST_DNN
#include "opencv2/dnn.hpp"
#endif

#include "../../reference/tensor_reference.hpp"
#include "../../support/images/image_operation.hpp"
#include "../../support/process/refusal.hpp"

// Where chains that end in a tensor write to, and what they refuse before anything is written.

namespace opencv_test { namespace {

std::vector<int> dimensionsOf(const Mat& mat)
{
    return std::vector<int>(mat.size.p, mat.size.p + mat.dims);
}

class CUDASTRIPE_TensorMemory : public testing::Test
{
protected:
    void call(InputArray from, OutputArray to, const Chain& chain, InputArray mask = noArray()) const
    {
        cudastripe::transform(from, to, chain, mask, StreamRef(), *striper_);
    }
    static Mat blobOf(std::initializer_list<int> sizes, int type = CV_32F)
    {
        return Mat(std::vector<int>(sizes), type, Scalar(9));
    }

    Backend backend_{BackendKind::Simulated};
    std::unique_ptr<Striper> striper_ = backend_.striper();
    RNG rng_{257};
    const Mat src_ = randomImage(Size(7, 5), CV_8UC3, rng_), next_ = randomImage(Size(7, 5), CV_8UC3, rng_);
    const Chain chw_ = Chain().toTensor(), hwc_ = Chain().toTensor(TensorLayout::HWC),
                half_ = Chain().toTensor(TensorLayout::CHW, CV_16F);
    const Mat expected_ = tensorReference(src_, TensorLayout::CHW, CV_32F);
};

TEST_F(CUDASTRIPE_TensorMemory, anEmptyMatBecomesABlobOfOnePicture)
{
    Mat dst;
    call(src_, dst, chw_);
    EXPECT_EQ(std::vector<int>({1, 3, 5, 7}), dimensionsOf(dst));
    EXPECT_EQ(CV_32FC1, dst.type());
    EXPECT_TRUE(sameBytes(expected_, tensorImage(dst, 0)));
    const uchar* const data = dst.data;
    call(next_, dst, chw_);
    EXPECT_EQ(data, dst.data);
    EXPECT_TRUE(sameBytes(tensorReference(next_, TensorLayout::CHW, CV_32F), tensorImage(dst, 0)));
    call(src_, dst, half_);
    EXPECT_EQ(CV_16FC1, dst.type());
    call(src_, dst, hwc_);
    EXPECT_EQ(std::vector<int>({1, 5, 7, 3}), dimensionsOf(dst));
    EXPECT_TRUE(sameBytes(tensorReference(src_, TensorLayout::HWC, CV_32F), tensorImage(dst, 0, TensorLayout::HWC)));
    Mat same = src_.clone();
    call(same, same, chw_);
    EXPECT_TRUE(sameBytes(expected_, tensorImage(same, 0)));
    UMat shared;
    call(src_, shared, chw_);
    EXPECT_TRUE(sameBytes(expected_, tensorImage(shared.getMat(ACCESS_READ), 0)));
}

TEST_F(CUDASTRIPE_TensorMemory, picturesOfABlobAreFilledOneByOne)
{
    const Mat blob = blobOf({3, 3, 5, 7}), last = blobOf({2, 5, 7, 3});
    call(src_, tensorImage(blob, 2), chw_);
    call(next_, tensorImage(blob, 0), chw_);
    EXPECT_TRUE(sameBytes(expected_, tensorImage(blob, 2)));
    EXPECT_TRUE(sameBytes(tensorReference(next_, TensorLayout::CHW, CV_32F), tensorImage(blob, 0)));
    EXPECT_EQ(0, cv::norm(tensorImage(blob, 1), Mat(15, 7, CV_32F, Scalar(9)), NORM_INF));
    call(src_, tensorImage(last, 1, TensorLayout::HWC), hwc_);
    EXPECT_EQ(CV_32FC3, tensorImage(last, 1, TensorLayout::HWC).type());
    EXPECT_TRUE(sameBytes(tensorReference(src_, TensorLayout::HWC, CV_32F), tensorImage(last, 1, TensorLayout::HWC)));
    EXPECT_EQ(blob.u, tensorImage(blob, 1).u);
    EXPECT_EQ(blob.ptr(1), tensorImage(blob, 1).data);
}

TEST_F(CUDASTRIPE_TensorMemory, chainsOfOneTypeEndInDifferentWays)
{
    Chain chain = Chain().convertTo(CV_32F);
    Mat image, dst;
    call(src_, image, chain);
    EXPECT_EQ(CV_32FC3, image.type());
    call(src_, dst, chain.toTensor());
    EXPECT_TRUE(sameBytes(expected_, tensorImage(dst, 0)));
}

TEST_F(CUDASTRIPE_TensorMemory, aGpuMatMustBeContinuous)
{
    ImageShape shape;
    shape.placement = Placement::OnDevice;
    PlacedImage dense(backend_, shape, expected_.size(), CV_32FC1);
    call(src_, dense.output(), chw_);
    EXPECT_EQ(std::string(), differences(expected_, dense.get(), 0));
    shape.padding = 8;
    PlacedImage gaps(backend_, shape, expected_.size(), CV_32FC1);
    expectRefusal([&] { call(src_, gaps.output(), chw_); }, {"dst", "36 bytes", "28 bytes", "createContinuous(15, 7"});
    EXPECT_TRUE(gaps.guardsIntact());
}

TEST_F(CUDASTRIPE_TensorMemory, anEmptyGpuMatBecomesContinuous)
{
    if (cuda::getCudaEnabledDeviceCount() <= 0)
        CUDASTRIPE_SKIP("OpenCV has no CUDA device");
    cuda::GpuMat dst(20, 300, CV_8UC1);
    for (const Chain& chain : {chw_, half_, hwc_}) {
        cudastripe::transform(src_, dst, chain);
        EXPECT_TRUE(dst.isContinuous());
        EXPECT_TRUE(sameBytes(tensorReference(src_, chain.tensorLayout(), chain.tensorDepth()), Mat(dst)));
    }
}

TEST_F(CUDASTRIPE_TensorMemory, whatDoesNotFitIsNamed)
{
    const Mat two = blobOf({2, 3, 5, 7}), before = two.clone(), other = blobOf({1, 3, 5, 6}), cube = blobOf({3, 5, 7});
    Mat batch = two;
    Mat_<uchar> bytes(15, 7);
    std::vector<Mat> list;
    expectRefusal([&] { call(src_, batch, chw_); }, {"dst is 2 x 3 x 5 x 7 of CV_32F", "1 x 3 x 5 x 7", "tensorImage"});
    expectRefusal([&] { call(src_, other, chw_); }, {"dst is 1 x 3 x 5 x 6", "1 x 3 x 5 x 7 of CV_32FC1", "7 x 15"});
    expectRefusal([&] { call(src_, cube, chw_); }, {"dst is 3 x 5 x 7", "1 x 3 x 5 x 7"});
    expectRefusal([&] { call(src_, bytes, chw_); }, {"dst is fixed", "CV_8UC1", "CV_32FC1"});
    expectRefusal([&] { call(src_, tensorImage(two, 0), half_); }, {"dst is fixed", "CV_16FC1"});
    expectRefusal([&] { call(src_, tensorImage(two, 0), hwc_); }, {"dst is fixed", "7 x 5 of CV_32FC3"});
    expectRefusal([&] { call(src_, list, chw_); }, {"dst is a container"});
    expectRefusal([&] { call(src_, noArray(), chw_); }, {"dst is noArray()"});
    EXPECT_EQ(0, std::memcmp(before.data, two.data, before.total() * 4));
    Mat memory(40, 7, CV_32FC1, Scalar(1));
    const Mat from(5, 7, CV_32FC3, memory.ptr(10));
    expectRefusal([&] { call(from, memory.rowRange(0, 15), chw_); }, {"dst overlaps src"});
    expectRefusal([&] { call(from, memory.rowRange(10, 25), chw_); }, {"dst overlaps src"});
}

TEST_F(CUDASTRIPE_TensorMemory, whatNoTensorHasIsNamed)
{
    Mat dst;
    expectRefusal([&] { call(src_, dst, chw_, Mat(5, 7, CV_8UC1, Scalar(1))); }, {"mask", "tensor"});
    expectRefusal([] { Chain().toTensor(TensorLayout(2)); }, {"toTensor", "layout is 2", "CHW"});
    expectRefusal([] { Chain().toTensor(TensorLayout::CHW, CV_64F); },
                  {"toTensor", "CV_64F", "CV_32F, CV_16F, kBFloat16"});
    expectRefusal([] { Chain().toTensor(TensorLayout::CHW, -1); }, {"toTensor", "-1"});
    expectRefusal([] { Chain().toTensor().add(1); }, {"add cannot follow toTensor"});
    expectRefusal([] { Chain().toTensor().toTensor(); }, {"toTensor cannot follow toTensor"});
    expectRefusal([] { Chain().toTensor().toYuv(YuvFormat::hd()); }, {"toYuv cannot follow toTensor"});
    expectRefusal([] { Chain().toYuv(YuvFormat::hd()).toTensor(); }, {"toTensor cannot follow toYuv"});
    const auto rgb = [](TensorLayout layout) { return Chain().toTensor(layout, CV_32F, ChannelOrder::RGB); };
    expectRefusal([] { Chain().toTensor(TensorLayout::CHW, CV_32F, ChannelOrder(2)); }, {"toTensor", "order is 2"});
    for (TensorLayout layout : {TensorLayout::CHW, TensorLayout::HWC}) {
        expectRefusal([&] { call(Mat(5, 7, CV_8UC2, Scalar(1)), dst, rgb(layout)); },
                      {"cudastripe::transform", "toTensor: order is RGB", "CV_8UC2", "3 or 4 channels"});
    }
    Chain full;
    for (int i = 1; i < Chain::kMaxSteps; ++i)
        full.add(1);
    expectRefusal([&] { call(src_, dst, Chain(full).toTensor(TensorLayout::HWC, CV_32F, ChannelOrder::RGB)); },
                  {"toTensor adds convertTo", "step 17", "16"});
    full.add(1);
    expectRefusal(
        [&] { call(Mat(5, 7, CV_32FC3), dst, Chain(full).toTensor(TensorLayout::HWC, CV_32F, ChannelOrder::RGB)); },
        {"toTensor adds channels", "step 17", "16"});
    expectRefusal([&] { call(src_, dst, Chain(full).toTensor()); }, {"toTensor adds convertTo", "step 17", "16"});
    EXPECT_TRUE(dst.empty());
    call(Mat(5, 7, CV_32FC3, Scalar::all(1)), dst, full.toTensor());
    EXPECT_EQ(0, cv::norm(tensorImage(dst, 0), Mat(15, 7, CV_32F, Scalar(17)), NORM_INF));
}

TEST_F(CUDASTRIPE_TensorMemory, imagesThatABlobDoesNotHaveAreNamed)
{
    const Mat blob = blobOf({2, 3, 5, 7});
    const Range part[] = {Range::all(), Range(0, 2), Range::all(), Range(0, 6)};
    expectRefusal([&] { tensorImage(blob, 2); }, {"tensorImage", "n is 2", "2 images"});
    expectRefusal([&] { tensorImage(blob, -1); }, {"n is -1"});
    expectRefusal([&] { tensorImage(src_, 0); }, {"2 dimensions and 3 channels"});
    expectRefusal([&] { tensorImage(Mat(), 0); }, {"blob"});
    expectRefusal([&] { tensorImage(blob(part), 0); }, {"image 0", "gaps"});
    expectRefusal([&] { tensorImage(blob, 0, TensorLayout(3)); }, {"layout is 3"});
    expectRefusal(
        [&] {
            tensorImage(blobOf({1, 1, 1, 600}), 0, TensorLayout::HWC);
        },
        {"600 channels", std::to_string(CV_CN_MAX).c_str()});
}

// OpenCV's blobs multiply by a scale of single precision.
TEST_F(CUDASTRIPE_TensorMemory, isTheBlobOfOpenCVsNetworks)
{
#ifdef CUDASTRIPE_TEST_DNN
    const Scalar mean(123.675, 116.28, 103.53);
    for (const Size size : {Size(7, 5), Size(224, 224), Size(641, 33)}) {
        const std::vector<Mat> images = {randomImage(size, CV_8UC3, rng_), randomImage(size, CV_8UC3, rng_)};
        for (const float scale : {1.f, 1 / 255.f, 1 / 57.375f, 0.0078125f}) {
            for (bool swap : {false, true}) {
                const Mat blob = dnn::blobFromImages(images, scale, Size(), mean, swap);
                const Scalar own = swap ? Scalar(mean[2], mean[1], mean[0]) : mean;  // of the picture's channels
                const Chain chain = Chain().convertTo(CV_32F).subtract(own).multiply(scale).toTensor(
                    TensorLayout::CHW, CV_32F, swap ? ChannelOrder::RGB : ChannelOrder::BGR);
                const Mat ours(blob.dims, blob.size.p, CV_32F, Scalar(7));
                for (int n = 0; n < 2; ++n)
                    call(images[size_t(n)], tensorImage(ours, n), chain);
                EXPECT_EQ(0, std::memcmp(blob.data, ours.data, blob.total() * 4)) << size << scale << swap;
            }
        }
    }
#else
    CUDASTRIPE_SKIP("this OpenCV has no module dnn");
#endif
}

}}  // namespace opencv_test
