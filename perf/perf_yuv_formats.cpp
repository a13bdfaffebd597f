// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "perf_precomp.hpp"

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

class Size_Format : public WithParams<ConversionTest, Size, std::string>
{
protected:
    void toYuv(Memory memory, cudastripe::Striper& striper)
    {
        measure(pixels(memory, 4), yuv(memory), [&](InputArray src, OutputArray dst) {
            cudastripe::cvtToYuv(src, dst, format_, cudastripe::ChannelOrder::BGR, cudastripe::StreamRef(), striper);
        });
    }
    void fromYuv(Memory memory, cudastripe::Striper& striper)
    {
        measure(yuv(memory), pixels(memory, 3), [&](InputArray src, OutputArray dst) {
            cudastripe::cvtFromYuv(src, dst, format_, cudastripe::StreamRef(), striper);
        });
    }

private:
    PlacedImage pixels(Memory memory, int channels) const
    {
        return {memory, size_, CV_MAKETYPE(format_.depth() == 8 ? CV_8U : CV_16U, channels)};
    }
    PlacedImage yuv(Memory memory) const { return {memory, format_.imageSize(size_), format_.imageType()}; }

    const Size size_ = GET_PARAM(0);
    const YuvFormat format_ = YuvFormat::fromName(GET_PARAM(1));
};

PERF_TEST_P(Size_Format, ToYuv, testing::Combine(testing::Values(sz1080p, sz4320p), testing::ValuesIn(formats())))
{
    requireCuda();
    toYuv(Memory::PageLocked, cudastripe::Striper::getDefault());
}

PERF_TEST_P(Size_Format, FromYuv, testing::Combine(testing::Values(sz1080p, sz4320p), testing::ValuesIn(formats())))
{
    requireCuda();
    fromYuv(Memory::PageLocked, cudastripe::Striper::getDefault());
}

PERF_TEST_P(Size_Format, ToYuvOnCpu, testing::Combine(testing::Values(sz1080p), testing::ValuesIn(formats())))
{
    cudastripe::Striper striper{cudastripe::StriperParams()};
    toYuv(Memory::Pageable, striper);
}

PERF_TEST_P(Size_Format, FromYuvOnCpu, testing::Combine(testing::Values(sz1080p), testing::ValuesIn(formats())))
{
    cudastripe::Striper striper{cudastripe::StriperParams()};
    fromYuv(Memory::Pageable, striper);
}

using Size_Format_Format = WithParams<ConversionTest, Size, std::string, std::string>;

PERF_TEST_P(Size_Format_Format, CvtYuv,
            testing::Combine(testing::Values(sz1080p, sz4320p), testing::Values("nv12", "yuy2", "p010"),
                             testing::Values("i420", "nv12", "packed444")))
{
    requireCuda();
    const Size size = GET_PARAM(0);
    const YuvFormat from = YuvFormat::fromName(GET_PARAM(1)), to = YuvFormat::fromName(GET_PARAM(2));
    measure({Memory::PageLocked, from.imageSize(size), from.imageType()},
            {Memory::PageLocked, to.imageSize(size), to.imageType()},
            [&](InputArray src, OutputArray dst) { cudastripe::cvtYuv(src, from, dst, to); });
}

}}  // namespace opencv_test
