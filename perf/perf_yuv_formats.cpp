// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "placed_image.hpp"

namespace opencv_test { namespace {

using cudastripe::YuvFormat;

// One of each layout and depth: neither bytes nor, but for a little, time depend on the rest.
std::vector<std::string> formats()
{
    std::vector<std::string> names;
    for (const YuvFormat& format : YuvFormat::all()) {
        if (format == YuvFormat(format.layout()).withDepth(format.depth()))
            names.push_back(format.name());
    }
    return names;
}

DEF_PARAM_TEST(Size_Format, Size, std::string);

void requireCuda()
{
    if (cuda::getCudaEnabledDeviceCount() <= 0)
        throw cvtest::SkipTestException("there is no CUDA device");
    if (!PERF_RUN_CUDA())
        throw cvtest::SkipTestException("the implementation variant is not cuda");
}

int pixelType(const YuvFormat& format, int channels)
{
    return CV_MAKETYPE(format.depth() == 8 ? CV_8U : CV_16U, channels);
}

PERF_TEST_P(Size_Format, ToYuv, testing::Combine(testing::Values(sz1080p, sz4320p), testing::ValuesIn(formats())))
{
    requireCuda();
    const Size size = GET_PARAM(0);
    const YuvFormat format = YuvFormat::fromName(GET_PARAM(1));
    PlacedImage src(Memory::PageLocked, size, pixelType(format, 4));
    PlacedImage dst(Memory::PageLocked, format.imageSize(size), format.imageType());
    declare.in(src.mat(), WARMUP_RNG).out(dst.mat());

    TEST_CYCLE() cudastripe::cvtToYuv(src.array(), dst.array(), format);

    SANITY_CHECK_NOTHING();
}

PERF_TEST_P(Size_Format, FromYuv, testing::Combine(testing::Values(sz1080p, sz4320p), testing::ValuesIn(formats())))
{
    requireCuda();
    const Size size = GET_PARAM(0);
    const YuvFormat format = YuvFormat::fromName(GET_PARAM(1));
    PlacedImage src(Memory::PageLocked, format.imageSize(size), format.imageType());
    PlacedImage dst(Memory::PageLocked, size, pixelType(format, 3));
    declare.in(src.mat(), WARMUP_RNG).out(dst.mat());

    TEST_CYCLE() cudastripe::cvtFromYuv(src.array(), dst.array(), format);

    SANITY_CHECK_NOTHING();
}

PERF_TEST_P(Size_Format, ToYuvOnCpu, testing::Combine(testing::Values(sz1080p), testing::ValuesIn(formats())))
{
    const Size size = GET_PARAM(0);
    const YuvFormat format = YuvFormat::fromName(GET_PARAM(1));
    cudastripe::Striper striper{cudastripe::StriperParams()};
    Mat src(size, pixelType(format, 4)), dst(format.imageSize(size), format.imageType());
    declare.in(src, WARMUP_RNG).out(dst);

    TEST_CYCLE()
    cudastripe::cvtToYuv(src, dst, format, cudastripe::ChannelOrder::BGR, cudastripe::StreamRef(), striper);

    SANITY_CHECK_NOTHING();
}

PERF_TEST_P(Size_Format, FromYuvOnCpu, testing::Combine(testing::Values(sz1080p), testing::ValuesIn(formats())))
{
    const Size size = GET_PARAM(0);
    const YuvFormat format = YuvFormat::fromName(GET_PARAM(1));
    cudastripe::Striper striper{cudastripe::StriperParams()};
    Mat src(format.imageSize(size), format.imageType()), dst(size, pixelType(format, 3));
    declare.in(src, WARMUP_RNG).out(dst);

    TEST_CYCLE()
    cudastripe::cvtFromYuv(src, dst, format, cudastripe::StreamRef(), striper);

    SANITY_CHECK_NOTHING();
}

DEF_PARAM_TEST(Size_Format_Format, Size, std::string, std::string);

PERF_TEST_P(Size_Format_Format, CvtYuv,
            testing::Combine(testing::Values(sz1080p, sz4320p), testing::Values("nv12", "yuy2", "p010"),
                             testing::Values("i420", "nv12", "packed444")))
{
    requireCuda();
    const Size size = GET_PARAM(0);
    const YuvFormat from = YuvFormat::fromName(GET_PARAM(1)), to = YuvFormat::fromName(GET_PARAM(2));
    PlacedImage src(Memory::PageLocked, from.imageSize(size), from.imageType());
    PlacedImage dst(Memory::PageLocked, to.imageSize(size), to.imageType());
    declare.in(src.mat(), WARMUP_RNG).out(dst.mat());

    TEST_CYCLE() cudastripe::cvtYuv(src.array(), from, dst.array(), to);

    SANITY_CHECK_NOTHING();
}

}}  // namespace opencv_test
