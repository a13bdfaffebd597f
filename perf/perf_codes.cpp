// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "perf_precomp.hpp"

namespace opencv_test { namespace {

//! A code of cvtColor between colour spaces, or of a Bayer pattern, for images of bytes.
struct NamedCode
{
    const char* name;
    int code, channels, resultChannels;
};

constexpr NamedCode kCodes[] = {
    {"BGR2GRAY", COLOR_BGR2GRAY, 3, 1},         {"GRAY2BGR", COLOR_GRAY2BGR, 1, 3},
    {"BGR2RGB", COLOR_BGR2RGB, 3, 3},           {"BGR2BGRA", COLOR_BGR2BGRA, 3, 4},
    {"BGR2BGR565", COLOR_BGR2BGR565, 3, 2},     {"BGR2XYZ", COLOR_BGR2XYZ, 3, 3},
    {"BGR2HSV", COLOR_BGR2HSV, 3, 3},           {"HSV2BGR", COLOR_HSV2BGR, 3, 3},
    {"BGR2HLS", COLOR_BGR2HLS, 3, 3},           {"BGR2Lab", COLOR_BGR2Lab, 3, 3},
    {"Lab2BGR", COLOR_Lab2BGR, 3, 3},           {"BayerBG2BGR", COLOR_BayerBG2BGR, 1, 3},
    {"BayerBG2GRAY", COLOR_BayerBG2GRAY, 1, 1},
};

void PrintTo(const NamedCode& code, std::ostream* os)
{
    *os << code.name;
}

class Size_Code : public WithParams<ConversionTest, Size, NamedCode>
{
protected:
    void convert(Memory memory, cudastripe::Striper& striper)
    {
        const Size size = GET_PARAM(0);
        const NamedCode code = GET_PARAM(1);
        measure({memory, size, CV_8UC(code.channels)}, {memory, size, CV_8UC(code.resultChannels)},
                [&](InputArray src, OutputArray dst) {
                    cudastripe::cvtColor(src, dst, code.code, cudastripe::StreamRef(), striper);
                });
    }
};

PERF_TEST_P(Size_Code, CodeOnCpu, testing::Combine(testing::Values(sz1080p), testing::ValuesIn(kCodes)))
{
    cudastripe::Striper striper{cudastripe::StriperParams()};
    convert(Memory::Pageable, striper);
}

PERF_TEST_P(Size_Code, CodeOnDevice, testing::Combine(testing::Values(sz2160p), testing::ValuesIn(kCodes)))
{
    requireCuda();
    convert(Memory::Device, cudastripe::Striper::getDefault());
}

}}  // namespace opencv_test
