// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/images/image_operation.hpp"
#include "opencv2/core/cuda.hpp"

// The types that need an OpenCV with CUDA: HostMem, a GpuMat that is allocated for the caller, cuda::Stream.

namespace opencv_test { namespace {

const char* whyNot()
{
    if (cuda::getCudaEnabledDeviceCount() <= 0)
        return "this OpenCV has no CUDA, or there is no CUDA device";
    return Striper::getDefault().devices().empty() ? "no CUDA device that this build can use" : nullptr;
}

class CUDASTRIPE_OpenCvTypes : public testing::Test
{
protected:
    void SetUp() override
    {
        RNG rng(61);
        image = randomImage(Size(642, 481), CV_8UC4, rng);
        cv::cvtColor(image, expected, COLOR_BGR2YUV);
    }

    Mat image, expected;
};

TEST_F(CUDASTRIPE_OpenCvTypes, hostMemAndGpuMatAtEitherEndInAllCombinations)
{
    if (whyNot())
        CUDASTRIPE_SKIP(whyNot());
    const cuda::HostMem hostMem(image);
    cuda::GpuMat gpuMat;
    gpuMat.upload(image);
    const _InputArray sources[] = {image, hostMem, gpuMat};
    for (const _InputArray& src : sources) {
        for (bool onStream : {false, true}) {
            cuda::Stream stream;
            const StreamRef ref = onStream ? StreamRef(stream) : StreamRef();
            Mat mat;
            cuda::HostMem hostDst;
            cuda::GpuMat gpuDst;
            cudastripe::cvtColor(src, mat, COLOR_BGR2YUV, ref);
            cudastripe::cvtColor(src, hostDst, COLOR_BGR2YUV, ref);
            cudastripe::cvtColor(src, gpuDst, COLOR_BGR2YUV, ref);
            stream.waitForCompletion();
            EXPECT_EQ(std::string(), differences(expected, mat, 0));
            EXPECT_EQ(std::string(), differences(expected, hostDst.createMatHeader(), 0));
            EXPECT_EQ(std::string(), differences(expected, Mat(gpuDst), 0));
        }
    }
}

TEST_F(CUDASTRIPE_OpenCvTypes, aRegionOfADestinationIsReused)
{
    if (whyNot())
        CUDASTRIPE_SKIP(whyNot());
    cuda::GpuMat large(600, 800, CV_8UC3, Scalar::all(9));
    cuda::GpuMat region = large(Rect(17, 5, image.cols, image.rows));
    const uchar* before = region.data;
    cudastripe::cvtColor(image, region, COLOR_BGR2YUV);
    EXPECT_EQ(before, region.data);
    EXPECT_EQ(std::string(), differences(expected, Mat(region), 0));
    Mat all(large);
    all(Rect(17, 5, image.cols, image.rows)).setTo(Scalar::all(9));
    EXPECT_EQ(0, cv::norm(all, Mat(all.size(), all.type(), Scalar::all(9)), NORM_INF));
}

TEST_F(CUDASTRIPE_OpenCvTypes, theNullStreamIsTheDefaultStream)
{
    if (whyNot())
        CUDASTRIPE_SKIP(whyNot());
    cuda::GpuMat src, dst;
    src.upload(image);
    cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, cuda::Stream::Null());
    EXPECT_EQ(std::string(), differences(expected, Mat(dst), 0));
}

TEST_F(CUDASTRIPE_OpenCvTypes, aMatHeaderOverPageLockedMemoryIsRecognised)
{
    if (whyNot())
        CUDASTRIPE_SKIP(whyNot());
    cuda::HostMem src(image), dst(image.rows, image.cols, CV_8UC3);
    StriperParams params;
    params.devices = {cuda::getDevice()};
    params.stagingMemoryLimit = 0;
    params.route = Route::Striped;
    Striper striper(params);
    Mat dstHeader = dst.createMatHeader();
    cudastripe::cvtColor(src.createMatHeader(), dstHeader, COLOR_BGR2YUV, StreamRef(), striper);
    EXPECT_EQ(std::string(), differences(expected, dstHeader, 0));
    EXPECT_GT(striper.usage().deviceBytes, 0u) << "it was not taken for page-locked";
}

TEST_F(CUDASTRIPE_OpenCvTypes, aUMatIsHostMemory)
{
    UMat src = image.getUMat(ACCESS_READ), dst;
    cudastripe::cvtColor(src, dst, COLOR_BGR2YUV);
    EXPECT_EQ(std::string(), differences(expected, dst.getMat(ACCESS_READ), 0));
}

}}  // namespace opencv_test
