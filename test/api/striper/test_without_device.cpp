// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../../src/device/cuda/cuda_device.hpp"
#include "../../support/images/image_operation.hpp"
#include "../../support/process/refusal.hpp"

// To a Striper without devices the null stream, and a pipeline on it, are no streams: calls return with their results.

namespace opencv_test { namespace {

using namespace cv::cudastripe;

class CUDASTRIPE_WithoutDevice : public testing::Test
{
protected:
    void SetUp() override
    {
        cv::cvtColor(src, expected, COLOR_BGR2YUV);
        stripers = {&none};
        if (cudaDeviceCount() == 0)
            stripers.push_back(&Striper::getDefault());
    }

    void expectResult(const StreamRef& stream, Striper& striper)
    {
        Mat dst;
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, stream, striper);
        EXPECT_EQ(std::string(), differences(expected, dst, 0));
        std::vector<Mat> results;
        cudastripe::cvtColor(std::vector<Mat>(3, src), results, COLOR_BGR2YUV, stream, striper);
        ASSERT_EQ(3u, results.size());
        EXPECT_EQ(std::string(), differences(expected, results[2], 0));
        cudastripe::transform(src, src, dst, Chain().add(secondImage), stream, striper);
        EXPECT_EQ(0, cv::norm(src + src, dst, NORM_INF));
        std::vector<Mat> planes;
        cudastripe::cvtToYuv(src, planes, YuvFormat::hd(), ChannelOrder::BGR, stream, striper);
        ASSERT_EQ(2u, planes.size());
        cudastripe::cvtFromYuv(planes, dst, YuvFormat::hd(), FromYuvParams(), stream, striper);
        EXPECT_EQ(src.size(), dst.size());
    }

    const Mat src = randomImage(Size(320, 200), CV_8UC3, theRNG());
    Mat expected;
    Striper none{StriperParams()};
    std::vector<Striper*> stripers;
};

TEST_F(CUDASTRIPE_WithoutDevice, theNullStreamIsNone)
{
    for (Striper* striper : stripers) {
        expectResult(StreamHandle(nullptr), *striper);
        const RouteChoice choice = striper->explain([&](Striper& asked) {
            Mat dst;
            cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamHandle(nullptr), asked);
        });
        EXPECT_EQ(Route::Host, choice.route);
    }
    Mat dst = pinned(5, 5, CV_8U);
    cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamHandle(nullptr), none);
    EXPECT_EQ(std::string(), differences(expected, dst, 0));
}

TEST_F(CUDASTRIPE_WithoutDevice, aPipelineOnTheNullStreamReturnsWithResults)
{
    for (Striper* striper : stripers) {
        Pipeline pipeline{StreamHandle(nullptr), *striper};
        for (int frame = 0; frame < 70; ++frame) {  // more than a pipeline remembers
            expectResult(pipeline, *striper);
            pipeline.wait(frame % 2);
        }
        Mat dst;
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, pipeline);  // the default Striper stands for that of the pipeline
        EXPECT_EQ(std::string(), differences(expected, dst, 0));
        expectRefusal([&] { pipeline.wait(-1); }, {"Pipeline::wait", "framesInFlight is -1"});
        Striper another{StriperParams()};
        expectRefusal([&] { cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, pipeline, another); }, {"striper is not"});
    }
    expectRefusal([&] { Pipeline pipeline(StreamRef(), none); }, {"Pipeline", "no stream is given"});
}

TEST_F(CUDASTRIPE_WithoutDevice, anyOtherStreamIsRefused)
{
    Mat dst;
    const StreamHandle stream(this);
    for (Striper* striper : stripers) {
        expectRefusal([&] { cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, stream, *striper); },
                      {"stream", "belongs to no device", "give none, or the null stream"});
        expectRefusal([&] { Pipeline pipeline(stream, *striper); },
                      {"Pipeline", "belongs to no device", "give none, or the null stream"});
    }
    EXPECT_TRUE(dst.empty());
}

}}  // namespace opencv_test
