// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include "support/placed_image.hpp"
#include "support/refusal.hpp"

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

TEST_F(CUDASTRIPE_BadInput, unknownCode)
{
    for (int code : {-1, int(COLOR_BGR2GRAY), 1000})
        expectRefusal([&] { cudastripe::cvtColor(src, dst, code, StreamRef(), *striper); },
                      {"code is", std::to_string(code).c_str(), "COLOR_BGR2YUV (82)"});
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
