// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/images/placed_image.hpp"
#include "../../support/process/refusal.hpp"

namespace opencv_test { namespace {

class CUDASTRIPE_BadInput : public testing::Test
{
protected:
    Backend backend{BackendKind::Simulated};
    std::unique_ptr<Striper> striper = backend.striper();
    Mat src{4, 6, CV_8UC4, Scalar::all(1)};
    Mat dst{4, 6, CV_8UC3, Scalar::all(9)};

    void TearDown() override
    {
        EXPECT_EQ(0, cv::norm(dst, Mat(4, 6, CV_8UC3, Scalar::all(9)), NORM_INF)) << "dst was written";
    }
};

TEST_F(CUDASTRIPE_BadInput, emptySource)
{
    expectRefusal([&] { cudastripe::cvtColor(Mat(), dst, COLOR_BGR2YUV, StreamRef(), *striper); },
                  {"cudastripe::cvtColor", "src is empty"});
}

TEST_F(CUDASTRIPE_BadInput, wrongDepthOrChannels)
{
    for (int type : {CV_8SC3, CV_32SC4, CV_64FC3, CV_8UC1, CV_8UC2, CV_16UC(5)}) {
        expectRefusal([&] { cudastripe::cvtColor(Mat(4, 6, type), dst, COLOR_BGR2YUV, StreamRef(), *striper); },
                      {"src has type", typeToString(type).c_str(), "CV_8U, CV_16U, CV_32F with 3 or 4 channels"});
    }
    expectRefusal(
        [&] {
            cudastripe::cvtToYuv(Mat(4, 6, CV_16UC4), dst, YuvFormat::tutorial(), ChannelOrder::BGR, StreamRef(),
                                 *striper);
        },
        {"cudastripe::cvtToYuv", "CV_16UC4", "CV_8U with 3 or 4 channels"});
}

TEST_F(CUDASTRIPE_BadInput, codesSayWhatTheyTakeAndGive)
{
    const auto call = [&](const Mat& from, int code, int channels = 0) {
        return [=] { cudastripe::cvtColor(from, dst, code, channels, StreamRef(), *striper); };
    };
    const Mat gray(4, 6, CV_8UC1, Scalar(1)), bgr(4, 6, CV_8UC3, Scalar(1)), reals(4, 6, CV_64FC3, Scalar(1));
    expectRefusal(call(gray, COLOR_BGR2HSV),
                  {"src has type CV_8UC1; COLOR_BGR2HSV takes CV_8U, CV_32F with 3 or 4 channels"});
    expectRefusal(call(reals, COLOR_BGR2GRAY), {"CV_64FC3", "CV_8U, CV_16U, CV_32F with 3 or 4 channels"});
    expectRefusal(call(bgr, COLOR_RGBA2mRGBA), {"CV_8UC3", "with 4 channels"});
    expectRefusal(call(bgr, COLOR_BayerBG2BGR), {"CV_8UC3; COLOR_BayerBG2BGR takes CV_8U, CV_16U with 1 channels"});
    expectRefusal(call(bgr, COLOR_BGR2Lab, 4), {"dstCn is 4; for COLOR_BGR2Lab it may be 0 or 3"});
    expectRefusal(call(gray, COLOR_BayerGR2GRAY, 3), {"dstCn is 3; for COLOR_BayerGR2GRAY it may be 0 or 1"});
    expectRefusal(call(bgr, COLOR_BGR2RGB, 2), {"dstCn is 2; for COLOR_BGR2RGB it may be 0 or 3 or 4"});
}

TEST_F(CUDASTRIPE_BadInput, unknownCodesAreNamedWithTheWayOut)
{
    const auto call = [&](int code) { return [=] { cudastripe::cvtColor(src, dst, code, StreamRef(), *striper); }; };
    expectRefusal(call(COLOR_BGR2Luv), {"cudastripe::cvtColor: code is COLOR_BGR2Luv (50), which this library does not "
                                        "have; use cv::cvtColor"});
    expectRefusal(call(COLOR_BayerBG2BGR_VNG), {"COLOR_BayerBG2BGR_VNG (62)", "use cv::cvtColor"});
    for (int code : {-1, 150000, 1000, INT_MAX})
        expectRefusal(call(code), {("code is " + std::to_string(code) + ",").c_str(), "use cv::cvtColor"});
    const auto twoPlanes = [&](int code) {
        return [=] { cudastripe::cvtColorTwoPlane(src, src, dst, code, StreamRef(), *striper); };
    };
    expectRefusal(twoPlanes(COLOR_YUV2BGR_I420),
                  {"cvtColorTwoPlane", "COLOR_YUV2BGR_I420 (101)", "_{NV12,NV21}", "use cvtColor()"});
    expectRefusal(twoPlanes(COLOR_BGR2GRAY), {"COLOR_BGR2GRAY (6)", "90 to 97"});
    for (int code = -1; code < 200; ++code) {
        Mat result;
        EXPECT_GT(200u, refusalOf([&] { cudastripe::cvtColor(src, result, code, StreamRef(), *striper); }).err.size());
        EXPECT_GT(200u, refusalOf(twoPlanes(code)).err.size()) << code;
    }
}

// A chain that a refused code names gives the bits of cv::cvtColor.
TEST_F(CUDASTRIPE_BadInput, theWayOutOfACodeIsTheSameConversion)
{
    const std::pair<int, Chain> ways[] = {{COLOR_BGR2GRAY, Chain().gray()},
                                          {COLOR_RGBA2GRAY, Chain().gray(ChannelOrder::RGB)},
                                          {COLOR_RGBA2BGR, Chain().channels({2, 1, 0})},
                                          {COLOR_BGRA2BGR, Chain().channels({0, 1, 2})},
                                          {COLOR_BGRA2RGBA, Chain().channels({2, 1, 0, 3})},
                                          {COLOR_GRAY2BGR, Chain().channels({0, 0, 0})},
                                          {COLOR_RGBA2mRGBA, Chain().premultiply()}};
    Mat image(9, 13, CV_8UC4), own, expected;
    RNG(41).fill(image, RNG::UNIFORM, 0, 256);
    for (const auto& [code, chain] : ways) {
        const int channels = code == COLOR_GRAY2BGR ? 1 : code == COLOR_BGR2GRAY ? 3 : 4;
        const Mat from = image.reshape(channels);
        cudastripe::transform(from, own, chain, StreamRef(), *striper);
        cv::cvtColor(from, expected, code);
        EXPECT_EQ(0, cv::norm(own, expected, NORM_INF)) << code;
    }
}

// Whatever has five channels or 16-bit floats is named by function and argument.
TEST_F(CUDASTRIPE_BadInput, channelsAndDepthsThatNoFunctionTakes)
{
    const YuvFormat nv12 = YuvFormat::hd(), i420 = YuvFormat::hd(YuvLayout::I420);
    const StreamRef none;
    const auto identity = [](uchar x) { return x; };
    for (int type : {CV_8UC(5), CV_16FC3}) {
        const Mat wrong(6, 6, type), right(6, 6, CV_8UC3);
        const std::string name = typeToString(type);
        const auto refused = [&](const char* function, const char* argument, const auto& call) {
            expectRefusal(call, {function, argument, name.c_str()});
        };
        refused("cudastripe::transform: ", "src ",
                [&] { cudastripe::transform(wrong, dst, Chain().add(1), none, *striper); });
        refused("cudastripe::transform: ", "src1 ",
                [&] { cudastripe::transform(wrong, right, dst, Chain().add(secondImage), none, *striper); });
        refused("cudastripe::transform: ", "src2 ",
                [&] { cudastripe::transform(right, wrong, dst, Chain().add(secondImage), none, *striper); });
        refused("cudastripe::transform: ", "src ",
                [&] { cudastripe::transform(wrong, dst, Chain::fromYuv(nv12).add(1), none, *striper); });
        refused("cudastripe::transform: ", "mask ",
                [&] { cudastripe::transform(right, dst, Chain().add(1), wrong, none, *striper); });
        refused("cudastripe::transform: ", "src ",
                [&] { cudastripe::transform(wrong, dst, identity, none, *striper); });
        refused("cudastripe::transform: image 1: ", "src ", [&] {
            std::vector<Mat> results;
            cudastripe::transform(std::vector<Mat>{right, wrong}, results, Chain().add(1), none, *striper);
        });
        refused("cudastripe::cvtColor: ", "src ",
                [&] { cudastripe::cvtColor(wrong, dst, COLOR_YUV2BGR, none, *striper); });
        refused("cudastripe::cvtColor: ", "src ",
                [&] { cudastripe::cvtColor(wrong, dst, COLOR_BGR2YUV_I420, none, *striper); });
        refused("cudastripe::cvtColor: ", "src ",
                [&] { cudastripe::cvtColor(wrong, dst, COLOR_YUV2BGR_NV12, none, *striper); });
        refused("cudastripe::cvtColorTwoPlane: ", "src1 ",
                [&] { cudastripe::cvtColorTwoPlane(wrong, right, dst, COLOR_YUV2BGR_NV12, none, *striper); });
        refused("cudastripe::cvtToYuv: ", "src ", [&] { cudastripe::cvtToYuv(wrong, dst, nv12, none, *striper); });
        refused("cudastripe::cvtFromYuv: ", "src ", [&] { cudastripe::cvtFromYuv(wrong, dst, nv12, none, *striper); });
        refused("cudastripe::cvtYuv: ", "src ", [&] { cudastripe::cvtYuv(wrong, nv12, dst, i420, none, *striper); });
        refused("cudastripe::Chain::resultType: ", "srcType ", [&] { Chain().add(1).resultType(type); });
        refused("cudastripe::Chain::sameBits: ", "secondType ",
                [&] { Chain().add(secondImage).sameBits(CV_8UC3, type); });
        refused("cudastripe::Chain::compile: ", "srcType ", [&] { Chain().add(1).compile(type); });
        refused("cudastripe::Striper::reserve: ", "type ", [&] { striper->reserve(Size(6, 4), type); });
    }
    expectRefusal([&] { cudastripe::transform(Mat(4, 6, CV_8UC(5)), dst, Chain().add(1), none, *striper); },
                  {"reshape(1)"});
    expectRefusal([&] { cudastripe::transform(src, dst, Chain().sqrt(), none, *striper); },
                  {"step 1, sqrt", "CV_8UC4", "CV_32F CV_64F", "put convertTo() before it"});
}

TEST_F(CUDASTRIPE_BadInput, whereABlobIsNoImageTheWayOutIsNamed)
{
    const std::vector<int> sizes = {3, 3, 4, 6};
    const Mat blob(sizes, CV_32F, Scalar(9));
    const std::vector<Mat> images(3, Mat(4, 6, CV_8UC3, Scalar::all(1)));
    std::vector<Mat> one = {blob};
    expectRefusal([&] { cudastripe::transform(blob, dst, Chain().add(1), StreamRef(), *striper); },
                  {"src has 4 dimensions", "give a vector of tensorImage(blob, n)"});
    expectRefusal([&] { cudastripe::transform(images, one, Chain().toTensor(), StreamRef(), *striper); },
                  {"src has 3 images and dst has 1", "a vector of tensorImage(blob, n)"});
    expectRefusal([&] { cudastripe::transform(images, dst, Chain().add(1), StreamRef(), *striper); },
                  {"src is a container", "for a batch dst must be an array, too"});
    EXPECT_EQ(9, *blob.ptr<float>());
}

TEST_F(CUDASTRIPE_BadInput, anEmptyDestinationOfFixedTypeIsNamedByItsType)
{
    Mat_<ushort> typed;
    const auto call = [&] { cudastripe::cvtColor(src, typed, COLOR_BGR2YUV, StreamRef(), *striper); };
    expectRefusal(call, {"dst is fixed at type CV_16UC1", "6 x 4 of CV_8UC3"});
    EXPECT_EQ(std::string::npos, refusalOf(call).err.find("0 x 0"));
}

TEST_F(CUDASTRIPE_BadInput, aVectorThatCannotBeAnImage)
{
    std::vector<uchar> bytes;
    expectRefusal([&] { cudastripe::cvtToYuv(src, bytes, YuvFormat::sd(), StreamRef(), *striper); },
                  {"dst is a std::vector", "one row", "6 x 6 of CV_8UC1", "give a Mat"});
    expectRefusal([&] { cudastripe::cvtColor(bytes, dst, COLOR_BGR2YUV, StreamRef(), *striper); }, {"src is empty"});
    bytes.resize(72);
    expectRefusal([&] { cudastripe::cvtColor(bytes, dst, COLOR_BGR2YUV, StreamRef(), *striper); },
                  {"src has type CV_8UC1", "3 or 4 channels"});
    expectRefusal([&] { cudastripe::cvtColor(src, bytes, COLOR_BGR2YUV, StreamRef(), *striper); },
                  {"dst is fixed at", "CV_8UC1", "6 x 4 of CV_8UC3"});
}

TEST_F(CUDASTRIPE_BadInput, overlap)
{
    Mat memory(8, 40, CV_8U, Scalar::all(5));
    const Mat before = memory.clone();
    Mat a(4, 6, CV_8UC3, memory.data, 40), b(4, 6, CV_8UC3, memory.data + 3, 40), c(3, 6, CV_8UC4, memory.data, 40);
    expectRefusal([&] { cudastripe::cvtColor(a, b, COLOR_BGR2YUV, StreamRef(), *striper); }, {"dst overlaps src"});
    Mat sameBase(3, 6, CV_8UC3, memory.data, 40);
    expectRefusal([&] { cudastripe::cvtColor(c, sameBase, COLOR_BGR2YUV, StreamRef(), *striper); },
                  {"dst overlaps src"});
    EXPECT_EQ(0, cv::norm(memory, before, NORM_INF));
}

TEST_F(CUDASTRIPE_BadInput, exactlyTheSameMemoryIsNoOverlap)
{
    Mat image(20, 30, CV_8UC3, Scalar(10, 200, 40)), expected;
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    cudastripe::cvtColor(image, image, COLOR_BGR2YUV, StreamRef(), *striper);
    EXPECT_EQ(0, cv::norm(image, expected, NORM_INF));
    Mat four(20, 30, CV_8UC4, Scalar(10, 200, 40, 7));
    cudastripe::cvtColor(four, four, COLOR_BGR2YUV, StreamRef(), *striper);
    EXPECT_EQ(0, cv::norm(four, expected, NORM_INF));
}

TEST_F(CUDASTRIPE_BadInput, fixedOutputThatDoesNotFit)
{
    Mat_<Vec4b> fixedType(4, 6, Vec4b::all(9));
    expectRefusal([&] { cudastripe::cvtColor(src, fixedType, COLOR_BGR2YUV, StreamRef(), *striper); },
                  {"dst is fixed at", "CV_8UC4", "6 x 4 of CV_8UC3"});
    EXPECT_EQ(Vec4b::all(9), fixedType(0, 0));
    uchar* memory = static_cast<uchar*>(backend.device()->allocate(MemoryKind::Device, 4 * 24));
    const cuda::GpuMat constant(4, 6, CV_8UC4, memory, 24);
    expectRefusal([&] { cudastripe::cvtColor(src, constant, COLOR_BGR2YUV, StreamRef(), *striper); },
                  {"dst is fixed at", "CV_8UC4", "6 x 4 of CV_8UC3"});
    expectRefusal([&] { cudastripe::cvtColor(src, constant.rowRange(0, 2), COLOR_BGR2YUV, StreamRef(), *striper); },
                  {"dst is fixed at", "6 x 2 of CV_8UC4"});
    expectRefusal([&] { cudastripe::cvtColor(src, noArray(), COLOR_BGR2YUV, StreamRef(), *striper); },
                  {"dst is noArray()"});
}

TEST_F(CUDASTRIPE_BadInput, valuesOnADeviceThatLieAcrossTheirSize)
{
    uchar* memory = static_cast<uchar*>(backend.device()->allocate(MemoryKind::Device, 1000));
    const cuda::GpuMat oddBase(4, 6, CV_16UC4, memory + 1, 48), oddStep(4, 6, CV_16UC4, memory, 49);
    for (const cuda::GpuMat& image : {oddBase, oddStep}) {
        expectRefusal([&] { cudastripe::cvtColor(image, Mat(), COLOR_BGR2YUV, StreamRef(), *striper); },
                      {"src lies on a device", "multiples of 2"});
    }
}

TEST_F(CUDASTRIPE_BadInput, imageThatIsLongerThanItsMemoryOnADevice)
{
    uchar* memory = static_cast<uchar*>(backend.device()->allocate(MemoryKind::Device, 4 * 24));
    const cuda::GpuMat tall(1 << 20, 6, CV_8UC4, memory, 24);
    expectRefusal([&] { cudastripe::cvtColor(tall, Mat(), COLOR_BGR2YUV, StreamRef(), *striper); },
                  {"src at", "on a device", "one allocation"});
}

TEST_F(CUDASTRIPE_BadInput, sizesAndTypesThatCannotBeReserved)
{
    expectRefusal([&] { striper->reserve(Size(0, 4), CV_8UC4); }, {"reserve", "size is 0 x 4", "positive"});
    expectRefusal([&] { striper->reserve(Size(6, 0), CV_8UC4); }, {"reserve", "size is 6 x 0", "positive"});
    expectRefusal([&] { striper->reserve(Size(6, 4), CV_8UC4, 0); }, {"reserve", "concurrentCalls is 0", "positive"});
    expectRefusal([&] { striper->reserve(Size(6, 4), CV_8UC(5)); }, {"reserve", "type is CV_8UC", "1 to 4 channels"});
    expectRefusal([&] { striper->reserve(Size(6, 4), CV_16FC1); }, {"reserve", "CV_16FC1", "CV_8U to CV_64F"});
}

TEST_F(CUDASTRIPE_BadInput, memoryOrStreamOfAnotherDevice)
{
    SimulatedDeviceParams params;
    params.number = 3;
    const auto other = std::make_shared<SimulatedDevice>(params);
    const auto both = makeStriper({backend.devices()[0], other});
    const auto otherOnly = makeStriper({other});
    const auto none = makeStriper({});
    uchar* memory = static_cast<uchar*>(backend.device()->allocate(MemoryKind::Device, 4 * 24));
    const cuda::GpuMat gpu(4, 6, CV_8UC4, memory, 24);
    expectRefusal([&] { cudastripe::cvtColor(gpu, dst, COLOR_BGR2YUV, StreamRef(), *otherOnly); },
                  {"src is a GpuMat", "device 3"});
    expectRefusal([&] { cudastripe::cvtColor(gpu, dst, COLOR_BGR2YUV, StreamRef(), *none); },
                  {"src is a GpuMat", "no device"});
    const OwnedStream stream(*backend.device(), "caller");
    const StreamHandle handle(StreamId(stream).get());
    expectRefusal([&] { cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, handle, *otherOnly); },
                  {"stream", "belongs to no device", "device 3"});
    expectRefusal([&] { cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, handle, *none); }, {"stream", "no device"});
    const OwnedStream otherStream(*other, "other");
    expectRefusal(
        [&] { cudastripe::cvtColor(gpu, dst, COLOR_BGR2YUV, StreamHandle(StreamId(otherStream).get()), *both); },
        {"the stream belongs to device 3", "src lies on device 0"});
}

}}  // namespace opencv_test
