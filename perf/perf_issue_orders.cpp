// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "opencv2/cudastripe/simulate.hpp"
#include "placed_image.hpp"

namespace opencv_test { namespace {

using cudastripe::IssueOrder;

enum
{
    Dedicated = int(IssueOrder::Dedicated),
    DepthFirst = int(IssueOrder::DepthFirst),
    BreadthFirst = int(IssueOrder::BreadthFirst)
};

CV_ENUM(Orders, Dedicated, DepthFirst, BreadthFirst)

DEF_PARAM_TEST(Size_Order_Streams, Size, Orders, int);

// Page-locked to page-locked; dedicated streams get as many equal stripes as the others have streams.
PERF_TEST_P(Size_Order_Streams, IssueOrder,
            testing::Combine(testing::Values(sz1080p, sz4320p), Orders::all(), testing::Values(4, 16)))
{
    if (cuda::getCudaEnabledDeviceCount() <= 0)
        throw cvtest::SkipTestException("there is no CUDA device");
    if (!PERF_RUN_CUDA())
        throw cvtest::SkipTestException("the implementation variant is not cuda");
    const Size size = GET_PARAM(0);
    cudastripe::StriperParams params;
    params.devices = {cuda::getDevice()};
    params.order = static_cast<IssueOrder>(int(GET_PARAM(1)));
    params.streams = params.stripes = GET_PARAM(2);
    cudastripe::Striper striper(params);
    striper.reserve(size, CV_8UC4);

    PlacedImage src(Memory::PageLocked, size, CV_8UC4), dst(Memory::PageLocked, size, CV_8UC3);
    declare.in(src.mat(), WARMUP_RNG).out(dst.mat());

    TEST_CYCLE() cudastripe::cvtColor(src.array(), dst.array(), COLOR_BGR2YUV, cudastripe::StreamRef(), striper);

    SANITY_CHECK_NOTHING();
}

// What a prediction costs: nobody touches the memory of these images.
PERF_TEST(PredictTimeline, cvtColor)
{
    const Mat src(sz4320p, CV_8UC4);
    Mat dst(sz4320p, CV_8UC3);
    const auto convert = [&](cudastripe::Striper& striper) {
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, cudastripe::StreamRef(), striper);
    };

    TEST_CYCLE()
    {
        cudastripe::predictTimeline(cudastripe::deviceProfile("H200"), cudastripe::StriperParams(),
                                    cudastripe::MemoryKind::PageLocked, convert);
    }

    SANITY_CHECK_NOTHING();
}

}}  // namespace opencv_test
