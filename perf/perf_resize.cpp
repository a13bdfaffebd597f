// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "perf_precomp.hpp"

namespace opencv_test { namespace {

using cudastripe::Resampling;

struct NamedResampling
{
    std::string name;
    Resampling resampling;
};

const std::vector<NamedResampling>& namedResamplings()
{
    static const std::vector<NamedResampling> all = [] {
        std::vector<NamedResampling> list;
        for (int interpolation : {INTER_NEAREST, INTER_LINEAR, INTER_AREA, INTER_CUBIC, INTER_LANCZOS4})
            list.push_back({Resampling::opencv(interpolation).name(), Resampling::opencv(interpolation)});
        for (const auto filter : {Resampling::Filter::Box, Resampling::Filter::Bilinear, Resampling::Filter::Bicubic,
                                  Resampling::Filter::Lanczos})
            list.push_back({Resampling::pillow(filter).name(), Resampling::pillow(filter)});
        return list;
    }();
    return all;
}

std::vector<std::string> names()
{
    std::vector<std::string> list;
    for (const NamedResampling& named : namedResamplings())
        list.push_back(named.name);
    return list;
}

class Size_Size_Resampling : public WithParams<ConversionTest, Size, Size, std::string>
{
protected:
    void resize(Memory memory, cudastripe::Striper& striper)
    {
        const Size dsize = GET_PARAM(1);
        const auto& all = namedResamplings();
        const auto named = std::find_if(all.begin(), all.end(),
                                        [&](const NamedResampling& each) { return each.name == GET_PARAM(2); });
        measure({memory, GET_PARAM(0), CV_8UC3}, {memory, dsize, CV_8UC3}, [&](InputArray src, OutputArray dst) {
            cudastripe::resize(src, dst, dsize, named->resampling, cudastripe::StreamRef(), striper);
        });
    }
};

PERF_TEST_P(Size_Size_Resampling, ResizeOnCpu,
            testing::Combine(testing::Values(sz1080p), testing::Values(sz2160p, Size(640, 360), Size(224, 224)),
                             testing::ValuesIn(names())))
{
    cudastripe::Striper striper{cudastripe::StriperParams()};
    resize(Memory::Pageable, striper);
}

PERF_TEST_P(Size_Size_Resampling, Resize,
            testing::Combine(testing::Values(sz2160p), testing::Values(sz1080p, Size(640, 360), Size(224, 224)),
                             testing::ValuesIn(names())))
{
    requireCuda();
    resize(Memory::PageLocked, cudastripe::Striper::getDefault());
}

PERF_TEST_P(Size_Size_Resampling, ResizeOnDevice,
            testing::Combine(testing::Values(sz2160p), testing::Values(sz1080p, Size(640, 360), Size(224, 224)),
                             testing::ValuesIn(names())))
{
    requireCuda();
    resize(Memory::Device, cudastripe::Striper::getDefault());
}

}}  // namespace opencv_test
